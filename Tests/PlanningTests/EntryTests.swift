import Documents
import PiHole
import Planning
import Policies
import Providers
import TestSupport
import Testing
import UniFi

/// Domain entries: what is created, switched and removed, and what is not this policy's to touch.
@Suite struct EntryTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var targets: [(Target, TargetState)]
    var live: [ObservedObject] = []
    var groups = [Sample.defaultGroup, Sample.kidsGroup]
    var outline: [String]
    var problems: [String] = []
    var warnings: [String] = []
    var testDescription: String { name }
  }

  static let tube = Sample.domains("tube", ["youtube.com"])
  static let school = Sample.domains("school", ["bbc.co.uk"], list: .allow)

  // MARK: - What there is and what there is not

  static let switched: [Case] = [
    Case(
      name: "a deny entry that is not there is created when its target is off", targets: [(tube, .off)],
      outline: ["tube youtube.com absent→enabled change"]),
    Case(
      name: "and is not created to stand disabled", targets: [(tube, .on)],
      outline: ["tube youtube.com absent→absent none"]),
    Case(
      name: "an allow entry is created when its target is on", targets: [(school, .on)],
      outline: ["school bbc.co.uk absent→enabled change"]),
    Case(
      name: "and not when it is off", targets: [(school, .off)], outline: ["school bbc.co.uk absent→absent none"]),
    Case(
      name: "an own deny entry is disabled when its target is on", targets: [(tube, .on)],
      live: [Sample.entry("youtube.com")], outline: ["tube youtube.com enabled→disabled change"]),
    Case(
      name: "an own allow entry is disabled when its target is off", targets: [(school, .off)],
      live: [Sample.entry("bbc.co.uk", list: .allow)], outline: ["school bbc.co.uk enabled→disabled change"]),
    Case(
      name: "in place", targets: [(tube, .off)], live: [Sample.entry("youtube.com")],
      outline: ["tube youtube.com enabled→enabled none"]),
    Case(
      name: "leave wants nothing, there or not",
      targets: [(Sample.domains("tube", ["a.com", "b.com"]), .leave)], live: [Sample.entry("a.com")],
      outline: ["tube a.com enabled→- leave", "tube b.com absent→- leave"]),
    Case(
      name: "observe reports what would be created",
      targets: [(Sample.domains("tube", ["youtube.com"], enforcement: .observe), .off)],
      outline: ["tube youtube.com absent→enabled observe"]),
    Case(
      name: "the same entry twice in one target is one",
      targets: [(Sample.domains("tube", ["münchen.de", "xn--mnchen-3ya.de", "münchen.de"]), .off)],
      live: [Sample.entry("xn--mnchen-3ya.de", "münchen.de", at: .disabled)],
      outline: ["tube münchen.de disabled→enabled change"]),
  ]

  // MARK: - Which entry is which

  static let told: [Case] = [
    Case(
      name: "case does not matter for a domain", targets: [(tube, .off)], live: [Sample.entry("YouTube.com")],
      outline: ["tube YouTube.com enabled→enabled none"]),
    Case(
      name: "canonical equivalence", targets: [(Sample.domains("tube", ["cafe\u{301}.example"]), .off)],
      live: [Sample.entry("xn--caf-dma.example", "caf\u{E9}.example")],
      outline: ["tube café.example enabled→enabled none"]),
    Case(
      name: "sharp s is no ss: these are two domains", targets: [(Sample.domains("tube", ["straße.de"]), .off)],
      live: [Sample.entry("strasse.de", comment: nil)], outline: ["tube straße.de absent→enabled change"]),
    Case(
      name: "nothing is stripped: a last dot is another entry", targets: [(tube, .off)],
      live: [Sample.entry("youtube.com.", comment: nil)], outline: ["tube youtube.com absent→enabled change"]),
    Case(
      name: "an entry of the other list is another entry", targets: [(tube, .off)],
      live: [Sample.entry("youtube.com", list: .allow, comment: nil)],
      outline: ["tube youtube.com absent→enabled change"]),
    Case(
      name: "a regular expression is no domain", targets: [(Sample.domains("tube", regex: ["youtube.com"]), .off)],
      live: [Sample.entry("youtube.com", comment: nil)],
      outline: ["tube regex:youtube.com absent→enabled change"]),
    Case(
      name: "regular expressions that differ in case are two",
      targets: [(Sample.domains("tube", regex: ["a.C"]), .off)],
      live: [Sample.entry("a.c", regex: true, comment: nil), Sample.entry("a.C", regex: true, at: .disabled)],
      outline: ["tube regex:a.C disabled→enabled change"]),
    Case(
      name: "and those that differ in bytes alone", targets: [(Sample.domains("tube", regex: ["e\u{301}"]), .off)],
      live: [Sample.entry("\u{E9}", regex: true, comment: nil)],
      outline: ["tube regex:e\u{301} absent→enabled change"]),
    Case(
      name: "two that differ only in case are touched neither", targets: [(tube, .off)],
      live: [Sample.entry("youtube.com", at: .disabled), Sample.entry("YouTube.com", at: .disabled)],
      outline: ["tube YouTube.com disabled→- problem", "tube youtube.com disabled→- problem"],
      problems: ["tube object.ambiguous"]),
  ]

  // MARK: - Whose they are

  static let owned: [Case] = [
    Case(
      name: "no mark", targets: [(tube, .off)], live: [Sample.entry("youtube.com", at: .disabled, comment: nil)],
      outline: ["tube youtube.com disabled→- problem"], problems: ["tube entry.not-owned"]),
    Case(
      name: "a mark among other words", targets: [(tube, .off)],
      live: [Sample.entry("youtube.com", at: .disabled, comment: "see\u{A0}wiki\nreconcile:home\tplease")],
      outline: ["tube youtube.com disabled→enabled change"]),
    Case(
      name: "the mark of another policy", targets: [(tube, .off)],
      live: [Sample.entry("youtube.com", at: .disabled, comment: "reconcile:homes reconcile:hom xreconcile:home")],
      outline: ["tube youtube.com disabled→- problem"], problems: ["tube entry.not-owned"]),
    Case(
      name: "no mark is a problem in whatever state", targets: [(tube, .leave)],
      live: [Sample.entry("youtube.com", comment: nil)],
      outline: ["tube youtube.com enabled→- problem"], problems: ["tube entry.not-owned"]),
    Case(
      name: "an entry of two targets", targets: [(tube, .off), (Sample.domains("more", ["youtube.com"]), .on)],
      live: [Sample.entry("YouTube.com")],
      outline: ["tube YouTube.com enabled→- problem", "more YouTube.com enabled→- problem"],
      problems: ["tube object.two-targets"]),
    Case(
      name: "an entry of two targets that is not there",
      targets: [(tube, .off), (Sample.domains("more", ["youtube.com"]), .on)],
      outline: ["tube youtube.com absent→- problem", "more youtube.com absent→- problem"],
      problems: ["tube object.two-targets"]),
    Case(
      name: "an entry of two targets in two spellings",
      targets: [(Sample.domains("a", ["münchen.de"]), .off), (Sample.domains("b", ["xn--mnchen-3ya.de"]), .off)],
      live: [Sample.entry("xn--mnchen-3ya.de", "münchen.de")],
      outline: ["a münchen.de enabled→- problem", "b münchen.de enabled→- problem"],
      problems: ["a object.two-targets"]),
  ]

  // MARK: - Groups

  static let grouped: [Case] = [
    Case(
      name: "other groups are not put right", targets: [(tube, .off)],
      live: [Sample.entry("youtube.com", at: .disabled, groups: ["Default", "kids"])],
      outline: ["tube youtube.com disabled→- problem"], problems: ["tube entry.other-groups"]),
    Case(
      name: "groups compare as names, in any order",
      targets: [(Sample.domains("tube", ["youtube.com"], groups: ["KIDS", "default", "Kids"]), .off)],
      live: [Sample.entry("youtube.com", groups: ["Default", "kids"])],
      outline: ["tube youtube.com enabled→enabled none"]),
    Case(
      name: "a group that is missing holds back the whole target",
      targets: [
        (Sample.domains("tube", ["youtube.com", "a.com"], groups: ["kidz", "Default", "tv"], prune: true), .off)
      ],
      live: [Sample.entry("youtube.com", at: .disabled), Sample.entry("old.com")], outline: [],
      problems: ["tube entry.group-not-found", "tube entry.group-not-found"]),
    Case(
      name: "a group of which there are two",
      targets: [(Sample.domains("tube", ["youtube.com"], groups: ["kids"]), .off)],
      groups: [Sample.kidsGroup, Sample.group("Kids", number: 2)], outline: [],
      problems: ["tube entry.group-ambiguous"]),
  ]

  // MARK: - Pruning

  static let pruning = Sample.domains("tube", ["youtube.com"], prune: true)
  static let pruned: [Case] = [
    Case(
      name: "what carries the mark and is named no more is removed, of both lists, enabled or not",
      targets: [(pruning, .off)],
      live: [
        Sample.entry("youtube.com"), Sample.entry("old.com"), Sample.entry("old.com", list: .allow, at: .disabled),
        Sample.entry("o.d", regex: true), Sample.entry("mine.com", comment: "by hand"),
      ],
      outline: [
        "tube old.com disabled→absent change", "tube old.com enabled→absent change",
        "tube regex:o.d enabled→absent change", "tube youtube.com enabled→enabled none",
      ]),
    Case(
      name: "what another target names stays", targets: [(pruning, .off), (school, .off)],
      live: [Sample.entry("bbc.co.uk", list: .allow)],
      outline: ["tube youtube.com absent→enabled change", "school bbc.co.uk enabled→disabled change"]),
    Case(
      name: "what is named in another spelling stays",
      targets: [(Sample.domains("tube", ["münchen.de"], prune: true), .off)],
      live: [Sample.entry("xn--mnchen-3ya.de", "münchen.de")], outline: ["tube münchen.de enabled→enabled none"]),
    Case(
      name: "the first target that prunes lists them", targets: [(school, .on), (pruning, .off), (second, .off)],
      live: [Sample.entry("old.com")],
      outline: [
        "school bbc.co.uk absent→enabled change", "tube old.com enabled→absent change",
        "tube youtube.com absent→enabled change", "second b.com absent→enabled change",
      ]),
    Case(
      name: "nothing is removed while it is left alone", targets: [(pruning, .leave), (second, .off)],
      live: [Sample.entry("old.com")],
      outline: [
        "tube old.com enabled→- leave", "tube youtube.com absent→- leave", "second b.com absent→enabled change",
      ]),
    Case(
      name: "observe reports what would be removed",
      targets: [(Sample.domains("tube", ["youtube.com"], prune: true, enforcement: .observe), .on)],
      live: [Sample.entry("old.com")],
      outline: ["tube old.com enabled→absent observe", "tube youtube.com absent→absent none"]),
    Case(
      name: "without prune a warning tells of them", targets: [(tube, .off)], live: [Sample.entry("old.com")],
      outline: ["tube youtube.com absent→enabled change"], warnings: ["entry.orphaned"]),
    Case(
      name: "one of two that differ in case is named, and nothing of them is removed", targets: [(pruning, .off)],
      live: [Sample.entry("youtube.com"), Sample.entry("YouTube.com")],
      outline: ["tube YouTube.com enabled→- problem", "tube youtube.com enabled→- problem"],
      problems: ["tube object.ambiguous"]),
  ]
  static let second = Sample.domains("second", ["b.com"], prune: true)

  @Test(arguments: switched + told + owned + grouped + pruned) func decides(_ example: Case) throws {
    let targets = example.targets.map { ($0.0, Sample.verdict($0.1)) }
    for live in [example.live, example.live.reversed()] {
      let plan = try Sample.plan(targets, live: ["pihole": live + example.groups], past: Sample.knowing(live))
      #expect(plan.outline == example.outline)
      #expect(plan.problemCodes == example.problems)
      #expect(plan.warnings.map(\.message.code) == example.warnings)
    }
  }

  /// Entries with the mark of the owner that no run with this state has had are left alone, and told of: who wrote them may
  /// have another file.
  @Test func whatTheStateDoesNotKnowIsNotRemoved() throws {
    let live = [
      Sample.entry("youtube.com"), Sample.entry("old.com"), Sample.entry("off.com", at: .disabled),
      Sample.entry("known.com"),
    ]
    let known = try Sample.plan(
      [(Self.pruning, Sample.verdict(.off))], live: ["pihole": live + [Sample.defaultGroup]],
      past: Sample.knowing([live[3]]))
    #expect(known.outline == ["tube known.com enabled→absent change", "tube youtube.com enabled→enabled none"])
    #expect(known.warnings.map(\.message.code) == ["made.strange"])
    #expect(known.leftBehind.map(\.closing.name) == ["old.com"])
    #expect(known.leftBehind.allSatisfy { $0.closing.isStrange })
    let nothing = try Sample.plan(
      [(Self.pruning, Sample.verdict(.off))], live: ["pihole": live + [Sample.defaultGroup]], past: Sample.knowing([]))
    #expect(nothing.outline == ["tube youtube.com enabled→enabled none"])
  }

  // MARK: - What a change says

  @Test func aChangeSaysAllThatIsNeededToCreateAnEntry() throws {
    let target = Sample.domains("tube", ["münchen.de"], regex: ["^A"], groups: ["KIDS", "Default"])
    let plan = try Sample.plan(
      [(target, Sample.verdict(.off))], live: ["pihole": [Sample.defaultGroup, Sample.kidsGroup]])
    #expect(plan.changes.map(\.id) == ["deny/exact/münchen.de", "deny/regex/^A"])
    #expect(
      plan.changes.map(\.domainEntry) == [
        DomainEntry(
          list: .deny, isRegex: false, text: "münchen.de", groups: ["kids", "Default"], mark: "reconcile:home"),
        DomainEntry(list: .deny, isRegex: true, text: "^A", groups: ["kids", "Default"], mark: "reconcile:home"),
      ], "groups as the Pi-hole spells them")
    #expect(
      plan.fingerprintText == """
        pihole\tdomain\tdeny/exact/münchen.de\tabsent\tenabled\t
        pihole\tdomain\tdeny/regex/^A\tabsent\tenabled\t

        """)
  }

  @Test func aRemovalNamesTheEntryAsItIsStored() throws {
    let old = Sample.entry("xn--mnchen-3ya.de", "münchen.de", groups: ["kids"])
    let plan = try Sample.plan(
      [(Self.pruning, Sample.verdict(.on))], live: ["pihole": [Sample.defaultGroup, Sample.kidsGroup, old]],
      past: Sample.knowing([old]))
    let change = try #require(plan.changes.first)
    #expect(change.id == old.id && change.to == SwitchState(.absent) && change.domainEntry?.text == "xn--mnchen-3ya.de")
    #expect(plan.entries.first?.notes.map(\.code) == ["entry.unnamed"])
  }

  @Test func otherGroupsAreNamedOnBothSides() throws {
    let plan = try Sample.plan(
      [(Self.tube, Sample.verdict(.off))],
      live: ["pihole": [Sample.defaultGroup, Sample.entry("youtube.com", groups: ["tv", "kids"])]])
    #expect(
      plan.problems.first?.message.text
        == "its groups are 'kids' and 'tv', the policy says 'Default'; left alone")
  }

  @Test func aMissingGroupIsProposed() throws {
    let target = Sample.domains("tube", ["youtube.com"], groups: ["kidz"])
    let plan = try Sample.plan([(target, Sample.verdict(.off))], live: ["pihole": [Sample.kidsGroup]])
    #expect(plan.problems.first?.message.hint == "did you mean 'kids'?")
    #expect(plan.problems.first?.kind == .group && plan.problems.first?.name == "kidz")
  }

  // MARK: - A part of the targets, more than one Pi-hole

  @Test func entriesOfTargetsThatAreNotAskedForAreNamedAllTheSame() throws {
    let live = ["pihole": [Sample.defaultGroup, Sample.entry("bbc.co.uk", list: .allow), Sample.entry("old.com")]]
    let targets = [(Self.pruning, Sample.verdict(.off)), (Self.school, Sample.verdict(.off))]
    let outline = { (only: String) in try Sample.plan(targets, live: live, only: [Name(only)]).outline }
    #expect(
      try outline("tube") == ["tube old.com enabled→absent change", "tube youtube.com absent→enabled change"])
    #expect(try outline("school") == ["school bbc.co.uk enabled→disabled change"])
    let shared = [(Self.tube, Sample.verdict(.off)), (Sample.domains("b", ["youtube.com"]), Sample.verdict(.on))]
    let plan = try Sample.plan(shared, live: live, only: [Name("b")])
    #expect(plan.outline == ["b youtube.com absent→- problem"])
  }

  /// Lists that are exchanged for others add up: what was made for the policy and is named no more counts as well.
  @Test(arguments: [(9996, 4, 0), (9998, 2, 2), (10_000, 0, 4)])
  func noMoreAreMadeThanCanBeRead(_ former: Int, _ made: Int, _ leftOut: Int) throws {
    let live = [Sample.defaultGroup] + (0..<former).map { Sample.entry("former-\($0).com") }
    let targets = [
      (Sample.domains("a", ["a1.com", "a2.com", "a3.com"]), Sample.verdict(.off)),
      (Sample.domains("b", ["b1.com"]), Sample.verdict(.off)),
    ]
    let plan = try Sample.plan(targets, live: ["pihole": live])
    #expect(plan.changes.count == made)
    #expect(plan.changes.map(\.name) == Array(["a1.com", "a2.com", "a3.com", "b1.com"].prefix(made)))
    #expect(plan.entries.count { $0.notes.contains { $0.code == "entry.no-room" } } == leftOut)
    #expect(plan.problems.map(\.target) == (leftOut == 0 ? [] : [Name("a"), Name("b")]))
    #expect(plan.problems.allSatisfy { $0.message.hint?.contains("reconcile:home") ?? false })
  }

  @Test func eachOfTwoPiHolesHasItsOwnLine() throws {
    let targets = [
      (Sample.domains("down", ["youtube.com"]), Sample.verdict(.off)),
      (Sample.domains("up", ["youtube.com"], on: "attic"), Sample.verdict(.off)),
      (Sample.target("tube", .targets([Name("down"), Name("up")])), Sample.verdict(.off)),
    ]
    let plan = try Sample.plan(
      targets,
      live: [
        "pihole": [Sample.defaultGroup, Sample.entry("youtube.com")],
        "attic": [Sample.defaultGroup, Sample.entry("youtube.com", at: .disabled), Sample.entry("old.com")],
      ], only: [Name("tube")])
    #expect(
      plan.outline == ["down youtube.com enabled→enabled none", "up youtube.com disabled→enabled change"])
    #expect(plan.changes.map(\.system) == [Name("attic")])
    #expect(plan.warnings.map(\.system) == [Name("attic")])
    #expect(plan.problems.isEmpty)
  }

  @Test("groups come with domain entries and are not asked for beside them") func groupsComeWithEntries() throws {
    let planner = Planner(
      policy: try Sample.policy([Self.tube]), verdicts: [(Self.tube.name, Sample.verdict(.off))], now: Sample.now)
    #expect(planner.interests.map(\.kinds) == [[.domain]])
  }
}
