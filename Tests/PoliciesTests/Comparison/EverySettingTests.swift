import CivilTime
import EasyControl
import HomeAssistant
import PiHole
import Policies
import TestSupport
import Testing
import UniFi

/// Every key that a policy may hold, with several values: each edit of one of them is seen, and as what it is.
///
/// The keys are those of the tables that the decoder reads, so that none can be forgotten.
@Suite("every setting in 'compare'") struct EverySettingTests {
  struct Setting: Sendable, CustomTestStringConvertible {
    /// What it is called in the tables, such as `unifi timeout`.
    var key: String
    /// The file, in which `…` is the setting.
    var file: String
    /// What it may be, each with another meaning. An empty text leaves it out.
    var values: [String]
    /// Where an edit of it is seen: the thing and the start of the property; nil for a matter of states.
    var seen: String?
    var testDescription: String { key }
  }

  @Test(arguments: settings) func isSeen(_ setting: Setting) throws {
    let policies = try setting.values.map { value in
      let decoded = try DecodedPolicy(setting.file.replacing("…", with: value))
      return try #require(decoded.policy, "\(value): \(decoded.lines())")
    }
    for (before, old) in policies.enumerated() {
      for (after, new) in policies.enumerated() {
        let found = PolicyComparison(old: old, new: new, now: .init(secondsSinceEpoch: 1_795_204_804), days: 8)
        let edit = "\(setting.values[before]) → \(setting.values[after])"
        if before == after {
          #expect(found.isEmpty, "\(edit)")
        } else if let seen = setting.seen {
          let lines = found.definitions.map { "\($0.kind) \($0.name?.text ?? "-") \($0.property ?? "-")" }
          #expect(lines.contains { $0.hasPrefix(seen) }, "\(edit): \(lines)")
          #expect(found.definitions.allSatisfy { $0.before != $0.after }, "\(edit)")
        } else {
          #expect(!found.targets.isEmpty, "\(edit)")
          #expect(found.definitions.isEmpty, "\(edit)")
        }
      }
    }
  }

  /// What `compare` has nothing to say about: it changes no state and nothing that is written.
  private static let silent: Set<String> = [
    // Has one value only.
    "version",
    // Judge the policy, and name and explain its lines.
    "tests", "statement id", "statement because",
  ]

  @Test("no key is forgotten") func complete() {
    var keys: Set<String> = Set(PolicyKey.Top.allCases.map(\.rawValue))
    // Their own keys are listed.
    keys.subtract(["limits", "systems", "targets", "policy"])
    keys.formUnion(PolicyKey.Limit.allCases.map { "limits \($0.rawValue)" })
    for kind in SystemKinds.shipped.all {
      for key in PolicyKey.System.allCases.map(\.rawValue) + kind.settings.map(\.key) {
        keys.insert("\(kind.name) \(key)")
      }
    }
    keys.formUnion(PolicyKey.Trust.allCases.map { "tls \($0.rawValue)" })
    keys.formUnion(
      SystemKinds.shipped.all.compactMap(\.secretSetting).flatMap { secret in
        PolicyKey.Secret.allCases.map { "\(secret.key) \($0.rawValue)" }
      })
    keys.insert(PolicyKey.targets)
    for selector in SystemKinds.shipped.all.flatMap(\.selectors) {
      keys.insert(selector.key)
      keys.formUnion(selector.companions.map { "\(selector.key) \($0.rawValue)" })
    }
    keys.formUnion(PolicyKey.TargetOption.ofOwnTarget.map { "blocking \($0.rawValue)" })
    keys.formUnion(PolicyKey.Guard.allCases.map { "guard \($0.rawValue)" })
    keys.formUnion(PolicyKey.Person.allCases.map { "people \($0.rawValue)" })
    keys.formUnion(PolicyKey.Domains.allCases.map { "domains \($0.rawValue)" })
    keys.formUnion(PolicyKey.Statement.allCases.map { "statement \($0.rawValue)" })
    #expect(Set(Self.settings.map(\.key)) == keys.subtracting(Self.silent))
    #expect(Self.silent.isSubset(of: keys))
  }

  // MARK: - The settings

  static let settings = head + systems + ofSomeSystems + secrets + targets + statements

  private static let gateway = "systems: {g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}"

