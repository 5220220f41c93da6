import Testing

/// Policies of which one part is of interest.
struct SchemaCase: CustomTestStringConvertible, Sendable {
  /// What it shows.
  var name: String
  /// The values of top-level keys that differ from the usual ones.
  var parts: [String: String]
  /// For a bad one, where the schema finds the fault.
  var path = ""

  var testDescription: String { name }

  var text: String {
    Self.usual.merging(parts) { $1 }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined()
  }

  private static let usual = [
    "timezone": "Europe/Berlin",
    "systems": """
    {gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {env: KEY}}, \
    pihole: {kind: pihole, url: "https://pi.hole"}}
    """,
    "targets": "{kids: {acl-rules: [Downtime]}}",
    "policy": "[kids off 21:00–07:00]",
  ]

  private static func console(_ keys: String) -> [String: String] {
    [
      "systems": """
      {gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {env: KEY}, \(keys)}, \
      pihole: {kind: pihole, url: "https://pi.hole"}}
      """
    ]
  }

  private static func target(_ keys: String) -> [String: String] { ["targets": "{kids: {\(keys)}}"] }

  private static func guarded(_ people: String, _ keys: String) -> [String: String] {
    ["people": people, "targets": "{kids: {wifi: [a], guard: {\(keys)}}}"]
  }

  private static func statement(_ entry: String) -> [String: String] { ["policy": "[\(entry)]"] }

  private static func test(_ entry: String) -> [String: String] { ["tests": "[{\(entry)}]"] }

  private static let pin = "sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
}

