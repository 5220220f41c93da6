import Simulator
import TestSupport
import Testing

/// What a run asks of systems when there is much to read, or when there are many.
@Suite struct ScaleTests {
  /// 2000 rules are ten pages, which is the least that the API allows.
  @Test func aLongListIsReadWithTheFewestRequests() async {
    let household = PretendHousehold(rules: 1_996)
    #expect(household.world().run("--dry-run", "household.yaml").status == 0)
    let pages = (0..<10).map { "GET \(StoryTests.rules)?offset=\($0 * 200)&limit=200" }
    #expect(
      await household.requests == [
        "GET /proxy/network/integration/v1/info", "GET /proxy/network/integration/v1/sites?offset=0&limit=200",
      ] + pages + ["POST /api/auth", "GET /api/dns/blocking", "GET /api/info/version", "DELETE /api/auth"])
  }

  /// A street on real sockets: every console and every Pi-hole is spoken to over one connection.
  @Test func manySystemsAreReadOverOneConnectionEach() throws {
    let count = 12
    let consoles = try (0..<count).map { _ in try LoopbackServer(Staged(Household.console())) }
    let piHoles = try (0..<count).map { _ in
      try LoopbackServer(Staged(Household.piHole(at: LoopbackServer.wallClock()).checkingPasswords(in: 0)))
    }
    var world = TestWorld(files: ["street.yaml": Self.policy(consoles, piHoles)])
    for (number, server) in consoles.enumerated() {
      let key = WrittenSecret(Household.apiKey, for: "http://127.0.0.1:\(server.port)", "unifi")
      world.variables.merge(key.variables("KEY_\(number)")) { $1 }
    }
    for (number, server) in piHoles.enumerated() {
      let word = WrittenSecret(Household.password, for: "http://127.0.0.1:\(server.port)", "pihole")
      world.variables.merge(word.variables("WORD_\(number)")) { $1 }
    }
    world.isOverSockets = true
    let run = world.run("--dry-run", "street.yaml")
    #expect(run.status == 0 && run.output.contains("0 changes, 24 in place."), "\(run)")
    for server in consoles + piHoles {
      #expect(server.connectionsOpened == 1)
      server.stop()
    }
    for server in piHoles {
      let taken = server.inspect(as: Staged<PiHole>.self) { $0.system.seats.taken }
      #expect(taken == 0, "every session is closed")
    }
  }

  private static func policy(_ consoles: [LoopbackServer], _ piHoles: [LoopbackServer]) -> String {
    var (systems, targets, statements) = ("", "", "")
    for (number, server) in consoles.enumerated() {
      systems += "  gateway-\(number): {kind: unifi, url: \"http://127.0.0.1:\(server.port)\", "
      systems += "api-key: {env: KEY_\(number)}}\n"
      targets += "  kids-\(number): {system: gateway-\(number), acl-rules: [Downtime-iPad]}\n"
      statements += "  - kids-\(number) off\n"
    }
    for (number, server) in piHoles.enumerated() {
      systems += "  pihole-\(number): {kind: pihole, url: \"http://127.0.0.1:\(server.port)\", "
      systems += "password: {env: WORD_\(number)}}\n"
      statements += "  - resume pihole-\(number)\n"
    }
    return "timezone: Europe/Berlin\nsystems:\n\(systems)targets:\n\(targets)policy:\n\(statements)"
  }
}
