import Documents
import Foundation
import TestSupport
import Testing
import Text

@testable import Controller
@testable import Host
@testable import Presentation
@testable import ReconcileCLI

/// A first word that is no command: what is said, and that what is proposed is accepted.
@Suite struct UnknownCommandTests {
  private static var world: TestWorld { TestWorld(files: ["policy.yaml": MixedHousehold.file]) }

  static let meant: [(line: String, hint: String)] = [
    ("aply", "did you mean 'reconcile apply'?"),
    ("timelin policy.yaml", "did you mean 'reconcile timeline policy.yaml'?"),
    ("check policy.yaml", "did you mean 'reconcile validate policy.yaml'?"),
    ("list", "did you mean 'reconcile override list'?"), ("why", "did you mean 'reconcile explain'?"),
    ("unapply", "'reconcile help' lists the commands"), ("untrust pihole", "'reconcile help' lists the commands"),
    ("undo", "did you mean 'reconcile override list'?"), ("logs", "did you mean 'reconcile history'?"),
    ("off kids", "type: reconcile override kids off --for 1h"),
    ("block kids 90m", "type: reconcile override kids off --for 90m"),
    ("kids on for 30m", "type: reconcile override kids on --for 30m"),
    ("kids off until 22:00", "type: reconcile override kids off --until 22:00"),
    ("pause pihole 30m", "type: reconcile override pihole paused --for 30m"),
    ("kids off tonight", "type: reconcile override kids off --until 07:00"),
    ("kids off from 18:00", "type something like: reconcile override kids off --from 18:00 --for 1h"),
    ("kids off after 18:00", "type something like: reconcile override kids off --from 18:00 --for 1h"),
    ("kids off at 18:00", "type something like: reconcile override kids off --from 18:00 --for 1h"),
    ("kids off from saturday", "type something like: reconcile override kids off --from saturday --until 24:00"),
    ("kids off on saturday", "type: reconcile override kids off --from saturday --until 24:00"),
    ("kids off for 2h from 18:00", "type: reconcile override kids off --from 18:00 --for 2h"),
    ("kids off next friday", "type something like: reconcile override kids off --from friday --until 24:00"),
    (
      "kids off on saturday from 15:00 to 17:00",
      "type: reconcile override kids off --from 'saturday 15:00' --until 17:00"
    ),
    ("kids off for an hour and a half", "type: reconcile override kids off --for 1h30m"),
    ("end kids", "did you mean 'reconcile override end kids'?"), ("end", "did you mean 'reconcile override end all'?"),
    ("rm 3", "did you mean 'reconcile override end 3'?"), ("rm", "did you mean 'reconcile override list'?"),
    ("stop override", "did you mean 'reconcile override end all'?"),
    ("stop override 3", "did you mean 'reconcile override end 3'?"), ("stop watch", "'reconcile help' lists"),
    ("disapprove 1", "did you mean 'reconcile deny 1'?"), ("unapprove 1", "did you mean 'reconcile deny 1'?"),
    ("reject 1", "did you mean 'reconcile deny 1'?"), ("decline 1", "did you mean 'reconcile deny 1'?"),
    ("disable pihole 5m", "type: reconcile override pihole paused --for 5m"),
    (
      "disable gateway 5m", "'gateway' is not a target of the policy; for example: reconcile override kids off --for 5m"
    ),
    ("kidz off 1h", "type: reconcile override kids off --for 1h"),
    (
      "all off for 1h",
      "name each target; for example: reconcile override kids guests twins ssid bed shops off --for 1h"
    ),
    (
      "resume kids", "to end an override, type: reconcile override end kids; to override the schedule, type: reconcile "
    ),
    ("disable bell", "'reconcile explain bell' says what it is"),
    ("kids off until whenever", "type something like: reconcile override kids off --for 1h"),
    ("unlock doors", "; to unlock a door, type: reconcile override doors unlocked --for 1h"),
    (
      "unlock kids",
      "to end a lock, type: reconcile override end kids; to override the schedule, type: reconcile override kids on --for 1h"
    ),
    ("turn off kids", "type: reconcile override kids off --for 1h"),
    ("switch kids on 20m", "type: reconcile override kids on --for 20m"),
    ("turn on kids until 22:00", "type: reconcile override kids on --until 22:00"),
    ("switch off 2h", "for example: reconcile override kids off --for 2h"),
    ("stop media 20m", "type: reconcile override media stopped --for 20m"),
    ("shut garage", "type: reconcile override garage closed --for 1h"),
    ("doors locked until 22:00", "type: reconcile override doors locked --until 22:00"),
    ("start policy.yaml", "did you mean 'reconcile watch policy.yaml'?"), ("leave kids", "'reconcile help' lists"),
    ("teleport", "'reconcile help' lists the commands"), ("teleport kids", "'reconcile help' lists the commands"),
    ("--dry-run diff", "did you mean 'reconcile plan'?"),
    ("--format json aply", "did you mean 'reconcile apply --format json'?"),
    ("--dry-run aply", "did you mean 'reconcile apply --dry-run'?"),
    (
      "kids off 400d",
      "an override lasts at most 366 days; to override the schedule, type something like: reconcile override kids off --for 1h"
    ),
    ("kids off from 18:00 for 0m", "a length is more than 0s; to override the schedule, type something like: "),
    ("kids off until 2020-01-01", "the end is not in the future: Wed 2020-01-01 00:00; to override the schedule, "),
    ("all off for 400d", "an override lasts at most 366 days; name each target; for example: "),
    ("kids off --for 400d", "an override lasts at most 366 days; to override the schedule, type something like: "),
    ("kids off --for soon", "invalid value 'soon' for '--for'; to override the schedule, type something like: "),
    ("kids off --for 2h", "type: reconcile override kids off --for 2h"),
    ("kids off 2h --from 22:00", "type: reconcile override kids off --from 22:00 --for 2h"),
    ("kids off from 22:00 --until 23:00", "type: reconcile override kids off --from 22:00 --until 23:00"),
    ("kids off --from 22:00", "type something like: reconcile override kids off --from 22:00 --for 1h"),
    ("all kids off", "type: reconcile override kids off --for 1h"),
    ("block all kids", "type: reconcile override kids off --for 1h"),
    ("turn off all the kids 20m", "type: reconcile override kids off --for 20m"),
    ("kids, guests off 2h", "type: reconcile override kids guests off --for 2h"),
    ("kids and the guests off", "type: reconcile override kids guests off --for 1h"),
    ("block kids guests until 22:00", "type: reconcile override kids guests off --until 22:00"),
    ("switch the kids off for 2h", "type: reconcile override kids off --for 2h"),
    ("block kids and doors 2h", "no state suits all of these: name one of them"),
    ("why is kids off", "did you mean 'reconcile explain kids'?"),
    ("diff kids", "did you mean 'reconcile plan --target kids'?"),
    ("check kids", "did you mean 'reconcile validate'?"), ("reset kids", "'reconcile help' lists the commands"),
    ("end all kids", "did you mean 'reconcile override end kids'?"),
    ("unpause pihole", "to end an override, type: reconcile override end pihole; to override the schedule, type: "),
    ("unpause pihole 30m", "hint: to override the schedule, type: reconcile override pihole active --for 30m"),
  ]

