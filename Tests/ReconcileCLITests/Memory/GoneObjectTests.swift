import Foundation
import JSONTree
import Policies
import Simulator
import StateStore
import TestSupport
import Testing

/// What a pattern had selected and is deleted or renamed: an exact name would not be found, and a pattern fits what is there.
@Suite struct GoneObjectTests {
  static let said = "'Downtime-iPad' is not there any more: a pattern of 'kids' selected it"
  static let called = "'Downtime-iPad' is called 'Tablet' now, which 'kids' does not select: nothing switches it"

  /// A day on which both rules are as the policy wants them.
  private func story(_ policy: String = PretendHousehold.policy, until time: String) async throws -> Chronicle {
    var story = Chronicle(policy: policy)
    #expect(story.apply().status == 0)
    try await story.pass(until: time)
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    return story
  }

  private func expect(_ words: String, isSaid: Bool, by story: Chronicle, at line: SourceLocation = #_sourceLocation) {
    for run in [story.plan(), story.apply(), story.world.run("status", "household.yaml")] {
      #expect(run.output.unwrapped.contains(words) == isSaid, "\(run)", sourceLocation: line)
    }
  }

  private func delete(in story: Chronicle) async {
    await story.household.console.inspect { _ = $0.sites[0].aclRules.remove(at: 1) }
  }

  private func rename(_ name: String, in story: Chronicle) async {
    await story.household.console.inspect { $0.sites[0].aclRules[1].settings["name"] = .string(name) }
  }

  /// By night and by day: told at once, on the phone and in the history once, and for a week where people look.
  @Test(arguments: ["2026-11-21 22:00:00", "2026-11-21 12:00:00"])
  func aDeletedRuleIsToldOf(time: String) async throws {
    var story = try await story(until: time)
    expect("is not there any more", isSaid: false, by: story)
    await delete(in: story)
    #expect(story.plan().output.unwrapped.contains("warning: gateway: \(Self.said)"))
    let before = story.world.told.entries.count
    let run = story.apply("--notify-command", "/bin/tell", "--notify-format", "text")
    #expect(run.status == 0 && run.output.unwrapped.contains(Self.said), "\(run)")
    let told = story.world.told.entries.dropFirst(before).joined()
    #expect(told.contains("kids: \(Self.said)"), "\(told)")
    for _ in 1...2 {
      await story.pass(minutes: 1)
      let heard = story.world.told.entries.count
      #expect(story.apply("--notify-command", "/bin/tell").status == 0)
      #expect(story.world.told.entries.count == heard)
      expect(Self.said, isSaid: true, by: story)
    }
    #expect(try story.told().filter { $0.hasPrefix("gone") } == ["gone Downtime-iPad gateway"])
    let history = story.world.run("history").output.unwrapped
    #expect(history.contains("kids: \(Self.said)"), "\(history)")
    await story.pass(hours: 6 * 24)
    expect(Self.said, isSaid: true, by: story)
    await story.pass(hours: 24)
    expect(Self.said, isSaid: false, by: story)
    #expect(try story.told().filter { $0.hasPrefix("gone") }.count == 1)
  }

  /// Whichever run missed it first, and as often as it takes until somebody has heard.
  @Test func whatARunSawThatTellsNobodyIsTold() async throws {
    var story = try await story(until: "2026-11-21 12:00:00")
    await delete(in: story)
    #expect(story.apply().status == 0)
    for (takes, count) in [(false, 1), (true, 1), (true, 0)] {
      await story.pass(minutes: 1)
      story.world.programStatus = takes ? 0 : 7
      let before = story.world.told.entries.count
      #expect(story.apply("--notify-command", "/bin/tell", "--notify-format", "text").status == 0)
      let told = story.world.told.entries.dropFirst(before)
      #expect(told.count { $0.contains("kids: \(Self.said)") } == count, "\(told)")
    }
  }

