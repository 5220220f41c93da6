import CivilTime
import Documents
import PiHole
import TestSupport
import Testing
import UniFi

@testable import Policies

@Suite("decoding") struct PolicyDecoderTests {
  static let household = """
    timezone: Europe/Berlin
    limits: {max-changes: 20}
    systems:
      gateway:
        kind: unifi
        url: https://192.168.1.1
        site: Default
        api-key: {credential: unifi-api-key}
        tls: {pin: "sha256//3cVqDbHfQQmZ2Xz1GvWwH0m5u8yB6nJtKp4sLr7eXyA=;sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}
      pihole:
        kind: pihole
        url: https://pi.hole:8443/
        password: {file: /run/secrets/pihole}
        pause-limit: 1h30m
    targets:
      kids:    {system: gateway, acl-rules: ["Downtime-*", "id:01234567-89AB-cdef-0123-456789abcdef"], not: [Downtime-TV]}
      guests:  {firewall-policies: ["Guest internet"], otherwise: off, enforcement: yield}
      youtube: {domains: {deny: [YouTube.com, 'regex:(^|\\.)ytimg\\.com$'], groups: [kids]}, prune: true, otherwise: on}
      filter:  {groups: [strict], when-off: disabled}
      devices: {targets: [kids, guests]}
    schedules:
      holidays: 2026-12-23..2027-01-06, 2027-04-06..2027-04-10
      school-nights: sun-thu except eves of holidays
      bedtimes: [school-nights 20:30–07:00, fri 22:00–07:00]
    policy:
      - Kids off bedtimes
      - devices off mon-fri 00:00–06:00
      - pause pihole weekdays
      - do: kids on 2026-12-31 18:00–02:00
        id: new-year
        because: >
          everybody stays up
      - {targets: [filter, Guests], state: on, when: [sat, sun 10:00–12:00]}
    tests:
      - at: [2026-11-20 22:00, "2026-11-20T22:30:00Z"]
        expect: {kids: off, pihole: paused}
      - {name: morning, from: 2026-11-20 12:00, to: 2026-11-20 13:00, expect: {devices: on}}
    """

