import Foundation
import Policies
import Simulator
import StateStore
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// A program that stays, from its start to its end, hour after hour.
@Suite struct WatchTests {
  /// Two targets that change a minute apart, not long after the beginning at 21:00:04.
  static let policy = PretendHousehold.policy.replacing("21:00–07:00", with: "21:10–07:00")
    .replacing("pause pihole weekdays", with: "pause pihole daily 21:11–22:00")

  @Test func everyChangeIsFollowedWithinASecond() async {
    let stage = WatchStage(policy: Self.policy)
    #expect(stage.play { await $0.wait(900) } == 143)
    // 21:10:00 is 596 s after the beginning. The clock is read to the second, and nothing is written before its time.
    let puts = stage.times(of: "PUT 192.168.1.1")
    // One of the two rules stood otherwise at the beginning.
    #expect(puts.count == 3 && puts[0] == 0 && puts[1...].allSatisfy((596..<597).contains), "\(puts)")
    let paused = await stage.household.pihole.log.filter(\.isWrite).map(\.description)
    #expect(paused == ["POST /api/dns/blocking"])
    #expect(stage.reports == 3, "the first run, and the two that changed something: \(stage.output.text)")
    #expect(stage.error.text.isEmpty)
    #expect(await stage.household.seatsTaken == 0)
  }

  @Test func whatOthersMovedIsPutRight() async {
    let stage = WatchStage()
    let status = stage.play("--interval", "10s") { stage in
      await stage.wait(30)
      await stage.household.console.inspect { $0.sites[0].aclRules[1].isEnabled = false }
      await stage.wait(12)
    }
    #expect(status == 143)
    #expect(await stage.household.console.inspect { $0.sites[0].aclRules[1].isEnabled })
  }

  @Test func anEditIsFollowed() async {
    let stage = WatchStage()
    let status = stage.play { stage in
      await stage.wait(10)
      stage.write(policy: PretendHousehold.policy + "  - kids on 21:00–22:00\n")
      stage.wake(.files)
      await stage.wait(2)
    }
    #expect(status == 143)
    #expect(stage.reports == 2)
    #expect(stage.error.text == "reconcile: note: 'household.yaml' was read again\n")
  }

  /// A calendar that is named before it is there is waited for; then each of its edits is one of the policy, good or bad.
  @Test func aCalendarThatComesLaterIsFollowed() async {
    let stage = WatchStage()
    stage.write("another.ics", "")
    let calendar = { @Sendable (day: String) in
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\n"
        + "DTSTART;VALUE=DATE:\(day)\nSUMMARY:Strike\nEND:VEVENT\nEND:VCALENDAR\n"
    }
    let status = stage.play { stage in
      await stage.wait(10)
      stage.write(policy: PretendHousehold.policy + "  - kids on hols\nschedules: {hols: {ics: school.ics}}\n")
      for text in [nil, calendar("20261124"), calendar("20261125"), "half", calendar("20261126")] {
        if let text { stage.write("school.ics", text) }
        stage.wake(.files)
        await stage.wait(2)
      }
    }
    #expect(status == 143)
    let told = stage.error.text
    #expect(told.components(separatedBy: "'household.yaml' was read again").count == 4, "\(told)")
    #expect(told.contains("calendar 'school.ics' not found") && told.contains("this is not a calendar"), "\(told)")
    #expect(stage.attended["last"]?.contains("school.ics") == true, "it is listened to")
  }

  @Test func anEditThatNobodyTellsOfIsSeenAtTheNextLook() {
    let stage = WatchStage()
    _ = stage.play { stage in
      await stage.wait(10)
      stage.write(policy: PretendHousehold.policy + "  - kids on 21:00–22:00\n")
      await stage.wait(60)
    }
    #expect(stage.reports == 2)
  }

  @Test func aBrokenEditIsToldOnceAndTheLastGoodPolicyGoesOn() async {
    let stage = WatchStage(policy: Self.policy)
    let status = stage.play { stage in
      await stage.wait(10)
      stage.write(policy: "policy: [kids of 21:00–07:00]\n")
      stage.wake(.files)
      await stage.wait(890)
    }
    #expect(status == 143)
    #expect(stage.error.text.split(separator: "\n").count { $0.contains("error") } >= 1, "\(stage.error.text)")
    #expect(stage.reports == 4, "\(stage.output.text)")
    #expect(stage.times(of: "PUT 192.168.1.1").contains { (596..<597).contains($0) })
  }

