import Foundation
import Host
import JSONTree
import TestSupport
import Testing

@testable import ReconcileCLI

/// A program that stays sends codes as soon as somebody asks, and does what was agreed to as soon as that is written.
@Suite(.waitsForPrograms) struct WatchRequestTests {
  private static func stage(_ policy: String) -> WatchStage {
    WatchStage(policy: policy, people: "anna: {command: /bin/tell}\nben: {command: /bin/tell}\n")
  }

  /// The code in the newest message to `name`, and the second at which it was told.
  private static func code(of name: String, _ stage: WatchStage) throws -> (second: Int, code: String) {
    let message = try #require(stage.told.entries.last { $0.contains("\"approver\":\"\(name)\"") })
    let parts = message.split(separator: " ", maxSplits: 1)
    let code = try JSON(parsing: Array(parts[1].utf8))["code"]?.string
    return (try #require(Int(parts[0])), try #require(code))
  }

  @Test func whoeverAsksIsHeardAtOnce() throws {
    let stage = Self.stage(RequestScene.policy)
    _ = stage.play("--interval", "1h") { stage in
      await stage.wait(10)
      #expect(stage.run("ask", "kids", "on", "--for", "30m").status == 0)
      stage.wake(.files)
      await stage.wait(10)
      // Asked again, for something else.
      #expect(stage.run("ask", "kids", "on", "--for", "20m").status == 0)
      stage.wake(.files)
      await stage.wait(10)
      let code = try? Self.code(of: "ben", stage)
      #expect(stage.run("approve", "2", typing: [code?.code ?? ""]).status == 0)
      stage.wake(.files)
      await stage.wait(60)
    }
    let seconds = stage.told.entries.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect(seconds.count == 4 && seconds[..<2].allSatisfy { (10...11).contains($0) }, "\(stage.told.entries)")
    #expect(seconds.suffix(2).allSatisfy { (20...21).contains($0) })
    #expect(stage.output.text.contains("kids off → on, by override 1"), "\(stage.output.text)")
    #expect(stage.times(of: "PUT 192.168.1.1").contains { (30..<32).contains($0) })
  }

  /// Whoever wants another code gets it at once, and again.
  @Test func aCodeIsSentAnewAtOnce() throws {
    let stage = Self.stage(RequestScene.policy)
    _ = stage.play("--interval", "1h") { stage in
      await stage.wait(10)
      #expect(stage.run("ask", "kids", "on", "--for", "2h").status == 0)
      stage.wake(.files)
      await stage.wait(10)
      for _ in 0..<2 {
        #expect(stage.run("approve", "1", "--send").status == 0)
        stage.wake(.files)
        await stage.wait(10)
      }
    }
    let seconds = stage.told.entries.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect(seconds.map { $0 / 10 * 10 } == [10, 10, 20, 20, 30, 30], "\(stage.told.entries)")
  }

  /// Whoever follows the lines would run the command of a request that is over, and believe in the smaller edit.
  @Test func anotherEditIsToldOf() throws {
    let stage = Self.stage(HeldEditTests.policy)
    _ = stage.play("--interval", "1m") { stage in
      await stage.wait(10)
      for hour in ["22", "22", "23"] {
        stage.write(
          policy: HeldEditTests.policy.replacingOccurrences(of: "nights: daily 21:00", with: "nights: daily \(hour):00")
        )
        stage.wake(.files)
        await stage.wait(200)
      }
    }
    let held = stage.output.text.split(separator: "\n").filter { $0.contains("an edit of 'phone' is held") }
    #expect(held.count == 2, "\(stage.output.text)")
    #expect(
      held.first?.contains("'reconcile approve 1'") == true && held.last?.contains("'reconcile approve 2'") == true)
    #expect(!stage.output.text.contains(" over: "), "\(stage.output.text)")
  }

  @Test func anEditIsHeldAndApprovedBesideIt() throws {
    let stage = Self.stage(HeldEditTests.policy)
    _ = stage.play("--interval", "1h") { stage in
      await stage.wait(10)
      stage.write(
        policy: HeldEditTests.policy.replacingOccurrences(of: "nights: daily 21:00", with: "nights: daily 23:00"))
      stage.wake(.files)
      await stage.wait(10)
      #expect(stage.times(of: "PUT 192.168.1.1").allSatisfy { $0 < 2 }, "the night goes on")
      let code = try? Self.code(of: "anna", stage)
      #expect(stage.run("approve", "1", typing: [code?.code ?? ""]).status == 0)
      stage.wake(.files)
      await stage.wait(60)
    }
    #expect(try Self.code(of: "anna", stage).second <= 11)
    #expect(stage.times(of: "PUT 192.168.1.1").contains { (20..<22).contains($0) }, "\(stage.diary.entries)")
    #expect(stage.output.text.contains("an edit of 'phone' is held"), "\(stage.output.text)")
  }
}
