import JSONTree
import TestSupport
import Testing

@testable import ReconcileCLI

/// What `try` says of sentences that are in no file.
@Suite struct TryTests {
  private static let policy = """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: key}}
      pihole: {kind: pihole, url: "https://192.168.1.2"}
    targets:
      kids: {acl-rules: [Kids]}
      tv: {acl-rules: [TV]}
      guests: {acl-rules: [Guests], otherwise: off}
    schedules:
      holidays: 2026-12-23..2027-01-06
    policy:
      - kids off
      - nonsense that nobody reads
    """

  private static func world(_ columns: Int? = nil) -> TestWorld {
    var world = TestWorld(files: ["policy.yaml": policy])
    world.columns = columns
    return world
  }

  static let goldens: [(name: String, arguments: [String], columns: Int?)] = [
    ("one.txt", ["kids off 9pm-7am"], nil),
    ("narrow.txt", ["kids off weekdays 9pm-7am except holidays"], 40),
    (
      "several.txt", ["kids, tv off sun-thu 20:30–07:00 except eves of holidays", "kids on 2026-11-23 20:00–22:00"], nil
    ),
    ("words.txt", ["kids", "off", "weekends"], nil),
    ("json.json", ["guests on sat 10:00–12:00", "--format", "json"], nil),
    ("warned.txt", ["kids off weekdays 21:00–07:00"], nil),
    ("wrong.txt", ["kids off 21:00–25:00", "tv of sat"], nil),
    ("wrong.json", ["kids of sat", "--format", "json"], nil),
  ]

  @Test(arguments: goldens) func isAsExpected(_ golden: (name: String, arguments: [String], columns: Int?)) throws {
    let run = Self.world(golden.columns).run(["try"] + golden.arguments)
    #expect(run.status == (golden.name.hasPrefix("wrong") ? 65 : 0), "\(run)")
    try Golden.check(run.output + run.error, "try/\(golden.name)")
  }

  /// A word of any length is cut where a message names it, as everywhere.
  @Test func aLongWordIsCut() {
    let long = String(repeating: "x", count: 5_000)
    var world = Self.world()
    world.files["policy.yaml"] = Self.policy.replacing("\n  - nonsense that nobody reads", with: "")
    for line in [["try", long], ["try", "kids off " + long], ["explain", "--at", long], ["explain", long]] {
      let run = world.run(line)
      let most = [run.output, run.error].flatMap { $0.split(separator: " ") }.map(\.count).max() ?? 0
      #expect(run.status != 0 && most <= 300 && run.error.contains("x…'"), "\(run)")
    }
  }

