import Approvals
import CivilTime
import Foundation
import Policies
import StateStore
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// What a program that stays tells of its runs, also of those that went badly or came to nothing.
@Suite(.waitsForPrograms) struct WatchTellingTests {
  private static let people = "anna: {ntfy: https://ntfy.example/anna}\nben: {ntfy: https://ntfy.example/ben}\n"
  private static let metrics = "/var/lib/node_exporter/reconcile.prom"
  private static let broken = "policy: [kids of 21:00–07:00]\n"

  /// The status that the metrics of `stage` tell now.
  private static func measured(_ stage: WatchStage) -> String? {
    let lines = (stage.text(of: metrics) ?? "").split(separator: "\n")
    return lines.first { $0.hasPrefix("reconcile_exit_status ") }.map { String($0.split(separator: " ")[1]) }
  }

  // MARK: A run that was cut off

  /// What hangs beyond the deadline is given up; those who are to know of it still hear.
  @Test(arguments: ["DELETE 192.168.1.2", "PUT 192.168.1.1"]) func whatGaveUpStillTells(_ hanging: String) {
    let (phone, approvers) = (PretendNtfy(), PretendNtfy())
    var household = PretendHousehold()
    household.hanging = [hanging]
    household.others = ["push.example": phone, "ntfy.example": approvers]
    let stage = WatchStage(household, policy: RequestScene.policy, people: Self.people)
    let status = stage.play(
      "--deadline", "2s", "--interval", "1h", "--notify-url", "https://push.example/x", "--notify-format", "text"
    ) { stage in
      await stage.wait(20)
      #expect(stage.run("ask", "kids", "on", "--for", "30m").status == 0)
      stage.wake(.files)
      await stage.wait(60)
    }
    #expect(status == 143)
    #expect(approvers.heard.count == 2, "each approver is told once: \(approvers.heard)")
    #expect(!stage.error.text.contains("given up"), "\(stage.error.text)")
    #expect(!phone.heard.isEmpty)
  }

  /// Told to end while a system hangs, it gives up on that, and still says what it did.
  @Test func whatIsToldToEndStillTellsWhatItDid() {
    let phone = PretendNtfy()
    var household = PretendHousehold()
    household.hanging = ["DELETE 192.168.1.2"]
    household.others = ["push.example": phone]
    let stage = WatchStage(household)
    let options = ["--notify-url", "https://push.example/x", "--notify-format", "text"]
    #expect(stage.play(options: options) { await $0.wait(1) } == 143)
    #expect(phone.heard.count == 1 && phone.heard.first?.contains("kids off until") == true, "\(phone.heard)")
    #expect(stage.error.text.isEmpty, "\(stage.error.text)")
    #expect((stage.times(of: "end").last ?? 99) < 5, "\(stage.diary.entries)")
  }

