import CivilTime
import JSONTree
import Planning
import Policies
import StateStore
import TestSupport
import Testing

@testable import ReconcileCLI

/// What is done at a time, by the program: once, in its time, and never without a word.
@Suite struct ActionTests {
  @Test("it is done once, in its time") func isDoneOnce() {
    var scene = ActionHouse()
    #expect(scene.run(at: 0).status == 0)
    #expect(scene.house.tries == 0)
    let done = scene.run(at: 300)
    #expect(done.status == 0 && done.output.contains("gate.open done, due 21:05"), "\(done)")
    for seconds in [301, 360, 599, 900] as [Int64] {
      let again = scene.run(at: seconds)
      #expect(again.status == 0 && !again.output.contains("gate.open"), "\(again)")
    }
    #expect(scene.house.done == ["gate.open"] && scene.house.tries == 1)
    let history = scene.world.run("history", "--since", "2026-11-20").output.unwrapped
    #expect(history.contains("gate: gate.open due 21:05 · policy-1: 'gate at 21:05' · done"), "\(history)")
  }

  /// Who got a 3 looks for the reason among the problems.
  @Test("what was not done is a problem in JSON too", arguments: [nil, .refused, .stuck] as [ActionHouse.Fate?])
  func isAProblem(_ fate: ActionHouse.Fate?) throws {
    var scene = ActionHouse()
    if let fate { scene.house.expect(fate) }
    _ = scene.run(at: 0)
    let metrics = "/var/lib/node_exporter/reconcile.prom"
    let run = scene.run(at: fate == nil ? 601 : 300, "apply", "--format", "json", "--metrics", metrics)
    let json = try JSON(parsing: Array(run.output.utf8))
    let problems = json["problems"]?.elements ?? []
    #expect(run.status == 3 && problems.count == 1 && json["summary"]?["problems"]?.int == 1, "\(run)")
    let code = fate.map { $0 == .stuck ? "house.stuck" : "house.refused" } ?? "action.missed"
    #expect(problems.first?["code"]?.string == code, "\(run)")
    let place = ["target", "system", "name"].map { problems.first?[$0]?.string }
    #expect(place == ["gate", "house", "gate.open"], "\(run)")
    #expect(scene.world.replaced[metrics]?.contains("\nreconcile_problems 1\n") == true)
  }

  /// What it counts is what the file has, and what is done with it.
  @Test("a saved plan says what it leaves to other runs, and does not count it") func savedPlan() {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    let words = "warning: a saved plan does nothing at a time: 'gate' at 21:05 is not in it"
    let plan = scene.run(at: 300, "plan", "-o", "plan.json", "--detailed-exitcode")
    #expect(plan.status == 0 && plan.output.unwrapped.contains(words), "\(plan)")
    #expect(plan.output.contains("\n0 changes, ") && !plan.output.contains("gate.open"), "\(plan)")
    let unsaved = scene.run(at: 300, "plan", "--detailed-exitcode")
    #expect(unsaved.status == 2 && unsaved.output.contains("\n1 change, "), "\(unsaved)")
    #expect(!unsaved.output.unwrapped.contains(words), "\(unsaved)")
    scene.world.files["plan.json"] = scene.world.replaced["plan.json"]
    let applied = scene.run(at: 310, "apply", "--plan", "plan.json")
    #expect(applied.status == 0 && applied.output.unwrapped.contains(words), "\(applied)")
    #expect(scene.house.tries == 0)
    #expect(scene.run(at: 320).output.contains("gate.open done, due 21:05"))
    // What was done is no longer due.
    #expect(!scene.run(at: 330, "apply", "--plan", "plan.json").output.unwrapped.contains(words))
  }

  @Test("that it begins is written down before anything is sent") func isWrittenDownBefore() {
    var scene = ActionHouse()
    let seen = Written()
    let path = scene.world.state.path
    scene.house.whenDone {
      let actions = (try? StateStore(reading: path)?.actions()) ?? []
      seen.add(actions.filter { $0.standing == .begun }.map(\.action).joined())
    }
    _ = scene.run(at: 0)
    _ = scene.run(at: 300)
    #expect(seen.text == "gate.open")
  }