  /// Where no time is left to what is otherwise, nothing is said of it.
  @Test(
    arguments: [
      (["kids off"], nil), (["kids on only 15:00-18:00"], nil), (["kids off", "kids on sat 10:00-12:00"], nil),
      (["kids off", "tv off 21:00-07:00"], "  at other times: tv on\n"),
      (["kids off sun-fri", "kids on sat 01:00-24:00"], "  at other times: kids on\n"),
    ] as [([String], String?)])
  func otherTimesAreToldWhereThereAreAny(_ sentences: [String], _ line: String?) {
    let run = Self.world().run(["try"] + sentences)
    #expect(run.status == 0 && run.output.contains("at other times") == (line != nil), "\(run)")
    if let line { #expect(run.output.contains(line), "\(run)") }
  }

  /// What was typed has no name that could be looked up.
  @Test func aSentenceIsCalledAsItIsShown() {
    let run = Self.world().run(["try", "kids off", "kids on only 15:00-18:00"])
    #expect(run.error.contains("sentence 2") && !run.error.contains("policy-"), "\(run)")
  }

  @Test func withoutAPolicyTheTargetsAreMadeUp() throws {
    let run = TestWorld().run("try", "turn off kids and tv 9pm-7am", "pause pihole weekdays", "unlock shed 8am-9am")
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    try Golden.check(run.output, "try/without.txt")
  }

  /// What only a file can say is made up, and said to be.
  @Test func whatNoSentenceSaysIsMadeUp() throws {
    let sentences = [
      ["gate at 06:45 on weekdays"], ["gate at 07:00, 16:30 sat, sun except holidays"],
      ["kids off 21:00–07:00 except holidays"], ["kids off weekdays bedtime"],
      ["kids off during homework", "gate at 06:45", "kids on sat", "bell, gate at 22:00"],
    ]
    let runs = sentences.map { TestWorld().run(["try"] + $0) }
    #expect(runs.allSatisfy { $0.status == 0 }, "\(runs)")
    try Golden.check(runs.map { $0.output + $0.error }.joined(separator: "----\n"), "try/made-up.txt")
  }

  /// A made-up schedule is no way out of a slip, and nothing is both an action and a target with states.
  @Test func aSlipIsNotMadeUp() throws {
    let sentences = [
      ["kids off scool nights"], ["kids off wekdays"], ["gate at 06:45", "gate off sat"],
      ["kids off sat", "kids at 9pm"],
      ["kids off weekdays bedtime", "gate at 07:00 on bedtime"],
    ]
    let runs = sentences.map { TestWorld().run(["try"] + $0) }
    #expect(runs.allSatisfy { $0.status == 65 && $0.output.isEmpty }, "\(runs)")
    try Golden.check(runs.map(\.error).joined(separator: "----\n"), "try/slips.txt")
  }

  /// Nobody needs a file to try what the guide says.
  @Test(arguments: DocumentationTests.sentences) func everySentenceOfTheGuideCanBeTriedAlone(_ sentence: String) {
    let run = TestWorld().run("try", sentence)
    #expect(run.status == 0 && !run.output.isEmpty && !run.error.contains("error:"), "\(run)")
  }

  /// What is refused in a file is refused alone, with the same hint, unless only a file can say what a name is.
  @Test(arguments: refused) func whatIsRefusedInAFileIsRefusedAlone(_ sentence: String) {
    let run = TestWorld().run("try", sentence)
    #expect(run.status == 65 && run.output.isEmpty && run.error.contains("\n  hint: "), "\(sentence): \(run)")
  }

  @Test func thereAreSentencesToRefuse() { #expect(Self.refused.count > 100) }

  /// Without the one of which only a file can say what is wrong: its schedule has no times.
  private static let refused = ((try? Fixtures.text("sentences/refused.txt")) ?? "").split(separator: "\n")
    .filter { !$0.hasPrefix(" ") && !$0.contains("party") }.map(String.init)

  /// A sentence in other words than the language's gets the hint that it would get in a file.
  @Test(arguments: ["no internet for kids after 9pm", "kids offline at night", "kids off from nine to seven"])
  func aSentenceInOtherWords(_ sentence: String) {
    let policy = "timezone: Europe/Vienna\ntargets: {kids: {}}\npolicy:\n  - \(sentence)\n"
    let inAFile = TestWorld(files: ["p.yaml": policy]).run("validate", "p.yaml")
    let hints = { (text: String) in text.split(separator: "\n").filter { $0.contains("hint: ") }.map(String.init) }
    let run = TestWorld().run("try", sentence)
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(hints(run.error) == hints(inAFile.output), "\(run.error)")
  }

  @Test func theZoneIsTheMachinesUnlessItIsGiven() {
    let sentence = "kids off 21:00–07:00"
    #expect(TestWorld().run("try", sentence).output.contains("\nEurope/Vienna · "))
    #expect(TestWorld().run("try", sentence, "--timezone", "Asia/Tokyo").output.contains("\nAsia/Tokyo · "))
    #expect(Self.world().run("try", sentence).output.contains("\npolicy.yaml · Europe/Berlin · "))
    // Who names a zone asks about the sentence alone.
    #expect(Self.world().run("try", "anna off sat", "--timezone", "Asia/Tokyo").status == 0)
    #expect(Self.world().run("try", "anna off sat").error.contains("sentence:1:1: error: unknown target 'anna'"))
  }

  @Test(arguments: [
    ([], "no sentence to try"), (["kids off", "--timezone", "Mars"], "Mars"),
    (["kids off", "p.yaml", "--timezone", "UTC"], "exclude each other"),
    (["kids off", "p.yaml", "--policy", "q.yaml"], "the policy is given twice"),
  ]) func aWrongCommandLine(_ arguments: [String], _ message: String) {
    let run = TestWorld().run(["try"] + arguments)
    #expect(run.status == 64 && run.output.isEmpty && run.error.contains(message), "\(run)")
  }

  @Test func thePolicyMayBeAWordOfItsOwn() {
    let world = TestWorld(files: ["house.yaml": Self.policy])
    let lines = [
      ["house.yaml", "kids off sat"], ["kids", "off", "sat", "house.yaml"], ["kids off sat", "--policy", "house.yaml"],
    ]
    for arguments in lines {
      #expect(world.run(["try"] + arguments).output.contains("house.yaml · Europe/Berlin"))
    }
    #expect(TestWorld().run("try", "kids off", "--policy", "none.yaml").status == 65)
  }

  /// What it shows by the clock is what the same sentence does in a file.
  @Test(arguments: [
    "kids off 21:00–07:00", "kids on only 15:00–18:00", "pause pihole weekdays 08:00–13:00", "kids off sat",
  ])
  func itIsWhatTheSentenceDoesInAFile(_ sentence: String) {
    let name = sentence.hasPrefix("kids") ? "kids" : "pihole"
    let policy = "timezone: Europe/Vienna\ntargets: {\(name): {}}\npolicy:\n  - \(sentence)\n"
    let world = TestWorld(files: ["p.yaml": policy])
    let tried = TestWorld().run("try", sentence).output
    let strip = world.run("timeline", "p.yaml").output.split(separator: "\n").dropFirst()
    #expect(strip.count > 7 && strip.allSatisfy { tried.contains($0) }, "\(tried)")
    let times = world.run("next", "p.yaml").output.split(separator: "\n").dropFirst().map { $0.prefix(24) }
    #expect(!times.isEmpty && times.allSatisfy { tried.contains($0) }, "\(tried)")
  }

  /// The canonical spelling of a sentence is its own canonical spelling, and in plain words says the same.
  @Test(arguments: DocumentationTests.sentences) func theCanonicalSpellingMeansTheSame(_ sentence: String) throws {
    let first = try Self.meaning([sentence])
    let again = try Self.meaning(first.canonical)
    #expect(again.canonical == first.canonical)
  }

  private static func meaning(_ sentences: [String]) throws -> (canonical: [String], words: String) {
    let policy = """
      timezone: Europe/Berlin
      targets: {kids: {}, guests: {}, tv: {}, pihole: {}}
      schedules: {holidays: 2026-12-23..2027-01-06, homework: 16:00–18:00, bedtime: 20:30–07:00}
      """
    let run = TestWorld(files: ["p.yaml": policy]).run(
      ["try", "--policy", "p.yaml", "--format", "json"] + sentences)
    let json = try JSON(parsing: Array(run.output.utf8))
    let parts = json["sentences"]?.elements ?? []
    #expect(run.status == 0 && !parts.isEmpty, "\(run)")
    return (
      parts.flatMap { $0["canonical"]?.elements ?? [] }.compactMap(\.string),
      parts.compactMap { $0["words"]?.string }.joined(separator: "; ")
    )
  }
}
