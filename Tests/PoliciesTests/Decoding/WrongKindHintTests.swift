import Documents
import Policies
import TestSupport
import Testing

/// A value of another kind than the one that belongs there: what is proposed in its place can be written there.
@Suite("hints of values of another kind") struct WrongKindHintTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// Lines besides the usual ones, with the mistake.
    var wrong: String
    var hint: String
    /// The same as the hint has it.
    var right: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "limits", wrong: "limits: 20", hint: "write {max-changes: 20}",
      right: "limits: {max-changes: 20}"),
    Case(
      testDescription: "limits without a number", wrong: "limits: few", hint: "write something like {max-changes: 20}",
      right: "limits: {max-changes: 20}"),
    Case(
      testDescription: "tests", wrong: "tests:",
      hint: "write each test on a line of its own, after '- ', or leave the key out", right: ""),
    Case(
      testDescription: "one test", wrong: "tests: {at: 2026-11-20 22:00, expect: {kids: off}}",
      hint: "write each test on a line of its own, after '- '",
      right: "tests:\n  - {at: 2026-11-20 22:00, expect: {kids: off}}"),
    Case(
      testDescription: "what is expected", wrong: "tests: [{at: 2026-11-20 22:00, expect: off}]",
      hint: "write something like {kids: off}", right: "tests: [{at: 2026-11-20 22:00, expect: {kids: off}}]"),
    Case(
      testDescription: "people", wrong: "people:", hint: "write names and values below it, or leave the key out",
      right: ""),
    Case(
      testDescription: "domains", wrong: "targets: {kids: {wifi: [A]}, tv: {domains: [youtube.com, b.example]}}",
      hint: "write {deny: [youtube.com, b.example]} or {allow: [youtube.com, b.example]}",
      right: "targets: {kids: {wifi: [A]}, tv: {domains: {deny: [youtube.com, b.example]}}}"),
    Case(
      testDescription: "one domain", wrong: "targets: {kids: {wifi: [A]}, tv: {domains: youtube.com}}",
      hint: "write {deny: [youtube.com]} or {allow: [youtube.com]}",
      right: "targets: {kids: {wifi: [A]}, tv: {domains: {allow: [youtube.com]}}}"),
    Case(
      testDescription: "what is no domain", wrong: "targets: {kids: {wifi: [A]}, tv: {domains: [you tube]}}",
      hint: "write something like {deny: [youtube.com]} or {allow: [youtube.com]}",
      right: "targets: {kids: {wifi: [A]}, tv: {domains: {deny: [youtube.com]}}}"),
    Case(
      testDescription: "a guard",
      wrong: "people: {anna: {}}\ntargets: {kids: {wifi: [A], guard: anna}, tv: {wifi: [B]}}",
      hint: "write {approve: anna}",
      right: "people: {anna: {}}\ntargets: {kids: {wifi: [A], guard: {approve: anna}}, tv: {wifi: [B]}}"),
    Case(
      testDescription: "the only line is removed", wrong: "policy:",
      hint: "write each sentence on a line of its own, after '- ', or leave the key out", right: ""),
    Case(
      testDescription: "a dash before the sentence", wrong: "policy:\n  – kids off\n",
      hint: "write '-' and a space before each sentence: the dash here is U+2013", right: "policy:\n  - kids off\n"),
    Case(
      testDescription: "a space that is none", wrong: "policy:\n  -\u{A0}kids off\n",
      hint: "write '-' and a space before each sentence: the space here is U+00A0", right: "policy:\n  - kids off\n"),
    Case(
      testDescription: "no space", wrong: "policy:\n  -kids off\n",
      hint: "write each sentence on a line of its own, after '- '", right: "policy:\n  - kids off\n"),
    Case(
      testDescription: "several targets", wrong: "policy: [{target: [kids, tv], state: off}]",
      hint: "write 'targets' before a list", right: "policy: [{targets: [kids, tv], state: off}]"),
    Case(
      testDescription: "several targets in one text", wrong: "policy: [{target: 'kids, TV', state: off}]",
      hint: "write targets: [kids, TV]", right: "policy: [{targets: [kids, TV], state: off}]"),
  ]

  private static func decoded(_ lines: String) throws -> DecodedPolicy {
    let usual = [
      "timezone": "UTC", "targets": "{kids: {wifi: [A]}, tv: {wifi: [B]}}",
      "systems":
        "{g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}, p: {kind: pihole, url: https://p.example}}",
    ]
    let others = usual.filter { !("\n" + lines).contains("\n\($0.key):") || $0.key == "systems" }
    return try DecodedPolicy(others.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined() + lines)
  }

  @Test(arguments: cases) func tellsWhatToWrite(_ example: Case) throws {
    let wrong = try Self.decoded(example.wrong)
    #expect(wrong.diagnostics.filter { $0.severity == .error }.map(\.hint) == [example.hint], "\(wrong.lines())")
    let right = try Self.decoded(example.right)
    #expect(right.policy != nil, "\(right.lines())")
  }

  @Test func anUnknownTargetAmongSeveralIsNotProposed() throws {
    let lines = try Self.decoded("policy: [{target: 'kids, cat', state: off}]").lines()
    #expect(lines.contains { $0.contains("'kids, cat' | the targets are") }, "\(lines)")
  }

  /// Without systems a target may be empty; with them it has to say what it controls.
  @Test func anEmptyTarget() throws {
    let sketch = try DecodedPolicy("timezone: UTC\ntargets:\n  kids:\n", takesSketches: true)
    #expect(sketch.diagnostics.first?.hint == "write {} if there is nothing to say", "\(sketch.lines())")
    let sound = try DecodedPolicy("timezone: UTC\ntargets:\n  kids: {}\npolicy: [kids off sat]", takesSketches: true)
    #expect(sound.policy != nil, "\(sound.lines())")
    let whole = try Self.decoded("targets: {kids: }")
    #expect(whole.diagnostics.first?.hint?.hasPrefix("write what it controls: a map with ") == true)
  }
}