  /// To read thousands of errors may take for ever: what is to be done is done first, each time.
  @Test func aBrokenEditIsActedOnBeforeItIsTold() {
    let stage = WatchStage()
    _ = stage.play("--interval", "1h") { stage in
      for number in 1...3 {
        await stage.wait(100)
        await stage.household.console.inspect { $0.sites[0].aclRules[1].isEnabled = false }
        stage.write(policy: "policy: [kids of 2\(number):00–07:00]\n")
        stage.wake(.files)
        await stage.wait(60)
      }
    }
    let story = stage.diary.entries.filter { $0 == "told of errors" || $0.hasSuffix("PUT 192.168.1.1") }
    let words = story.map { $0.hasSuffix("PUT 192.168.1.1") ? "PUT" : $0 }
    #expect(words.suffix(6) == ["PUT", "told of errors", "PUT", "told of errors", "PUT", "told of errors"], "\(words)")
  }

  @Test func anOverrideIsFollowedAtOnceAndItsEndToo() async {
    let stage = WatchStage()
    _ = stage.play("--interval", "1h") { stage in
      await stage.wait(10)
      try? stage.override(.on)
      stage.wake(.files)
      await stage.wait(1900)
    }
    let puts = stage.times(of: "PUT 192.168.1.1")
    #expect(puts.contains { (10..<11).contains($0) } && puts.contains { (1810..<1812).contains($0) }, "\(puts)")
    #expect(stage.output.text.contains("21:00 kids off → on, by override 1"), "\(stage.output.text)")
  }

  /// As lists call it: nobody finds `override 1` where a lock was made.
  @Test func aLockIsCalledALock() {
    let stage = WatchStage()
    _ = stage.play("--interval", "1h") { stage in
      await stage.wait(10)
      for _ in 1...2 {
        try? stage.override(.on)
        stage.wake(.files)
        await stage.wait(60)
        try? stage.lock()
        stage.wake(.files)
        await stage.wait(60)
      }
    }
    for words in [
      "off → on, by override 1 ", "on → off, by lock 2 ", "off → on, by override 3 ", "on → off, by lock 4 ",
    ] {
      #expect(stage.output.text.contains(words), "\(words): \(stage.output.text)")
    }
  }

  /// A second override, an end that is moved twice, and a second end: each is followed at once, and told.
  @Test func everyChangeOfAnOverrideIsFollowedAtOnce() {
    let stage = WatchStage()
    let switched = Written()
    _ = stage.play("--interval", "2h") { stage in
      await stage.wait(100)
      for number in 1...2 {
        let begun = stage.seconds
        try? stage.override(.on)
        stage.wake(.files)
        await stage.wait(10)
        for seconds in [600, 60, 0] as [Int64] {
          try? stage.endOverride(number, in: seconds)
          stage.wake(.files)
          await stage.wait(seconds == 60 ? 100 : 10)
        }
        switched.add("\(stage.times(of: "PUT 192.168.1.1").filter { $0 >= Double(begun) }.map { Int64($0) - begun }) ")
      }
      // Nothing is new: nobody is asked.
      let asked = stage.diary.entries.count
      stage.wake(.files)
      await stage.wait(10)
      #expect(stage.diary.entries.count == asked)
    }
    #expect(switched.text == "[0, 0, 80, 80] [0, 0, 80, 80] ", "\(stage.diary.entries)")
    let none = "Sat 00:00 (pihole)"
    let ends = ["21:31:44", "21:11:54", "21:03:04"].map { $0 + " (kids)" }
    let laterEnds = ["21:33:54", "21:14:04", "21:05:14"].map { $0 + " (kids)" }
    let told = ([none] + ends + [none] + laterEnds + [none]).map { "STATUS=next change " + $0 }
    #expect(stage.heard.entries.filter { $0.hasPrefix("STATUS") } == told)
  }

  /// What moved something is told, also where it came to the same as the time before.
  @Test func whatIsPutRightAgainIsToldAgain() {
    let stage = WatchStage()
    _ = stage.play("--interval", "1m") { stage in
      for _ in 1...3 {
        await stage.wait(90)
        await stage.household.console.inspect { $0.sites[0].aclRules[1].isEnabled = false }
      }
      await stage.wait(90)
    }
    #expect(stage.reports == 4, "\(stage.output.text)")
  }

  @Test func whatBreaksBeforeTheStartIsReplacedByTheLastGoodPolicy() {
    let stage = WatchStage()
    #expect(stage.play { await $0.wait(1) } == 143)
    stage.write(policy: "policy: [kids of 21:00–07:00]\n")
    #expect(stage.play { await $0.wait(1) } == 143)
    #expect(stage.output.text.contains("the policy has errors; using the last valid policy, from Fri"))
    #expect(stage.play("--no-last-good") { await $0.wait(1) } == 65)
  }