  @Test(arguments: meant) func isSaidToBeNone(_ line: String, _ hint: String) throws {
    let run = Self.world.run(line.split(separator: " ").map(String.init))
    let word = try #require(line.split(separator: " ").first { !$0.hasPrefix("-") && $0 != "json" })
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.error.contains("unknown command '\(word)'") && run.error.contains(hint), "\(run.error)")
    #expect(try Self.refused(run.error).isEmpty, "\(run.error)")
  }

  /// The commands that `error` proposes and that are no command line.
  private static func refused(_ error: String) throws -> [String] {
    let hint = error.unwrapped.split(separator: "reconcile: ").last.map(String.init) ?? ""
    let bytes = Array(hint.utf8)
    let commands = bytes.indices.compactMap { SuggestedCommand(in: bytes, at: $0) }
      .map { String(decoding: $0.text, as: UTF8.self).split(separator: " ").dropFirst().joined(separator: " ") }
    return commands.filter {
      $0.hasPrefix("override")
        && OverrideScene(policy: MixedHousehold.file).run($0.replacing("'", with: "\"")).status == 64
    }
  }

  /// A policy that cannot be read says nothing of its targets, and nobody knows what time it is there.
  @Test(arguments: [
    ("games off 20m", "type: reconcile override games off --for 20m"),
    ("unlock shed", "to unlock a door, type: reconcile override shed unlocked --for 1h"),
    ("all off", "type: reconcile override all off --for 1h"),
  ]) func isGuessedWithoutAPolicy(_ line: String, _ hint: String) {
    let run = TestWorld(files: [:]).run(line.split(separator: " ").map(String.init))
    #expect(run.status == 64 && run.error.unwrapped.contains(hint), "\(run)")
  }

  /// `tonight` begins at nine, as in sentences. So many hours after 21:00:04 on a Friday.
  static let tonight: [(hours: Int64, line: String, hint: String)] = [
    (-3, "kids off tonight", "type: reconcile override kids off --from 'today 21:00' --until 07:00"),
    (-3, "override kids off tonight", "type: reconcile override kids off --from 'today 21:00' --until 07:00"),
    (-3, "lock kids tonight", "type: reconcile lock kids --from 'today 21:00' --until 07:00"),
    (-3, "kids off tonight for 2h", "type: reconcile override kids off --from 'today 21:00' --for 2h"),
    (
      -4, "kids off tonight until 22:00", "type: reconcile override kids off --from 'today 21:00' --until 22:00"
    ),
    (-3, "kids off tonight until 22:00", "type: reconcile override kids off --until 22:00"),
    (-5, "kids off tonight until 20:00", "type: reconcile override kids off --until 20:00"),
    (-3, "kids off tonight 2h", "type: reconcile override kids off --from 'today 21:00' --for 2h"),
    (1, "kids off tonight", "type: reconcile override kids off --until 07:00"),
    (1, "lock kids tonight", "type: reconcile lock kids --until 07:00"),
    // `2h30` may be a time, and the day of today may be meant again.
    (
      -3, "kids off 2h30",
      "type: reconcile override kids off --for 2h30m; or: reconcile override kids off --until 02:30"
    ), (-3, "kids off for 2h30", "type: reconcile override kids off --for 2h30m"),
    (-3, "kids off until 2h30", "type: reconcile override kids off --until 02:30"),
    (
      -3, "override kids off until friday",
      "type: reconcile override kids off --until 'today 24:00'; or: reconcile override kids off --until '2026-11-27 00:00'"
    ),
  ]

  @Test(arguments: tonight) func tonightIsNotNow(_ hours: Int64, _ line: String, _ hint: String) throws {
    let scene = OverrideScene()
    scene.pass(hours * 3_600)
    let run = scene.run(line)
    #expect(run.status == 64 && run.error.unwrapped.hasSuffix(hint), "\(run)")
    let typed = try #require(hint.components(separatedBy: "reconcile ").last)
    #expect(scene.run(typed.replacing("'", with: "\"")).status != 64)
  }

  /// A target in the place of a policy is told where it belongs.
  @Test(arguments: [
    ("status kids", "explain kids"), ("status kids --policy policy.yaml", "explain kids"),
    ("plan kids", "plan --target kids"),
    ("validate kids", "explain kids"),
  ]) func aTargetIsNoPolicy(_ line: String, _ typed: String) {
    let run = Self.world.run(line.split(separator: " ").map(String.init))
    #expect(run.status == 64 && run.error.contains("'kids' is a target, and '"), "\(run)")
    #expect(run.error.contains("hint: type: reconcile \(typed)") && !run.error.contains("--policy kids"), "\(run)")
  }

  /// What is proposed as an override can be typed.
  @Test(arguments: ["on kids", "kids on for 30m", "kids on until 22:00", "resume pihole 30m", "unblock kids"])
  func theProposedOverrideIsTaken(_ line: String) throws {
    let run = Self.world.run(line.split(separator: " ").map(String.init))
    let proposed = try #require(run.error.split(separator: "\n").last { $0.contains("type: reconcile ") })
    let words = proposed.components(separatedBy: "type: reconcile ")[1].split(separator: " ").map(String.init)
    let made = TestWorld(files: ["policy.yaml": MixedHousehold.file]).run(words)
    #expect(made.status == 0, "\(made)")
  }

  @Test func aFileOfThatNameIsThePolicy() {
    var world = TestWorld(files: ["schedule": MixedHousehold.file, "house/a.yaml": MixedHousehold.file])
    world.household = PretendHousehold()
    #expect(world.run("validate", "schedule").status == 0)
    for word in ["schedule", "house"] {
      #expect(!world.run(word).error.contains("no command"), "it is there, so that it is the policy")
    }
    #expect(world.run("none.yaml").error.contains("not found"))
    #expect(world.run("none.yaml").status == 65)
  }

  @Test func aCommandThatIsNoPolicyIsNotProposedInItsOwnPlace() {
    let run = Self.world.run("apply", "plan")
    #expect(run.status == 64 && run.error.contains("leave out the command before it;"), "\(run.error)")
    #expect(Self.world.run("apply", "plam").error.contains("did you mean 'plan'?"))
  }

  @Test func aWordIsQuotedForTheShellWhereItMustBe() {
    #expect(ShellWord.word("kids") == "kids")
    #expect(ShellWord.word("2026-11-20 21:30") == "'2026-11-20 21:30'")
    #expect(
      UsageError.unknownCommand(["off", "the kids"], KnownHousehold()).hint?.hasSuffix(
        "override 'the kids' off --for 1h") == true)
  }

  @Test(
    arguments: [
      "approve 7 7K3M-9QXZ", "approve 7K3M-9QXZ", "approve 7K3M-9QXZ 7", "approve 7 --as anna 48151623",
      "deny 7 7K3M-9QXZ", "approv 7 7K3M-9QXZ", "approv 7K3M-9QXZ", "disapprove 7 7K3M-9QXZ",
      "people pin anna 48151623", "peopel pin anna 48151623", "pair door 7K3M-9QXZ", "pare door 7K3M-9QXZ",
    ])
  func whatIsTypedIsNotRepeated(_ line: String) {
    let run = Self.world.run(line.split(separator: " ").map(String.init))
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(!["7K3M-9QXZ", "48151623"].contains { (run.output + run.error).contains($0) }, "\(run.error)")
  }

  // MARK: - The household

  @Test func theHouseholdIsLookedUpOnce() throws {
    var looks: [String?] = []
    let invocation = try Invocation(["more", "kids", "--policy", "p.yaml"], OptionTable(.shipped)) { policy in
      looks.append(policy)
      return KnownHousehold()
    }
    #expect(looks.isEmpty)
    _ = (invocation.household, invocation.household)
    #expect(looks == ["p.yaml"])
  }

  @Test(arguments: ["kids off tonight", "more kids 30"])
  func nothingWaitsForAStream(_ line: String) throws {
    let program = Program.built("reconcile")
    let folder = try TemporaryFolder([:])
    let run = try Tool.run(
      "/usr/bin/bash",
      // Whoever holds both ends of a pipe never sees it end.
      ["-c", "mkfifo pipe && exec 3<> pipe && timeout 20 \(program) \(line) --policy /dev/stdin <&3"], in: folder.url)
    #expect(run.status == ExitStatus.usage.rawValue, "\(run)")
  }
}
