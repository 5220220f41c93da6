import Foundation
import StateStore
import Synchronization
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// Codes that were sent while another run held the state.
@Suite(.waitsForPrograms) struct HeldStateTests {
  private static let people = "anna: {command: /bin/tell}\nben: {command: /bin/tell}\n"

  private static func codes(of name: String, _ stage: WatchStage) -> [String] {
    stage.told.entries.filter { $0.contains("\"approver\":\"\(name)\"") }
  }

  /// The state is held from when approvers are told for so many seconds; the code is good, and the only one.
  @Test(arguments: [4, 8]) func aCodeThatWasSentIsNoted(seconds: Double) {
    let stage = WatchStage(policy: RequestScene.policy, people: Self.people)
    let other = Mutex<OtherRun?>(nil)
    stage.whenTold { stage in other.withLock { $0 = $0 ?? (try? OtherRun(stage.state.path)) } }
    _ = stage.play("--interval", "1h") { stage in
      await stage.wait(10)
      #expect(stage.run("ask", "kids", "on", "--for", "2h").status == 0)
      stage.wake(.files)
      await stage.wait(seconds)
      stage.whenTold { _ in }
      other.withLock { $0?.end() }
      await stage.wait(300)
    }
    for name in ["anna", "ben"] { #expect(Self.codes(of: name, stage).count == 1, "\(stage.told.entries)") }
    #expect(stage.run("requests").output.contains("was notified at"))
    #expect(!stage.error.text.contains("not remembered"), "\(stage.error.text)")
  }

  /// Where it cannot be noted, it says how long it was waited for, and no more than three are sent.
  @Test func codesThatCannotBeNotedAreFew() {
    let stage = WatchStage(policy: RequestScene.policy, people: Self.people)
    let other = Mutex<OtherRun?>(nil)
    stage.whenTold { stage in other.withLock { $0 = $0 ?? (try? OtherRun(stage.state.path)) } }
    _ = stage.play("--interval", "1m") { stage in
      await stage.wait(10)
      #expect(stage.run("ask", "kids", "on", "--for", "2h").status == 0)
      for _ in 1...6 {
        stage.wake(.files)
        await stage.wait(30)
        other.withLock { held in
          held?.end()
          held = nil
        }
        await stage.wait(60)
      }
    }
    #expect(Self.codes(of: "anna", stage).count == 3, "\(stage.told.entries)")
    #expect(stage.error.text.contains("for more than 10 s; who was notified of a request is not remembered"))
    #expect(stage.run("requests").output.contains("was perhaps notified at"))
  }
}
