import Simulator
import Testing

/// The policies that a console adds so that answers come through.
struct ReturnPolicyTests {
  private static let printer = "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e33"

  private static func returns(_ console: inout UniFiConsole) -> [JSONValue] {
    PolicyRequests.all(&console).filter { $0["name"]?.text?.hasSuffix(" (Return)") == true }
  }

  @Test func letsTheAnswersThrough() throws {
    var console = Household.console()
    let made = try #require(Self.returns(&console).first)
    #expect(made["name"] == "Guest printer (Return)" && made["metadata"]?["origin"] == "DERIVED")
    #expect(made["source"]?["zoneId"]?.text == PolicyRequests.zone("Internal"))
    #expect(made["destination"] == ["zoneId": .string(PolicyRequests.zone("Hotspot"))])
    #expect((made["index"]?.double ?? 0) >= 30_000)
    let path = "\(PolicyRequests.policies)/\(Self.printer)"
    var body = PolicyRequests.writable(try #require(PolicyRequests.ask(&console, "GET", path).json))
    body["enabled"] = false
    #expect(PolicyRequests.put(&console, Self.printer, body).status == 200)
    var wanted = made
    wanted["enabled"] = false
    #expect(Self.returns(&console) == [wanted])
    let count = PolicyRequests.all(&console).count
    #expect(PolicyRequests.ask(&console, "DELETE", path).status == 200)
    #expect(PolicyRequests.all(&console).count == count - 2 && Self.returns(&console).isEmpty)
  }

  @Test func bringsAndTakesTheReturnWithTheAction() throws {
    var console = Household.console()
    var body = PolicyRequests.writable(
      try #require(PolicyRequests.ask(&console, "GET", "\(PolicyRequests.policies)/\(Self.printer)").json))
    body["action"] = ["type": "BLOCK"]
    #expect(PolicyRequests.put(&console, Self.printer, body).status == 200 && Self.returns(&console).isEmpty)
    body["action"] = ["type": "ALLOW", "allowReturnTraffic": true]
    #expect(PolicyRequests.put(&console, Self.printer, body).status == 200 && Self.returns(&console).count == 1)
    body["name"] = "new"
    (body["source"], body["destination"]) = (
      ["zoneId": .string(PolicyRequests.zone("Dmz"))], ["zoneId": .string(PolicyRequests.zone("Hotspot"))]
    )
    #expect(PolicyRequests.put(&console, Self.printer, body).json?["index"] == 10_000)
    #expect(Self.returns(&console).map { $0["source"]?["zoneId"]?.text } == [PolicyRequests.zone("Hotspot")])
    #expect(Self.returns(&console).map { $0["name"] } == ["new (Return)"])
    body["connectionStateFilter"] = ["RELATED", "ESTABLISHED"]
    #expect(PolicyRequests.put(&console, Self.printer, body).status == 400)
  }
}