  @Test("a whole household") func household() throws {
    let decoded = try DecodedPolicy(Self.household)
    #expect(decoded.lines() == [])
    let policy = try #require(decoded.policy)
    #expect(policy.systems.map(\.url.origin) == ["https://192.168.1.1", "https://pi.hole:8443"])
    #expect(policy.systems.map(\.timeoutSeconds) == [10, 10])
    #expect(policy.systems.map(\.secret) == [.credential(name: "unifi-api-key"), .file(path: "/run/secrets/pihole")])
    #expect(policy.systems.map(\.settings) == [["site": .text("Default")], ["pause-limit": .seconds(5400)]])
    #expect(policy.systems.map(\.kind) == [.unifi, .pihole])
    #expect(policy.targets.map(\.name.text) == ["kids", "guests", "youtube", "filter", "devices", "pihole"])
    #expect(
      policy.targets[0].selector
        == .aclRules(
          system: Name("gateway"),
          ObjectNames(
            included: [.pattern("Downtime-*"), .id("01234567-89ab-cdef-0123-456789abcdef")],
            excluded: [.name("Downtime-TV")])))
    #expect(
      policy.targets[2].selector
        == .domains(
          system: Name("pihole"),
          DomainEntries(
            list: .deny, exact: ["youtube.com"], regex: [#"(^|\.)ytimg\.com$"#], groups: ["kids"], prune: true)))
    #expect(policy.targets.map(\.otherwise) == [.on, .off, .on, .on, nil, .active])
    #expect(policy.targets.map(\.enforcement) == [.normal, .yield, .normal, .normal, nil, .normal])
    #expect(policy.schedules.map(\.isSetOfDays) == [true, true, false])
    #expect(policy.statements.map(\.id) == ["policy-1", "policy-2", "policy-3", "new-year", "policy-5"])
    #expect(
      policy.statements.flatMap(SentenceText.sentences(of:)) == [
        "kids off bedtimes", "devices off mon-fri 00:00–06:00", "pihole paused mon-fri",
        "kids on 2026-12-31 18:00–02:00", "filter, guests on sat", "filter, guests on sun 10:00–12:00",
      ])
    #expect(policy.statements[3].because == "everybody stays up")
    #expect(policy.tests.map(\.name) == [nil, "morning"])
    #expect(policy.tests[0].when == .at([1_795_208_400, 1_795_213_800].map(Instant.init(secondsSinceEpoch:))))
    #expect(policy.maxChanges == 20)
  }

  @Test("a folder is merged key by key") func folder() throws {
    let files = [
      "10-systems.yaml": """
      timezone: UTC
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}}
      policy: [kids off sat]
      """,
      "20-kids.yaml":
        "x-note: anything\ntargets: {kids: {wifi: [Kids]}}\npolicy: [kids on sun, {do: kids off, id: third}]\n",
    ]
    let decoded = try DecodedPolicy(files)
    #expect(decoded.lines(showsFile: true) == [])
    #expect(decoded.policy?.statements.map(\.id) == ["policy-1", "policy-2", "third"])
    #expect(decoded.policy?.statements.map(\.span.file) == ["10-systems.yaml", "20-kids.yaml", "20-kids.yaml"])
  }

  /// What may be where a secret belongs; none of it may be shown.
  static let secrets = [
    "hunter2-literal", "{hunter2-key: x}", "{credential: hunter2/slash}", "{file: hunter2}", "{env: 2hunter2}",
    "{credential: hunter2, file: /x}", "[hunter2]", "{credential: {hunter2: x}}",
  ]

  @Test(
    "a file of sentences alone is told what goes around them",
    arguments: [("- kids off\n", "a list"), ("kids off\n", "text")])
  func sentencesAlone(_ text: String, _ kind: String) throws {
    let error = try #require(try DecodedPolicy(text).diagnostics.first)
    #expect(error.message == "a policy must be a map, not \(kind)")
    #expect(error.hint == "begin with 'timezone:', and put the sentences under 'policy:'")
  }

  @Test("a secret in the wrong place is never shown", arguments: secrets) func secret(_ written: String) throws {
    let text = """
      timezone: UTC
      systems:
        a: {kind: pihole, url: "https://me:hunter2@pi.hole", password: \(written)}
      """
    let decoded = try DecodedPolicy(text)
    #expect(decoded.policy == nil)
    #expect(decoded.diagnostics.allSatisfy { DiagnosticCode(rawValue: $0.code)?.concealsSource == true })
    #expect(!decoded.lines().joined().contains("hunter2"))
  }

  @Test("a Pi-hole is looked after once something names it") func implicit() throws {
    let head = "timezone: UTC\nsystems: {pihole: {kind: pihole, url: https://pi.hole}}\n"
    let uses = [
      "", "policy: [pause pihole sat]", "tests: [{at: 2026-01-01 00:00, expect: {pihole: active}}]",
      "targets: {all-of-it: {targets: [pihole]}}",
    ]
    let policies = try uses.map { try #require(try DecodedPolicy(head + $0).policy) }
    #expect(policies.map { $0.targets.map(\.name.text) } == [[], ["pihole"], ["pihole"], ["all-of-it", "pihole"]])
    #expect(policies.map { $0.implicitTargets.map(\.name.text) } == [["pihole"], [], [], []])
  }

  @Test(
    "an address",
    arguments: [
      ("https://192.168.1.1", "https://192.168.1.1"), ("HTTP://Pi.Hole:80/", "http://pi.hole"),
      ("https://[FE80::1]:8443/a/b/", "https://[fe80::1]:8443 /a/b"),
      ("https://[::ffff:10.0.0.1]", "https://[::ffff:10.0.0.1]"),
      ("https://a:b@c", "refused"), ("https://c?x", "refused"), ("https://c#x", "refused"),
      ("file:///etc/passwd", "refused"),
      ("https://1.2.3", "refused"), ("https://0x7f000001", "refused"), ("https://127.1", "refused"),
      ("https://2130706433", "refused"), ("http://017700000001", "refused"), ("https://2130706433.", "refused"),
      ("https://0x7f.2130706433", "refused"), ("https://10.00000000001", "refused"),
      ("https://99999999999999999999", "refused"), ("https://2130706433.lan", "https://2130706433.lan"),
      ("https://010.0.0.1", "refused"), ("https://a..b", "refused"), ("https://c:0", "refused"),
      ("https://c:", "refused"),
      ("https://[::1", "refused"), ("https://[1::2::3]", "refused"), ("https://c/../d", "refused"),
      ("https://c\\@d", "refused"),
      ("https://", "refused"), ("https://c/%2e", "refused"),
    ]
  ) func address(text: String, expected: String) {
    let shown =
      switch URLReader.read(text) {
      case .success(let url): url.origin + (url.path.isEmpty ? "" : " " + url.path)
      case .failure: "refused"
      }
    #expect(shown == expected)
  }

  @Test(
    "a host",
    arguments: [
      ("localhost", "loopback"), ("a.localhost", "loopback"), ("127.9.9.9", "loopback"), ("::1", "loopback"),
      ("::ffff:127.0.0.1", "loopback"), ("pi.hole", "open"), ("10.1.2.3", "open"), ("172.16.0.1", "open"),
      ("172.32.0.1", "public"), ("192.168.0.1", "open"), ("100.64.0.1", "open"), ("100.128.0.1", "public"),
      ("169.254.1.1", "open"), ("8.8.8.8", "public"), ("fd00::1", "open"), ("fe80::1", "open"),
      ("2001:db8::1", "public"),
      ("::ffff:8.8.8.8", "public"),
    ]
  ) func host(text: String, expected: String) {
    let found = HostAddress.isLoopback(text) ? "loopback" : HostAddress.isPublic(text) ? "public" : "open"
    #expect(found == expected)
  }

  @Test("a folded sentence is pointed at where it was written") func folded() throws {
    let text = """
      timezone: UTC
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}}
      targets: {kids: {wifi: [Kids]}}
      policy:
        - >
          kids off mon
          21.60-07:00
        - 'kids off
          7:00-9am'
      """
    let places = try DecodedPolicy(text).lines().map { $0.prefix { $0 != "e" } }
    #expect(places == ["7:5-10 ", "9:5-13 "])
  }

  @Test("a chain of thousands of names is refused, not followed", arguments: ["schedules", "targets"])
  func longChain(_ key: String) throws {
    let links = (0..<10_000).map { index in
      key == "schedules" ? "  s\(index): s\(index + 1)\n" : "  s\(index): {targets: [s\(index + 1)]}\n"
    }
    let decoded = try DecodedPolicy("timezone: UTC\n\(key):\n" + links.joined())
    let code = key == "schedules" ? "schedule.depth" : "target.depth"
    #expect(decoded.policy == nil)
    #expect(decoded.diagnostics.contains { $0.code == code })
  }

  @Test(
    "what a domain may be",
    arguments: [
      ("YouTube.com", "youtube.com"), ("localhost", "localhost"), ("_dmarc.a-b.c1", "_dmarc.a-b.c1"),
      ("192.0.2.1", "192.0.2.1"), ("xn--mnchen-3ya.de", "xn--mnchen-3ya.de"), ("MÜNCHEN.de", "münchen.de"),
      ("mu\u{308}nchen.de", "mu\u{308}nchen.de"), ("straße.de", "straße.de"), ("ΟΔΌΣ.gr", "οδόσ.gr"),
      ("пример.рф", "пример.рф"), ("例え.jp", "例え.jp"), ("a..b", nil), (".a", nil), ("a.", nil), (".", nil),
      ("-a.b", nil), ("a-.b", nil), ("a b.c", nil), ("a\u{A0}b.c", nil), ("a*.b", nil), ("*.a", nil),
      ("http://a.b", nil),
      ("a.b:53", nil), ("ｙoutube.com", nil), ("a。b", nil), ("😀.com", nil), ("①.com", nil), ("a\u{200B}b.com", nil),
      (String(repeating: "a", count: 63), String(repeating: "a", count: 63)), (String(repeating: "a", count: 64), nil),
    ])
  func domain(written: String, kept: String?) throws {
    let file = """
      timezone: UTC
      systems: {pihole: {kind: pihole, url: https://pi.hole}}
      targets: {tube: {domains: {deny: ["\(written)"]}}}
      policy: [tube off]
      """
    let decoded = try DecodedPolicy(file)
    guard let kept else {
      #expect(decoded.policy == nil && decoded.diagnostics.map(\.code) == ["domain.form"])
      return
    }
    let entries = DomainEntries(list: .deny, exact: [kept], regex: [], groups: ["Default"], prune: false)
    let target = try #require(decoded.policy?.targets.first)
    #expect(target.selector == .domains(system: Name("pihole"), entries))
  }
}
