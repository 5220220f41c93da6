import Approvals
import CivilTime
import HTTPTransport
import Policies
import Providers
import StateStore
import Synchronization
import TestSupport

@testable import Host
@testable import ReconcileCLI

/// A household, and a program that stays with it, in a time that passes only when everybody waits.
final class WatchStage: Sendable {
  let household: PretendHousehold
  let diary = Diary()
  /// What the supervisor was told.
  let heard = Diary()
  let output = Written()
  let error = Written()
  let state = StateFolder()
  /// What approvers were told, with the second at which that was before it.
  let told = Diary()
  /// The files that it listened to last.
  let attended = Created()
  /// What each program ends with that is told; nil for one that hangs.
  private let programStatus: Int32?
  private let people: String?
  private let files: Mutex<[String: String]>
  private let variables: [String: String]
  private let start: Instant
  private let kinds: ProviderKinds
  /// How far the wall clock was set, in seconds.
  private let ahead = Mutex<Int64>(0)
  fileprivate let time = Mutex<FakeTime?>(nil)
  private let wakeSignal = Mutex<WakeSignal?>(nil)
  private let prints = Mutex(0)
  private let onPause = Mutex<@Sendable (WatchStage) -> Void>({ _ in })
  private let onTold = Mutex<@Sendable (WatchStage) -> Void>({ _ in })

  init(
    _ household: PretendHousehold = PretendHousehold(), policy: String = PretendHousehold.policy,
    variables: [String: String] = [:], start: Int64 = 1_795_204_804, kinds: ProviderKinds = .shipped,
    people: String? = nil, programStatus: Int32? = 0
  ) {
    (self.people, self.programStatus) = (people, programStatus)
    self.household = household
    self.variables = variables
    self.kinds = kinds
    self.start = Instant(secondsSinceEpoch: start)
    files = Mutex(household.world(policy: policy).files)
  }

  /// Runs `reconcile watch` while `script` happens to it; at its end the program is told to end.
  func play(_ options: String..., script: @escaping @Sendable (WatchStage) async -> Void) -> Int32 {
    play(options: options, script: script)
  }

  func play(options: [String], script: @escaping @Sendable (WatchStage) async -> Void) -> Int32 {
    var world = household.world()
    world.kinds = kinds
    world.programStatus = programStatus
    world.variables = ["STATE_DIRECTORY": state.path].merging(variables) { $1 }
    world.files["/etc/reconcile/people.yaml"] = people
    world.dice = Dice(seed: 7)
    var environment = world.environment(output, error)
    environment.files = FakeChangingFiles(texts: { self.files.withLock { $0 } })
    environment.now = { self.start + self.seconds + self.ahead.withLock { $0 } }
    environment.output = { [output] text in
      self.prints.withLock { $0 += 1 }
      output.add(text)
    }
    environment.error = { [diary, error] text in
      if text.contains(": error: ") { diary.add("told of errors") }
      error.add(text)
    }
    environment.bootMoment = { BootMoment(boot: "one", seconds: 1_000 + self.seconds) }
    let start = environment.start
    environment.start = { (program, input) throws(FileError) in
      self.told.add("\(self.seconds) \(input)")
      self.onTold.withLock { $0 }(self)
      return try start(program, input)
    }
    let replace = environment.replace
    environment.replace = { (path, text) throws(FileError) in
      try replace(path, text)
      self.write(path, text)
    }
    environment.notify = { self.heard.add($0) }
    let pause = environment.pause
    environment.pause = { duration in
      self.onPause.withLock { $0 }(self)
      pause(duration)
    }
    environment.listen = { wakeSignal, _ in
      self.wakeSignal.withLock { $0 = wakeSignal }
      return AttendedFiles(files: self.attended)
    }
    environment.network = StagedNetworkHost(stage: self, script: script)
    return Reconcile.run(["watch", "household.yaml"] + options, environment)
  }

  /// Since the beginning, rounded down.
  var seconds: Int64 { time.withLock { $0.map { Int64($0.now / .seconds(1)) } } ?? 0 }

