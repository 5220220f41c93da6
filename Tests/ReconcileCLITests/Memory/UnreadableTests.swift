import CivilTime
import Foundation
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import Host

/// The whole program and a host that does not tell how its capsules stand.
@Suite struct UnreadableTests {
  private struct Scene {
    let host: FakeWire<BuilderOS>
    var story: Chronicle

    init() {
      var host = BuilderOS(capsules: [BuilderOS.Capsule("jellyfin", title: "Jellyfin Server", isRunning: true)])
      host.refusesRepetition = true
      let wire = FakeWire(host, basePath: "/api", clock: 1_795_204_804)
      self.host = wire
      story = Chronicle(
        policy: """
          timezone: Europe/Berlin
          systems:
            studio: {kind: builderos, url: http://192.168.1.5:8080, api-key: {credential: studio-key}}
          targets:
            media: {capsules: [jellyfin]}
          policy:
            - media stopped 22:00–06:00

          """)
      story.world.household?.others["192.168.1.5"] = wire
      story.world.files["/etc/reconcile/credentials/studio-key"] =
        WrittenSecret("simulated-key", for: "http://192.168.1.5:8080", "builderos").file
    }

    /// What `status` says is wrong, and what it ends with.
    var status: (told: String?, code: Int32) {
      let run = story.world.run("status", "household.yaml")
      let text = run.output.unwrapped
      return (text.contains("media: ") ? text : nil, run.status)
    }

    var calls: [String] { get async { await host.system.calls.map { "\($0.action) \($0.isDone)" } } }
  }

  @Test("a night: noted at first, stopped once, started once, and every line says what was asked") func aNight()
    async throws
  {
    var scene = Scene()
    let first = scene.story.apply()
    #expect(first.status == 0, "\(first)")
    #expect(first.output.unwrapped.contains("capsule 'jellyfin', never asked; its state cannot be read"), "\(first)")
    #expect(first.output.unwrapped.contains("wanted: running"), "\(first)")
    #expect(first.output.unwrapped.contains("seen for the first time"), "\(first)")
    #expect(scene.status.told == nil, "nobody switched anything")

    try await scene.story.pass(until: "2026-11-20 22:00:02")
    let plan = scene.story.plan()
    #expect(plan.output.unwrapped.contains("? → stopped capsule 'jellyfin' never asked"), "\(plan)")
    #expect(scene.story.drift().status == 0)
    #expect(await scene.calls == [])
    let stopping = scene.story.apply()
    let asked = "last asked: stop, 22:00:02; its state cannot be read"
    let said = stopping.output.unwrapped
    #expect(stopping.status == 0 && said.contains(asked + ", sent, not confirmed"), "\(stopping)")
    #expect(said.contains("1 sent, not confirmed.") && !said.contains("verified"), "\(stopping)")
    for _ in 1...3 {
      await scene.story.pass(minutes: 10)
      let later = scene.story.apply()
      #expect(later.status == 0 && later.output.unwrapped.contains(asked), "\(later)")
      #expect(scene.status.told == nil)
    }
    let json = scene.story.plan("--format", "json").output.filter { !$0.isWhitespace }
    #expect(
      json.contains(#""lastAsked":"stop","lastAskedAt":"2026-11-20T21:00:02Z","lastAskedAnswered":true"#), "\(json)")

    try await scene.story.pass(until: "2026-11-21 06:30:00")
    #expect(scene.story.apply().status == 0)
    #expect(await scene.calls == ["stop true", "start true"])
    #expect(try scene.story.told().filter { $0.hasPrefix("change") }.count == 2)
  }

  /// How an override finds it nobody knows, so that nothing says that this comes back.
  @Test func whatAnOverrideFindsIsNotPutBack() async {
    var scene = Scene()
    let policy = scene.story.world.files["household.yaml"] ?? ""
    scene.story.world.files["household.yaml"] = policy.replacing("[jellyfin]}", with: "[jellyfin], otherwise: leave}")
    #expect(scene.story.apply().status == 0)
    for number in 1...2 {
      await scene.host.inspect { $0.capsules[0].isRunning = true }
      func says(_ line: String, _ words: String) {
        let run = scene.story.world.run(line.split(separator: " ").map(String.init) + ["--policy", "household.yaml"])
        #expect(run.output.unwrapped.contains(words) && !run.output.contains("as it was"), "\(line): \(run)")
      }
      says("override media stopped --for 10m", "media: not put back, then left alone until 22:00 · otherwise")
      says("explain media", "next not put back and left alone from")
      says("next", "stopped → leave not put back · otherwise")
      let asked = number == 1 ? ", never asked" : ""
      says("status", "then not put back\(asked) · override \(number)")
      #expect(scene.story.apply().status == 0)
      #expect(await scene.calls.count == number)
      await scene.story.pass(minutes: 11)
      says("explain media", "after an override it is not put back")
      #expect(scene.story.apply().status == 0)
      #expect(await scene.calls.count == number)
    }
  }

  /// It is never left behind, and what is said of an edit names no command that would open it.
  @Test func whatIsStoppedStaysSo() {
    var world = Scene().story.world
    world.files["new.yaml"] = world.files["household.yaml"]?.replacing("media:", with: "films:")
      .replacing("media stopped", with: "films stopped").replacing("[jellyfin]", with: "[other]")
    let run = world.run("compare", "household.yaml", "new.yaml").output.unwrapped
    #expect(run.contains("what it has stopped stays stopped") && !run.contains("release"), "\(run)")
    let lock = world.run("lock", "media", "--for", "1h", "--policy", "household.yaml")
    #expect(lock.output.contains("media stopped until 22:00:04 · lock 1"), "\(lock)")
  }

  @Test("an answer that was lost is told once, and not asked for again") func loses() async throws {
    var scene = Scene()
    _ = scene.story.apply()
    try await scene.story.pass(until: "2026-11-20 22:00:02")
    await scene.host.inspect { $0.answersToLose = 1 }
    let lost = scene.story.apply()
    #expect(lost.status == 3 && lost.output.unwrapped.contains("whether it was done is unknown"), "\(lost)")
    await scene.story.pass(minutes: 1)
    let later = scene.story.apply()
    #expect(
      later.status == 0 && later.output.unwrapped.contains("last asked: stop, 22:00:02 (unclear whether it was done)"),
      "\(later)")
    #expect(await scene.calls == ["stop true"])
    #expect(scene.status.told?.contains("media: it is unclear whether the last request was done") == true)
    #expect(scene.status.code != 3, "nothing is tried again")
    try await scene.story.pass(until: "2026-11-21 06:30:00")
    #expect(scene.story.apply().status == 0)
    #expect(scene.status.told == nil)
  }

