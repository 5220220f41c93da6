import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Host

/// What somebody edits while a run waits for another one is what holds then.
@Suite(.waitsForPrograms) struct EditedMeanwhileTests {
  /// Tightened, broken, and the other way round, each twice.
  @Test func whatARunAppliesIsWhatHoldsOnceItsTurnHasCome() async throws {
    var story = Chronicle()
    let edited = EditedPolicy(PretendHousehold.policy)
    #expect(edited.run("apply", "household.yaml", in: story.world).status == 0)
    let on = PretendHousehold.policy.replacing("kids off", with: "kids on")
    try #require(on != PretendHousehold.policy)
    for _ in 1...2 {
      for (text, isBlocked) in [(on, false), (PretendHousehold.policy, true)] {
        await story.pass(minutes: 1)
        let other = try OtherRun(story.world.state.path)
        story.world.waiting.after(story.world.waiting.passed + .seconds(3)) {
          edited.edit(text)
          other.end()
        }
        let run = edited.run("apply", "household.yaml", in: story.world)
        #expect(run.status == 0, "\(run)")
        #expect(await story.isRuleOn(0) == isBlocked, "\(run)")
        let again = edited.run("apply", "household.yaml", in: story.world)
        #expect(again.status == 0 && again.output.contains("0 changes"), "\(again)")
      }
    }
    // One that was broken meanwhile is told, and the last good one goes on.
    let other = try OtherRun(story.world.state.path)
    story.world.waiting.after(story.world.waiting.passed + .seconds(3)) {
      edited.edit("policy: [kids of 21:00–07:00]\n")
      other.end()
    }
    let broken = edited.run("apply", "household.yaml", in: story.world)
    #expect(broken.status == 65 && broken.output.contains("using the last valid policy"), "\(broken)")
  }

  /// An edit that was taken back while the state was held is not applied.
  @Test func theSameGoesForAProgramThatStays() {
    let stage = WatchStage()
    let on = PretendHousehold.policy.replacing("kids off", with: "kids on")
    let counts = Mutex<[Int]>([])
    let status = stage.play("--interval", "1h") { stage in
      await stage.wait(10)
      for _ in 1...2 {
        counts.withLock { $0.append(stage.times(of: "PUT 192.168.1.1").count) }
        let other = try? OtherRun(stage.state.path)
        stage.whenPausing { stage in
          stage.write(policy: PretendHousehold.policy)
          other?.end()
        }
        stage.write(policy: on)
        stage.wake(.files)
        await stage.wait(120)
        counts.withLock { $0.append(stage.times(of: "PUT 192.168.1.1").count) }
      }
    }
    #expect(status == 143)
    #expect(Set(counts.withLock { $0 }).count == 1, "\(counts.withLock { $0 })")
  }
}