  private static let head: [Setting] = [
    Setting(
      key: "timezone", file: "timezone: …\n\(gateway)\ntargets: {kids: {wifi: [A]}}\npolicy: [kids off 21:00–07:00]",
      values: ["Europe/Berlin", "UTC", "Asia/Tokyo"], seen: "policy - timezone"),
    Setting(
      key: "owner", file: "timezone: UTC\npolicy: []\nowner: …", values: ["home", "attic", "attic-2"],
      seen: "policy - owner"),
    Setting(
      key: "limits max-changes", file: "timezone: UTC\npolicy: []\nlimits: {…}",
      values: ["", "max-changes: 0", "max-changes: 1", "max-changes: 60"], seen: "policy - max-changes"),
    Setting(
      key: "people", file: "timezone: UTC\npolicy: []\npeople: {…}",
      values: ["", "anna: {}", "ben: ", "ben: ~, anna: {}"],
      seen: "policy - people"),
    Setting(
      key: "people manages",
      file: "timezone: UTC\n\(gateway)\npeople: {anna: {…}}\ntargets: {kids: {wifi: [A]}, tv: {wifi: [B]}}\n"
        + "policy: [kids off sat, tv off sun]",
      values: ["", "manages: kids", "manages: [tv]", "manages: [kids, tv]"], seen: "policy - anna manages"),
    Setting(
      key: "people asks",
      file: "timezone: UTC\n\(gateway)\npeople: {anna: {…}}\ntargets: {kids: {wifi: [A]}, tv: {wifi: [B]}}\n"
        + "policy: [kids off sat, tv off sun]",
      values: ["", "asks: kids", "asks: [tv]", "asks: [kids, tv]"], seen: "policy - anna asks"),
    Setting(
      key: "devices",
      file:
        "timezone: UTC\n\(gateway)\ndevices: {a: …}\ntargets: {kids: {devices: [a]}}\npolicy: [kids off 21:00–07:00]",
      values: ["'00:00:5e:00:53:01'", "{mac: 0000.5e00.5302}", "'00-00-5E-00-53-03'"], seen: "target kids devices"),
    Setting(
      key: "schedules",
      file:
        "timezone: UTC\n\(gateway)\ntargets: {kids: {wifi: [A]}}\nschedules: {a: mon, b: [tue, …]}\npolicy: [kids off a, kids off b]",
      values: ["wed", "thu", "wed 10:00–11:00"]),
  ]

  private static let pins = ["A", "E", "I"].map { "sha256//" + String(repeating: "A", count: 42) + $0 + "=" }

  /// A setting of a system of `kind`.
  private static func system(
    _ kind: SystemKind, _ key: String, _ rest: String, _ values: [String], seen: String,
    head: String = ""
  ) -> Setting {
    Setting(
      key: "\(kind.name) \(key)", file: "timezone: UTC\n\(head)policy: []\nsystems: {s: {kind: \(kind.name), \(rest)}}",
      values: values, seen: "system s \(seen)")
  }

  /// The secret that an entry of `kind` has to have.
  private static func needed(_ kind: SystemKind) -> String {
    kind.secretSetting.flatMap { $0.isRequired ? ", \($0.key): {env: KEY}" : nil } ?? ""
  }

  /// Durations whose units must not be taken for one another.
  private static let timeouts = ["", ", timeout: 1s", ", timeout: 1m", ", timeout: 61s", ", timeout: 10m"]
  private static let limits = ["", "0s", "1s", "1m", "1h", "1d", "24h1s", "30d"].map {
    $0.isEmpty ? "" : ", pause-limit: \($0)"
  }
  private static let addresses = [
    "https://a.example", "https://b.example", "https://a.example:8443", "https://a.example/x",
  ]

  private static let systems: [Setting] = SystemKinds.shipped.all.flatMap { kind -> [Setting] in
    let key = needed(kind)
    let kinds = SystemKinds.shipped.all.map { "kind: \($0.name)\(needed($0))" }
    return [
      system(kind, "url", "url: …\(key)", addresses, seen: "url"),
      system(kind, "timeout", "url: https://a.example\(key)…", timeouts, seen: "timeout"),
      system(kind, "plaintext", "url: http://127.0.0.1:81\(key)…", ["", ", plaintext: true"], seen: "plaintext"),
      system(
        kind, "tls", "url: https://a.example\(key)…",
        ["", ", tls: {pin: \(pins[0])}", ", tls: {ca: /a}", ", tls: {insecure: true}"], seen: "tls"),
      Setting(
        key: "\(kind.name) kind", file: "timezone: UTC\npolicy: []\nsystems: {s: {url: https://a.example, …}}",
        values: kinds, seen: "system s kind"),
    ]
  }

