import Documents
import Planning
import Policies
import Providers
import Testing

/// What names, patterns and ids select, and what they must not.
@Suite struct SelectionTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var names: [ObjectName]
    var not: [ObjectName] = []
    var rules: [ObservedObject]
    var outline: [String]
    var problems: [String] = []
    var warnings: [String] = []
    var testDescription: String { name }
  }

  static let a = Sample.rule("Downtime-A")
  static let b = Sample.rule("Downtime-B", .enabled)
  static let allow = Sample.rule("Downtime-Allow", .enabled, blocks: false)
  static let made = Sample.rule("Downtime-Made", userDefined: false)

  static let cases: [Case] = [
    Case(
      name: "a pattern selects every rule that fits", names: [.pattern("Downtime-*")], rules: [b, a],
      outline: ["kids Downtime-A disabled→enabled change", "kids Downtime-B enabled→enabled none"]),
    Case(
      name: "case and canonical equivalence do not matter", names: [.pattern("cafe\u{301}-*")],
      rules: [Sample.rule("CAF\u{C9}-X")], outline: ["kids CAFÉ-X disabled→enabled change"]),
    Case(
      name: "sharp s meets SS", names: [.name("STRASSE")], rules: [Sample.rule("Straße")],
      outline: ["kids Straße disabled→enabled change"]),
    Case(
      name: "a question mark is one character", names: [.pattern("Downtime-?")],
      rules: [a, Sample.rule("Downtime-AA")], outline: ["kids Downtime-A disabled→enabled change"]),
    Case(
      name: "stars in the middle and at both ends", names: [.pattern("*own*-*A*")], rules: [a, b],
      outline: ["kids Downtime-A disabled→enabled change"]),
    Case(
      name: "a pattern leaves rules that allow and rules of the system alone", names: [.pattern("Downtime-*")],
      rules: [a, allow, made],
      outline: [
        "kids Downtime-A disabled→enabled change", "kids Downtime-Allow enabled→- leave",
        "kids Downtime-Made disabled→- leave",
      ]),
    Case(
      name: "what cannot be switched is a problem, fit it a pattern or a name",
      names: [.pattern("Downtime-*"), .name("Other")],
      rules: [
        a, Sample.rule("Downtime-X", switchBlocker: Message(code: "x", "x")),
        Sample.rule("Other", switchBlocker: Message(code: "y", "y")),
      ],
      outline: [
        "kids Downtime-A disabled→enabled change", "kids Downtime-X disabled→- problem",
        "kids Other disabled→- problem",
      ], problems: ["kids x", "kids y"]),
    Case(
      name: "an exact name selects a rule that allows, the other way round", names: [.name("downtime-allow")],
      rules: [a, allow], outline: ["kids Downtime-Allow enabled→disabled change"]),
    Case(
      name: "an exact name after a pattern that leaves it alone",
      names: [.pattern("Downtime-*"), .name("Downtime-Allow")],
      rules: [allow], outline: ["kids Downtime-Allow enabled→disabled change"]),
    Case(
      name: "a rule of the system named exactly is a problem", names: [.name("Downtime-Made")], rules: [made],
      outline: ["kids Downtime-Made disabled→- problem"], problems: ["kids object.system-made"]),
    Case(
      name: "an id selects one of two of the same name", names: [.id("ONE")],
      rules: [Sample.rule("Twin", id: "one"), Sample.rule("Twin", id: "two")],
      outline: ["kids Twin disabled→enabled change"]),
    Case(
      name: "a name that fits two is a problem and touches neither", names: [.name("twin")],
      rules: [Sample.rule("Twin", id: "one"), Sample.rule("Twin", id: "two")],
      outline: ["kids Twin disabled→- problem", "kids Twin disabled→- problem"], problems: ["kids object.ambiguous"]),
    Case(
      name: "a pattern does not rescue what an ambiguous name refuses", names: [.name("twin"), .pattern("twi*")],
      rules: [Sample.rule("Twin", id: "one"), Sample.rule("Twin", id: "two")],
      outline: ["kids Twin disabled→- problem", "kids Twin disabled→- problem"], problems: ["kids object.ambiguous"]),
    Case(
      name: "not takes out one of two", names: [.name("twin")], not: [.id("two")],
      rules: [Sample.rule("Twin", id: "one"), Sample.rule("Twin", id: "two")],
      outline: ["kids Twin disabled→enabled change"]),
    Case(
      name: "not with a pattern", names: [.pattern("Downtime-*")], not: [.pattern("*-b")], rules: [a, b],
      outline: ["kids Downtime-A disabled→enabled change"]),
    Case(
      name: "a name that fits none is a problem, the others go on", names: [.name("Downtime-C"), .name("Downtime-A")],
      rules: [a], outline: ["kids Downtime-A disabled→enabled change"], problems: ["kids object.not-found"]),
    Case(
      name: "each name that fits none is a problem of its own",
      names: [.name("Downtime-C"), .name("Downtime-A"), .name("Downtime-D"), .id("nowhere")], rules: [a],
      outline: ["kids Downtime-A disabled→enabled change"],
      problems: ["kids object.not-found", "kids object.not-found", "kids object.not-found"]),
    Case(
      name: "each name that fits two is a problem of its own", names: [.name("twin"), .name("pair")],
      rules: ["Twin", "Pair"].flatMap { name in [1, 2].map { Sample.rule(name, id: "\(name)-\($0)") } },
      outline: ["Pair", "Pair", "Twin", "Twin"].map { "kids \($0) disabled→- problem" },
      problems: ["kids object.ambiguous", "kids object.ambiguous"]),
    Case(
      name: "each empty pattern beside others is a warning of its own",
      names: [.pattern("Bedtime-*"), .pattern("Downtime-*"), .pattern("Homework-*")],
      rules: [a], outline: ["kids Downtime-A disabled→enabled change"],
      warnings: ["pattern.fits-nothing", "pattern.fits-nothing"]),
    Case(
      name: "an id that fits none", names: [.id("nowhere")], rules: [a], outline: [],
      problems: ["kids object.not-found"]),
    Case(
      name: "a target that selects nothing is a problem", names: [.pattern("Bedtime-*")], rules: [a], outline: [],
      problems: ["kids target.selects-nothing"]),
    Case(
      name: "a target that selects only what is left alone is a problem", names: [.pattern("*-allow")],
      rules: [allow], outline: ["kids Downtime-Allow enabled→- leave"], problems: ["kids target.selects-nothing"]),
    Case(
      name: "one empty pattern beside others is a warning", names: [.pattern("Bedtime-*"), .pattern("Downtime-*")],
      rules: [a], outline: ["kids Downtime-A disabled→enabled change"], warnings: ["pattern.fits-nothing"]),
    Case(
      name: "selected twice by one target is selected once", names: [.name("Downtime-A"), .pattern("Downtime-*")],
      rules: [a], outline: ["kids Downtime-A disabled→enabled change"]),
    Case(
      name: "a rule that blocks everything is not enabled", names: [.name("All")],
      rules: [Sample.rule("All", refusal: Message(code: "unifi.blocks-everything", "blocks everything"))],
      outline: ["kids All disabled→enabled problem"], problems: ["kids unifi.blocks-everything"]),
    Case(
      name: "a rule that blocks everything and is enabled already stands", names: [.name("All")],
      rules: [Sample.rule("All", .enabled, refusal: Message(code: "unifi.blocks-everything", "blocks everything"))],
      outline: ["kids All enabled→enabled none"]),
  ]

  @Test(arguments: cases) func selects(_ example: Case) throws {
    let target = Sample.acl("kids", example.names, not: example.not)
    let plan = try Sample.plan([(target, Sample.verdict(.off))], rules: example.rules)
    #expect(plan.outline == example.outline)
    #expect(plan.problemCodes == example.problems)
    #expect(plan.warnings.map(\.message.code) == example.warnings)
  }

  @Test func anObjectOfTwoTargetsIsTouchedByNeither() throws {
    let plan = try Sample.plan(
      [
        (Sample.acl("kids", [.pattern("Downtime-*")]), Sample.verdict(.off)),
        (Sample.acl("guests", [.name("Downtime-A")]), Sample.verdict(.on)),
      ], rules: [Self.a, Self.b])
    #expect(
      plan.outline == [
        "kids Downtime-A disabled→- problem", "kids Downtime-B enabled→enabled none",
        "guests Downtime-A disabled→- problem",
      ])
    #expect(plan.problemCodes == ["kids object.two-targets"])
    #expect(plan.problems.first?.message.text == "selected by 'kids' and 'guests'; left alone")
  }

  @Test func whatOneTargetCannotTellApartIsTouchedByNoOther() throws {
    let plan = try Sample.plan(
      [
        (Sample.acl("kids", [.name("twin")]), Sample.verdict(.off)),
        (Sample.acl("guests", [.pattern("Twi*")]), Sample.verdict(.off)),
      ], rules: [Sample.rule("Twin", id: "one"), Sample.rule("Twin", id: "two"), Sample.rule("Twist")])
    #expect(plan.changes.map(\.name) == ["Twist"])
    #expect(plan.problemCodes == ["kids object.ambiguous", "guests object.two-targets"])
  }

  @Test func aNearNameIsProposed() throws {
    let plan = try Sample.plan(
      [(Sample.acl("kids", [.name("Downtime-AA")]), Sample.verdict(.off))], rules: [Self.a])
    #expect(plan.problems.first?.message.hint == "did you mean 'Downtime-A'?")
  }
}
