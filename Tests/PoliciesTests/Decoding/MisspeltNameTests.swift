import Documents
import TestSupport
import Testing

/// What is wrong with a name or a key is said once, and not of everything that uses it.
@Suite("misspelt names and keys") struct MisspeltNameTests {
  private static func errors(_ text: String) throws -> [Diagnostic] {
    try DecodedPolicy(text).diagnostics.filter { $0.severity == .error }
  }

  private static let system = "systems: {g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}"

  @Test(arguments: [
    "timezone: UTC\n\(system)\ntargets: {Kids: {wifi: [A]}}\npolicy: [Kids off 21:00–07:00, kids on sat]",
    """
    timezone: UTC
    people: {Zoë: {}}
    \(system)
    targets: {kids: {wifi: [A], guard: {approve: [Zoë]}}}
    policy: [kids off]
    """,
  ]) func inAnotherCase(_ text: String) throws {
    #expect(try Self.errors(text).map(\.code) == ["name.form"])
  }

  @Test(arguments: [
    "Timezone: UTC\n\(system)\ntargets: {kids: {wifi: [A]}}\npolicy: [kids off]",
    "timezone: UTC\n\(system)\ntarget: {kids: {wifi: [A]}}\npolicy: [kids off]",
    "timezone: UTC\n\(system)\ntargets: {kids: {wifis: [A]}}\npolicy: [kids off]",
    "timezone: UTC\n\(system)\ntargets: {kids: {acl-rule: [A], otherwise: on}}\npolicy: [kids off]",
  ]) func keys(_ text: String) throws {
    let errors = try Self.errors(text)
    #expect(errors.map(\.code) == ["key.unknown"])
    #expect(errors.first?.hint?.hasPrefix("did you mean '") == true)
  }

  private static let policy = "targets: {kids: {wifi: [A]}}\npolicy: [kids off]"

  /// What a misspelt key is meant to be is not missing, too.
  @Test(arguments: [
    "\(system)\npeople: {anna: {}}\ntargets: {kids: {wifi: [A], guard: {aprove: anna}}}\npolicy: [kids off]",
    "systems: {p: {kind: pihole, url: https://p.example}}\ntargets: {kids: {groups: [A], when_off: enabled}}\npolicy: [kids off]",
    "systems: {p: {kind: pihole, url: https://p.example}}\ntargets: {kids: {domains: {dney: [a.example]}}}\npolicy: [kids off]",
    "systems: {g: {kind: unifi, ulr: https://g.example, api-key: {env: KEY}}}\npolicy: []",
    "systems: {g: {kind: unifi, url: https://g.example, apikey: {env: KEY}}}\npolicy: []",
    "\(system)\n\(policy)\ntests: [{ta: 2026-11-20 22:00, expect: {kids: off}}]",
    "\(system)\n\(policy)\ntests: [{form: 2026-11-20 22:00, to: 2026-11-20 23:00, expect: {kids: off}}]",
    "\(system)\n\(policy)\ntests: [{from: 2026-11-20 22:00, too: 2026-11-20 23:00, expect: {kids: off}}]",
    "\(system)\n\(policy)\ntests: [{at: 2026-11-20 22:00, expects: {kids: off}}]",
    "\(system)\ndevices: {ipad: {mca: '00:00:5e:00:53:01'}}\n\(policy)",
    "\(system)\nschedules: {school: {isc: school.ics, busy: true}}\n\(policy)",
    "\(system)\ntargets: {kids: {wifi: [A]}}\npolicy: [{targte: kids, state: off}]",
    "\(system)\ntargets: {kids: {wifi: [A]}}\npolicy: [{target: kids, sate: off}]",
    "\(system)\ntargets: {kids: {wifi: [A]}}\npolicy: [{od: kids off, because: of school}]",
  ]) func requiredKeys(_ text: String) throws {
    let errors = try Self.errors("timezone: UTC\n" + text)
    #expect(errors.map(\.code) == ["key.unknown"], "\(errors)")
    #expect(errors.first?.hint?.hasPrefix("did you mean '") == true, "\(errors)")
  }

  /// What no key of the map is meant to be is missing all the same.
  @Test(arguments: [
    (
      "\(system)\npeople: {anna: {}}\ntargets: {kids: {wifi: [A], guard: {edit: true}}}\npolicy: [kids off]",
      "key.missing"
    ),
    (
      "systems: {p: {kind: pihole, url: https://p.example}}\ntargets: {kids: {groups: [A], otherwize: on}}\npolicy: [kids off]",
      "target.when-off"
    ),
    ("systems: {g: {kind: unifi, timeuot: 10s, api-key: {env: KEY}}}\npolicy: []", "key.missing"),
    ("\(system)\n\(policy)\ntests: [{nmae: a, expect: {kids: off}}]", "test.when"),
    ("\(system)\n\(policy)\ntests: [{at: 2026-11-20 22:00, nmae: a}]", "key.missing"),
    ("\(system)\ntargets: {kids: {wifi: [A]}}\npolicy: [{target: kids, becuase: of school}]", "key.missing"),
  ]) func otherRequiredKeys(_ text: String, _ code: String) throws {
    #expect(try Self.errors("timezone: UTC\n" + text).map(\.code).sorted() == ["key.unknown", code].sorted())
  }

  /// A key that means nothing of the kind hides nothing.
  @Test func otherKeys() throws {
    let text = "zone: UTC\n\(Self.system)\ntargets: {kids: {colour: red}}\npolicy: [kids off]"
    #expect(
      try Self.errors(text).map(\.code).sorted() == [
        "key.unknown", "key.unknown", "target.selector", "timezone.missing",
      ])
  }

  /// Other scripts are written in Latin letters.
  @Test(arguments: [("дети", "deti"), ("телевізор", "televizor"), ("παιδιά", "paidia")])
  func inOtherLetters(_ name: String, _ plain: String) throws {
    let text = "timezone: Europe/Berlin\n\(Self.system)\ntargets: {'\(name)': {wifi: [A]}}\npolicy: []"
    #expect(try Self.errors(text).first { $0.code == "name.form" }?.hint == "write \(plain)")
  }

  /// What nobody sees in a name is left out, and letters of full width are letters.
  @Test(arguments: ["ki\u{200B}ds", "\u{FEFF}kids", "ｋｉｄｓ", "ｋids", "Ki\u{AD}ds"]) func seen(_ name: String) throws {
    let text = "timezone: UTC\n\(Self.system)\ntargets: {'\(name)': {wifi: [A]}}\npolicy: []"
    #expect(try Self.errors(text).first { $0.code == "name.form" }?.hint == "write kids")
  }
}
