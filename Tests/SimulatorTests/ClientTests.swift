import Simulator
import Testing

/// Who uses the network, as a key sees it.
struct ClientTests {
  private static let list = "sites/\(ConsoleTests.site)/clients"

  private static func client(_ console: inout UniFiConsole, _ name: String) throws -> JSONValue {
    let all = try #require(ConsoleTests.ask(&console, "GET", list).json?["data"]?.elements)
    return try #require(all.first { $0["name"]?.text == name })
  }

  @Test(arguments: [
    ("iPad", ["type", "id", "name", "connectedAt", "macAddress", "uplinkDeviceId", "access", "ipAddress"]),
    ("Thermostat", ["type", "id", "name", "connectedAt", "macAddress", "uplinkDeviceId", "access"]),
    ("Ben's laptop (VPN)", ["type", "id", "name", "connectedAt", "access", "ipAddress"]),
  ])
  func saysWhatIsKnown(_ name: String, _ members: [String]) throws {
    var console = Household.console()
    #expect(try Self.client(&console, name).fields?.map(\.name) == members)
  }

  @Test(arguments: [("Visitor's phone", true), ("Visitor's tablet", false)])
  func saysMoreOfAGuestByItself(_ name: String, _ isAuthorized: Bool) throws {
    var console = Household.console()
    let listed = try Self.client(&console, name)
    #expect(listed["access"] == ["type": "GUEST", "authorized": .bool(isAuthorized)])
    let detail = ConsoleTests.ask(&console, "GET", "\(Self.list)/\(listed["id"]?.text ?? "")").json
    #expect(detail?["access"]?["authorized"]?.flag == isAuthorized)
    #expect((detail?["access"]?["authorization"] != nil) == isAuthorized)
  }

  @Test func comesInPages() {
    var console = Household.console()
    console.sites[0].clients = (0..<450).map {
      UniFiClient(
        id: "c1a0f2d4-6f59-4a7e-9a10-3a1f5a3e\(1000 + $0)", name: "Client \($0)", macAddress: "m", uplink: "u")
    }
    let pages = [0, 200, 400].map { ConsoleTests.ask(&console, "GET", "\(Self.list)?limit=1000&offset=\($0)").json }
    #expect(
      pages.map { $0?["count"] } == [200, 200, 50] && pages[0]?["totalCount"] == 450 && pages[0]?["limit"] == 200)
  }
}