  @Test func aStateThatAnotherRunHoldsIsWaitedFor() throws {
    let stage = WatchStage()
    #expect(stage.play { await $0.wait(1) } == 143)
    let status = stage.play { stage in
      // Between the start, which looks for the last good policy, and the first look.
      await stage.wait(10)
      let other = try? OtherRun(stage.state.path)
      await stage.wait(100)
      other?.end()
      await stage.wait(60)
    }
    #expect(status == 143)
    let complaints = stage.error.text.split(separator: "\n").count { $0.contains("another run has held the state") }
    #expect(complaints == 1, "\(stage.error.text)")
    #expect(stage.times(of: "GET 192.168.1.1").contains { $0 > 110 })
  }

  @Test func aReloadIsToldToTheSupervisor() {
    let stage = WatchStage()
    _ = stage.play { stage in
      await stage.wait(10)
      stage.wake(.reload)
      await stage.wait(1)
    }
    #expect(
      stage.heard.entries == [
        "READY=1", "STATUS=next change Sat 00:00 (pihole)", "RELOADING=1", "READY=1", "STOPPING=1",
      ])
    #expect(stage.times(of: "GET 192.168.1.1").contains { $0 == 10 }, "who asks gets a run")
  }

  @Test func theWatchdogHearsOfItAllTheTime() {
    let stage = WatchStage(variables: ["WATCHDOG_USEC": "20000000"])
    _ = stage.play { await $0.wait(3600) }
    let beats = stage.heard.entries.count { $0 == "WATCHDOG=1" }
    #expect((360...361).contains(beats))
  }

  @Test func aSystemThatHangsIsToldOnceAndDelaysNoOther() async {
    var household = PretendHousehold()
    household.hanging = ["192.168.1.1"]
    let stage = WatchStage(household, policy: Self.policy)
    #expect(stage.play { await $0.wait(900) } == 143)
    // 21:11:00 is 656 s after the beginning.
    let logins = stage.times(of: "POST 192.168.1.2").filter { (656..<658).contains($0) }
    #expect(!logins.isEmpty, "\(stage.diary.entries)")
    #expect(stage.reports == 2, "the trouble once, and the pause: \(stage.output.text)")
    #expect(stage.heard.entries.contains { $0.hasPrefix("STATUS='gateway' cannot be read; next change") })
  }

  @Test func whoHangsIsGivenUpFiveSecondsAfterTheEnd() throws {
    var household = PretendHousehold()
    household.hanging = ["192.168.1.1", "192.168.1.2"]
    let stage = WatchStage(household)
    #expect(stage.play { await $0.wait(3) } == 143)
    #expect((stage.times(of: "end").last ?? 99) < 8, "\(stage.diary.entries)")
    let store = try #require(try StateStore(reading: stage.state.path))
    #expect(try store.lostSystems().isEmpty, "who was given up at the end is not lost")
  }

  @Test func aClockThatJumpsIsFollowedAtOnce() async {
    let stage = WatchStage(policy: Self.policy)
    _ = stage.play { stage in
      await stage.wait(10)
      stage.setClock(ahead: 600)
      stage.wake(.clock)
      await stage.wait(1)
    }
    #expect(stage.times(of: "PUT 192.168.1.1").contains(10))
  }

  @Test func beforeTheClockIsSetNothingIsWritten() async {
    let stage = WatchStage(start: 1_700_000_000)
    _ = stage.play { stage in
      await stage.wait(300)
      stage.setClock(ahead: 95_204_804)
      await stage.wait(70)
    }
    let firstSecond = stage.diary.entries.first?.split(separator: " ").first.flatMap { Double($0) }
    #expect(firstSecond ?? 0 >= 300)
    #expect(stage.error.text.split(separator: "\n").count == 1)
    #expect(stage.reports == 1)
  }

  @Test func aClockThatFallsIntoThePastIsToldOfEachTime() {
    let stage = WatchStage()
    _ = stage.play { stage in
      for _ in 1...3 {
        await stage.wait(100)
        stage.setClock(ahead: -95_204_804)
        await stage.wait(300)
        stage.setClock(ahead: 0)
      }
      await stage.wait(100)
    }
    #expect(stage.error.text.split(separator: "\n").count == 3, "\(stage.error.text)")
    // What comes next is not known meanwhile, and is told again afterwards, though it is what it was.
    let told = stage.heard.entries.filter { $0.hasPrefix("STATUS") }
    let waiting = "STATUS=\(PassMessages.waitingForClock)"
    #expect(told.count == 7 && told.count { $0 == waiting } == 3, "\(told)")
    #expect(told.last != waiting)
  }

  @Test func aPolicyThatIsBrokenAtTheStartIsRefused() {
    let stage = WatchStage(policy: "policy: [kids of 21:00–07:00]\n")
    #expect(stage.play { _ in } == 65)
    #expect(stage.heard.entries.isEmpty, "not ready")
  }
}
