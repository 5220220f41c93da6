import Documents
import Foundation
import Testing
import Text

@testable import Controller
@testable import ReconcileCLI

/// A first word that is no command: what is said, and that what is proposed is accepted.
@Suite struct UnknownCommandTests {
  private static var world: TestWorld { TestWorld(files: ["policy.yaml": MixedHousehold.file]) }

  @Test(arguments: [
    ("aply", "did you mean 'reconcile apply'?"),
    ("timelin policy.yaml", "did you mean 'reconcile timeline policy.yaml'?"),
    ("check policy.yaml", "did you mean 'reconcile validate policy.yaml'?"),
    ("list", "did you mean 'reconcile override list'?"), ("why", "did you mean 'reconcile explain'?"),
    ("undo", "did you mean 'reconcile override list'?"), ("logs", "did you mean 'reconcile history'?"),
    ("off kids", "type: reconcile override kids off --for 1h"),
    ("block kids 90m", "type: reconcile override kids off --for 90m"),
    ("kids on for 30m", "type: reconcile override kids on --for 30m"),
    ("kids off until 22:00", "type: reconcile override kids off --until 22:00"),
    ("pause pihole 30m", "type: reconcile override pihole paused --for 30m"),
    ("kids off until whenever", "type something like: reconcile override kids off --for 1h"),
    ("unlock shed", "type: reconcile override shed unlocked --for 1h"),
    ("unlock kids", "to end a lock, type: reconcile override end kids; to unlock a door, type:"),
    ("turn off kids", "type: reconcile override kids off --for 1h"),
    ("switch kids on 20m", "type: reconcile override kids on --for 20m"),
    ("turn on kids until 22:00", "type: reconcile override kids on --until 22:00"),
    ("switch off 2h", "type: reconcile override switch off --for 2h"),
    ("stop games 20m", "type: reconcile override games stopped --for 20m"),
    ("shut garage", "type: reconcile override garage closed --for 1h"),
    ("doors locked until 22:00", "type: reconcile override doors locked --until 22:00"),
    ("start policy.yaml", "did you mean 'reconcile watch policy.yaml'?"), ("leave kids", "'reconcile help' lists"),
    ("teleport", "'reconcile help' lists the commands"), ("teleport kids", "'reconcile help' lists the commands"),
    ("--dry-run diff", "did you mean 'reconcile plan'?"), ("--format json aply", "did you mean 'reconcile apply'?"),
  ]) func isSaidToBeNone(_ line: String, _ hint: String) throws {
    let run = Self.world.run(line.split(separator: " ").map(String.init))
    let word = try #require(line.split(separator: " ").first { !$0.hasPrefix("-") && $0 != "json" })
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.error.contains("unknown command '\(word)'") && run.error.contains(hint), "\(run.error)")
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
    #expect(UsageError.unknownCommand(["off", "the kids"]).hint?.hasSuffix("override 'the kids' off --for 1h") == true)
  }
}
