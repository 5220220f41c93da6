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
