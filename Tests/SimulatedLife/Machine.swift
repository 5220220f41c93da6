import Approvals
import CivilTime
import HTTPTransport
import Providers
import ReconcileCLI
import Planning
import Secrets
import Synchronization
import TestSupport
import Text

import Host

/// The machine on which the program runs: its files, its clock, its way to the household.
struct Machine: Sendable {
  var house: House
  var systems: [HouseSystem]
  /// The policy file.
  var policy: String
  /// What its clock says at the beginning of a run, in seconds since 1970.
  var now: Int64
  let disk: Disk
  /// What is wrong with the program itself.
  var saboteur: Saboteur?
  /// Who runs the program, and what they type.
  var user = User()
  /// How approvers are told; nil where nothing is guarded.
  var post: Post?
  /// Since when it runs, by its own clock.
  var clock = HouseClock(wall: 0, boot: 1, uptime: 0)

  /// Somebody before the machine.
  struct User: Sendable {
    /// Nil where the machine does not say.
    var name: String?
    /// The lines that they type.
    var typed: [String] = []
    /// Whether they are asked at a terminal.
    var isAtTerminal = false
  }

  /// What a run came to.
  struct Outcome: Sendable {
    var status: Int32
    var output: String
    var error: String
    /// The machine died before the end. What it would have said nobody has heard.
    var isKilled: Bool

    /// Whether `secret` was printed.
    func tells(_ secret: String) -> Bool { output.holds(secret) || error.holds(secret) }
  }

  static let path = "household.yaml"

  /// Runs the program once.
  func run(_ arguments: [String]) -> Outcome {
    let texts = Texts()
    var environment = environment(texts, Desk(policy: saboteur?.policy(policy) ?? policy))
    environment.network = LivedNetworkHost(machine: self, texts: texts)
    let status = Reconcile.run(arguments, environment)
    return outcome(status, texts)
  }

  /// Runs the program as one that stays, with `desk` beside it, until `life` is over; then it is told to end.
  ///
  /// `life` has the time that passes, and what was printed so far.
  func stay(_ desk: Desk, _ life: @escaping @Sendable (FakeTime, Texts) async -> Void) -> Outcome {
    let texts = Texts()
    var environment = environment(texts, desk)
    // No supervisor has started it.
    environment.notify = { _ in }
    environment.listen = { wakeSignal, _ in
      desk.wakeSignal = wakeSignal
      return NoEars()
    }
    environment.network = LivedNetworkHost(machine: self, texts: texts, life: life)
    let status = Reconcile.run(["watch", Self.path, "--interval", "\(Self.interval)s"], environment)
    return outcome(status, texts)
  }

  /// How often a program that stays looks for what others moved, in seconds, a tenth more or less.
  static let interval: Int64 = 900

  private func outcome(_ status: Int32, _ texts: Texts) -> Outcome {
    let isKilled = disk.pulse.revive()
    saboteur?.meddle(in: disk.path)
    let letters = post?.unread.map(\.text) ?? []
    let words = saboteur?.words(systems.map { house.stored($0.name) }, letters) ?? ""
    return Outcome(
      status: saboteur?.status(status) ?? status, output: said(texts.output) + words, error: said(texts.error),
      isKilled: isKilled)
  }

  /// Without the name of the folder, which is another one in every life.
  private func said(_ text: String) -> String {
    text.exchanging(disk.path, for: "STATE")
  }

  // MARK: - The world

  /// Time that passes for the program and for the household.
  fileprivate func time(_ texts: Texts) -> FakeTime {
    FakeTime { step in
      texts.pass(step)
      await house.pass(step)
    }
  }

  private func environment(_ texts: Texts, _ desk: Desk) -> Environment {
    let (now, path, files) = (now, disk.path, secretFiles)
    var environment = Environment.unset(
      kinds: .shipped, network: LivedNetworkHost(machine: self, texts: texts)
    ) { fatalError("the program \($0)") }
    environment.variable = {
      ["STATE_DIRECTORY": path, "RECONCILE_POLICY": Self.path, "USER": "anna", "LANG": "C.UTF-8"][$0]
    }
    environment.now = { Instant(secondsSinceEpoch: now + texts.seconds + desk.ahead) }
    environment.random = { 0.5 }
    environment.files = MachineFiles(path: Self.path, desk: desk)
    environment.secrets = SecretContext(
      variable: { _ in nil },
      file: { path, limit in
        guard let text = files[path] else { return .failure(.absent) }
        return .success(
          FoundFile(isRegular: true, owner: 1000, permissions: 0o600, bytes: Array(text.utf8.prefix(limit))))
      }, runningUser: 1000)
    environment.output = { texts.add(output: $0) }
    environment.error = { texts.add(error: $0) }
    environment.userName = { nil }
    environment.isWritable = { _ in false }
    // Whoever waits for the state does so on a machine of its own: the other run goes on when this one has ended.
    environment.pause = { _ in }
    environment.bootMoment = { nil }
    if let post { add(post, to: &environment, texts) }
    return environment
  }