  @Test("a run that was killed after it had asked has noted that before") func isKilled() async throws {
    var scene = Scene()
    _ = scene.story.apply()
    try await scene.story.pass(until: "2026-11-20 22:00:02")
    // What is in the state at the moment of the request is what a run would leave that is killed then.
    let (file, copy) = (scene.story.world.state.file, scene.story.world.state.path + "/copy")
    scene.story.world.household?.beforeAnswering = { sent in
      if sent.entry.hasPrefix("POST") { try? FileManager.default.copyItem(atPath: file, toPath: copy) }
    }
    _ = scene.story.apply()
    #expect(await scene.calls == ["stop true"])
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.moveItem(atPath: copy, toPath: file)

    await scene.story.pass(minutes: 1)
    let later = scene.story.apply()
    #expect(later.output.unwrapped.contains("last asked: stop, 22:00:02 (unclear whether it was done)"), "\(later)")
    #expect(await scene.calls == ["stop true"])
  }

  @Test("where the state cannot be written nothing is asked for") func isNotNoted() async throws {
    var scene = Scene()
    _ = scene.story.apply()
    try await scene.story.pass(until: "2026-11-20 22:00:02")
    // Somebody takes the state away while the run looks.
    let file = scene.story.world.state.file
    scene.story.world.household?.beforeAnswering = { _ in try? FileManager.default.removeItem(atPath: file) }
    let run = scene.story.apply()
    #expect(run.status == 3 && run.output.unwrapped.contains("could not be noted before"), "\(run)")
    #expect(await scene.calls == [])
  }

  @Test("without a state nothing is asked for, and the plan says why") func hasNoState() async throws {
    var scene = Scene()
    // Others may write there, so it is not used.
    let folder = try TemporaryFolder([:])
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
    for time in ["2026-11-20 21:30:00", "2026-11-20 22:00:02", "2026-11-21 07:00:00"] {
      try await scene.story.pass(until: time)
      let run = scene.story.plan()
      #expect(run.status == 0 && run.output.unwrapped.contains("there is no state that says"), "\(run)")
      let apply = scene.story.apply("--state", folder.url.path)
      #expect(apply.output.unwrapped.contains("there is no state that says"), "\(apply)")
    }
    #expect(await scene.calls == [])
  }

