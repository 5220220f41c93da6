import Foundation
import Policies
import Providers
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import Presentation
@testable import ReconcileCLI

/// Commands that messages suggest name the policy that was given, as it has to be typed.
@Suite struct SuggestedCommandTests {
  private static let path = "my house.yaml"
  private static let named = " --policy 'my house.yaml'"

  /// What suggests a command, and what is run before.
  static let lines: [(before: [String], line: String)] = [
    ([], "override"), ([], "override kids"), ([], "override kids on"), ([], "override kids off 2h"),
    ([], "override end"), ([], "override extend"), ([], "override extend x --for 1h"), ([], "override end 9"),
    ([], "override end kids"), ([], "override rm kids"), ([], "override kids on --until now"),
    ([], "override kids on --from 23:00 --until 2026-11-20T22:00:00Z"), ([], "override kids off --for 1h"),
    ([], "override tv on --for 30m"), (["override devices on --for 1h"], "override end kids"),
    (["override kids on --for 2h"], "override kids on --until 21:30"),
    (
      ["override kids off --until \"sat 10:00\"", "override kids on --until \"sat 11:00\""],
      "override extend 1 --until \"sat 10:30\""
    ),
    ([], "more"), ([], "more kids"), ([], "more 30m kids"), ([], "more kids 30m tv"), ([], "more pihole 30m"),
    ([], "more kids for 30m"), (["lock kids --for 2h"], "more kids 10m"),
    ([], "lock"), ([], "lock kids"), ([], "lock kids 2h"), ([], "lock kids for 2h"),
    ([], "ask"), ([], "ask kids on"), ([], "ask kids on --for 30m"), ([], "ask kids --more 30m"),
    ([], "ask kids on --more 30m"), ([], "approve"), ([], "deny x"), ([], "cancel 9"), ([], "approve 9 --send"),
    ([], "kids off 2h"), ([], "unlock kids"), ([], "turn off kids"), ([], "list"), ([], "undo"),
  ]

  @Test(arguments: lines) func nameThePolicy(_ before: [String], _ line: String) throws {
    let (usual, scene) = (OverrideScene(), OverrideScene())
    let files = FakeFiles(texts: [Self.path: OverrideScene.policy])
    for line in before {
      #expect(usual.run(line).status == 0)
      #expect(scene.run(Self.words(line) + ["--policy", Self.path], files: files).status == 0)
    }
    let plain = usual.run(line)
    let run = scene.run(Self.words(line) + ["--policy", Self.path], files: files)
    #expect(plain.status != 0 && run.status == plain.status, "\(run)")
    let hint = try #require(run.error.split(separator: "\n").first { $0.hasPrefix("hint: ") })
    let commands = hint.components(separatedBy: "reconcile ").count - 1
    #expect(commands > 0 && hint.components(separatedBy: Self.named).count - 1 == commands, "\(hint)")
    #expect(run.error.replacing(Self.named, with: "") == plain.error)
  }

  /// What is to be typed is taken, and is about that policy.
  @Test(arguments: [
    "override kids off 2h", "more 30m kids", "more kids 30m tv", "lock kids 2h", "turn off kids", "kids on 2h",
  ])
  func areTaken(_ line: String) throws {
    let scene = OverrideScene()
    let files = FakeFiles(texts: [Self.path: OverrideScene.policy])
    let error = scene.run(Self.words(line) + ["--policy", Self.path], files: files).error
    let typed = try #require(error.components(separatedBy: "type: reconcile ").last?.dropLast())
    let run = scene.run(Self.words(String(typed).replacing("'", with: "\"")), files: files)
    #expect(run.status == 0 || run.error.contains("anyway"), "\(typed): \(run)")
  }