  func wait(_ seconds: Double) async { await time.withLock { $0 }?.sleep(.seconds(seconds)) }
  /// What happens whenever the state is waited for.
  func whenPausing(_ body: @escaping @Sendable (WatchStage) -> Void) { onPause.withLock { $0 = body } }
  /// What happens whenever approvers are told.
  func whenTold(_ body: @escaping @Sendable (WatchStage) -> Void) { onTold.withLock { $0 = body } }
  func wake(_ reason: WakeSignal.Reason) { wakeSignal.withLock { $0 }?.send(reason) }
  func write(policy: String) { write("household.yaml", policy) }
  func write(_ file: String, _ text: String) { files.withLock { $0[file] = text } }
  func text(of file: String) -> String? { files.withLock { $0[file] } }
  func setClock(ahead seconds: Int64) { ahead.withLock { $0 = seconds } }

  /// Lets `person` run another command beside it, with the same state.
  @discardableResult
  func run(_ words: String..., as person: String = "emma", typing typed: [String]? = nil) -> TestWorld.Outcome {
    var world = household.world(policy: files.withLock { $0["household.yaml"] ?? "" })
    world.variables = ["STATE_DIRECTORY": state.path, "RECONCILE_POLICY": "household.yaml"]
    (world.now, world.userName, world.typed) = (start + seconds, person, typed)
    world.boot = BootMoment(boot: "one", seconds: 1_000 + seconds)
    return world.run(words)
  }

  /// Lets somebody make an override of the target `kids`, for half an hour.
  func override(_ wanted: TargetState) throws {
    let now = start + seconds
    let store = try StateStore(writing: state.path, now: now)
    _ = try store.make(wanted, of: Name("kids"), from: now, until: now + 1800, because: nil, by: "anna")
  }

  /// Lets somebody lock the target `kids` for half an hour.
  func lock() throws {
    let now = start + seconds
    let lock = Override(
      id: "", target: Name("kids"), state: .off, from: now, until: now + 1800, because: nil, by: "anna", kind: .lock)
    _ = try StateStore(writing: state.path, now: now).make([lock])
  }

  /// Lets somebody move the end of an override to so many seconds from now.
  func endOverride(_ number: Int, in seconds: Int64) throws {
    let now = start + self.seconds
    _ = try StateStore(writing: state.path, now: now).end("\(number)", at: now + seconds, now: now, by: "anna")
  }

  /// When a run began, in seconds since the beginning: it reads the console first, or the Pi-hole.
  func times(of request: String) -> [Double] {
    diary.entries.filter { $0.hasSuffix(request) }.compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
  }

  /// How many runs had something to print: each prints all of it at once.
  var reports: Int { prints.withLock { $0 } }
}

/// Files whose text may change while the program runs.
struct FakeChangingFiles: Files {
  var texts: @Sendable () -> [String: String]

  private var now: FakeFiles { FakeFiles(texts: texts()) }

  func kind(of path: String) throws(FileError) -> FileKind? { try now.kind(of: path) }
  func names(in path: String) throws(FileError) -> [String] { try now.names(in: path) }
  func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] { try now.bytes(of: path, limit: limit) }
  func resolved(_ path: String) -> String? { now.resolved(path) }
}

/// Runs what stays over the household of a stage, in the time of that stage.
private struct StagedNetworkHost: NetworkHost {
  let stage: WatchStage
  let script: @Sendable (WatchStage) async -> Void

  func run<Value: Sendable>(
    log: Environment.ExchangeLog?, _ body: @escaping @Sendable (any Network, StopSignal) async -> Value
  ) -> Value {
    let time = FakeTime { [household = stage.household] in await household.pass($0) }
    stage.time.withLock { $0 = time }
    return time.run {
      let network = FakeNetwork(stage.household, time, log: log, diary: stage.diary)
      let stop = StopSignal()
      Task(executorPreference: time) {
        await script(stage)
        stage.diary.add("\(network.uptime) told to end")
        stop.request(.terminated)
      }
      let value = await body(network, stop)
      stage.diary.add("\(network.uptime) end")
      return value
    }
  }
}

/// Keeps which files are listened to.
private struct AttendedFiles: HostEvents {
  let files: Created

  func attend(to paths: [String]) { files.put("last", paths.joined(separator: " ")) }
  func close() {}
}