  /// What a machine has on which people are told, and ask.
  private func add(_ post: Post, to environment: inout Environment, _ texts: Texts) {
    let (clock, saboteur, disk, user) = (clock, saboteur, disk, user)
    environment.bootMoment = {
      let passed = saboteur?.stopsClock == true ? 0 : clock.uptime + texts.seconds
      return BootMoment(boot: "start-\(clock.boot)", seconds: passed)
    }
    environment.secureBytes = { post.bytes($0) }
    environment.start = { (path, input) throws(FileError) in
      guard disk.pulse.beat() else { throw FileError(path: path, reason: "killed") }
      return try post.run(path, input)
    }
    let typed = Mutex(user.typed[...])
    environment.userName = { user.name }
    environment.inputIsTerminal = user.isAtTerminal
    environment.input = { typed.withLock { $0.popFirst() } }
    environment.hiddenInput = { typed.withLock { $0.popFirst() } }
  }

  fileprivate func network(_ loop: FakeTime) -> LifeNetwork {
    var doors: [String: LifeDoor] = [:]
    for system in systems {
      guard let road = house.roads[system.name], let door = house.wires[system.name] else { continue }
      let inner = saboteur?.door(door) ?? door
      doors[system.host] = LifeDoor(inner: inner, road: road)
    }
    if let post { doors[Post.server] = LifeDoor(inner: post.door, road: Road()) }
    return LifeNetwork(doors, loop, disk.pulse)
  }

  private var secretFiles: [String: String] {
    var files: [String: String] = [:]
    for system in systems {
      let secret = WrittenSecret(house.stored(system.name), for: system.url)
      files["/etc/reconcile/credentials/" + system.name] = secret.file
    }
    if post != nil { files["/etc/reconcile/people.yaml"] = Post.file }
    return files
  }
}

/// Runs what needs the network over the household of a machine, in a time of its own.
private struct LivedNetworkHost: NetworkHost {
  let machine: Machine
  let texts: Texts
  /// What happens beside a program that stays, which is told to end afterwards; nil for one run.
  var life: (@Sendable (FakeTime, Texts) async -> Void)?

  func run<Value: Sendable>(
    log: Environment.ExchangeLog?, _ body: @escaping @Sendable (any Network, StopSignal) async -> Value
  ) -> Value {
    let time = machine.time(texts)
    return time.run {
      let stop = StopSignal()
      if let life {
        Task(executorPreference: time) {
          // The program comes first.
          await time.sleep(.zero)
          await life(time, texts)
          stop.request(.terminated)
        }
      }
      return await body(machine.network(time), stop)
    }
  }
}

extension House {
  /// Lets time pass for everybody.
  func pass(_ step: Duration) async {
    for wire in wires.values { await wire.pass(step) }
  }
}

/// Hears nothing of what happens to the machine but the wakeSignal.
private struct NoEars: HostEvents {
  func attend(to paths: [String]) {}
  func close() {}
}

/// What people may change while the program runs, and the wakeSignal that the machine rings then.
final class Desk: Sendable {
  private let held: Mutex<(policy: String, ahead: Int64, wakeSignal: WakeSignal?)>

  init(policy: String) { held = Mutex((policy, 0, nil)) }

  /// What a program that stays has to be woken by; nil before it listens.
  var wakeSignal: WakeSignal? {
    get { held.withLock { $0.wakeSignal } }
    set { held.withLock { $0.wakeSignal = newValue } }
  }

  /// The text of the policy file.
  var policy: String {
    get { held.withLock { $0.policy } }
    set { held.withLock { $0.policy = newValue } }
  }

  /// How far the machine's clock was set ahead since the program began, in seconds.
  var ahead: Int64 {
    get { held.withLock { $0.ahead } }
    set { held.withLock { $0.ahead = newValue } }
  }
}

/// What was printed, and how long it took.
final class Texts: Sendable {
  private let held = Mutex((output: "", error: "", passed: Duration.zero))

  var output: String { held.withLock { $0.output } }
  var error: String { held.withLock { $0.error } }
  var seconds: Int64 { held.withLock { $0.passed.components.seconds } }
  func add(output text: String) { held.withLock { $0.output += text } }
  func add(error text: String) { held.withLock { $0.error += text } }
  /// What was printed since this was asked last.
  func take() -> String {
    held.withLock { held in
      defer { (held.output, held.error) = ("", "") }
      return held.output + held.error
    }
  }
  func pass(_ step: Duration) { held.withLock { $0.passed += step } }
}

/// One policy file, and the zones of the machine.
private struct MachineFiles: Files {
  var path: String
  var desk: Desk

  func kind(of path: String) throws(FileError) -> FileKind? {
    isOwn(path) ? .regular : path.hasPrefix("/usr/share/zoneinfo/") ? try SystemFiles().kind(of: path) : nil
  }

  func names(in path: String) throws(FileError) -> [String] { [] }

  /// Whether the policy is meant, by its own name or by that from the root on, under which the state knows it.
  private func isOwn(_ path: String) -> Bool { [self.path, resolved(self.path)].contains(path) }

  func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    if isOwn(path) { return Array(desk.policy.utf8.prefix(limit + 1)) }
    return try ZoneFiles.bytes(of: path, limit: limit)
  }

  func resolved(_ path: String) -> String? {
    if path == "/etc/localtime" { return "/usr/share/zoneinfo/Europe/Vienna" }
    if path.hasPrefix("/") { return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }
    return path == "." ? "/home" : "/home/" + path
  }
}

/// The machine's zones, each read once.
private enum ZoneFiles {
  private static let known = Mutex<[String: [UInt8]]>([:])

  static func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    if let bytes = known.withLock({ $0[path] }) { return bytes }
    let bytes = try SystemFiles().bytes(of: path, limit: limit)
    known.withLock { $0[path] = bytes }
    return bytes
  }
}
