import Simulator
import Testing

/// The command line, and the door behind the stage.
struct DemonstrationTests {
  static let commandLines: [(words: String, mistake: String)] = [
    ("", ""), ("--unifi-port 8443 --pihole-port=8080", ""), ("-h", ""),
    ("--certificate c --key k --pihole-tls --for 86400 --rules=0", ""), ("--pihole-apart", ""),
    ("--pihole-apart=1", "'--pihole-apart=1' is not known"),
    ("--certificate c", "'--certificate' and '--key' only go together"),
    ("--pihole-tls", "'--pihole-tls' needs '--certificate'"), ("--port 1", "'--port' is not known"),
    ("x", "'x' is not known"), ("--for", "'--for' lacks its value"), ("--for 0", "'0' is no value for '--for'"),
    ("--for=86401", "'86401' is no value for '--for'"),
    ("--unifi-port 65536", "'65536' is no value for '--unifi-port'"),
    ("--policies=10001", "'10001' is no value for '--policies'"),
    ("--firewall maybe", "'maybe' is no value for '--firewall'"), ("--firewall=off --unifi-version 10.1.68", ""),
    ("--unifi-version ten", "'ten' is no value for '--unifi-version'"),
    ("--key=", "'' is no value for '--key'"), ("--domains=100001", "'100001' is no value for '--domains'"),
    ("--groups -1", "'-1' is no value for '--groups'"),
  ]

  @Test(arguments: commandLines)
  func readsTheCommandLine(_ words: String, _ mistake: String) {
    #expect(SimulatorArguments.mistake(in: words) == mistake)
  }

  @Test func takesTheValuesOfTheCommandLine() throws {
    let words = [
      "--unifi-port", "1", "--pihole-port=2", "--certificate", "c", "--key", "k", "--pihole-tls", "--for", "3",
      "--rules",
      "4", "--policies", "5", "--firewall=off", "--unifi-version", "10.1.68", "--domains=5", "--groups", "6",
      "--api-key-file=a=b", "--password-file", "p", "--ports-file", "f",
    ]
    var wanted = try SimulatorArguments([])
    #expect(wanted.seconds == 600 && wanted.uniFiPort == 0 && !wanted.wantsHelp)
    (wanted.uniFiPort, wanted.piHolePort, wanted.seconds, wanted.rules, wanted.piHoleTLS) = (1, 2, 3, 4, true)
    (wanted.domains, wanted.groups) = (5, 6)
    (wanted.certificate, wanted.key, wanted.apiKeyFile, wanted.passwordFile) = ("c", "k", "a=b", "p")
    (wanted.portsFile, wanted.policies, wanted.hasZoneFirewall, wanted.version) = ("f", 5, false, "10.1.68")
    #expect(try SimulatorArguments(words) == wanted)
    #expect(try SimulatorArguments(["--help"]).wantsHelp)
  }

  @Test func explainsEveryOption() {
    for option in [
      "--unifi-port N", "--pihole-port N", "--certificate FILE", "--key FILE", "--pihole-tls", "--for SECONDS",
      "--pihole-apart",
      "--rules N", "--policies N", "--firewall on|off", "--unifi-version V",
      "--domains N", "--groups N", "--api-key-file FILE", "--password-file FILE", "--ports-file FILE", "--help",
    ] {
      #expect(SimulatorArguments.help.contains(option))
    }
  }

  struct Hand: CustomTestStringConvertible, Sendable {
    var path: String
    var status = 200
    /// What `GET /simulator` then says, or the answer itself where that is empty.
    var says: String
    var testDescription: String { path }
  }

  private static func play(
    _ system: some Controllable, _ path: String, then look: String = "/simulator"
  ) -> (SimulatedResponse, String) {
    var door = Backstage(Staged(system))
    let done = door.respond(to: SimulatedRequest(method: "POST", target: path), at: 100)
    let seen = door.respond(to: SimulatedRequest(method: "GET", target: look), at: 110)
    return (done, String(decoding: seen.body, as: UTF8.self))
  }

