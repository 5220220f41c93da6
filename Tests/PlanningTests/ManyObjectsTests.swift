import Documents
import Planning
import Policies
import Providers
import Steps
import TestSupport
import Testing

/// What thousands of objects, and thousands of names, cost: in proportion to their number, and no more.
@Suite struct ManyObjectsTests {
  private static func namesakes(_ count: Int, withIDs: Bool = true) -> [ObservedObject] {
    (0..<count).map { number in
      var rule = Sample.rule("X", id: "id-\(String(100_000 + number))")
      if !withIDs { (rule.id, rule.qualifier) = (nil, "zone \(100_000 + number)") }
      return rule
    }
  }

  private static func hint(_ rules: [ObservedObject]) throws -> String? {
    try Sample.plan([(Sample.acl("kids", [.name("x")]), Sample.verdict(.off))], rules: rules).problems.first?.message
      .hint
  }

  static let hints: [(rules: [ObservedObject], hint: String)] = [
    (namesakes(2), "name the one you mean by its id: id:id-100000 or id:id-100001"),
    (namesakes(3), "name the one you mean by its id: id:id-100000 or id:id-100001 or id:id-100002"),
    (
      namesakes(4),
      "name the one you mean by its id: id:id-100000, id:id-100001, id:id-100002 or one of 1 more"
    ),
    (
      namesakes(800),
      "name the one you mean by its id: id:id-100000, id:id-100001, id:id-100002 or one of 797 more"
    ),
    (
      namesakes(5, withIDs: false),
      "one (zone 100000), one (zone 100001), one (zone 100002) and 2 more have no id; rename it"
    ),
  ]

  @Test(arguments: hints.indices) func threeNamesakesAreNamedAndTheOthersCounted(row: Int) throws {
    #expect(try Self.hint(Self.hints[row].rules) == Self.hints[row].hint)
  }