  @Test("a dry run tells of it and does nothing") func dryRun() {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    let plan = scene.run(at: 310, "plan")
    #expect(plan.output.contains("gate.open to be done until 21:10, due 21:05"), "\(plan)")
    #expect(plan.status == 0 && scene.house.tries == 0)
    #expect(scene.run(at: 320).status == 0)
    #expect(scene.house.done == ["gate.open"])
  }

  @Test("what nobody expected before it fell due waits for the next time") func isNotMadeUpFor() {
    var scene = ActionHouse()
    for seconds in [300, 301, 400] as [Int64] { #expect(scene.run(at: seconds).status == 0) }
    #expect(scene.house.tries == 0)
    // The next day.
    #expect(scene.run(at: 86_700).status == 0)
    #expect(scene.house.done == ["gate.open"])
  }

  @Test("what was missed is told once and not made up for") func isMissed() {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    let late = scene.run(at: 601)
    #expect(late.status == 3 && late.output.contains("gate.open missed, due 21:05"), "\(late)")
    #expect(scene.run(at: 660).status == 0)
    #expect(scene.house.tries == 0)
    #expect(scene.world.run("history").output.contains("missed"))
    for _ in 0..<2 {
      let status = scene.run(at: 700, "status").output
      #expect(status.contains("gate: gate.open, due 21:05, was not run in time"), "\(status)")
    }
    // Of what its target no longer does nothing is told.
    scene.world.files["household.yaml"] = ActionHouse.policy.replacing("gate.open, may-open: true", with: "bell.ring")
    let other = scene.run(at: 700, "status")
    #expect(other.status != 65 && !other.output.contains("was not run in time"), "\(other)")
  }

  /// What a clock that is ahead calls missed is done all the same when its time really comes.
  @Test("a clock that is ahead uses nothing up") func clockIsAhead() {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    let ahead = scene.run(at: 172_800)
    #expect(ahead.status == 3 && ahead.output.contains("gate.open missed, due Fri 21:05"), "\(ahead)")
    #expect(scene.run(at: 10).status == 0)
    #expect(scene.house.tries == 0)
    let done = scene.run(at: 300)
    #expect(done.status == 0 && done.output.contains("gate.open done, due 21:05"), "\(done)")
    #expect(scene.run(at: 360).status == 0)
    // And nothing twice, whatever the clock does then.
    for seconds in [172_800, 10, 300] as [Int64] { _ = scene.run(at: seconds) }
    #expect(scene.house.done == ["gate.open"])
  }

  /// The system's word is not enough where its states tell something else.
  @Test("what did not show is told, and not sent again", arguments: [ActionHouse.Fate.stuck, .notSeen])
  func isNotBelieved(_ fate: ActionHouse.Fate) {
    var scene = ActionHouse()
    scene.house.expect(fate)
    _ = scene.run(at: 0)
    let run = scene.run(at: 300, "apply", "--format", "json")
    #expect(run.status == 3, "\(run)")
    let word = fate == .stuck ? "stuck" : "unverified"
    #expect(run.output.contains("\"outcome\":\"\(word)\"") && run.output.contains("\"applied\":0"), "\(run)")
    for seconds in [301, 360, 599] as [Int64] { #expect(scene.run(at: seconds).status == 0) }
    #expect(scene.house.tries == 1)
    let history = scene.world.run("history", "--since", "2026-11-20").output.unwrapped
    #expect(history.contains("gate: gate.open due 21:05 · policy-1: 'gate at 21:05' · \(word)"), "\(history)")
    let status = scene.run(at: 600, "status").output
    let words = fate == .stuck ? "did not move the device" : "was sent, but not confirmed"
    #expect(status.contains("~ gate: gate.open, due 21:05, \(words)"), "\(status)")
    let explained = scene.run(at: 600, "explain", "gate").output.unwrapped
    #expect(explained.contains("gate: runs Sat 21:05 ~ gate: gate.open, due 21:05, \(words)"), "\(explained)")
    #expect(!scene.run(at: 600, "explain", "gate", "--at", "22:00").output.contains("gate.open, due"))
    #expect(scene.run(at: 600, "status", "--format", "json").output.contains(#""code":"action.not-done""#))
    // Until it is done the next time.
    scene.house.expect(.done)
    _ = scene.run(at: 86_700)
    #expect(!scene.run(at: 86_760, "status").output.contains("gate: gate.open, due"))
  }

  @Test("a plain run says in words that it did not show", arguments: [ActionHouse.Fate.stuck, .notSeen])
  func isToldInWords(_ fate: ActionHouse.Fate) {
    var scene = ActionHouse()
    scene.house.expect(fate)
    _ = scene.run(at: 0)
    let run = scene.run(at: 300)
    let words =
      fate == .stuck ? "! gate  gate.open stuck, due 21:05" : "! gate  gate.open sent, but not confirmed, due 21:05"
    #expect(run.output.contains(words) && !run.output.contains("Applied and verified"), "\(run)")
  }

  /// What nothing shows is not called verified, and no trouble either.
  @Test("what nobody measures is not verified") func isAssumed() {
    var scene = ActionHouse()
    scene.house.expect(.assumed)
    _ = scene.run(at: 0)
    let run = scene.run(at: 300)
    let said = run.output.unwrapped
    #expect(run.status == 0 && said.contains("✓ gate gate.open sent, not confirmed, due 21:05"), "\(run)")
    #expect(said.contains("1 sent, not confirmed.") && !said.contains("verified"), "\(run)")
    let history = scene.world.run("history", "--since", "2026-11-20").output.unwrapped
    #expect(history.contains(" · done · nobody reads whether it moved"), "\(history)")
  }

  /// A slow door takes no time from the reading of its system, which would count as lost.
  @Test("an action that takes the run's time leaves the reading its own", arguments: [30, 59, 62])
  func readingHasItsTime(seconds: Int64) {
    var scene = ActionHouse()
    scene.house.take(.seconds(seconds))
    for (at, word) in [(0, ""), (300, "gate.open done"), (420, "")] as [(Int64, String)] {
      let run = scene.run(at: at)
      #expect(run.status == 0 && run.output.contains(word), "\(run)")
    }
    #expect(!scene.world.run("history").output.contains("can no longer be read"))
  }

  @Test("a reading that hangs after it ends all the same", arguments: [0, 30, 62]) func readingEnds(seconds: Int64) {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    scene.house.take(.seconds(seconds))
    scene.house.hang()
    let run = scene.run(at: 300)
    #expect(run.status == 69 && run.output.contains("not read within the deadline of this run"), "\(run)")
    #expect(scene.house.done == ["gate.open"])
  }

  @Test("what was refused is tried again within its time, and then told") func isTriedAgain() {
    var scene = ActionHouse()
    scene.house.expect(.refused, .refused)
    _ = scene.run(at: 0)
    #expect(scene.run(at: 300).status == 3)
    #expect(scene.run(at: 360).status == 3)
    #expect(scene.run(at: 420).status == 0)
    #expect(scene.house.done == ["gate.open"] && scene.house.tries == 3)
    var other = ActionHouse()
    other.house.expect(.refused)
    _ = other.run(at: 0)
    #expect(other.run(at: 600).status == 3)
    #expect(other.run(at: 601).output.contains("missed"))
    #expect(other.run(at: 700).status == 0 && other.house.done == [])
  }

  @Test("a lost answer is said to be unknown, and nothing is sent again") func answerIsLost() {
    for fate in [ActionHouse.Fate.answerLost, .failed] {
      var scene = ActionHouse()
      scene.house.expect(fate)
      _ = scene.run(at: 0)
      let lost = scene.run(at: 300)
      let words = fate == .answerLost ? "gate.open may have been done, due 21:05" : "gate.open not done, due 21:05"
      #expect(lost.status == 3 && lost.output.contains(words), "\(lost)")
      #expect(lost.output.contains("it is not tried again") == (fate == .failed), "\(lost)")
      for seconds in [301, 400, 700] as [Int64] { #expect(scene.run(at: seconds).status == 0) }
      #expect(scene.house.tries == 1)
      let status = scene.run(at: 700, "status").output.unwrapped
      let reason =
        fate == .failed ? "could not be run: says that its motor" : "but not confirmed: no answer within 75 s"
      #expect(status.contains(reason), "\(status)")
    }
  }

  /// The bin lorry waits in front of the gate, and the server is up again in half a minute.
  @Test("what was sent and surely did not get through is sent again within its time") func isSentAgain() {
    var scene = ActionHouse()
    scene.house.expect(.notYet, .notYet)
    _ = scene.run(at: 0)
    for (number, seconds) in [300, 330].enumerated() {
      let run = scene.run(at: Int64(seconds), "apply", "--notify-command", "/bin/tell", "--notify-format", "text")
      #expect(
        run.status == 3 && run.output.unwrapped.contains("is still starting it is tried again until 21:10"), "\(run)")
      let told = scene.world.told.entries.filter { $0.contains("not-done; is still starting; it is tried again") }
      #expect(told.count == 1, "\(number) \(told)")
      let status = scene.run(at: Int64(seconds) + 1, "status")
      let words = "! gate: gate.open, due 21:05, was not done: is still starting; tried again until 21:10"
      #expect(status.status == 3 && status.output.unwrapped.contains(words), "\(status)")
      let explained = scene.run(at: Int64(seconds) + 1, "explain", "gate").output.unwrapped
      #expect(explained.contains(words), "\(explained)")
    }
    #expect(scene.run(at: 420).output.contains("gate.open done, due 21:05"))
    for seconds in [430, 500, 700] as [Int64] { #expect(scene.run(at: seconds).status == 0) }
    #expect(scene.house.tries == 3 && scene.house.done == ["gate.open"])
    var late = ActionHouse()
    late.house.expect(.notYet)
    _ = late.run(at: 0)
    _ = late.run(at: 590)
    #expect(late.run(at: 610).output.unwrapped.contains("could not be done in time, and is not made up for: is still"))
    #expect(late.run(at: 670).status == 0 && late.house.tries == 1)
  }

  /// What a kill leaves: the ledger as it was, or the word that it has begun.
  @Test("killed before it is sent it is done by the next run, killed afterwards nobody knows") func isKilled() throws {
    for standing in [RecordedAction.Standing.expected, .begun] {
      var scene = ActionHouse()
      _ = scene.run(at: 0)
      let at = Instant(secondsSinceEpoch: 1_795_205_100)
      if standing == .begun {
        let store = try StateStore(writing: scene.world.state.path, now: at)
        try store.note(ActionKey(target: Name("gate"), at: at), .begun, telling: nil)
        // A second one that gets to the same point is stopped there.
        #expect(throws: StateError.self) {
          try store.note(ActionKey(target: Name("gate"), at: at), .begun, telling: nil)
        }
      }
      let next = scene.run(at: 302)
      #expect(next.status == (standing == .begun ? 3 : 0), "\(next)")
      #expect(next.output.contains(standing == .begun ? "may have been done" : "gate.open done"), "\(next)")
      #expect(scene.house.tries == (standing == .begun ? 0 : 1))
      #expect(scene.run(at: 360).status == 0)
    }
  }

  @Test("a clock that is set back does nothing twice") func clockIsSetBack() {
    var scene = ActionHouse()
    for seconds in [0, 300, 30, 200, 300, 301, 420] as [Int64] { #expect(scene.run(at: seconds).status == 0) }
    #expect(scene.house.done == ["gate.open"])
  }

  /// The hint about a missed action names the grace, and nothing must open hours late because of that.
  @Test("more time that is given afterwards does not make up for it", arguments: [601, 630, 3_000])
  func graceIsGivenLater(seconds: Int64) {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    #expect(scene.run(at: 601, "plan").output.contains("missed, due 21:05"))
    scene.world.files["household.yaml"] = ActionHouse.policy.replacing("grace: 5m", with: "grace: 12h")
    let late = scene.run(at: seconds)
    #expect(late.status == 3 && late.output.contains("gate.open missed, due 21:05"), "\(late)")
    #expect(scene.run(at: seconds + 60).status == 0 && scene.house.tries == 0)
    // The next day it has that time.
    _ = scene.run(at: 4_000)
    #expect(scene.run(at: 86_400 + 7_200).output.contains("gate.open done"))
    // Less time counts at once.
    var other = ActionHouse()
    _ = other.run(at: 0)
    other.world.files["household.yaml"] = ActionHouse.policy.replacing("grace: 5m", with: "grace: 1m")
    #expect(other.run(at: 400).output.contains("gate.open missed") && other.house.tries == 0)
  }

  @Test("another line for the same time was not read before it") func lineIsReplaced() {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    scene.world.files["household.yaml"] = ActionHouse.policy.replacing("gate at 21:05", with: "gate at 21:05 on fri")
    for seconds in [310, 400, 700] as [Int64] { #expect(scene.run(at: seconds).status == 0) }
    #expect(scene.house.tries == 0)
    // Other words beside it change nothing.
    var other = ActionHouse()
    _ = other.run(at: 0)
    other.world.files["household.yaml"] = ActionHouse.policy.replacing("5m}", with: "5m, because: the cat}")
    #expect(other.run(at: 310).status == 0 && other.house.done == ["gate.open"])
  }

  @Test("another file with the same line was not read before its time") func fileIsAnother() {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    scene.world.files["other.yaml"] = "owner: other\n" + ActionHouse.policy
    scene.world.now = Instant(secondsSinceEpoch: 1_795_204_800 + 310)
    #expect(!scene.world.run("plan", "other.yaml").output.contains("gate.open"))
    let other = scene.world.run("other.yaml")
    #expect(other.output.contains("now following") && !other.output.contains("gate.open"), "\(other)")
    scene.world.now = Instant(secondsSinceEpoch: 1_795_204_800 + 86_700)
    _ = scene.world.run("other.yaml")
    #expect(scene.house.done == ["gate.open"])
  }

  @Test("what an older version expected is done") func olderState() throws {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    let store = try StateStore(writing: scene.world.state.path, now: Instant(secondsSinceEpoch: 1_795_204_800))
    try store.keep(
      try store.actions().map {
        RecordedAction(key: $0.key, system: $0.system, action: $0.action, standing: $0.standing)
      })
    #expect(scene.run(at: 310).status == 0 && scene.house.done == ["gate.open"])
  }

  @Test("of two at one time the first of the file is done first") func orderOfTheFile() {
    var scene = ActionHouse(
      policy: ActionHouse.policy.replacing("policy:", with: "  bell: {action: bell.ring}\npolicy:\n  - bell at 21:05"))
    _ = scene.run(at: 0)
    let run = scene.run(at: 300)
    #expect(scene.house.done == ["gate.open", "bell.ring"], "\(run)")
  }

  @Test("a look ahead calls nothing missed that the runs until then can do") func lookAhead() {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    for now in [10, 310] as [Int64] {
      let plan = scene.run(at: now, "plan", "--at", "2026-11-21 20:00")
      #expect(plan.status == 0 && !plan.output.contains("missed"), "\(plan)")
    }
    #expect(scene.run(at: 601, "plan", "--at", "2026-11-21 20:00").output.contains("missed, due"))
  }

  @Test("that it is refused is a problem, told once, and its reason stays") func refusalIsTold() {
    var scene = ActionHouse()
    scene.house.expect(.refused, .refused, .refused)
    _ = scene.run(at: 0)
    for seconds in [300, 360, 420] as [Int64] {
      let run = scene.run(at: seconds, "apply", "--notify-command", "/bin/tell", "--metrics", "/m.prom")
      #expect(run.status == 3, "\(run)")
      let metrics = scene.world.replaced["/m.prom"] ?? ""
      #expect(metrics.contains(#"reconcile_changes{outcome="failed"} 1"#), "\(metrics)")
      let told = scene.world.told.entries.filter { $0.contains("gate: not-done") }
      #expect(told.count == 1, "\(told)")
      let status = scene.run(at: seconds + 1, "status")
      #expect(status.status == 3, "\(status)")
      #expect(status.output.contains("! gate: gate.open, due 21:05, was not done: was refused"), "\(status)")
    }
    let late = scene.run(at: 601)
    let words = "could not be done in time, and is not made up for: was refused"
    #expect(late.status == 3 && late.output.contains(words) && !late.output.contains("grace"), "\(late)")
    #expect(scene.world.run("history").output.contains("was refused"))
    let status = scene.run(at: 620, "status").output
    #expect(status.contains("~ gate: gate.open, due 21:05, could not be done in time: was refused"), "\(status)")
  }

  @Test("an edit takes back what is expected") func edited() {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    scene.world.files["household.yaml"] = ActionHouse.policy.replacing("21:05", with: "21:20")
    for seconds in [240, 300, 400, 700] as [Int64] { #expect(scene.run(at: seconds).status == 0) }
    #expect(scene.house.tries == 0)
    #expect(scene.run(at: 1200).status == 0)
    #expect(scene.house.done == ["gate.open"])
  }

  @Test("what is expected of a system is done by whatever name it has then") func renamed() {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    scene.world.files["household.yaml"] = ActionHouse.policy.replacing("{house:", with: "{home:")
    for seconds in [60, 300, 360] as [Int64] { #expect(scene.run(at: seconds).status == 0) }
    #expect(scene.house.done == ["gate.open"])
  }

  @Test("a run that is refused for its many changes does nothing at a time either") func tooManyChanges() {
    func policy(most: Int) -> String {
      """
      timezone: Europe/Berlin
      limits: {max-changes: \(most)}
      systems:
        house: {kind: pretend-house, url: http://192.168.1.9}
        gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
      targets:
        gate: {action: gate.open, may-open: true}
        kids: {acl-rules: ["Downtime-*"]}
      policy:
        - {do: gate at 21:05, grace: 5m}
        - kids off

      """
    }
    var scene = ActionHouse(policy: policy(most: 0))
    #expect(scene.run(at: 0).status == 4)
    let refused = scene.run(at: 300)
    #expect(refused.status == 4 && scene.house.tries == 0, "\(refused)")
    scene.world.files["household.yaml"] = policy(most: 9)
    let allowed = scene.run(at: 420)
    #expect(allowed.status == 0 && allowed.output.contains("gate.open done, due 21:05"), "\(allowed)")
    #expect(scene.house.done == ["gate.open"])
  }

  @Test("other targets are left alone by a run that looks after some") func someTargets() {
    var scene = ActionHouse(
      policy: ActionHouse.policy.replacing(
        "policy:", with: "  bell: {action: bell.ring}\npolicy:\n  - bell at 21:05"))
    _ = scene.run(at: 0)
    #expect(scene.run(at: 300, "apply", "--target", "bell").status == 0)
    #expect(scene.house.done == ["bell.ring"])
    #expect(scene.run(at: 310).status == 0)
    #expect(scene.house.done == ["bell.ring", "gate.open"])
  }

  @Test("a program that stays wakes for it, does it once, and tries again what was refused") func watch() {
    for fates in [[ActionHouse.Fate](), [.refused]] {
      let scene = ActionHouse()
      for fate in fates { scene.house.expect(fate) }
      let household = scene.world.household ?? PretendHousehold()
      let stage = WatchStage(household, policy: ActionHouse.policy, kinds: scene.world.kinds)
      #expect(stage.play("--interval", "1h") { await $0.wait(900) } == 143)
      #expect(scene.house.done == ["gate.open"] && scene.house.tries == 1 + fates.count)
      #expect(stage.output.text.contains("\n21:05 gate "), "\(stage.output.text)")
      #expect(stage.output.text.contains("gate.open done, due 21:05"), "\(stage.output.text)")
    }
  }

  @Test("JSON and Markdown tell it") func formats() {
    var scene = ActionHouse()
    _ = scene.run(at: 0)
    let json = scene.run(at: 300, "apply", "--format", "json").output
    #expect(json.contains(#""action":"gate.open""#) && json.contains(#""outcome":"done""#), "\(json)")
    let late = scene.run(at: 87_200, "apply", "--format", "markdown").output
    #expect(late.contains("- ! **`gate`** `gate.open missed, due 21:05"), "\(late)")
  }
}
