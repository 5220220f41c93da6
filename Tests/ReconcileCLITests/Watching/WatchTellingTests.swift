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

/// What a program that stays tells of its runs, also of those that went badly.
@Suite(.waitsForPrograms) struct WatchTellingTests {
  private static let people = "anna: {ntfy: https://ntfy.example/anna}\nben: {ntfy: https://ntfy.example/ben}\n"

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
}