  @Test(arguments: [
    Hand(path: "/simulator/rules/Downtime-iPad/toggle", says: "'Downtime-iPad' disabled, USER"),
    Hand(path: "/simulator/rules/Downtime%2DiPad/disable", says: "'Downtime-iPad' disabled, USER"),
    Hand(path: "/simulator/rules/Downtime-KidsRoom/enable", says: "'Downtime-KidsRoom' enabled, USER"),
    Hand(path: "/simulator/rules/Isolated%20Network/toggle", says: "'Isolated Network' disabled, DERIVED"),
    Hand(path: "/simulator/rules/None/toggle", status: 404, says: "'Downtime-iPad' enabled"),
    Hand(path: "/simulator/rules/Downtime-iPad/paint", status: 404, says: "'Downtime-iPad' enabled"),
    Hand(path: "/simulator/boot/begin", says: "UniFi Network 10.5.66, starting"),
    Hand(path: "/simulator/policies/Kids%20bedtime/disable", says: "'Kids bedtime' disabled, USER"),
    Hand(path: "/simulator/policies/Guest%20internet/toggle", says: "'Guest internet' enabled, USER"),
    Hand(path: "/simulator/policies/Kids%20bedtime/paint", status: 404, says: "'Kids bedtime' enabled, USER"),
    Hand(path: "/simulator/wifi/Kids/disable", says: "WiFi 'Kids' disabled, USER"),
    Hand(path: "/simulator/wifi/None/disable", status: 404, says: "WiFi 'Kids' enabled, USER"),
    Hand(path: "/simulator/version/10.0.162", says: "UniFi Network 10.0.162\n"),
    Hand(path: "/simulator/version/ten", status: 404, says: "UniFi Network 10.5.66\n"),
    Hand(path: "/simulator/mode/view-only/on", says: "modes: view-only\n"),
    Hand(path: "/simulator/mode/none/on", status: 404, says: "UniFi Network 10.5.66\nsite"),
    Hand(path: "/simulator/nothing", status: 404, says: "UniFi Network 10.5.66\n"),
  ])
  func changesTheConsoleByHand(_ hand: Hand) {
    let (done, seen) = Self.play(Household.console(), hand.path)
    #expect(done.status == hand.status)
    #expect(seen.contains(hand.says))
  }

  @Test func deletesARuleByHand() {
    let (_, seen) = Self.play(Household.console(), "/simulator/rules/Downtime-iPad/delete")
    #expect(!seen.contains("'Downtime-iPad'") && seen.contains("'Allow-Printer'"))
  }

  @Test(arguments: [
    Hand(path: "/simulator/blocking/pause", says: "blocking paused\n"),
    Hand(path: "/simulator/blocking/pause?seconds=60", says: "blocking paused, 50 s left\n"),
    Hand(path: "/simulator/blocking/pause?seconds=5", says: "blocking active\n"),
    Hand(path: "/simulator/blocking/resume", says: "blocking active\n"),
    Hand(path: "/simulator/resolver/fail", says: "blocking failure\n"),
    Hand(path: "/simulator/restart", says: "0 of 16 seats taken\n"),
    Hand(path: "/simulator/crash", says: "0 of 16 seats taken\n"),
    Hand(path: "/simulator/blocking", status: 404, says: "blocking active\n"),
    Hand(path: "/simulator/lock/write", says: "the database is held (write)\n"),
    Hand(path: "/simulator/lock/exclusive?seconds=11", says: "the database is held (exclusive)\n"),
    Hand(path: "/simulator/lock/write/2", says: "the database is held (write)\n"),
    Hand(path: "/simulator/lock/write/x", status: 404, says: "0 of 16 seats taken\ngroup 'Default'"),
    Hand(path: "/simulator/lock/write?seconds=9", says: "0 of 16 seats taken\ngroup 'Default'"),
    Hand(path: "/simulator/versions/gone", says: "the version is answered twice\n"),
    Hand(path: "/simulator/versions/back", says: "0 of 16 seats taken\ngroup 'Default'"),
    Hand(path: "/simulator/versions", status: 404, says: "0 of 16 seats taken\ngroup 'Default'"),
    Hand(path: "/simulator/seats/take", says: "16 of 16 seats taken\n"),
    Hand(path: "/simulator/password/none", says: "no password\n"),
    Hand(path: "/simulator/totp/123456", says: "a second factor is needed\n"),
    Hand(path: "/simulator/totp/x", status: 404, says: "0 of 16 seats taken\ngroup 'Default'"),
    Hand(path: "/simulator/login/throttle?seconds=20", says: "logins are throttled\n"),
    Hand(path: "/simulator/refuse/after-restart", says: "the first session after a restart is refused\n"),
    Hand(path: "/simulator/refuse/-1", status: 404, says: "blocking active\n"),
    Hand(path: "/simulator/groups/no-youtube/toggle", says: "group 'no-youtube' enabled\n"),
    Hand(path: "/simulator/groups/kids/disable", says: "group 'kids' disabled\n"),
    Hand(path: "/simulator/groups/kids/delete", says: "client '192.168.1.22', in no group\n"),
    Hand(path: "/simulator/groups/pets/add", says: "group 'pets' enabled\n"),
    Hand(path: "/simulator/groups/a%0Ab%1Bc/add", says: "group 'a\\nb\\u{1B}c' enabled\n"),
    Hand(path: "/simulator/groups/kids/add", status: 404, says: "group 'kids' enabled\n"),
    Hand(path: "/simulator/groups/pets/toggle", status: 404, says: "group 'kids' enabled\n"),
    Hand(path: "/simulator/clients/192.168.1.22/join/Default", says: "client '192.168.1.22', in 'Default', 'kids'\n"),
    Hand(path: "/simulator/clients/192.168.1.22/toggle", status: 404, says: "client '192.168.1.22', in 'kids'\n"),
    Hand(
      path: "/simulator/domains/allow/exact/learn.school.example/leave/kids",
      says: "domain allow exact 'learn.school.example' enabled, in 'Default'\n"),
    Hand(path: "/simulator/domains/deny/regex/a%2Fb/add", says: "domain deny regex 'a/b' enabled, in 'Default'\n"),
    Hand(
      path: "/simulator/lists/allow/https%3A%2F%2Flists.example%2Fneeded.txt/disable",
      says: "list allow 'https://lists.example/needed.txt' disabled, in 'Default'\n"),
  ])
  func changesThePiHoleByHand(_ hand: Hand) {
    let (done, seen) = Self.play(Household.piHole(at: 0), hand.path)
    #expect(done.status == hand.status)
    #expect(seen.contains(hand.says))
  }

