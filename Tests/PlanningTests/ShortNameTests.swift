import Documents
import Planning
import Policies
import Providers
import TestSupport
import Testing

/// Names of any length are shown and remembered in part.
@Suite struct ShortNameTests {
  @Test(arguments: ["x", "é", "家", "🏠", "\u{301}"]) func aLongNameIsCut(letter: String) {
    let fine = String(repeating: letter, count: 256)
    #expect(fine.shortened() == fine)
    #expect((fine + letter).shortened() == fine + "…")
    #expect(String(repeating: letter, count: 100_000).shortened() == fine + "…")
  }

  /// Problems and warnings quote names, of which a system may give thousands of any length.
  @Test func noticesQuoteTheBeginningOfIt() throws {
    let long = String(repeating: "X", count: 60_000)
    let wanted: [ObjectName] = [.name(long), .name(long + "y"), .pattern("z\(long)*"), .pattern("q*")]
    let plan = try Sample.plan(
      [
        (Sample.acl("kids", wanted), Sample.verdict(.off)),
        (Sample.acl("tv", [.name(long + "1")]), Sample.verdict(.off)),
      ],
      rules: (0..<3).map { Sample.rule(long, id: "\($0)") } + (0..<3).map { Sample.rule("\(long)\($0)", id: "a\($0)") })
    let messages = (plan.problems + plan.warnings).map(\.message) + plan.entries.flatMap(\.notes)
    #expect(messages.count > 4)
    for message in messages { #expect((message.text + (message.hint ?? "")).count < 2000, "\(message.code)") }
    #expect("it's".quoted == "'it's'" && long.quoted.count == 259)
  }

  /// What a run adds to the history of a rule with a name of megabytes.
  @Test func theHistoryGetsTheBeginningOfIt() throws {
    let name = String(repeating: "X", count: 60_000)
    let plan = try Sample.plan(
      [(Sample.acl("kids", [.pattern("x*")]), Sample.verdict(.off))], rules: [Sample.rule(name, id: "one")])
    let failed = Message(code: "x", "'\(name)' was not changed")
    var memory = RecordedState()
    for outcome in [Outcome.applied([]), .failed(failed), .unverified(failed)] {
      let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in outcome })
      let events = memory.remember(report, policy: "p") { _ in "policy-1" }
      #expect(!events.isEmpty && events.allSatisfy { $0.name == String(repeating: "X", count: 256) + "…" })
      #expect(events.allSatisfy { ($0.message ?? "").count <= 1025 })
    }
    // What is sent names it whole.
    #expect(plan.changes.map(\.name) == [name])
    #expect(memory.objects.values.compactMap(\.closing?.name).allSatisfy { $0.count == 257 })
  }
}