extension SchemaCase {
  /// Files that both accept: the scalars that parsers take for something else among them.
  static let good: [SchemaCase] = [
    SchemaCase(name: "usual", parts: [:]),
    SchemaCase(name: "version as a number", parts: ["version": "1"]),
    SchemaCase(name: "version as a text", parts: ["version": "'1'"]),
    SchemaCase(name: "owner that YAML 1.1 takes for false", parts: ["owner": "no"]),
    SchemaCase(name: "owner that is a word of the language", parts: ["owner": "weekend"]),
    SchemaCase(
      name: "a sketch",
      parts: [
        "systems": "{}", "targets": "{kids: {otherwise: off}, tv: {wifi: [a], not: [abc]}, door: {may-open: true}}",
      ]),
    SchemaCase(name: "limits", parts: ["limits": "{max-changes: 5}"]),
    SchemaCase(name: "limits with leading zeros, quoted", parts: ["limits": "{max-changes: '007'}"]),
    SchemaCase(name: "limits without a limit", parts: ["limits": "{}"]),
    SchemaCase(name: "people", parts: ["people": "{anna: {}, ben: , emma: ~, liam: null, noah: {x-note: 1}}"]),
    SchemaCase(name: "nobody", parts: ["people": "{}"]),
    SchemaCase(
      name: "a guard", parts: guarded("{anna: {}, ben: {}}", "approve: [Anna, ben], all: 'true'")),
    SchemaCase(name: "an approver alone", parts: guarded("{anna: {}}", "approve: anna, x-note: 1")),
    SchemaCase(name: "approvers that YAML 1.1 takes for false", parts: guarded("{'no': {}}", "approve: no")),
    SchemaCase(
      name: "a guard of a Pi-hole",
      parts: ["people": "{anna: {}}", "targets": "{kids: {wifi: [a]}, pihole: {guard: {approve: anna}}}"]),
    SchemaCase(name: "zone of three parts", parts: ["timezone": "America/Argentina/Buenos_Aires"]),
    SchemaCase(name: "UTC", parts: ["timezone": "UTC"]),
    SchemaCase(name: "keys that are ignored", parts: ["x-note": "[1, {a: ~}]"]),
    SchemaCase(name: "ignored system", parts: console("x-y: ~}, x-Old_one: {anything: []")),
    SchemaCase(name: "site of digits", parts: console("site: 2024")),
    SchemaCase(name: "site that YAML 1.1 takes for true", parts: console("site: yes")),
    SchemaCase(name: "timeout", parts: console("timeout: 1m30s")),
    SchemaCase(name: "plain text allowed", parts: console("plaintext: true")),
    SchemaCase(name: "plain text refused, quoted", parts: console("plaintext: 'false'")),
    SchemaCase(name: "pin", parts: console("tls: {pin: '\(pin)'}")),
    SchemaCase(name: "pins, joined", parts: console("tls: {pin: '\(pin);\(pin)'}")),
    SchemaCase(name: "pins in a list", parts: console("tls: {pin: ['\(pin)', '\(pin);\(pin)']}")),
    SchemaCase(name: "authorities", parts: console("tls: {ca: /etc/ssl/home.pem, x-note: 1}")),
    SchemaCase(name: "insecure", parts: console("tls: {insecure: true}")),
    SchemaCase(
      name: "every form of secret and address",
      parts: [
        "systems": """
        {gateway: {kind: unifi, url: "HTTPS://Console.example:8443/a/b", api-key: {credential: 1234}},
         another: {kind: unifi, url: "https://[fe80::1]:443", api-key: {file: "/run/my key", x-note: no}},
         pihole: {kind: pihole, url: "http://127.0.0.1:80/", password: {env: NO}, pause-limit: 0s},
         'yes': {kind: pihole, url: "https://pi-hole_2", pause-limit: 1d2h30m15s}}
        """, "targets": "{kids: {acl-rules: [Downtime], system: gateway}}",
      ]),
    SchemaCase(name: "rules", parts: target("acl-rules: [1, on, 'Down*', 'id:01234567-89AB-cdef-0123-456789abcdef']")),
    SchemaCase(
      name: "rules taken out", parts: target("acl-rules: ['Down*'], not: [Downtime-TV], enforcement: observe")),
    SchemaCase(
      name: "firewall policies", parts: target("firewall-policies: [A B], otherwise: off, enforcement: yield")),
    SchemaCase(name: "wifi", parts: target("wifi: [Kids 2.4], otherwise: leave, system: gateway, x-note: ~")),
    SchemaCase(
      name: "groups that parsers take for something else",
      parts: target("groups: [1, 2024, 1.0, true, on, off, yes, 21:00], when-off: enabled")),
    SchemaCase(name: "groups", parts: target("groups: [no-youtube], when-off: enabled, otherwise: on")),
    SchemaCase(name: "lists", parts: target("lists: ['https://example.com/list'], when-off: disabled")),
    SchemaCase(name: "deny", parts: target(#"domains: {deny: [YouTube.com, 1.5, 'regex:(^|\.)a$'], groups: [1]}"#)),
    SchemaCase(name: "allow", parts: target("domains: {allow: [localhost]}, prune: true")),
    SchemaCase(name: "domains outside ASCII", parts: target("domains: {deny: [Straße.de, пример.рф, 'ΟΔΟΣ.gr']}")),
    SchemaCase(name: "targets", parts: ["targets": "{kids: {targets: [Tv, tv2]}, tv: {wifi: [a]}, tv2: {wifi: [b]}}"]),
    SchemaCase(
      name: "a Pi-hole's own target",
      parts: ["targets": "{kids: {wifi: [a]}, pihole: {otherwise: paused, enforcement: strict}}"]),
    SchemaCase(
      name: "a Pi-hole's own target, empty", parts: ["targets": "{kids: {wifi: [a]}, pihole: {}}"]),
    SchemaCase(name: "names that only look reserved", parts: ["targets": "{kids: {wifi: [a]}, mon-tv: {wifi: [b]}}"]),
    SchemaCase(
      name: "names that YAML 1.1 takes for booleans",
      parts: [
        "targets": "{kids: {wifi: [a]}, 'no': {wifi: [b]}, both: {targets: [no, kids]}}",
        "policy": "[{target: no, state: off}, {targets: [no, kids], state: on, when: mon}]",
      ]),
    SchemaCase(
      name: "schedules",
      parts: [
        "schedules": "{a: 2026-12-24, b: [mon, dec 24..jan 6], c: 'eves of a', first-friday: mon}",
        "policy": "[kids off a, kids off b, kids off c]",
      ]
    ),
    SchemaCase(name: "no statements", parts: ["policy": "[]", "tests": "[]"]),
    SchemaCase(
      name: "sentence in a map", parts: statement("{do: pause pihole weekdays, id: school, because: 2026, x-a: ~}")),
    SchemaCase(name: "fields", parts: statement("{target: Kids, state: off, when: [sat, sun 10:00–12:00]}")),
    SchemaCase(name: "fields without when", parts: statement("{targets: [pihole], state: paused, id: no}")),
    SchemaCase(name: "only", parts: statement("{target: kids, state: on, only: 15:00–18:00}")),
    SchemaCase(
      name: "only of several targets",
      parts: statement("{targets: [kids], state: on, only: [7am–8am, 15:00–18:00]}")),
    SchemaCase(name: "a day as when", parts: statement("{target: kids, state: on, when: 2026-12-24}")),
    SchemaCase(name: "test at an instant", parts: test("at: 2026-11-20 22:00, expect: {KIDS: off, pihole: active}")),
    SchemaCase(
      name: "test at instants", parts: test("at: [2026-11-20 22:00:30, '2026-11-20T22:00:00.5Z'], expect: {kids: on}")),
    SchemaCase(
      name: "test with offsets",
      parts: test("at: ['2026-11-20 22:00+01:00', 2026-11-20 22:00 -05:00, '2026-11-20t22:00z'], expect: {kids: leave}")
    ),
    SchemaCase(
      name: "test of a time", parts: test("name: 1, from: 2026-11-20 22:00, to: 2026-11-21 07:00, expect: {kids: off}")),
  ]

  /// Files that both refuse, and where the schema sees it.
  static let bad: [SchemaCase] = [
    SchemaCase(name: "unknown key", parts: ["timezones": "x"], path: "$"),
    SchemaCase(name: "version 2", parts: ["version": "2"], path: "$.version"),
    SchemaCase(name: "zone without a place", parts: ["timezone": "CET"], path: "$.timezone"),
    SchemaCase(name: "zone of Etc", parts: ["timezone": "Etc/UTC"], path: "$.timezone"),
    SchemaCase(name: "empty zone", parts: ["timezone": ""], path: "$.timezone"),
    SchemaCase(name: "owner in capitals", parts: ["owner": "Home"], path: "$.owner"),
    SchemaCase(name: "unknown limit", parts: ["limits": "{changes: 5}"], path: "$.limits"),
    SchemaCase(name: "limit below zero", parts: ["limits": "{max-changes: -1}"], path: "$.limits['max-changes']"),
    SchemaCase(name: "limit that is none", parts: ["limits": "{max-changes: few}"], path: "$.limits['max-changes']"),
    SchemaCase(name: "limit beyond all", parts: ["limits": "{max-changes: 1000001}"], path: "$.limits['max-changes']"),
    SchemaCase(name: "people in a list", parts: ["people": "[anna]"], path: "$.people"),
    SchemaCase(name: "a person of capitals", parts: ["people": "{Anna: {}}"], path: "$.people"),
    SchemaCase(name: "a person called like a month", parts: ["people": "{jan: {}}"], path: "$.people"),
    SchemaCase(name: "a person with a key", parts: ["people": "{anna: {phone: 1}}"], path: "$.people.anna"),
    SchemaCase(name: "a person that is a text", parts: ["people": "{anna: mother}"], path: "$.people.anna"),
    SchemaCase(
      name: "a guard without approvers", parts: guarded("{anna: {}}", "all: true"), path: "$.targets.kids.guard"),
    SchemaCase(
      name: "a guard of nobody", parts: guarded("{anna: {}}", "approve: []"), path: "$.targets.kids.guard.approve"),
    SchemaCase(
      name: "unknown key of a guard", parts: guarded("{anna: {}}", "approve: anna, held: true"),
      path: "$.targets.kids.guard"),
    SchemaCase(
      name: "a guard of targets",
      parts: ["people": "{anna: {}}", "targets": "{tv: {wifi: [a]}, kids: {targets: [tv], guard: {approve: anna}}}"],
      path: "$.targets.kids"),
    SchemaCase(name: "systems in a list", parts: ["systems": "[gateway]"], path: "$.systems"),
    SchemaCase(name: "name in capitals", parts: ["targets": "{Kids: {wifi: [a]}}"], path: "$.targets"),
    SchemaCase(name: "name that starts with a digit", parts: ["targets": "{2kids: {wifi: [a]}}"], path: "$.targets"),
    SchemaCase(name: "reserved name", parts: ["targets": "{sun: {wifi: [a]}}"], path: "$.targets"),
    SchemaCase(name: "name of reserved words", parts: ["targets": "{mon-fri: {wifi: [a]}}"], path: "$.targets"),
    SchemaCase(name: "name of words and times", parts: ["schedules": "{may-5pm: mon}"], path: "$.schedules"),
    SchemaCase(
      name: "name of 64 letters", parts: ["targets": "{\(String(repeating: "a", count: 64)): {wifi: [a]}}"],
      path: "$.targets"),
    SchemaCase(
      name: "unknown kind", parts: ["systems": "{gateway: {kind: unify, url: https://a}}"],
      path: "$.systems.gateway.kind"),
    SchemaCase(name: "no kind", parts: ["systems": "{gateway: {url: https://a}}"], path: "$.systems.gateway"),
    SchemaCase(name: "no address", parts: ["systems": "{pihole: {kind: pihole}}"], path: "$.systems.pihole"),
    SchemaCase(
      name: "console without key", parts: ["systems": "{gateway: {kind: unifi, url: https://a}}"],
      path: "$.systems.gateway"),
    SchemaCase(name: "unknown key of a system", parts: console("port: 443"), path: "$.systems.gateway"),
    SchemaCase(
      name: "console with a password", parts: console("password: {env: A}"), path: "$.systems.gateway"),
    SchemaCase(
      name: "Pi-hole with a site", parts: ["systems": "{pihole: {kind: pihole, url: https://a, site: b}}"],
      path: "$.systems.pihole"),
    SchemaCase(
      name: "other protocol", parts: ["systems": "{pihole: {kind: pihole, url: 'ftp://a'}}"],
      path: "$.systems.pihole.url"),
    SchemaCase(
      name: "address with a user", parts: ["systems": "{pihole: {kind: pihole, url: 'https://me:pw@a'}}"],
      path: "$.systems.pihole.url"),
    SchemaCase(
      name: "address with a query", parts: ["systems": "{pihole: {kind: pihole, url: 'https://a/?b'}}"],
      path: "$.systems.pihole.url"),
    SchemaCase(
      name: "certificate without TLS",
      parts: ["systems": "{pihole: {kind: pihole, url: 'http://127.0.0.1', tls: {insecure: true}}}"],
      path: "$.systems.pihole"),
    SchemaCase(name: "no trust", parts: console("tls: {}"), path: "$.systems.gateway.tls"),
    SchemaCase(name: "two trusts", parts: console("tls: {insecure: true, ca: /a}"), path: "$.systems.gateway.tls"),
    SchemaCase(
      name: "pin of another form", parts: console("tls: {pin: 'sha1//AAAA'}"), path: "$.systems.gateway.tls.pin"),
    SchemaCase(name: "relative path", parts: console("tls: {ca: home.pem}"), path: "$.systems.gateway.tls.ca"),
    SchemaCase(name: "flag that is none", parts: console("plaintext: maybe"), path: "$.systems.gateway.plaintext"),
    SchemaCase(name: "duration without a unit", parts: console("timeout: '10'"), path: "$.systems.gateway.timeout"),
    SchemaCase(name: "duration out of order", parts: console("timeout: 1s1m"), path: "$.systems.gateway.timeout"),
    SchemaCase(
      name: "literal secret", parts: ["systems": "{pihole: {kind: pihole, url: https://a, password: hunter2}}"],
      path: "$.systems.pihole.password"),
    SchemaCase(
      name: "two places of a secret",
      parts: ["systems": "{pihole: {kind: pihole, url: https://a, password: {env: A, file: /b}}}"],
      path: "$.systems.pihole.password"),
    SchemaCase(
      name: "credential in a folder",
      parts: ["systems": "{pihole: {kind: pihole, url: https://a, password: {credential: a/b}}}"],
      path: "$.systems.pihole.password.credential"),
    SchemaCase(name: "two selectors", parts: target("wifi: [a], acl-rules: [b]"), path: "$.targets.kids"),
    SchemaCase(name: "no selector", parts: target("system: gateway"), path: "$.targets.kids"),
    SchemaCase(name: "no names", parts: target("wifi: []"), path: "$.targets.kids.wifi"),
    SchemaCase(name: "a name alone", parts: target("wifi: a"), path: "$.targets.kids.wifi"),
    SchemaCase(name: "short pattern", parts: target("wifi: ['a*b']"), path: "$.targets.kids.wifi[0]"),
    SchemaCase(name: "id that is none", parts: target("wifi: ['id:12']"), path: "$.targets.kids.wifi[0]"),
    SchemaCase(name: "groups without when-off", parts: target("groups: [a]"), path: "$.targets.kids"),
    SchemaCase(name: "when-off of rules", parts: target("wifi: [a], when-off: enabled"), path: "$.targets.kids"),
    SchemaCase(
      name: "when-off of another kind", parts: target("lists: [a], when-off: off"), path: "$.targets.kids['when-off']"),
    SchemaCase(
      name: "the default group", parts: target("groups: [Default], when-off: enabled"), path: "$.targets.kids.groups[0]"
    ),
    SchemaCase(
      name: "deny and allow", parts: target("domains: {deny: [a], allow: [b]}"), path: "$.targets.kids.domains"),
    SchemaCase(name: "neither deny nor allow", parts: target("domains: {groups: [b]}"), path: "$.targets.kids.domains"),
    SchemaCase(
      name: "domain with a path", parts: target("domains: {deny: [a.b/c]}"), path: "$.targets.kids.domains.deny[0]"),
    SchemaCase(
      name: "domain with a star", parts: target("domains: {deny: ['*.a.b']}"), path: "$.targets.kids.domains.deny[0]"),
    SchemaCase(
      name: "state of a Pi-hole", parts: target("wifi: [a], otherwise: paused"), path: "$.targets.kids.otherwise"),
    SchemaCase(
      name: "a sketch that leaves out of nothing", parts: ["systems": "{}", "targets": "{kids: {not: [abc]}}"],
      path: "$.targets.kids"),
    SchemaCase(
      name: "a sketch that prunes rules", parts: ["systems": "{}", "targets": "{kids: {acl-rules: [a], prune: true}}"],
      path: "$.targets.kids"),
    SchemaCase(
      name: "unknown enforcement", parts: target("wifi: [a], enforcement: hard"), path: "$.targets.kids.enforcement"),
    SchemaCase(
      name: "options of targets", parts: ["targets": "{tv: {wifi: [a]}, kids: {targets: [tv], otherwise: on}}"],
      path: "$.targets.kids"),
    SchemaCase(name: "schedule that is a map", parts: ["schedules": "{a: {days: mon}}"], path: "$.schedules.a"),
    SchemaCase(name: "schedule that is empty", parts: ["schedules": "{a: []}"], path: "$.schedules.a"),
    SchemaCase(name: "policy that is a sentence", parts: ["policy": "kids off"], path: "$.policy"),
    SchemaCase(name: "statement that is a list", parts: statement("[kids off]"), path: "$.policy[0]"),
    SchemaCase(name: "empty statement", parts: statement("''"), path: "$.policy[0]"),
    SchemaCase(name: "unknown key of a statement", parts: statement("{do: kids off, why: x}"), path: "$.policy[0]"),
    SchemaCase(name: "sentence and fields", parts: statement("{do: kids off, state: off}"), path: "$.policy[0]"),
    SchemaCase(name: "no target", parts: statement("{state: off}"), path: "$.policy[0]"),
    SchemaCase(name: "no state", parts: statement("{target: kids}"), path: "$.policy[0]"),
    SchemaCase(
      name: "leave in a statement", parts: statement("{target: kids, state: leave}"), path: "$.policy[0].state"),
    SchemaCase(
      name: "target and targets", parts: statement("{target: kids, targets: [kids], state: off}"),
      path: "$.policy[0]"),
    SchemaCase(
      name: "target and targets, and only",
      parts: statement("{target: kids, targets: [kids], state: on, only: 7am–8am}"),
      path: "$.policy[0]"),
    SchemaCase(
      name: "only without a target", parts: statement("{state: on, only: 7am–8am}"), path: "$.policy[0]"),
    SchemaCase(
      name: "when and only", parts: statement("{target: kids, state: on, when: 7am–8am, only: 7am–8am}"),
      path: "$.policy[0]"),
    SchemaCase(
      name: "off and only", parts: statement("{target: kids, state: off, only: 7am–8am}"), path: "$.policy[0].state"),
    SchemaCase(
      name: "sentence and only", parts: statement("{do: kids on, only: 7am–8am}"), path: "$.policy[0]"),
    SchemaCase(name: "id of its own kind", parts: statement("{do: kids off, id: policy-7}"), path: "$.policy[0].id"),
    SchemaCase(name: "id with a space", parts: statement("{do: kids off, id: new year}"), path: "$.policy[0].id"),
    SchemaCase(name: "test without a time", parts: test("expect: {kids: off}"), path: "$.tests[0]"),
    SchemaCase(
      name: "test with two times", parts: test("at: 2026-11-20 22:00, from: 2026-11-20 22:00, expect: {kids: off}"),
      path: "$.tests[0]"),
    SchemaCase(
      name: "test without an end", parts: test("from: 2026-11-20 22:00, expect: {kids: off}"), path: "$.tests[0]"),
    SchemaCase(name: "test of nothing", parts: test("at: 2026-11-20 22:00"), path: "$.tests[0]"),
    SchemaCase(
      name: "test that expects nothing", parts: test("at: 2026-11-20 22:00, expect: {}"), path: "$.tests[0].expect"),
    SchemaCase(
      name: "unknown state", parts: test("at: 2026-11-20 22:00, expect: {kids: down}"), path: "$.tests[0].expect.kids"),
    SchemaCase(
      name: "instant without a time", parts: test("at: 2026-11-20, expect: {kids: off}"), path: "$.tests[0].at"),
    SchemaCase(
      name: "instant of a clock alone", parts: test("at: ['21:00'], expect: {kids: off}"), path: "$.tests[0].at[0]"),
    SchemaCase(
      name: "instant without its offset", parts: test("at: 2026-11-20T22:00, expect: {kids: off}"),
      path: "$.tests[0].at"),
  ]
}