  @Test func showsTheBeginningOfLongTables() {
    let piHole = Household.piHole(furtherDomains: 150, furtherGroups: 98, at: 0)
    let lines = piHole.describe(at: 0)
    #expect(lines.filter { $0.hasPrefix("domain ") }.count == 100 && lines.contains("and 52 more"))
    #expect(lines.filter { $0.hasPrefix("group ") }.count == 100 && lines.contains("and 1 more"))
    #expect(lines.contains("list allow 'https://lists.example/needed.txt' enabled, in 'Default'"))
  }

  @Test func letsTheNextRequestFailAndTellsWhatWasAsked() {
    var door = Backstage(Staged(Household.piHole(at: 0)))
    let ask = { (door: inout Backstage<PiHole>, method: String, target: String) in
      door.respond(to: SimulatedRequest(method: method, target: target), at: 0)
    }
    #expect(ask(&door, "GET", "/api/info/login").status == 200)
    #expect(ask(&door, "POST", "/simulator/fault/502").status == 200)
    #expect(ask(&door, "GET", "/api/info/login?a=b").status == 502)
    #expect(ask(&door, "GET", "/api/info/login").status == 200)
    #expect(ask(&door, "POST", "/simulator/fault/fire").status == 404)
    let wanted = "1 GET /api/info/login 200\n2 GET /api/info/login?a=b 502 (fault)\n3 GET /api/info/login 200\n"
    #expect(String(decoding: ask(&door, "GET", "/simulator/log").body, as: UTF8.self) == wanted)
    #expect(ask(&door, "POST", "/simulator/log/clear").status == 200)
    #expect(ask(&door, "GET", "/simulator/log").body.isEmpty)
    #expect(ask(&door, "GET", "/simulatorx").status == 404 && door.stage.log.count == 1)
  }

  /// A policy finds here what it names, and what it must not touch.
  @Test func hasABelievableHousehold() {
    let rules = Household.console(furtherRules: 2).sites[0].aclRules
    #expect(
      rules.map(\.name) == [
        "Downtime-KidsRoom", "Downtime-iPad", "Allow-Printer", "Isolated Network", "Rule-1", "Rule-2",
      ])
    #expect(rules.map(\.isEnabled) == [false, true, true, true, true, false])
    #expect(rules.map(\.origin).filter { $0 == "DERIVED" }.count == 1 && Set(rules.map(\.id)).count == 6)
    #expect(rules[1].settings["type"] == "MAC" && rules[1].settings["networkIdFilter"] != nil)
    let spelling = rules[0].settings["destinationFilter"]?["portFilter"]
    #expect(spelling == [.number("445"), .number("5.0e3")])
  }
}
