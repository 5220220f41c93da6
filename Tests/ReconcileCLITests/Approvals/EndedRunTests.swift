import Approvals
import Foundation
import JSONTree
import Policies
import StateStore
import Synchronization
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// Somebody ends the program while a run is on its way: there is no time left to tell approvers, and what they have yet to
/// hear they hear from the next run.
@Suite(.waitsForPrograms) struct EndedRunTests {
  @Test(arguments: [StopSignal.Reason.interrupted, .terminated]) func leavesApproversToTheNext(
    _ reason: StopSignal.Reason
  ) throws {
    let ends = Ends()
    let scene = RequestScene(beforeAnswering: { sent in
      // The signal comes once, and what is done afterwards is done by a network of its own.
      if ends.now { sent.stop?.request(reason) }
    })
    #expect(scene.run("ask kids on --for 2h").status == 0)
    let news = ApproverNews(person: Name("anna"), text: "root has removed your PIN")
    try scene.store().keep(news)
    ends.now = true
    // More often than a code may fail to reach anybody.
    for _ in 0...ApproverCode.eagerTries {
      scene.pass(90)
      let world = scene.world(as: "root")
      let run = world.run("apply")
      #expect(run.status == reason.status?.rawValue && world.told.entries.isEmpty, "\(run) \(world.told.entries)")
    }
    let requests = try scene.store().requests()
    #expect(requests.flatMap(\.codes).allSatisfy { $0.tries == 0 && $0.standing == .wanted }, "\(requests)")
    ends.now = false
    scene.pass(90)
    let world = scene.world(as: "root")
    #expect(world.run("apply").status == 0)
    let told = world.told.entries.compactMap { try? JSON(parsing: Array($0.utf8)) }
    #expect(told.count { $0["code"]?.string != nil } == 2 && told.count == 3, "\(world.told.entries)")
    #expect(try scene.store().news().isEmpty)
  }

  /// The same of a program that stays, whose Pi-hole hangs when it is told to end.
  @Test func leavesThemToTheNextWatch() throws {
    let phone = PretendNtfy()
    var household = PretendHousehold()
    household.hanging = ["DELETE 192.168.1.2"]
    household.others = ["ntfy.example": phone]
    let stage = WatchStage(
      household, policy: RequestScene.policy,
      people: "anna: {ntfy: https://ntfy.example/anna}\nben: {ntfy: https://ntfy.example/ben}\n")
    #expect(stage.play { await $0.wait(1) } == 143)
    #expect(stage.run("ask", "kids", "on", "--for", "2h").status == 0)
    for _ in 0...ApproverCode.eagerTries { #expect(stage.play { await $0.wait(1) } == 143) }
    #expect(phone.heard.isEmpty, "\(phone.heard)")
    let requests = try #require(try StateStore(reading: stage.state.path)).requests()
    #expect(requests.flatMap(\.codes).allSatisfy { $0.tries == 0 && $0.standing == .wanted }, "\(requests)")
    #expect(stage.play { await $0.wait(60) } == 143)
    #expect(phone.heard.count == 2, "\(phone.heard)")
  }

  /// A program that hangs is given up after two seconds, not after ten: whoever ends the run waits.
  @Test(arguments: [StopSignal.Reason.interrupted, .terminated]) func tellsInHaste(_ reason: StopSignal.Reason) {
    var household = PretendHousehold()
    household.beforeAnswering = { sent in if sent.entry == "DELETE 192.168.1.2" { sent.stop?.request(reason) } }
    var world = household.world()
    world.programStatus = nil
    let run = world.run("apply", "household.yaml", "--notify-command", "/bin/tell")
    #expect(run.status == reason.status?.rawValue, "\(run)")
    #expect(run.error.contains("'/bin/tell' timed out after \(RunTime.toTellInHaste) s"), "\(run)")
  }

  private final class Ends: Sendable {
    private let held = Mutex(false)
    var now: Bool {
      get { held.withLock(\.self) }
      set { held.withLock { $0 = newValue } }
    }
  }
}