  /// It is told as a document, too.
  @Test func theNotificationNamesIt() async throws {
    let story = try await story(until: "2026-11-21 12:00:00")
    await delete(in: story)
    let before = story.world.told.entries.count
    #expect(story.apply("--notify-command", "/bin/tell").status == 0)
    let told = try JSON(parsing: Array(#require(story.world.told.entries.dropFirst(before).first).utf8))
    let gone = told["gone"]?.elements ?? []
    #expect(gone.count == 1 && gone[0]["target"]?.string == "kids" && gone[0]["name"]?.string == "Downtime-iPad")
    #expect(told["summary"]?.string?.contains("kids: \(Self.said)") ?? false, "\(told)")
  }

  /// Of several the first ones are named, and the others counted, in words; the document has all of them.
  @Test(arguments: 1...5, ["json", "text"]) func theNotificationCountsThem(_ count: Int, _ format: String) async throws
  {
    let story = Chronicle()
    await Self.addRules(count, in: story)
    #expect(story.apply().status == 0)
    await story.household.console.inspect { $0.sites[0].aclRules.removeAll { $0.name.hasPrefix("Downtime-1") } }
    let before = story.world.told.entries.count
    #expect(story.apply("--notify-command", "/bin/tell", "--notify-format", format).status == 0)
    let told = try #require(story.world.told.entries.dropFirst(before).first)
    var summary = told
    if format == "json" {
      let document = try JSON(parsing: Array(told.utf8))
      let names = (1...count).map { "Downtime-1\($0)" }
      #expect((document["gone"]?.elements ?? []).compactMap { $0["name"]?.string } == names)
      summary = try #require(document["summary"]?.string)
    }
    for number in 1...count {
      let words = "kids: 'Downtime-1\(number)' is not there any more"
      #expect(summary.contains(words) == (number <= 3), "\(summary)")
    }
    let more = "and \(count - 3) more that patterns selected and that are gone"
    #expect(summary.contains("that are gone") == (count > 3) && summary.contains(more) == (count > 3), "\(summary)")
  }

  private static func addRules(_ count: Int, in story: Chronicle) async {
    await story.household.console.inspect { console in
      for number in 1...count {
        var rule = console.sites[0].aclRules[1]
        rule.id = "0b0e0000-0000-4000-8000-00000000001\(number)"
        rule.settings["name"] = .string("Downtime-1\(number)")
        console.sites[0].aclRules.append(rule)
      }
    }
  }

  /// Where nothing runs any more, it is told for as long.
  @Test(arguments: [(0, true), (7 * 86_400 - 1, true), (7 * 86_400, false), (30 * 86_400, false)] as [(Int64, Bool)])
  func statusTellsOfItForAWeek(_ seconds: Int64, _ isSaid: Bool) async throws {
    var story = try await story(until: "2026-11-21 12:00:00")
    await delete(in: story)
    #expect(story.apply().status == 0)
    await story.pass(seconds: seconds)
    for _ in 1...2 {
      let status = story.world.run("status", "household.yaml")
      #expect(status.output.unwrapped.contains(Self.said) == isSaid, "\(status)")
    }
  }

  /// What a target had selected that nobody has any more is nobody's, before a run and after it.
  @Test(arguments: [true, false]) func aTargetThatIsGoneMissesNothing(_ isSystemLeft: Bool) async throws {
    var story = try await story(until: "2026-11-21 12:00:00")
    await delete(in: story)
    expect(Self.said, isSaid: true, by: story)
    let kids = #"  kids: {system: gateway, acl-rules: ["Downtime-*"]}"#
    let edited =
      isSystemLeft
      ? PretendHousehold.policy.replacing(kids, with: "  room: {system: gateway, acl-rules: [Downtime-KidsRoom]}")
        .replacing("- kids off", with: "- room off")
      : PretendHousehold.policy.replacing(kids, with: "  phone: {system: pihole, groups: [kids], when-off: enabled}")
        .replacing("- kids off", with: "- phone off")
    story.world.files["household.yaml"] = edited
    for _ in 1...2 {
      let status = story.world.run("status", "household.yaml")
      #expect(!status.output.contains("is not there any more"), "\(status)")
      let run = story.apply()
      #expect(run.status == 0 && !run.output.contains("is not there any more"), "\(run)")
      await story.pass(minutes: 1)
    }
  }

  /// Another box never had what the old one had, however much of it is there under the same names.
  @Test(arguments: [["Downtime-iPad"], ["Downtime-KidsRoom"], []] as [[String]])
  func anotherBoxMissesNothing(_ missing: [String]) async throws {
    let other = PretendHousehold()
    await other.console.inspect { console in
      console.sites[0].id = "5d6f0000-0000-4000-8000-00000000abcd"
      console.sites[0].aclRules.removeAll { missing.contains($0.name) }
      for place in console.sites[0].aclRules.indices {
        console.sites[0].aclRules[place].id = "0b0e0000-0000-4000-8000-00000000abc\(place)"
      }
    }
    var household = PretendHousehold()
    household.others["192.168.1.4"] = other.console
    var story = Chronicle(on: household)
    #expect(story.apply().status == 0)
    try await story.pass(until: "2026-11-21 12:00:00")
    #expect(story.apply().status == 0)
    story.world.files["household.yaml"] = PretendHousehold.policy.replacing(
      "https://192.168.1.1", with: "https://192.168.1.4")
    story.world.files[PretendHousehold.keyFile] = household.key(at: "https://192.168.1.4")
    for _ in 1...2 {
      expect("is not there any more", isSaid: false, by: story)
      await story.pass(minutes: 1)
    }
    #expect(try story.told().filter { $0.hasPrefix("gone") }.isEmpty)
  }

  /// What is there under its name and is left alone has a sentence of its own.
  @Test(arguments: ["allows", "made by the system"]) func whatIsLeftAloneIsNoNews(_ reason: String) async throws {
    let story = try await story(until: "2026-11-21 12:00:00")
    await story.household.console.inspect { console in
      if reason == "allows" {
        console.sites[0].aclRules[1].settings["action"] = .string("ALLOW")
      } else {
        console.sites[0].aclRules[1].origin = "DERIVED"
      }
    }
    expect("is called", isSaid: false, by: story)
    expect("is not there any more", isSaid: false, by: story)
    #expect(try story.told().filter { $0.hasPrefix("gone") }.isEmpty)
  }

  @Test func aRenamedRuleIsToldOf() async throws {
    var story = try await story(until: "2026-11-21 12:00:00")
    await rename("Tablet", in: story)
    expect(Self.called, isSaid: true, by: story)
    #expect(try story.told().filter { $0.hasPrefix("gone") }.count == 1)
    await rename("Downtime-Tablet", in: story)
    await story.pass(minutes: 1)
    expect("is called", isSaid: false, by: story)
    #expect(await !story.isRuleOn(1))
    try await story.pass(until: "2026-11-21 22:00:00")
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
  }

  /// Who renames it again hears of the name that it has now, in the history still once.
  @Test func aSecondNameIsToldOf() async throws {
    var story = try await story(until: "2026-11-21 12:00:00")
    await rename("Tablet", in: story)
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    await rename("Slate", in: story)
    for _ in 1...2 {
      expect("'Downtime-iPad' is called 'Slate' now", isSaid: true, by: story)
      expect("'Tablet'", isSaid: false, by: story)
      await story.pass(minutes: 1)
    }
    #expect(try story.told().filter { $0.hasPrefix("gone") }.count == 1)
  }

  /// Somebody tidies up: of each target the first ones are named, and the others counted.
  @Test func manyAreCounted() async throws {
    var story = Chronicle()
    await story.household.console.inspect { console in
      for number in 10..<20 {
        var rule = console.sites[0].aclRules[1]
        rule.id = "0b0e0000-0000-4000-8000-0000000000\(number)"
        rule.settings["name"] = .string("Downtime-\(number)")
        console.sites[0].aclRules.append(rule)
      }
    }
    #expect(story.apply().status == 0)
    for left in [6, 1] {
      await story.household.console.inspect { console in
        console.sites[0].aclRules.removeAll {
          $0.name.suffix(2).allSatisfy(\.isNumber) && $0.name > "Downtime-1\(left)"
        }
      }
      let (gone, more) = (9 - left, 9 - left - 5)
      let words = "\(more) more of what the patterns of 'kids' selected"
      for run in [story.plan(), story.apply()] { #expect(run.output.unwrapped.contains(words) == (more > 0), "\(run)") }
      let plan = story.plan().output.unwrapped
      #expect(plan.split(separator: "is not there any more: a pattern of").count - 1 == min(gone, 5), "\(plan)")
      #expect(try story.told().filter { $0.hasPrefix("gone") }.count == gone)
      await story.pass(minutes: 1)
    }
  }

  /// What blocks and is called something else is left behind, which has a sentence of its own; people hear of it as of any other.
  @Test func whatBlocksIsToldOfAndLeftBehind() async throws {
    var story = try await story(until: "2026-11-21 12:00:00")
    try await story.pass(until: "2026-11-21 22:00:00")
    #expect(story.apply().status == 0)
    await rename("Tablet", in: story)
    let before = story.world.told.entries.count
    let run = story.apply("--notify-command", "/bin/tell", "--notify-format", "text")
    let told = story.world.told.entries.dropFirst(before).joined()
    #expect(run.status == 0 && told.contains("kids: \(Self.called)"), "\(told)")
    for _ in 1...2 {
      expect(Self.called, isSaid: true, by: story)
      expect("'Tablet' still blocks", isSaid: true, by: story)
      await story.pass(minutes: 1)
    }
    #expect(try story.told().filter { $0.hasPrefix("gone") }.count == 1)
    // What is called as before is in its target again.
    await rename("Downtime-iPad", in: story)
    await story.pass(minutes: 1)
    expect("is called", isSaid: false, by: story)
    expect("still blocks", isSaid: false, by: story)
  }

  /// A group has a number, which may be another group's by now: it is missed by its name.
  @Test(arguments: ["deleted", "renamed", "made anew"], ["2026-11-21 12:00:00", "2026-11-21 22:00:00"])
  func aGroupIsToldOf(_ what: String, time: String) async throws {
    let policy = PretendHousehold.policy
      .replacing("targets:\n", with: "targets:\n  yt: {groups: [\"no-*\"], when-off: enabled}\n")
      .replacing("policy:\n", with: "policy:\n  - yt off 21:00–07:00\n")
    var story = Chronicle(policy: policy)
    await story.household.pihole.inspect { pihole in
      try? pihole.gravity.insert("no-tv", in: .group, isEnabled: false, at: pihole.startedAt)
    }
    #expect(story.apply().status == 0)
    try await story.pass(until: time)
    #expect(story.apply().status == 0)
    await story.household.pihole.inspect { pihole in
      let now = pihole.startedAt
      if what == "renamed" {
        try? pihole.gravity.rename(group: "no-youtube", to: "films", isEnabled: true, at: now)
      } else {
        pihole.gravity.delete([(name: "no-youtube", place: .group)], at: now)
      }
      if what == "made anew" { try? pihole.gravity.insert("no-youtube", in: .group, isEnabled: false, at: now) }
    }
    let said =
      what == "renamed"
      ? "'no-youtube' is called 'films' now, which 'yt' does not select" : "'no-youtube' is not there any more"
    for _ in 1...3 {
      await story.pass(minutes: 1)
      expect(said, isSaid: what != "made anew", by: story)
    }
    #expect(try story.told().filter { $0.hasPrefix("gone") }.count == (what == "made anew" ? 0 : 1))
    await story.pass(hours: 7 * 24)
    expect("'no-youtube' is", isSaid: false, by: story)
  }

  /// An edit that calls the target something else does not find the rule again.
  @Test func anotherNameOfTheTargetEndsNothing() async throws {
    var story = try await story(until: "2026-11-21 12:00:00")
    await delete(in: story)
    #expect(story.apply().status == 0)
    let policy = PretendHousehold.policy
    for name in ["teens", "kids"] {
      story.world.files["household.yaml"] = policy.replacing("kids", with: name)
      for _ in 1...2 {
        await story.pass(minutes: 1)
        #expect(story.apply().status == 0)
        expect("'Downtime-iPad' is not there any more: a pattern of '\(name)'", isSaid: true, by: story)
      }
    }
    #expect(try story.told().filter { $0.hasPrefix("gone") }.count == 1)
  }

  /// A second one is told of, and what comes back is not.
  @Test func eachIsToldOf() async throws {
    var story = Chronicle()
    await story.household.console.inspect { console in
      var rule = console.sites[0].aclRules[1]
      rule.id = "0b0e0000-0000-4000-8000-00000000abcd"
      rule.settings["name"] = .string("Downtime-TV")
      console.sites[0].aclRules.append(rule)
    }
    #expect(story.apply().status == 0)
    let rules = await story.household.console.inspect { $0.sites[0].aclRules }
    await delete(in: story)
    expect(Self.said, isSaid: true, by: story)
    await story.pass(minutes: 1)
    let second = rules[0].name
    await story.household.console.inspect { _ = $0.sites[0].aclRules.remove(at: 0) }
    expect("'\(second)' is not there any more", isSaid: true, by: story)
    expect(Self.said, isSaid: true, by: story)
    #expect(try story.told().filter { $0.hasPrefix("gone") }.count == 2)
    await story.household.console.inspect { $0.sites[0].aclRules.insert(rules[0], at: 0) }
    expect("'\(second)' is not there any more", isSaid: false, by: story)
    expect(Self.said, isSaid: true, by: story)
  }

  /// What was made anew under its name, what an edit takes out, what is named exactly, and what is not there at all any more
  /// is no such news.
  @Test func othersAreNoNews() async throws {
    var story = try await story(until: "2026-11-21 12:00:00")
    await story.household.console.inspect { console in
      var rule = console.sites[0].aclRules.remove(at: 1)
      rule.id = "0b0e0000-0000-4000-8000-00000000abcd"
      console.sites[0].aclRules.append(rule)
    }
    expect("is not there any more", isSaid: false, by: story)
    story = try await self.story(until: "2026-11-21 12:00:00")
    story.world.files["household.yaml"] = PretendHousehold.policy.replacing(
      #"acl-rules: ["Downtime-*"]"#, with: #"acl-rules: ["Downtime-K*"]"#)
    await delete(in: story)
    expect("is not there any more", isSaid: false, by: story)
    story = try await self.story(
      PretendHousehold.policy.replacing(
        #"acl-rules: ["Downtime-*"]"#, with: #"acl-rules: [Downtime-KidsRoom, Downtime-iPad]"#),
      until: "2026-11-21 12:00:00")
    await delete(in: story)
    #expect(!story.plan().output.unwrapped.contains("is not there any more"))
    #expect(story.plan().output.unwrapped.contains("'Downtime-iPad' not found"))
    story = try await self.story(until: "2026-11-21 12:00:00")
    await story.household.console.inspect { $0.sites[0].aclRules.removeAll { $0.name.hasPrefix("Downtime") } }
    #expect(!story.plan().output.unwrapped.contains("is not there any more"))
  }
}
