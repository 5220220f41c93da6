import Testing

@testable import Presentation
@testable import ReconcileCLI

/// A secret that is in a policy, where none belongs, is not in any output of any command. It is `hunter2`.
@Suite struct SecrecyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var system: String
    var rest = ""
    var extra = "more: {groups: [more], when-off: enabled}"

    var policy: String {
      """
      timezone: Europe/Berlin
      systems:
      \(system)
      targets:
        \(extra)
        kids: {groups: [kids], when-off: enabled}
      policy:
        - kids off 21:00–07:00
      tests:
        - {at: 2026-11-20 22:00, expect: {kids: on}}
      \(rest)
      """
    }
  }

  private static func pihole(_ line: String) -> String {
    "  pihole:\n    kind: pihole\n    url: https://192.168.1.2\n    \(line)"
  }

  private static func system(_ kind: String, _ line: String) -> String {
    "  another: {kind: pihole, url: https://192.168.1.2}\n  it:\n    kind: \(kind)\n    url: http://192.168.1.9:8123\n"
      + "    \(line)"
  }

  /// The secrets of the kinds that are no Pi-hole, each as people would write them.
  static let others: [Case] = [
    ("home-assistant", "token"), ("easy-control", "pairing"), ("builderos", "api-key"), ("unifi", "api-key"),
  ].flatMap { kind, key in
    [
      Case(testDescription: "\(kind): plain", system: system(kind, "\(key): hunter2")),
      Case(testDescription: "\(kind): as a map", system: system(kind, "\(key): {seed: hunter2, token: hunter2}")),
      Case(testDescription: "\(kind): as JSON", system: system(kind, "\(key): {\"version\":1,\"token\":\"hunter2\"}")),
      Case(testDescription: "\(kind): as a block", system: system(kind, "\(key): |\n      one\n      hunter2")),
      Case(testDescription: "\(kind): in a reference", system: system(kind, "\(key): {credential: /hunter2}")),
      Case(testDescription: "\(kind): twice", system: system(kind, "\(key): hunter2\n    \(key): hunter2")),
      Case(testDescription: "\(kind): with a bad escape", system: system(kind, "\(key): \"hunter2\\q\"")),
      Case(testDescription: "\(kind): without a space", system: system(kind, "\(key):hunter2")),
    ]
      + [
        "token", "pairing", "api-key", "pairing-code", "code", "pin", "private-key", "seed", "guest-token", "password",
        "access_token", "apikey",
      ].filter { $0 != key }.map { other in
        Case(testDescription: "\(kind): as \(other)", system: system(kind, "\(other): hunter2"))
      }
  }

  /// The code of a lock is a secret as well.
  static let codes: [Case] = [
    "code: hunter2", "code: {hunter2: x}", "code: [hunter2]", "code: {env: X, file: /hunter2}",
  ]
  .flatMap { line in
    [("home-assistant", "token"), ("easy-control", "pairing")].map { kind, key in
      Case(
        testDescription: "a lock of \(kind), \(line)", system: system(kind, "\(key): {credential: it}"),
        rest: "x: 1\n", extra: "front: {system: it, entities: [lock.front], \(line)}")
    }
  }

  static let cases: [Case] = [
    Case(testDescription: "plain", system: pihole("password: hunter2")),
    Case(testDescription: "in one line", system: "  pihole: {kind: pihole, url: https://x, password: hunter2, kid: 1}"),
    Case(testDescription: "with a comma", system: "  pihole: {kind: pihole, url: https://x, password: a,hunter2}"),
    Case(testDescription: "as a map", system: pihole("password: {hunter2: x}")),
    Case(testDescription: "as the same key twice", system: pihole("password: {hunter2: x, hunter2: y}")),
    Case(testDescription: "as a list", system: pihole("password: [hunter2, hunter2]")),
    Case(testDescription: "in a reference", system: pihole("password: {file: hunter2}")),
    Case(testDescription: "beside a reference", system: pihole("password: {env: X, file: /hunter2}")),
    Case(testDescription: "as a block", system: pihole("password: |\n      one\n      hunter2\n      three")),
    Case(testDescription: "as a block with text behind its mark", system: pihole("password: | hunter2\n      hunter2")),
    Case(testDescription: "folded", system: pihole("password: >-\n      one\n      hunter2")),
    Case(testDescription: "quoted over lines", system: pihole("password: \"one\n      hunter2\"")),
    Case(testDescription: "with a bad escape over lines", system: pihole("password: \"one\n      hunter2\\q\"")),
    Case(testDescription: "plain over lines", system: pihole("password:\n      hunter2\n      more: hunter2")),
    Case(testDescription: "with the wrong key for its kind", system: pihole("api-key: hunter2")),
    Case(testDescription: "with a slip in the key", system: pihole("pasword: hunter2")),
    Case(testDescription: "with another word for it", system: pihole("app_password: hunter2")),
    Case(testDescription: "twice", system: pihole("password: hunter2\n    password: hunter2")),
    Case(testDescription: "in the address", system: "  pihole: {kind: pihole, url: \"https://me:hunter2@x\"}"),
    Case(testDescription: "in a wrong address", system: "  pihole: {kind: pihole, url: \"ftp://me:hunter2@x y\"}"),
    Case(testDescription: "in an address with a slash", system: "  pihole: {kind: pihole, url: https://a:hunter2/@x}"),
    Case(testDescription: "in a wrong path", system: "  pihole: {kind: pihole, url: https://x/../hunter2}"),
    Case(testDescription: "in a path with a slash twice", system: "  pihole: {kind: pihole, url: https://x//hunter2}"),
    Case(testDescription: "in a query", system: "  pihole: {kind: pihole, url: \"https://x/?token=hunter2\"}"),
    Case(testDescription: "in a fragment", system: "  pihole: {kind: pihole, url: \"https://x/#hunter2\"}"),
    Case(testDescription: "as a pin", system: pihole("tls: {pin: hunter2}")),
    Case(testDescription: "as the second pin", system: pihole("tls:\n      pin:\n        - x\n        - hunter2")),
    Case(testDescription: "in a pin", system: pihole("tls: {pin: \"sha256//hunter2=;hunter2\"}")),
    Case(testDescription: "as a kind", system: "  pihole:\n    kind: hunter2-hunter2\n    url: https://x"),
    Case(testDescription: "as a flag", system: pihole("tls: {insecure: hunter2-hunter2}")),
    Case(testDescription: "as a psk", system: pihole("psk: hunter2")),
    Case(testDescription: "as a bearer", system: pihole("bearer: hunter2")),
    Case(testDescription: "through an alias", system: pihole("password: *it"), rest: "x-it: &it hunter2\nx-it: again"),
    Case(testDescription: "as an alias", system: pihole("password: *hunter2")),
    Case(testDescription: "as an alias with more", system: pihole("password: *hunter2 hunter2")),
    Case(testDescription: "as a tag", system: pihole("password: !hunter2 x")),
    Case(testDescription: "as an anchor", system: pihole("password: &hunter2!")),
    Case(testDescription: "with a colon", system: pihole("password: hunter2: hunter2")),
    Case(testDescription: "with a mark at its start", system: pihole("password: @hunter2")),
    Case(testDescription: "with a per cent sign at its start", system: pihole("password: %hunter2")),
    Case(testDescription: "with a bracket at its start", system: pihole("password: ]hunter2")),
    Case(testDescription: "with an open brace", system: pihole("password: {hunter2")),
    Case(testDescription: "with an open quote", system: pihole("password: \"hunter2")),
    Case(testDescription: "with an open single quote", system: pihole("password: 'hunter2")),
    Case(testDescription: "with text behind the quote", system: pihole("password: 'hun'ter2 hunter2")),
    Case(testDescription: "with a bad escape", system: pihole("password: \"hunter2\\q\"")),
    Case(testDescription: "without a space", system: pihole("password:hunter2")),
    Case(testDescription: "after a tab", system: pihole("\tpassword: hunter2")),
    Case(testDescription: "with a control character", system: pihole("password: hunter2\u{7}")),
    Case(testDescription: "wrongly indented", system: pihole("  password: hunter2")),
    Case(testDescription: "in a list", system: "  - pihole\n  - password: hunter2"),
    Case(testDescription: "as a statement", system: pihole("pause-limit: 1h"), rest: "x: {password: hunter2}\n- a"),
  ]

  static let commands: [[String]] = Command.all.flatMap { command in
    command.formats.map { format in
      let options = command.formats.count > 1 ? ["--format", format.rawValue] : []
      let operands: [String] =
        switch command.operands {
        case .atMost(1, "POLICY"): ["p.yaml"]
        case .any: ["--policy", "p.yaml"]
        case .exactly(["OLD", "NEW"]): ["p.yaml", "p.yaml"]
        case .atMost, .exactly: []
        }
      return [command.name] + operands + options
    }
  }

  @Test(arguments: cases + others + codes) func staysSecret(_ example: Case) {
    let world = TestWorld(files: ["p.yaml": example.policy])
    let shown = Self.commands.filter { command in
      let result = world.run(command)
      return (result.output + result.error).contains("hunter2")
    }
    #expect(shown == [])
    let validated = world.run("validate", "p.yaml")
    #expect(validated.status == 65)
    #expect(validated.output.contains("p.yaml:"))
  }
}