  @Test func manyTargetsOfOneObjectAreCounted() throws {
    let targets = (0..<6).map { (Sample.acl("kids-\($0)", [.name("X")]), Sample.verdict(.off)) }
    let plan = try Sample.plan(targets, rules: Self.namesakes(1))
    #expect(plan.entries.count == 6)
    #expect(
      Set(plan.problems.map(\.message.text)) == [
        "selected by 'kids-0', 'kids-1', 'kids-2' and 3 more; left alone"
      ])
  }

  /// The first names are looked for one after the other, later ones in an index: both find the same.
  @Test func manyNamesFindWhatFewFind() throws {
    let rules = (0..<40).map { Sample.rule("Rule-\($0 % 30)", id: "Id-\($0)") }
    let names: [ObjectName] =
      (0..<30).map { .name("rULE-\($0)") } + (10..<30).map { .id("iD-\($0)") } + [.name("none"), .id("none")]
    let together = try Sample.plan([(Sample.acl("kids", names), Sample.verdict(.off))], rules: rules)
    for name in names {
      let alone = try Sample.plan([(Sample.acl("kids", [name]), Sample.verdict(.off))], rules: rules)
      #expect(alone.outline.allSatisfy(together.outline.contains), "\(name)")
      #expect(
        alone.problems.allSatisfy { problem in together.problems.contains { $0.name == problem.name } }, "\(name)")
    }
    // Ten names fit two rules each.
    #expect(together.entries.count == 40 && together.entries.count { $0.action == .problem } == 20)
    #expect(together.problems.count == 12)
  }

  @Test func whatIsTakenOutIsNotMissed() throws {
    let names = (0..<20).map { ObjectName.name("Rule-\($0)") }
    let plan = try Sample.plan(
      [(Sample.acl("kids", names, not: Array(names.dropFirst())), Sample.verdict(.off))],
      rules: (0..<20).map { Sample.rule("Rule-\($0)") })
    #expect(plan.outline == ["kids Rule-0 disabled→enabled change"] && plan.problems.isEmpty)
  }

  /// A slip in each of many names: the first ones are told what was meant, all are told that they are missing.
  @Test func somethingIsProposedForTheFirstNames() throws {
    let plan = try Sample.plan(
      [(Sample.acl("kids", (0..<60).map { .name("Bedtme-\(100 + $0)") }), Sample.verdict(.off))],
      rules: (0..<60).map { Sample.rule("Bedtime-\(100 + $0)") })
    let hints = plan.problems.compactMap(\.message.hint)
    #expect(hints.count == 60 && hints.count { $0.hasPrefix("did you mean 'Bedtime-") } == 20)
    #expect(
      hints.last == "no ACL rule has this name; there are 'Bedtime-100', 'Bedtime-101', 'Bedtime-102' and 57 more")
  }

  /// Each object that a target selects is a line, whoever else selects it too.
  @Test func tooManyLinesAreRefused() throws {
    let rules = (0..<2000).map { Sample.rule("Rule-\($0)") }
    let plan = { (targets: Int) in
      try Sample.plan(
        (0..<targets).map { (Sample.acl("kids-\($0)", [.pattern("rule-*")]), Sample.verdict(.off)) }, rules: rules)
    }
    let most = try plan(25)
    #expect(most.entries.count == 50_000 && most.systems.allSatisfy { $0.error == nil })
    let more = try plan(26)
    #expect(more.entries.isEmpty && more.changes.isEmpty)
    #expect(more.systems.compactMap { $0.error?.message.code } == ["system.selects-too-much"])
  }

  /// A second pattern that fits the same objects has nothing to add, however many there are.
  @Test func patternsThatFitTheSameAreLinesOnce() throws {
    let rules = (0..<200).map { Sample.rule("Rule-\($0)") } + (0..<3).map { Sample.rule("Twin", id: "twin-\($0)") }
    let names = (0..<100).map { ObjectName.pattern("rul" + String(repeating: "*", count: $0 + 1)) }
    let plan = try Sample.plan(
      [
        (
          Sample.acl("kids", names + [.name("twin"), .name("TWIN"), .pattern("tw*"), .id("twin-1")]),
          Sample.verdict(.off)
        )
      ],
      rules: rules)
    #expect(plan.entries.count == 203 && plan.entries.count { $0.action == .problem } == 3)
    #expect(plan.changes.count == 200)
  }

  // MARK: Twice as much

  struct Load: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var size: Int
    /// Targets and live objects of this size.
    var make: @Sendable (Int) -> (targets: [Target], rules: [ObservedObject])
  }

  static let loads = [
    Load(testDescription: "objects of one name", size: 400) { count in
      ([Sample.acl("kids", [.name("x")])], namesakes(count))
    },
    Load(testDescription: "objects of one name without an id", size: 400) { count in
      ([Sample.acl("kids", [.name("x")]), Sample.acl("guests", [.pattern("*")])], namesakes(count, withIDs: false))
    },
    Load(testDescription: "names that do not exist", size: 300) { count in
      (
        [Sample.acl("kids", (0..<count).map { .name("unknown-\($0)") })],
        (0..<count).map { Sample.rule("Bedtime-\($0)") }
      )
    },
    Load(testDescription: "names, each of its object", size: 300) { count in
      ([Sample.acl("kids", (0..<count).map { .name("Rule-\($0)") })], (0..<count).map { Sample.rule("Rule-\($0)") })
    },
    Load(testDescription: "ids, each of its object", size: 300) { count in
      (
        [Sample.acl("kids", (0..<count).map { .id("id-Rule-\($0)") })], (0..<count).map { Sample.rule("Rule-\($0)") }
      )
    },
    Load(testDescription: "names that are taken out", size: 300) { count in
      (
        [Sample.acl("kids", [.pattern("*")], not: (0..<count).map { .name("Rule-\($0)") })],
        (0..<count).map { Sample.rule("Rule-\($0)") }
      )
    },
    Load(testDescription: "targets of a name each", size: 200) { count in
      (
        (0..<count).map { Sample.acl("t-\($0)", [.name("Rule-\($0)")]) }, (0..<count).map { Sample.rule("Rule-\($0)") }
      )
    },
    Load(testDescription: "targets of one object", size: 200) { count in
      ((0..<count).map { Sample.acl("t-\($0)", [.name("X")]) }, namesakes(1))
    },
  ]

  @Test(arguments: loads) func twiceTheInputIsTwiceTheWork(_ load: Load) throws {
    let growth = try Steps.growth(from: load.size, load.make) { input in
      _ = try Sample.plan(input.targets.map { ($0, Sample.verdict(.off)) }, rules: input.rules)
    }
    #expect(growth < Steps.most)
  }

  /// The measure itself: it tells work that compares each with each from work that does not, with and without objects.
  @Test func theMeasureSeesASquare() {
    let names = { (count: Int) in (0..<count).map { "a name that is longer than fifteen bytes \($0)" } }
    let square = Steps.growth(from: 200, names) { names in
      _ = names.count { name in names.contains { $0 + "x" == name } }
    }
    let line = Steps.growth(from: 200, names) { names in _ = names.count { $0 + "x" == $0 } }
    #expect(square > 3.5)
    #expect(line < Steps.most)
  }
}
