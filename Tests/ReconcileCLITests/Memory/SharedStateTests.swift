import Foundation
import JSONTree
import Simulator
import StateStore
import TestSupport
import Testing

/// Two policy files with one state: what one has switched is not left behind by the other, and that they take turns is told.
@Suite struct SharedStateTests {
  private static let (first, second) = ("/etc/g1.yaml", "/etc/g2.yaml")
  private static let kids = LeftBehindTests.withoutTablet.replacing("owner: home", with: "owner: g1")
  private static let tablet = LeftBehindTests.policy("  tablet: {acl-rules: [Downtime-iPad]}", "tablet")
    .replacing("owner: home", with: "owner: g2")

  /// A policy that was split in two, of which the first has run.
  private func split() async -> Chronicle {
    var story = Chronicle()
    story.world.files[Self.first] = Self.kids
    story.world.files[Self.second] = Self.tablet
    await story.switchRule(0, on: false)
    await story.switchRule(1, on: false)
    let run = story.world.run("apply", Self.first)
    #expect(run.status == 0, "\(run)")
    #expect(await story.isRuleOn(0))
    await story.pass(seconds: 30)
    return story
  }

  /// What the second file says of the rule of the first one, and what `release` does about it.
  private func isLeftBehind(_ story: Chronicle) -> Bool {
    let run = story.world.run("apply", Self.second)
    #expect(run.status == 0, "\(run)")
    let says = run.output.contains("'Downtime-KidsRoom' still blocks")
    for look in ["status", "doctor"] {
      #expect(story.world.run(look, Self.second).output.unwrapped.contains("'Downtime-KidsRoom' still blocks") == says)
    }
    return says
  }

  private func refuses(_ story: Chronicle, because path: String = first) {
    for words in [["kids"], ["--all"], ["Downtime-KidsRoom"]] {
      for way in ["--yes", "--keep"] {
        let release = story.world.run(["release"] + words + [way, "--policy", Self.second])
        #expect(release.status == 4, "\(release)")
        let reason = "'Downtime-KidsRoom' on gateway is not left behind: '\(path)' has it, and is still there"
        #expect(release.error.unwrapped.contains(reason), "\(release)")
      }
    }
  }

  @Test func whatTheOtherFileSwitchedIsNotLeftBehind() async {
    var story = await split()
    for _ in 1...3 {
      #expect(!isLeftBehind(story))
      refuses(story)
      #expect(await story.isRuleOn(0))
      await story.pass(seconds: 30)
      let first = story.world.run("apply", Self.first)
      #expect(first.status == 0 && !first.output.contains("still blocks"), "\(first)")
      await story.pass(seconds: 30)
    }
  }

  /// How the first file comes to be of the past.
  enum End: CaseIterable {
    case gone, withoutTheTarget, notFollowed
  }

  @Test(arguments: End.allCases) func whoeverWentOverIsToldAsBefore(_ end: End) async {
    var story = await split()
    #expect(!isLeftBehind(story))
    switch end {
    case .gone: story.world.files[Self.first] = nil
    case .withoutTheTarget:
      story.world.files[Self.first] = LeftBehindTests.withoutRules.replacing("owner: home", with: "owner: g1")
    case .notFollowed:
      await story.pass(hours: 71)
      #expect(!isLeftBehind(story))
      refuses(story)
      await story.pass(hours: 1)
    }
    await story.pass(minutes: 1)
    await story.switchRule(0, on: true)
    for _ in 1...2 {
      #expect(isLeftBehind(story))
      await story.pass(minutes: 1)
    }
    let release = story.world.run("release", "kids", "--yes", "--policy", Self.second)
    #expect(release.status == 0, "\(release)")
    #expect(await !story.isRuleOn(0))
  }

  /// A file that is broken, or that nobody can read by now, goes by its last version without errors.
  @Test func aBrokenFileKeepsWhatItHas() async {
    var story = await split()
    story.world.files[Self.first] = "targets: [\n"
    for _ in 1...2 {
      #expect(!isLeftBehind(story))
      refuses(story)
      await story.pass(minutes: 1)
    }
  }

  private static let turns = "'\(first)' and '\(second)' take turns with this state"

