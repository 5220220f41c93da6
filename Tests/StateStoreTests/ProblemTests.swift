import CivilTime
import Planning
import Policies
import Providers
import Testing

@testable import StateStore

/// What runs could not do, as the state remembers it.
@Suite struct ProblemTests {
  private static func kept(_ problems: [RecordedProblem]) throws -> [RecordedProblem] {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    try store.keep(problems: problems)
    return try store.problems()
  }

  private static func problem(_ text: String) -> RecordedProblem {
    RecordedProblem(target: Name("kids"), code: "object.not-found", text: text)
  }

  @Test("as many as are of use are remembered, the first ones", arguments: [99, 100, 101, 5000])
  func bounded(_ count: Int) throws {
    let problems = (0..<count).map { Self.problem("'rule \($0)' not found") }
    #expect(try Self.kept(problems) == Array(problems.prefix(StateStore.mostProblems)))
  }

  /// What was told of a system is not told again once it has another name.
  @Test("what was told goes on under the new name of a system") func renamed() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let names = ["gateway", "pihole", "house"].map { Name($0) }
    try store.keep(notedFailures: ["gateway digest acl-rule 1"])
    try store.keep(notedProblems: ["gateway kids object.not-found"])
    var told = try store.told()
    told.lost = Set(names)
    told.stuck = ["gateway acl-rule 1", "pihole group a gateway", "house cover "]
    told.failures = ["gateway acl-rule 1", " plan.too-large"]
    (told.problems, told.contended, told.gone) = (["gateway a"], ["gateway b"], ["gateway c"])
    told.ends = ["house until 1800000000", "pihole uses"]
    try store.keep(told: told)
    let ends = [
      CredentialEnd(code: "x", "the pass", .until(Instant(secondsSinceEpoch: 1_800_000_000)), remedy: "make one"),
      CredentialEnd(code: "y", "the \u{e4} pass", .uses(0), remedy: "a \"b\"\nc"),
    ]
    try store.keep(credentialEnds: [names[2]: ends, names[1]: [ends[1]]])
    var moves = SystemMoves()
    try store.rename(moves)
    #expect(try store.told() == told)
    moves.renamed = [names[0]: Name("console"), names[2]: Name("doors")]
    try store.rename(moves)
    told.lost = [Name("console"), Name("pihole"), Name("doors")]
    told.stuck = ["console acl-rule 1", "pihole group a gateway", "doors cover "]
    told.failures = ["console acl-rule 1", " plan.too-large"]
    (told.problems, told.contended, told.gone) = (["console a"], ["console b"], ["console c"])
    told.ends = ["doors until 1800000000", "pihole uses"]
    #expect(try store.told() == told)
    #expect(try store.notedFailures() == ["console digest acl-rule 1"])
    #expect(try store.notedProblems() == ["console kids object.not-found"])
    let kept = try store.credentialEnds()
    #expect(kept.mapValues(Set.init) == [Name("doors"): Set(ends), names[1]: [ends[1]]])
  }

  @Test("a long text is cut, whatever is in it", arguments: ["a", "ä", "\n", "\t", "e\u{301}", "👨‍👩‍👧"])
  func cut(_ character: String) throws {
    let long = String(repeating: character, count: 9000)
    let kept = try #require(try Self.kept([Self.problem("x" + long)]).first)
    #expect(kept.text.unicodeScalars.count == RecordedProblem.mostCharacters + 1 && kept.text.hasSuffix("…"))
    #expect(kept.code == "object.not-found" && kept.target == Name("kids"))
    let whole = Self.problem(String(repeating: "a", count: RecordedProblem.mostCharacters))
    #expect(try Self.kept([whole]) == [whole])
  }
}