  /// What else was given is said again where it is taken, and no secret is. It is Friday, 21:00:04.
  @Test(
    arguments: [
      (
        "more 30m kids --because \"it's late\" --apply",
        "type: reconcile more kids 30m --because 'it'\\''s late' --apply"
      ),
      ("more kids until 22:00 --apply", "type: reconcile override kids on --until 22:00 --apply"),
      ("override kids off 2h --because=--x", "type: reconcile override kids off --for 2h --because=--x"),
      ("override kids off --because x", "for example: reconcile override kids off --for 30m --because x"),
      ("override kids --because x", "for example: reconcile override kids on --for 30m --because x"),
      ("override off kids --because x", "for example: reconcile override kids off --for 30m --because x"),
      ("override rm kids --because x --apply", "did you mean 'reconcile override end kids --apply'?"),
      ("lock kids --because x --format json", "for example: reconcile lock kids --for 2h --because x --format json"),
      (
        "override kids off --for 1h --because x",
        "'reconcile lock kids --for 1h --because x' keeps it off until then whatever the schedule says"
      ),
      (
        "override tv on --for 30m --because x",
        "'reconcile more tv 30m --because x' moves bedtime to 22:30"
      ),
      ("kids off 2h --because x --apply", "type: reconcile override kids off --for 2h --because x --apply"),
      ("kids off 2h --format xml", "type: reconcile override kids off --for 2h"),
      ("kids off 2h --wait --notify-url https://example.org/token", "type: reconcile override kids off --for 2h"),
      ("setup --api-key token", "did you mean 'reconcile init'?"),
      ("override list x --because y", "'reconcile help' shows what may be given"),
      ("override end --because y --apply", "'--because' does not belong to 'override end'"),
    ] as [(String, String)])
  func sayWhatElseWasGiven(_ line: String, _ hint: String) {
    let run = OverrideScene().run(line)
    #expect(run.status != 0 && run.error.unwrapped.hasSuffix(hint), "\(run)")
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: "\"").enumerated().flatMap { part -> [String] in
      part.offset % 2 == 1 ? [String(part.element)] : part.element.split(separator: " ").map { String($0) }
    }
  }

  /// What is said of a policy is a result, and not on standard error.
  @Test func thoseOfAPolicyNameIt() {
    let policy = OverrideScene.policy.replacing("kids off 21:00–07:00", with: "kids off tomorrow")
    let run = TestWorld(files: [Self.path: policy]).run("validate", Self.path)
    #expect(
      run.output.contains(
        "hint: run 'reconcile override kids off --from tomorrow --until 24:00\(Self.named)', or write"), "\(run)")
  }

  /// A report is laid out after that, and cuts no command.
  @Test(arguments: [
    ("See: reconcile doctor 'my house.yaml'", nil), ("See 'reconcile doctor 'my house.yaml''", nil),
    ("'reconcile units /etc/reconcile/policy.yaml' prints one", nil),
    ("See: reconcile doctor", "See: reconcile doctor --policy 'my house.yaml'"),
    ("'reconcile pair door' makes it", "'reconcile pair door --policy 'my house.yaml'' makes it"),
    ("It helps: reconcile apply; or wait", "It helps: reconcile apply --policy 'my house.yaml'; or wait"),
  ]) func thoseOfAReportNameIt(_ text: String, _ completed: String?) throws {
    let invocation = try Invocation(["plan", Self.path], OptionTable(.shipped))
    let places = NamedPlaces(invocation)
    #expect(places.completing(sentence: text) == completed ?? text)
    let style = Style(isOn: false, screen: Screen(columns: 60), completing: places.completing(sentence:))
    let lines = style.wrapped("Something that takes a line of its own says more. " + text, indent: "")
    #expect(lines.joined(separator: " ").hasSuffix(completed ?? text), "\(lines)")
    #expect(lines.allSatisfy { $0.count <= 60 })
  }

  /// A screen that is narrow breaks the hint after that.
  @Test func areWholeOnANarrowScreen() {
    var world = TestWorld(files: [Self.path: OverrideScene.policy])
    world.columns = 40
    let run = world.run("lock", "kids", "2h", "--policy", Self.path)
    #expect(run.error.unwrapped.contains("type: reconcile lock kids --for 2h" + Self.named), "\(run)")
    #expect(run.error.split(separator: "\n").allSatisfy { $0.count <= 40 })
  }

  /// What ended is made again as what it was.
  @Test(arguments: [
    ("lock kids --for 10m", "make a new one: reconcile lock kids --for 30m"),
    ("more kids 10m", "make a new one: reconcile more kids 30m"),
    ("override kids on --for 10m", "make a new one: reconcile override kids on --for 30m"),
  ]) func makeWhatHasEndedAgain(_ line: String, _ hint: String) {
    let scene = OverrideScene()
    #expect(scene.run(line).status == 0)
    scene.pass(700)
    #expect(scene.run("override end 1").error.hasSuffix("hint: \(hint)\n"))
    #expect(scene.run("override extend 1 --for 1h").error.hasSuffix("hint: \(hint)\n"))
  }

  /// Who wants to end what never began wants no new one.
  @Test func whatNeverBeganIsNotMadeAgain() {
    let scene = OverrideScene()
    _ = scene.run("override kids off --from \"sat 12:00\" --until \"sat 13:00\"")
    #expect(scene.run("override end 1").status == 0)
    let run = scene.run("override end 1")
    #expect(run.status == 1 && run.error == "reconcile: override 1 (kids off) has already ended: 21:00:04\n", "\(run)")
  }

  /// Words of a message that are no command to type, and commands that say it already, stay as they are.
  @Test(arguments: [
    (
      "hint: 'reconcile more kids 1h' moves bedtime",
      "hint: 'reconcile more kids 1h --policy p.yaml --state s' moves bedtime"
    ),
    (
      "hint: type: reconcile lock kids --for '1 day'",
      "hint: type: reconcile lock kids --for '1 day' --policy p.yaml --state s"
    ),
    (
      "hint: 'reconcile override extend 1 --until \"fri 7am\"' ends it; for example: reconcile more kids 5m; or not",
      "hint: 'reconcile override extend 1 --until \"fri 7am\" --policy p.yaml --state s' ends it; "
        + "for example: reconcile more kids 5m --policy p.yaml --state s; or not"
    ),
    (
      #"hint: did you mean 'reconcile lock 'it'\''s' --for 1h'?"#,
      #"hint: did you mean 'reconcile lock 'it'\''s' --for 1h --policy p.yaml --state s'?"#
    ),
    ("hint: 'reconcile apply --policy q.yaml' does", "hint: 'reconcile apply --policy q.yaml --state s' does"),
    ("hint: 'reconcile validate p.yaml' tells", "hint: 'reconcile validate p.yaml' tells"),
    ("hint: 'reconcile history' tells", "hint: 'reconcile history --state s' tells"),
    ("hint: 'sudo reconcile doctor' checks", "hint: 'sudo reconcile doctor --policy p.yaml --state s' checks"),
    ("hint: 'reconcile help' lists", nil), ("hint: usage: reconcile compare OLD NEW", nil),
    ("hint: reconcile is fine", nil), ("kids off # type: reconcile more kids 5m", nil),
    ("reconcile: what: reconcile override end ID, TARGET or all", nil),
    (
      "reconcile: warning: it holds; 'reconcile override end 1' ends it",
      "reconcile: warning: it holds; 'reconcile override end 1 --policy p.yaml --state s' ends it"
    ),
  ]) func areFound(_ text: String, _ completed: String?) {
    let places = NamedPlaces(["more", "--policy", "p.yaml", "--state=s"], OptionTable(.shipped))
    #expect(places.completing(text + "\n") == (completed ?? text) + "\n")
    #expect(NamedPlaces(["more"], OptionTable(.shipped)).completing(text) == text)
  }

  /// The policy may be named anywhere, also where the rest of the line is wrong.
  @Test(arguments: [
    (["validate", "p.yaml"], true), (["p.yaml"], true), (["more", "--policy=p.yaml"], true),
    (["--policy", "p.yaml", "teleport", "kids"], true), (["explain", "kids", "p.yaml"], true),
    (["teleport"], false), (["more", "--policy"], false), (["more", "p.yaml"], false),
  ]) func thePolicyIsFound(_ arguments: [String], _ isNamed: Bool) {
    let table = OptionTable(.shipped)
    let places = (try? Invocation(arguments, table)).map { NamedPlaces($0) } ?? NamedPlaces(arguments, table)
    let completed = isNamed ? "hint: 'reconcile requests --policy p.yaml'" : "hint: 'reconcile requests'"
    #expect(places.completing("hint: 'reconcile requests'") == completed)
  }
}