  /// A code that was on its way when the program was told to end is no try that failed.
  @Test func whatEndsTheProgramCostsNoTry() throws {
    var household = PretendHousehold()
    household.hanging = ["ntfy.example"]
    let stage = WatchStage(household, policy: RequestScene.policy, people: Self.people)
    #expect(stage.play { await $0.wait(1) } == 143)
    #expect(stage.run("ask", "kids", "on", "--for", "30m").status == 0)
    for _ in 1...4 { #expect(stage.play { await $0.wait(2) } == 143) }
    #expect(stage.times(of: "POST ntfy.example").count == 8, "\(stage.diary.entries)")
    let requests = try #require(try StateStore(reading: stage.state.path)).requests()
    #expect(requests.flatMap(\.codes).map(\.tries) == [0, 0], "\(requests)")
  }

  /// News that were on their way then are told by the next one.
  @Test func whatEndsTheProgramLosesNoNews() throws {
    var household = PretendHousehold()
    household.hanging = ["ntfy.example"]
    let stage = WatchStage(household, policy: RequestScene.policy, people: Self.people)
    #expect(stage.play { await $0.wait(1) } == 143)
    let news = ApproverNews(person: Name("anna"), text: "root has removed your PIN")
    try StateStore(writing: stage.state.path, now: TestWorld().now).keep(news)
    for _ in 1...2 { #expect(stage.play { await $0.wait(2) } == 143) }
    #expect(stage.times(of: "POST ntfy.example").count == 2, "\(stage.diary.entries)")
    #expect(try #require(try StateStore(reading: stage.state.path)).news() == [news])
  }

  // MARK: A program that hangs

  /// Told to end meanwhile, it gives up on that soon, and has printed what it did before.
  @Test func whoeverEndsItDoesNotWaitForAProgram() {
    let stage = WatchStage(programStatus: nil)
    let status = stage.play("--notify-command", "/bin/tell") { stage in
      await stage.wait(2)
      #expect(stage.output.text.contains("kids off"), "\(stage.output.text)")
    }
    #expect(status == 143 && stage.told.entries.count == 1)
    #expect((stage.times(of: "end").last ?? 99) < 4.5, "\(stage.diary.entries)")
    let warning = "reconcile: warning: notification command '/bin/tell' timed out after "
    #expect(stage.error.text.hasPrefix(warning), "\(stage.error.text)")
  }

  /// Nor does a code that was on its way to it count as a try that failed.
  @Test func whoeverEndsItCostsNoTryOfAProgram() throws {
    let stage = WatchStage(
      policy: RequestScene.policy, people: "anna: {command: /bin/tell}\nben: {command: /bin/tell}\n", programStatus: nil
    )
    #expect(stage.play { await $0.wait(1) } == 143)
    #expect(stage.run("ask", "kids", "on", "--for", "30m").status == 0)
    for _ in 1...4 { #expect(stage.play { await $0.wait(2) } == 143) }
    let requests = try #require(try StateStore(reading: stage.state.path)).requests()
    #expect(requests.flatMap(\.codes).map(\.tries) == [0, 0], "\(requests)")
  }

  /// What is due a few seconds later is done then. Each time.
  @Test func whatIsDueDoesNotWaitForAProgram() {
    let stage = WatchStage(programStatus: nil)
    _ = stage.play("--notify-command", "/bin/tell", "--interval", "1h") { stage in
      await stage.wait(20)
      for number in 1...2 {
        let before = stage.times(of: "PUT 192.168.1.1").count
        try? stage.override(.on)
        try? stage.endOverride(number, in: 6)
        stage.wake(.files)
        await stage.wait(30)
        let times = stage.times(of: "PUT 192.168.1.1").dropFirst(before)
        let took = (times.last ?? 0) - (times.first ?? 0)
        #expect(times.count == 4 && took > 4 && took < 7, "\(stage.diary.entries)")
      }
    }
  }

  // MARK: Metrics

  /// As `apply` exits: the last good policy goes on, and monitoring knows that it is not what is wanted.
  @Test func aBrokenPolicyIsMeasured() {
    let stage = WatchStage()
    let seen = Written()
    _ = stage.play("--metrics", Self.metrics) { stage in
      for policy in [nil, Self.broken, PretendHousehold.policy] {
        if let policy { stage.write(policy: policy) }
        stage.wake(.files)
        await stage.wait(100)
        seen.add("\(Self.measured(stage) ?? "-") ")
      }
    }
    #expect(seen.text == "0 65 0 ")
  }

  /// A supervisor starts it again and again, and nothing is enforced.
  @Test func whatCannotBeginIsMeasured() {
    let stage = WatchStage(policy: Self.broken)
    for _ in 0..<2 {
      #expect(stage.play("--metrics", Self.metrics) { await $0.wait(10) } == 65)
      #expect(Self.measured(stage) == "65")
    }
  }

  /// The Pi-hole has not answered yet, and nothing is wrong with it.
  @Test func aRunThatIsEndedAccusesNoSystem() {
    var household = PretendHousehold()
    household.hanging = ["POST 192.168.1.2"]
    let stage = WatchStage(household)
    #expect(stage.play("--metrics", Self.metrics) { await $0.wait(5) } == 143)
    let metrics = stage.text(of: Self.metrics) ?? ""
    #expect(Self.measured(stage) == "143", "\(metrics)")
    #expect(metrics.contains(#"_system_up{system="gateway",kind="unifi"} 1"#), "\(metrics)")
    #expect(!metrics.contains(#"_system_up{system="pihole""#), "\(metrics)")
    #expect(!(stage.output.text + stage.error.text).contains("pihole cannot be read"), "\(stage.output.text)")
  }

  /// What nobody can write is told of once, like everything else that each run would repeat.
  @Test func theSameTroubleOfTellingIsToldOnce() {
    let stage = WatchStage()
    _ = stage.play("--metrics", "/read-only/x.prom", "--interval", "10s") { stage in
      for _ in 0..<50 {
        await stage.wait(2)
        // As each run does with the folder of its state.
        stage.wake(.files)
      }
    }
    let warning = "reconcile: warning: the metrics were not written to '/read-only/x.prom': Read-only file system\n"
    #expect(stage.error.text == warning)
  }

  // MARK: Runs that come to nothing

  /// What keeps a run from its work: until it is over nothing is enforced, and nobody says that it is.
  enum Obstacle: CaseIterable {
    case otherRun, clock, brokenPolicy

    var status: String { self == .brokenPolicy ? "65" : "75" }
    var options: [String] { self == .brokenPolicy ? ["--no-last-good"] : [] }

    /// Puts it in the way for so many `seconds`.
    func happen(_ stage: WatchStage, for seconds: Double) async {
      switch self {
      case .otherRun:
        let other = try? OtherRun(stage.state.path)
        await stage.wait(seconds)
        other?.end()
      case .clock:
        stage.setClock(ahead: -95_204_804)
        await stage.wait(seconds)
      case .brokenPolicy:
        stage.write(policy: WatchTellingTests.broken)
        stage.wake(.files)
        await stage.wait(seconds)
      }
    }

    /// Takes it away again.
    func end(_ stage: WatchStage) {
      stage.setClock(ahead: 0)
      stage.write(policy: WatchTests.policy)
      stage.wake(.files)
    }
  }

  @Test(arguments: Obstacle.allCases) func aRunThatComesToNothingIsNoRun(_ obstacle: Obstacle) {
    let stage = WatchStage(policy: WatchTests.policy)
    let begun = TestWorld().now
    let status = stage.play(options: ["--metrics", Self.metrics] + obstacle.options) { stage in
      await stage.wait(100)
      #expect(Self.measured(stage) == "0" && stage.text(of: Self.metrics)?.contains("_system_up{") == true)
      // Over 21:10 and 21:11, when there is something to do.
      await obstacle.happen(stage, for: 900)
      #expect(Self.measured(stage) == obstacle.status, "\(stage.text(of: Self.metrics) ?? "-")")
      #expect(stage.text(of: Self.metrics)?.contains("_system_up{") == false)
      #expect(stage.times(of: "192.168.1.1").allSatisfy { $0 < 101 }, "\(stage.diary.entries)")
      let last = LastRun.read(stage.state.path)
      #expect(last.map { begun <= $0 && $0 - begun <= 100 } == true, "\(String(describing: last))")
      obstacle.end(stage)
      await stage.wait(200)
      #expect(Self.measured(stage) == "0")
      #expect(LastRun.read(stage.state.path).map { $0 - begun >= 1000 } == true)
      #expect(stage.times(of: "PUT 192.168.1.1").contains { $0 >= 1000 })
    }
    #expect(status == 143)
  }

  /// Errors first, then what they come to, once; the supervisor is told, too.
  @Test func withoutTheLastGoodPolicyNothingIsDone() {
    let stage = WatchStage(policy: WatchTests.policy)
    _ = stage.play("--no-last-good") { stage in
      await stage.wait(10)
      stage.write(policy: Self.broken)
      stage.wake(.files)
      await stage.wait(890)
      stage.write(policy: WatchTests.policy)
      stage.wake(.files)
      await stage.wait(10)
    }
    let told = stage.error.text
    #expect(told.components(separatedBy: "is not used because of --no-last-good\n").count == 2, "\(told)")
    #expect(told.contains("error: ") && !told.contains("refuse with --no-last-good"), "\(told)")
    #expect(!stage.output.text.contains("using the last valid policy"), "\(stage.output.text)")
    #expect(stage.heard.entries.contains("STATUS=" + PassMessages.waitingForPolicy))
    #expect(stage.heard.entries.last { $0.hasPrefix("STATUS=") }?.hasPrefix("STATUS=next change") == true)
  }
}