  private static let ofSomeSystems: [Setting] = {
    let key = needed(.unifi)
    return [
      system(
        .unifi, "prune", "url: https://a.example\(key)…", ["", ", prune: true"], seen: "prune", head: "owner: a\n"),
      system(
        .unifi, "lan-zones", "url: https://a.example\(key)…",
        ["", ", lan-zones: [A]", ", lan-zones: [A, B]", ", lan-zones: ['A, B']"], seen: "lan-zones"),
      system(
        .unifi, "internet-zone", "url: https://a.example\(key)…", ["", ", internet-zone: A", ", internet-zone: B"],
        seen: "internet-zone"),
      system(
        .unifi, "console-timezone", "url: https://a.example\(key)…",
        ["", ", console-timezone: UTC", ", console-timezone: Europe/Berlin"], seen: "console-timezone"),
      system(.unifi, "site", "url: https://a.example\(key)…", ["", ", site: Default", ", site: Attic"], seen: "site"),
      system(.pihole, "pause-limit", "url: https://a.example…", limits, seen: "pause-limit"),
      trust(
        "pin", "pin: […]",
        [pins[0], pins[1], "\(pins[0]), \(pins[1])", "\(pins[0]), \(pins[2])", "\(pins[1]), \(pins[0])"]),
      trust("ca", "ca: …", ["/a", "/b"]),
      trust("insecure", "insecure: …", ["true", "false"]),
    ]
  }()

  private static func trust(_ key: String, _ text: String, _ values: [String]) -> Setting {
    var setting = system(
      .pihole, key, "url: https://a.example, tls: {\(text)}", values, seen: key == "insecure" ? "tls" : "tls \(key)")
    setting.key = "tls \(key)"
    return setting
  }

  private static let secrets: [Setting] = SystemKinds.shipped.all.flatMap { kind -> [Setting] in
    guard let secret = kind.secretSetting else { return [] }
    let sources = [("credential", ["a", "b"]), ("file", ["/a", "/b"]), ("env", ["A", "B"])]
    let places = ["env: K", "credential: K", "file: /K"].map { ", \(secret.key): {\($0)}" }
    return [
      system(
        kind, secret.key, "url: https://a.example…", (secret.isRequired ? [] : [""]) + places, seen: secret.key)
    ]
      + sources.map { source, values in
        var setting = system(
          kind, source, "url: https://a.example, \(secret.key): {\(source): …}", values, seen: secret.key)
        setting.key = "\(secret.key) \(source)"
        return setting
      }
  }

  // MARK: - Targets

  private static func target(
    _ key: String, _ text: String, _ values: [String], seen: String, sentence: String = "t on sat"
  ) -> Setting {
    Setting(
      key: key,
      file: """
        timezone: UTC
        people: {anna: {}, ben: {}}
        devices: {a: "00:00:5e:00:53:01", b: "00:00:5e:00:53:02", c: "00:00:5e:00:53:03"}
        systems:
          u: {kind: unifi, url: https://u.example, api-key: {env: KEY}}
          u2: {kind: unifi, url: https://u2.example, api-key: {env: KEY}}
          p: {kind: pihole, url: https://p.example}
          p2: {kind: pihole, url: https://p2.example}
          h: {kind: home-assistant, url: https://h.example, token: {env: KEY}}
          h2: {kind: home-assistant, url: https://h2.example, token: {env: KEY}}
          b: {kind: builderos, url: https://b.example, api-key: {env: KEY}}
          b2: {kind: builderos, url: https://b2.example, api-key: {env: KEY}}
          e: {kind: easy-control, url: https://e.example, pairing: {env: KEY}}
          e2: {kind: easy-control, url: https://e2.example, pairing: {env: KEY}}
        targets:
          x: {wifi: [A], system: u}
          y: {wifi: [B], system: u}
          t: \(text)
        policy: [\(sentence), x on sun, y on sun]
        """, values: values, seen: "target t \(seen)")
  }

