import CivilTime
import Overrides
import Planning
import Policies
import StateStore
import Testing

@testable import Host
@testable import ReconcileCLI

/// What is typed while another run holds the state, or while a question stands, is judged when its turn has come.
@Suite struct WaitingOverrideTests {
  /// Runs `line` while another run holds the state for six seconds.
  private func waiting(_ line: String, _ scene: OverrideScene) throws -> TestWorld.Outcome {
    let other = try OtherRun(scene.folder)
    let start = scene.now
    return scene.run(line) { _ in
      scene.pass(1)
      if scene.now - start >= 6 { other.end() }
    }
  }

  @Test(arguments: ["override kids on --for 3s", "lock kids --for 3s", "override kids on --until 21:00:08"])
  func whatIsOverByThenIsRefused(_ line: String) throws {
    let scene = OverrideScene()
    for _ in 1...(line.contains("--until") ? 1 : 2) {
      let run = try waiting(line, scene)
      #expect(run.status == 4 && run.error.contains("nothing was written: it was to end at 21:00"), "\(run)")
      #expect(try scene.store().overrides().isEmpty)
    }
  }

  /// It begins when it is written, and ends when it was said to.
  @Test func whatIsNotOverHoldsFromThen() throws {
    let scene = OverrideScene()
    for number in 1...2 as ClosedRange<Int64> {
      let typed = scene.now
      #expect(try waiting("override kids on --for \(10 * number)m", scene).status == 0)
      let made = try #require(try scene.store().overrides().first { $0.id == "\(number)" })
      #expect(made.from == typed + 6 && made.madeAt == made.from)
      #expect(made.until == typed + 600 * number)
    }
  }

  @Test func moreTimeCountsFromThen() throws {
    let scene = OverrideScene()
    #expect(try waiting("more kids 3s", scene).status == 0)
    #expect(try scene.store().overrides().first?.until == scene.now + 3)
  }

  /// A time of day that passes meanwhile is not that of tomorrow.
  @Test func anEndThatPassesMeanwhileIsRefused() throws {
    let scene = OverrideScene()
    #expect(scene.run("lock tv --for 1h").status == 0)
    let before = try scene.store().overrides()
    let run = try waiting("override extend 1 --until 21:00:08", scene)
    #expect(run.status == 64 && run.error.contains("the end is not in the future: 21:00:08"), "\(run)")
    #expect(try scene.store().overrides() == before)
  }

  @Test(arguments: ["override end kids", "override end 1", "override end 2"])
  func whatHasEndedMeanwhileWasEndedByNobody(_ line: String) throws {
    let scene = OverrideScene()
    for name in ["tv", "kids"] { #expect(scene.run("lock \(name) --for 3s").status == 0) }
    let before = try scene.store().overrides()
    for _ in 1...2 {
      let run = try waiting(line, scene)
      #expect(run.status != 0, "\(run)")
      #expect(try scene.store().overrides() == before)
    }
    #expect(!scene.run("history").output.contains("ended early"))
  }

  /// The PIN is typed after the request is over, and so is the code.
  @Test(arguments: [true, false]) func aRequestThatIsOverIsNotApproved(byPIN: Bool) throws {
    let scene = RequestScene()
    _ = scene.run("people pin anna", as: "anna", typing: ["40917723", "40917723"])
    for number in 1...2 {
      #expect(scene.run("ask kids on --for 90s").status == 0)
      let code = try #require(scene.codes()["anna"])
      let (output, error) = (Written(), Written())
      var environment = scene.world(as: "anna", typing: []).environment(output, error)
      environment.now = { scene.now }
      environment.hiddenInput = {
        scene.pass(120)
        return byPIN ? "40917723" : code
      }
      let words = ["approve", "\(number)"] + (byPIN ? ["--as", "anna"] : [])
      #expect(Reconcile.run(words, environment) != 0, "\(output.text)")
      #expect(error.text.contains("expired"), "\(error.text)")
      #expect(try scene.overrides().isEmpty)
    }
  }
}