  @Test func turnsAreToldOfFromTheSecondChangeOn() async throws {
    var story = await split()
    let start = try story.told().count
    let once = story.world.run("apply", Self.second)
    #expect(once.output.unwrapped.contains("now following '\(Self.second)' instead") && !once.output.contains("turns"))
    for number in 1...6 {
      await story.pass(seconds: 30)
      let path = number % 2 == 1 ? Self.first : Self.second
      let run = story.world.run("apply", path)
      #expect(run.output.unwrapped.contains("warning: \(Self.turns)") && !run.output.contains("instead of"), "\(run)")
      for look in [Self.first, Self.second] {
        let status = story.world.run("status", look)
        #expect(status.output.unwrapped.contains("~ \(Self.turns)"), "\(status)")
        #expect(!status.output.contains("Runs follow"), "\(status)")
        let doctor = story.world.run("doctor", look)
        #expect(doctor.output.unwrapped.contains("\(Self.turns)"), "\(doctor)")
        #expect(doctor.output.contains("--state") && !doctor.output.contains("runs follow"), "\(doctor)")
      }
    }
    let told = try story.told().dropFirst(start)
    #expect(told.count { $0.hasPrefix("policies-take-turns") } == 1, "\(told)")
    #expect(told.count { $0.hasPrefix("policy") } == 2, "one change of files, one of policies: \(told)")
    #expect(story.world.run("history").output.unwrapped.contains(Self.turns))
    // Nothing takes turns with what is not there.
    for (gone, other) in [(Self.first, Self.second), (Self.second, Self.first)] {
      let text = story.world.files.removeValue(forKey: gone)
      for look in ["status", "doctor"] {
        let run = story.world.run(look, other)
        #expect(!run.output.unwrapped.contains(Self.turns), "\(look) without \(gone): \(run)")
      }
      story.world.files[gone] = text
      for look in ["status", "doctor"] {
        let run = story.world.run(look, other)
        #expect(run.output.unwrapped.contains(Self.turns), "\(look) with \(gone): \(run)")
      }
    }
    // An hour after the last turn it is over, and the next ones are news.
    for _ in 1...2 {
      await story.pass(minutes: 59)
      #expect(story.world.run("apply", Self.second).output.contains("turns"))
      await story.pass(minutes: 2)
      #expect(!story.world.run("apply", Self.second).output.contains("turns"))
      #expect(!story.world.run("status", Self.second).output.contains("turns"))
      for path in [Self.first, Self.second] { _ = story.world.run("apply", path) }
    }
    #expect(try story.told().count { $0.hasPrefix("policies-take-turns") } == 3)
  }