  private static let names = [
    "[A]", "[B]", "[A, B]", "[A, C]", "[B, A]", "['A, B']", "['id:01234567-89ab-cdef-0123-456789abcdef']",
    "['01234567-89ab-cdef-0123-456789abcdef']",
  ]
  private static func options(_ states: StatePair?) -> [(PolicyKey.TargetOption, [String])] {
    let usual = states?.usual
    let others = (states?.otherwise ?? []).filter { $0 != usual && $0 != .leave || usual != .leave && $0 == .leave }
    return [(.otherwise, [""] + others.map { ", otherwise: \($0)" })] + fixedOptions
  }

  private static let fixedOptions: [(PolicyKey.TargetOption, [String])] = [
    (.mayUnlock, ["", ", may-unlock: true"]),
    (.mayOpen, ["", ", may-open: true"]),
    (.code, ["", ", code: {env: A}", ", code: {env: B}", ", code: {credential: a}"]),
    (.enforcement, ["", ", enforcement: strict", ", enforcement: observe", ", enforcement: yield"]),
    (.not, ["", ", not: [X]", ", not: [Y]", ", not: [X, Y]", ", not: [X, Z]"]),
    (.prune, ["", ", prune: true"]),
    (.apps, ["", ", apps: [A]", ", apps: [B]", ", apps: [A, B]", ", apps: ['A, B']", ", apps: ['id:1']"]),
    (.appCategories, ["", ", app-categories: [A]", ", app-categories: [A, B]", ", app-categories: ['id:1']"]),
    (.sites, ["", ", sites: [a.example]", ", sites: [a.example, b.example]"]),
    (.guard, ["", ", guard: {approve: anna}", ", guard: {approve: [ben, anna]}"]),
  ]

  private static func settings(of selector: SelectorKind, on kind: SystemKind) -> [Setting] {
    let (system, other) = (String(kind.name.prefix(1)), "\(kind.name.prefix(1))2")
    if case .action(let actions) = selector.form {
      return Self.settings(of: actions, selector, on: system, other)
    }
    let (key, prefix) = (selector.key, selector.domains.first.map { $0 + "." } ?? "")
    let whenOff = selector.companions.contains(.whenOff) ? ", when-off: enabled" : ""
    // Whichever sort it is, to be off is permitted.
    let sentence = "t \(selector.states?.off.rawValue ?? "off") sat"
    let lists = [["A"], ["B"], ["A", "B"], ["B", "A"]].map { names in names.map { prefix + $0 } }
    let named = prefix.isEmpty ? names : lists.map { "[\($0.joined(separator: ", "))]" }
    let devices = ["[a]", "[b]", "[a, b]", "[a, c]", "[b, a]"]
    let values =
      selector.isOfEntries
      ? ["{deny: [a.example]}", "{allow: [a.example]}"] : selector.isOfDevices ? devices : named
    let chosen = values[0]
    let patterns =
      selector.isOfEntries || selector.isOfDevices ? [] : ["Down*", "Downtime-*"].map { "['\(prefix)\($0)']" }
    var settings = [
      target(
        key, "{\(key): …, system: \(system)\(whenOff)}", values + patterns, seen: key, sentence: sentence),
      target(
        "\(key) system", "{\(key): \(chosen), system: …\(whenOff)}", [system, other], seen: "system",
        sentence: sentence),
    ]
    for (option, values) in options(selector.states) where selector.companions.contains(option) {
      let chosen = option == .not ? patterns[0] : chosen
      settings.append(
        target(
          "\(key) \(option.rawValue)", "{\(key): \(chosen), system: \(system)\(whenOff)…}", values,
          seen: option.rawValue, sentence: sentence))
    }
    if selector.companions.contains(.whenOff) {
      settings.append(
        target(
          "\(key) when-off", "{\(key): \(chosen), system: \(system), when-off: …}", ["enabled", "disabled"],
          seen: "when-off", sentence: sentence))
    }
    return settings
  }

