import Documents
import Testing

@testable import Policies

/// However many mistakes a policy has, a bounded number of them is looked for, and that it was so is said.
@Suite struct TooManyErrorsTests {
  private static let head = """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
    targets:
      kids: {acl-rules: [Downtime-*]}

    """

  private static func errors(_ rest: String) throws -> [Diagnostic] {
    try DecodedPolicy(head + rest).diagnostics.filter { $0.severity == .error }
  }

  private static func many(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }

  static let policies: [(what: String, text: String)] = [
    ("lines", "policy:\n" + many(3000) { "  - kids off nonsense\($0)\n" }),
    ("lines of maps", "policy:\n" + many(3000) { "  - {target: kid\($0), state: off}\n" }),
    ("schedules", "schedules:\n" + many(3000) { "  s\($0): [nonsense\($0), mon]\n" } + "policy: [kids off]\n"),
    ("parts of a schedule", "schedules:\n  s: [" + many(3000) { "'☺ \($0)', " } + "mon]\npolicy: [kids off s]\n"),
    ("names in one sentence", "policy:\n  - kids off " + many(3000) { "nonsense\($0), " } + "mon\n"),
    ("targets of one sentence", "policy:\n  - " + many(3000) { "kid\($0), " } + "kids off\n"),
  ]

  @Test(arguments: policies) func noMoreThanABoundAreToldOf(what: String, text: String) throws {
    let errors = try Self.errors(text)
    #expect(errors.count > Findings.mostErrors && errors.count < 2 * Findings.mostErrors, "\(errors.count)")
    #expect(errors.count { $0.code == "policy.too-many-errors" } == 1)
    #expect(errors.first?.code == "policy.too-many-errors", "it is seen before the others")
  }

  @Test func asManyAsTheBoundAreAllTold() throws {
    let lines = Self.many(Findings.mostErrors - 1) { "  - kids off nonsense\($0)\n" }
    let errors = try Self.errors("policy:\n" + lines)
    #expect(errors.count == Findings.mostErrors - 1)
    #expect(!errors.contains { $0.code == "policy.too-many-errors" })
  }

  @Test func wordsOfOneSentenceThatAreNoneAreBounded() throws {
    let errors = try Self.errors("policy:\n  - kids off " + String(repeating: "☺ ", count: 300) + "\n")
    #expect(errors.count == Lexer.mostProblems)
  }

  @Test func aSentenceHasABoundedNumberOfWords() throws {
    for (words, count) in [("-", 250_000), ("mon, ", 150_000)] {
      let errors = try Self.errors("policy:\n  - kids off " + String(repeating: words, count: count) + "tue\n")
      #expect(errors.count == 1)
      #expect(errors.first?.message == "the sentence has over 200000 words and marks")
    }
  }
}