  /// Whoever has a third file is told that runs do not follow it, and that they do from now on.
  @Test func aThirdFileIsToldWhichOneIsFollowed() async throws {
    var story = await split()
    let third = "/etc/g3.yaml"
    story.world.files[third] = Self.tablet.replacing("owner: g2", with: "owner: g3")
    for path in [Self.second, Self.first] {
      #expect(story.world.run("apply", path).status == 0)
      await story.pass(seconds: 30)
    }
    let status = story.world.run("status", third)
    #expect(status.output.unwrapped.contains("Runs follow '\(Self.first)', not this policy"), "\(status)")
    let doctor = story.world.run("doctor", third)
    #expect(doctor.output.unwrapped.contains("runs follow"), "\(doctor)")
    for look in [status, doctor] { #expect(look.output.unwrapped.contains(Self.turns), "\(look)") }
    let run = story.world.run("apply", third).output.unwrapped
    #expect(run.contains(Self.turns) && run.contains("now following '\(third)' instead of '\(Self.first)'"), "\(run)")
    let next = story.world.run("apply", third).output.unwrapped
    #expect(next.contains(Self.turns) && !next.contains("now following"), "\(next)")
    // Where all three take turns all are named, whoever asks.
    #expect(story.world.run("apply", Self.second).status == 0)
    let all = "'\(Self.first)', '\(Self.second)' and '\(third)' take turns with this state"
    for path in [Self.first, Self.second, third] {
      for command in ["status", "doctor"] {
        let look = story.world.run(command, path).output.unwrapped
        #expect(look.contains(all) && !look.lowercased().contains("runs follow"), "\(look)")
      }
    }
    #expect(story.world.run("apply", Self.second).output.unwrapped.contains(all))
  }

  /// What the history says of which file is followed.
  private static func followed(_ story: Chronicle) throws -> [String] {
    try story.told().filter { $0.hasPrefix("policy-") || $0.hasPrefix("policies-") }
  }

  /// The history has each two files that take turns, once, and which one goes on when that is over.
  @Test func theHistoryHasEachPairAndWhoRemains() async throws {
    var story = await split()
    let start = try Self.followed(story).count
    let third = "/etc/g3.yaml"
    story.world.files[third] = Self.tablet.replacing("owner: g2", with: "owner: g3")
    // From the sixth on nothing is new: each two of them have taken turns.
    for path in [third, Self.second, Self.first, third, Self.second, third, Self.first, Self.second] {
      #expect(story.world.run("apply", path).status == 0)
      await story.pass(seconds: 30)
    }
    let pairs = [
      "policies-take-turns \(Self.first)", "policies-take-turns \(third)", "policies-take-turns \(Self.second)",
    ]
    let names = ["policy-followed \(third)", "policy-followed \(Self.second)"] + pairs
    let told = try Self.followed(story).dropFirst(start)
    #expect(Array(told) == names, "\(told)")
    await story.pass(minutes: 61)
    for _ in 1...2 {
      #expect(story.world.run("apply", Self.second).status == 0)
      let told = try Self.followed(story).dropFirst(start)
      #expect(Array(told) == names + ["policy-followed \(Self.second)"], "\(told)")
      await story.pass(minutes: 1)
    }
    #expect(story.world.run("history").output.unwrapped.contains("now following '\(Self.second)' alone"))
    #expect(story.world.run("history", "--verify").status == 0)
  }

  /// Two files with one rule in common: from the second time on each names the other, and it is nobody's edit. So it is once a
  /// run has found it in place.
  @Test(arguments: [0, 1, 3]) func whatBothFilesHaveIsAFight(quietRuns: Int) async throws {
    var story = Chronicle()
    story.world.files[Self.first] = LeftBehindTests.both
    let second = Self.tablet.replacing("tablet: {", with: "ipad: {")
    story.world.files[Self.second] = second.replacing("tablet off 21:00–07:00", with: "ipad off 22:00–07:00")
    for number in 1...8 {
      let (path, other) = number % 2 == 1 ? (Self.first, Self.second) : (Self.second, Self.first)
      let run = story.world.run("apply", path)
      #expect(run.status == 0, "\(run)")
      #expect(await story.isRuleOn(1) == (number % 2 == 1))
      let says = run.output.unwrapped.contains("'\(other)' moves it as well, and did so at its last run")
      #expect(says == (number > 2), "\(number): \(run)")
      #expect(run.output.unwrapped.contains("keeps changing it") == (number > 2), "\(number): \(run)")
      await story.pass(seconds: 30)
    }
    for _ in 0..<quietRuns {
      #expect(story.world.run("apply", Self.second).status == 0)
      await story.pass(seconds: 30)
    }
    // Whichever ran last, each is told of the other, under the name that it has there.
    for (path, other, target) in [(Self.first, Self.second, "tablet"), (Self.second, Self.first, "ipad")] {
      let words = "\(target): '\(other)' moves it as well, and each undoes what the other did (7 times since 21:00:34)"
      let explained = story.world.run("explain", "--policy", path)
      #expect((explained.output + explained.error).unwrapped.contains(words), "\(explained)")
      for look in ["status", "doctor"] {
        let run = story.world.run(look, path)
        #expect(run.output.unwrapped.contains(words), "\(run)")
      }
    }
    let history = story.world.run("history").output.unwrapped
    #expect(history.contains("'Downtime-iPad' · '\(Self.first)' and '\(Self.second)' move it by turns"), "\(history)")
    #expect(!history.contains("something else keeps changing it"), "\(history)")
    // What the schedule wants by turns is nobody's doing, whoever runs first.
    story.world.files[Self.second] = second.replacing("tablet off", with: "ipad off")
    try await story.pass(until: "2026-11-21 06:50:04")
    for number in 1...60 {
      let run = story.world.run("apply", number % 2 == 1 ? Self.first : Self.second)
      #expect(run.status == 0 && !run.output.contains("as well"), "\(number): \(run)")
      await story.pass(seconds: 30)
    }
    #expect(await !story.isRuleOn(1))
  }

  /// Without another file nothing is written of any of that.
  @Test func oneFileLeavesNoTrace() async throws {
    var story = Chronicle()
    for _ in 1...3 {
      #expect(story.apply().status == 0)
      await story.pass(minutes: 1)
    }
    #expect(try story.store().followedFiles() == FollowedFiles())
  }
}