  /// Those of what is done at a time, `system` being one that does it.
  private static func settings(
    of actions: [SelectorKind.Action], _ selector: SelectorKind, on system: String, _ other: String
  ) -> [Setting] {
    let permitted = { (action: SelectorKind.Action) in
      action.name + (action.permission.map { ", \($0.rawValue): true" } ?? "")
    }
    let (key, sentence) = (selector.key, "t at 06:45")
    let free = actions.first { $0.permission == nil }?.name ?? ""
    return [
      target(
        key, "{\(key): …, system: \(system)}", actions.map(permitted), seen: key, sentence: sentence),
      target(
        "\(key) system", "{\(key): \(free), system: …}", [system, other], seen: "system", sentence: sentence),
    ]
      + selector.companions.filter { [.mayUnlock, .mayOpen].contains($0) }.map { permission in
        // To permit more than an action needs changes nothing of it, and is seen all the same.
        target(
          "\(key) \(permission.rawValue)", "{\(key): \(free), system: \(system)…}",
          ["", ", \(permission.rawValue): true"],
          seen: permission.rawValue, sentence: sentence)
      }
  }

  private static let targets: [Setting] =
    [target("targets", "{targets: …}", ["[x]", "[y]", "[x, y]", "[y, x]"], seen: "targets")]
    + SystemKinds.shipped.all.flatMap { kind in kind.selectors.flatMap { settings(of: $0, on: kind) } } + [
      target(
        "domains deny", "{domains: {deny: […]}, system: p}",
        ["a.example", "b.example", "a.example, b.example", "a.example, c.example", "'regex:a.example'"],
        seen: "domains deny"),
      target(
        "domains allow", "{domains: {allow: […]}, system: p}",
        ["a.example", "b.example", "a.example, b.example", "a.example, 'regex:b.example'"], seen: "domains allow"),
      target(
        "domains groups", "{domains: {deny: [a.example]…}, system: p}",
        ["", ", groups: [A]", ", groups: [B]", ", groups: [A, B]", ", groups: [A, C]"], seen: "groups"),
    ]
    + [
      target(
        "guard approve", "{wifi: [A], system: u, guard: {approve: …}}", ["anna", "ben", "[anna, ben]"],
        seen: "guard approve"),
      target(
        "guard all", "{wifi: [A], system: u, guard: {approve: [anna, ben]…}}", ["", ", all: true"], seen: "guard all"),
      target(
        "guard edits", "{wifi: [A], system: u, guard: {approve: anna…}}", ["", ", edits: true"], seen: "guard edits"),
    ]
    + [
      ("otherwise", ["", "otherwise: paused", "otherwise: leave"]), ("enforcement", ["", "enforcement: strict"]),
      ("guard", ["", "guard: {approve: anna}", "guard: {approve: anna, all: true}"]),
    ].map {
      Setting(
        key: "blocking \($0)",
        file:
          "timezone: UTC\npeople: {anna: {}}\nsystems: {p: {kind: pihole, url: https://p.example}}\ntargets: {p: {…}}\n"
          + "policy: [pause p sat, resume p sun]",
        values: $1, seen: "target p \($0)")
    }

  // MARK: - Statements

  private static func statement(_ key: String, _ text: String, _ values: [String]) -> Setting {
    Setting(
      key: "statement \(key)",
      file:
        "timezone: UTC\n\(gateway)\ntargets: {a: {wifi: [A], otherwise: on}, b: {wifi: [B], otherwise: on}}\npolicy:\n  - a off sat 10:00–11:00\n"
        + "  - \(text)",
      values: values, seen: nil)
  }

  private static let statements: [Setting] = [
    statement("do", "{do: …}", ["a off mon", "a off tue", "b off mon", "a off mon 10:00–11:00"]),
    statement("target", "{target: …, state: off, when: mon}", ["a", "b"]),
    statement("targets", "{targets: …, state: off, when: mon}", ["[a]", "[b]", "[a, b]"]),
    statement("state", "{target: a, state: …}", ["on", "off"]),
    statement("when", "{target: a, state: off…}", ["", ", when: mon", ", when: [mon, tue]", ", when: [mon, wed]"]),
    statement(
      "only", "{target: a, state: on…}", [", only: 7am–8am", ", only: 7am–9am", ", only: [7am–8am, 10am–11am]", ""]),
    Setting(
      key: "statement grace",
      file: """
        timezone: UTC
        systems: {door: {kind: easy-control, url: http://10.0.0.9:8123, pairing: {env: KEY}}}
        targets:
          gate: {action: door.open, may-open: true}
          both: {targets: [gate]}
        policy: [{do: "both at 06:45, 18:00"}, {do: gate at 12:00…}]
        """,
      values: ["", ", grace: 1s", ", grace: 1m", ", grace: 61s", ", grace: 12h"], seen: nil),
  ]
}