  /// What `doctor` says of the key; a host tells of its health to anybody.
  @Test(arguments: [
    ("well", "the API key is accepted", 0), ("wrong key", "the host does not accept the API key", 77),
    ("no capsules", "this host does not offer capsules", 69),
  ]) func isExamined(_ mood: String, _ told: String, _ status: Int32) async throws {
    let scene = Scene()
    await scene.host.inspect { host in
      if mood == "wrong key" { host.key = "another" }
      host.offersCapsules = mood != "no capsules"
    }
    let run = scene.story.world.run("doctor", "household.yaml")
    #expect(run.status == status && run.output.unwrapped.contains(told), "\(run)")
    #expect(run.output.contains("accepted") == (mood == "well"), "\(run)")
  }

  @Test("release does not know it: what was stopped and is named no more is left as it is") func isNotReleased()
    async throws
  {
    var scene = Scene()
    _ = scene.story.apply()
    try await scene.story.pass(until: "2026-11-20 22:00:02")
    #expect(scene.story.apply().status == 0)
    #expect(await scene.calls == ["stop true"])
    scene.story.world.files["household.yaml"] = """
      timezone: Europe/Berlin
      systems:
        studio: {kind: builderos, url: http://192.168.1.5:8080, api-key: {credential: studio-key}}
      targets:
        another: {capsules: [plex]}
      policy:
        - another running

      """
    let apply = scene.story.apply()
    #expect(!apply.output.contains("release"), "\(apply)")
    #expect(
      apply.output.unwrapped.contains("'jellyfin' was last asked to stop and is in no target any more"), "\(apply)")
    let told = "media: 'jellyfin' was last asked to stop and is in no target any more"
    #expect(scene.story.world.run("history").output.unwrapped.contains(told))
    let again = scene.story.apply()
    #expect(!again.output.contains("no target any more"), "\(again)")
    for words in [["--all"], ["media"], ["jellyfin"], ["--all", "--keep"]] {
      let run = scene.story.world.run(["release", "--policy", "household.yaml", "--yes"] + words)
      #expect(!run.output.contains("stopped → running"), "\(run)")
      #expect(run.output.isEmpty || run.output.unwrapped.contains("This does not list any capsule"), "\(run)")
    }
    #expect(await scene.calls == ["stop true"])
  }

  @Test("status and explain do not say that it is so where nobody knows that") func isUnsure() async throws {
    var scene = Scene()
    func says(_ words: String, _ others: String = "no such words", line: UInt = #line) {
      for command in ["status", "explain"] {
        let run = scene.story.world.run(command, "household.yaml")
        let text = run.output.unwrapped
        #expect(text.contains(words) && !text.contains(others), "line \(line), \(command): \(run)")
      }
    }
    try await scene.story.pass(until: "2026-11-20 22:00:02")
    _ = scene.story.apply()
    says("should be stopped", "~ media")
    says(", never asked")
    let json = scene.story.world.run(["status", "--format", "json", "--policy", "household.yaml"]).output
    #expect(json.contains("object.unasked"), "\(json)")
    // What a host says that it did is taken for it.
    _ = scene.story.world.run(["lock", "media", "--for", "1h", "--policy", "household.yaml"])
    _ = scene.story.apply()
    says("stopped", "should be")
    // Nor while a no is all that came.
    await scene.host.inspect { $0.capsules[0].failure = "No space left" }
    try await scene.story.pass(until: "2026-11-21 06:00:02")
    _ = scene.story.apply()
    says("should be running", "never asked")
    says("media: stuck; 1 attempt to move it failed")
    // What is only observed is never so because of this.
    let policy = scene.story.world.files["household.yaml"] ?? ""
    scene.story.world.files["household.yaml"] = policy.replacing(
      "[jellyfin]}", with: "[jellyfin], enforcement: observe}")
    let plan = scene.story.apply()
    #expect(plan.output.unwrapped.contains("its state cannot be read, only observed"), "\(plan)")
    says("should be running")
    says(", only observed")
  }

  @Test("before anybody is asked nothing says that it is so") func isNotYetAsked() async throws {
    var scene = Scene()
    func says(_ state: String, isUnsure: Bool, line: UInt = #line) {
      for command in ["status", "explain"] {
        let run = scene.story.world.run(command, "household.yaml")
        let text = run.output.unwrapped
        #expect(text.contains("should be \(state)") == isUnsure, "line \(line), \(command): \(run)")
        #expect(text.contains(", not asked for this") == isUnsure && text.contains(state), "line \(line): \(run)")
      }
    }
    _ = scene.story.apply()
    try await scene.story.pass(until: "2026-11-20 22:00:02")
    _ = scene.story.apply()
    says("stopped", isUnsure: false)
    try await scene.story.pass(until: "2026-11-21 06:00:02")
    says("running", isUnsure: true)
    // Back to what it was last asked for: that is so.
    _ = scene.story.world.run(["lock", "media", "--for", "1h", "--policy", "household.yaml"])
    says("stopped", isUnsure: false)
    _ = scene.story.world.run(["override", "end", "1", "--policy", "household.yaml"])
    _ = scene.story.apply()
    says("running", isUnsure: false)
    _ = scene.story.world.run(["override", "media", "stopped", "--for", "1h", "--policy", "household.yaml"])
    says("stopped", isUnsure: true)
  }

  @Test("a capsule that says no is tried again, less and less often") func saysNo() async throws {
    var scene = Scene()
    _ = scene.story.apply()
    try await scene.story.pass(until: "2026-11-20 22:00:02")
    await scene.host.inspect { $0.capsules[0].failure = "No space left" }
    for _ in 0..<60 {
      #expect(scene.story.apply().status == 3)
      await scene.story.pass(minutes: 1)
    }
    #expect(await scene.calls == Array(repeating: "stop false", count: 4))
    let failed = try scene.story.told().filter { $0.hasPrefix("change") && $0.hasSuffix("failed") }
    #expect(failed.count == 1, "the same reason at each try is one entry: \(failed)")
    let plan = scene.story.plan()
    #expect(plan.output.unwrapped.contains("last asked: stop, 22:21:02 (refused); its state cannot be read"), "\(plan)")
    let json = scene.story.plan("--format", "json").output.filter { !$0.isWhitespace }
    #expect(json.contains(#""lastAskedAnswered":false,"lastAskedRefused":true"#), "\(json)")
    // By somebody's word it is to run on: nobody knows that it does.
    await scene.host.inspect { ($0.capsules[0].failure, $0.refusesRepetition) = (nil, false) }
    _ = try scene.story.override(StatePair.runningStopped.on, of: "media", minutes: 60)
    #expect(scene.story.apply().status == 0)
    #expect(await scene.calls.suffix(1) == ["start true"])
  }

  /// Nobody is told that it is so where nobody knows that.
  @Test(
    "a lock or an override to what is wanted anyway asks for it once more, unless it is known to be so",
    arguments: ["lost", "refused", "never", "known"], ["lock media", "override media stopped"])
  func isWishedFor(_ fate: String, _ line: String) async throws {
    var scene = Scene()
    if fate != "never" { _ = scene.story.apply() }
    try await scene.story.pass(until: "2026-11-20 22:00:02")
    await scene.host.inspect { host in
      host.refusesRepetition = false
      if fate == "lost" { host.answersToLose = 1 }
      if fate == "refused" { host.capsules[0].failure = "No space left" }
    }
    for _ in 0..<30 {
      _ = scene.story.apply()
      await scene.story.pass(minutes: 1)
    }
    await scene.host.inspect { $0.capsules[0].failure = nil }
    let before = await scene.calls.count
    #expect(before == ["lost": 1, "refused": 4, "never": 0, "known": 1][fate])
    func run(_ line: String) -> TestWorld.Outcome {
      scene.story.world.run(line.split(separator: " ").map(String.init) + ["--policy", "household.yaml"])
    }
    let wish = run(line + " --for 1h")
    let isRefused = fate == "known" && line.hasPrefix("override")
    #expect(wish.status == (isRefused ? 4 : 0), "\(wish)")
    #expect(wish.error.contains("anyway") == isRefused, "\(wish)")
    for _ in 1...3 {
      #expect(scene.story.apply().status == 0)
      await scene.story.pass(minutes: 1)
    }
    #expect(await scene.calls.dropFirst(before) == (isRefused ? [] : ["stop true"]))
    // What it was asked for, and is said to have done, is not asked for as that ends.
    if !isRefused { #expect(run("override end 1").status == 0) }
    #expect(scene.story.apply().status == 0)
    #expect(await scene.calls.count == before + (isRefused ? 0 : 1))
  }
}
