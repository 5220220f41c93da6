import CivilTime
import HTTPTransport
import Providers
import Planning
import Secrets
import Synchronization
import TestSupport
import Testing
import Approvals

@testable import Host
@testable import ReconcileCLI

/// A world for the program: files from a dictionary, a clock that stands, a network in memory.
///
/// What a test has not set and the program asks for all the same is an issue: the test knows its world too little, or
/// the program does what it must not.
struct TestWorld {
  /// Text by path; whatever is not here is not there, but for the machine's zone files.
  var files: [String: String] = [:]
  /// Environment variables.
  var variables: [String: String] = [:]
  /// What the clock says: Friday, 2026-11-20 21:00:04 in Berlin.
  var now = Instant(secondsSinceEpoch: 1_795_204_804)
  /// What answers; nil where no command may need a network.
  var household: PretendHousehold?
  /// Asks the run to stop as soon as it has begun to read.
  var stopsAtOnce: StopSignal.Reason?
  /// Whether the network is the real one.
  var isOverSockets = false
  /// Every exchange of its runs, with its time.
  let diary = Diary()
  /// What somebody at the terminal types, line by line; nil where nobody is there, and nobody may be asked.
  var typed: [String]?
  /// Whether what is typed comes through a pipe, and no person is there to be asked.
  var isPiped = false
  /// Files that runs have made.
  let created = Created()

  /// Files that runs have written in place of what was there.
  let replaced = Created()
  /// Secrets that runs have kept, and files that they have taken away.
  let kept = Created()
  let removed = Diary()
  /// Programs that runs have started, with what they were told.
  let told = Diary()
  /// What such a program ends with; nil for never.
  var programStatus: Int32? = 0
  /// Files that root alone can read.
  var closed: Set<String> = []
  /// Files that everybody can write.
  var openToAll: Set<String> = []
  /// Folders in which runs may make files, beside the one that they run in.
  var writable: Set<String> = []
  /// The login name of whoever runs it; nil where it is not known.
  var userName: String?
  /// The number of that user.
  var runningUser: UInt32 = 1000
  /// Since when the machine runs; nil where nobody may ask.
  var boot: BootMoment?
  /// Random bytes that follow from a seed; nil where nobody may draw any.
  var dice: Dice?
  /// The zone that the machine is set to; nil where nothing says it.
  var localtime: String? = "Europe/Vienna"
  /// The folder of the state, which no other world shares: also for whom this machine's own would be meant.
  let state = StateFolder()
  /// What happens as soon as a run has read its state and goes for its secrets.
  var whenSecretsAreRead: (@Sendable () -> Void)?
  /// How long runs have waited before there was a network, and what happens meanwhile.
  let waiting = Waiting()
  /// How many columns the terminal has; nil if there is none.
  var columns: Int?
  /// Whether the terminal goes away once all is typed.
  var hangsUp = false
  /// Whether somebody looks on.
  var isAtTerminal = false
  /// The same of what goes to standard error.
  var tellsTerminal = false
  /// The kinds of system that the program knows.
  var kinds = ProviderKinds.shipped
  /// Whether all that it prints goes to the journal of the machine.
  var isInJournal = false

  /// What a run came to.
  typealias Outcome = (status: Int32, output: String, error: String)

  /// Runs the program with this command line.
  func run(_ arguments: String...) -> Outcome { run(arguments) }

  /// Runs the program with this command line.
  func run(_ arguments: [String]) -> Outcome {
    let output = Written()
    let error = Written()
    let status = Reconcile.run(arguments, environment(output, error))
    OutputSchema.check(arguments, output.text, kinds)
    let ragged = output.text.split(separator: "\n").filter { $0.last == " " }
    if !ragged.isEmpty { Issue.record("\(arguments): lines that end in a space: \(ragged.prefix(5))") }
    return (status, output.text, error.text)
  }

  /// The world as the program sees it; what it prints goes to `output` and `error`.
  func environment(_ output: Written, _ error: Written) -> Environment {
    let (now, household, reason, diary, waiting) = (now, household, stopsAtOnce, diary, waiting)
    // The machine's own state, and that of whoever runs the tests, is never touched.
    let variables = ["STATE_DIRECTORY": state.path, "LANG": "C.UTF-8"].merging(variables) { $1 }
    let isOverSockets = isOverSockets
    var environment = Environment.unset(
      kinds: kinds,
      network: FakeNetworkHost(
        household: household, isOverSockets: isOverSockets, endsAtOnce: reason, diary: diary,
        whenUncalledFor: { Self.isUnset("went for the network") }),
      Self.isUnset)
    environment.variable = { variables[$0] }
    environment.now = { now }
    environment.random = { 0.5 }
    environment.bootMoment = { [boot] in boot }
    if let dice { environment.secureBytes = { dice.bytes($0) } }
    environment.files = FakeFiles(texts: files, localtime: localtime, closed: closed, openToAll: openToAll)
    environment.secrets = secrets
    environment.machineState = state.path
    environment.output = { output.add($0) }
    environment.error = { error.add($0) }
    environment.outputIsTerminal = isAtTerminal
    environment.errorIsTerminal = tellsTerminal
    let (created, there, userName) = (created, files, userName)
    environment.pause = { waiting.pass($0) }
    environment.columns = { [columns] in columns }
    (environment.outputIsJournal, environment.errorIsJournal) = (isInJournal, isInJournal)
    environment.userName = { userName }
    environment.inputIsTerminal = typed != nil && !isPiped
    environment.inputHasHungUp = { [hangsUp] in hangsUp }
    if let lines = typed.map(Typed.init) {
      environment.input = { lines.next() }
      environment.hiddenInput = { lines.next() }
    }
    environment.publish = { (path, text) throws(FileError) in
      guard there[path] == nil, created.add(path, text) else { throw FileError(path: path, reason: "File exists") }
    }
    let writable = writable
    environment.isWritable = { writable.contains($0) }
    let (kept, removed) = (kept, removed)
    environment.keep = { (path, text, replaces) throws(FileError) in
      guard replaces || there[path] == nil else { throw FileError(path: path, reason: "File exists") }
      kept.put(path, text)
    }
    environment.remove = { (path) throws(FileError) in
      guard there[path] != nil else { throw FileError(path: path, reason: "No such file or directory") }
      removed.add(path)
    }
    let (replaced, told, programStatus) = (replaced, told, programStatus)
    environment.replace = { (path, text) throws(FileError) in
      guard !path.hasPrefix("/read-only/") else { throw FileError(path: path, reason: "Read-only file system") }
      replaced.put(path, text)
    }
    environment.rewrite = { (path, text, old) throws(FileError) in
      guard let found = there[path], Array(found.utf8) == old else {
        throw FileError(path: path, reason: "somebody else has changed it meanwhile")
      }
      replaced.put(path, text)
    }
    environment.start = { (program, input) throws(FileError) in
      guard program == "/bin/tell" else { throw FileError(path: program, reason: "No such file or directory") }
      OutputSchema.checkNotification(input)
      told.add(input)
      return FakeProgram(ending: programStatus, diary: told)
    }
    return environment
  }

  /// Fails the test.
  private static func isUnset(_ deed: String) {
    Issue.record("the program \(deed), and nobody has set that in its world")
  }

  /// Secret files belong to the running user and are closed to others.
  private var secrets: SecretContext {
    let (variables, files, whenSecretsAreRead) = (variables, files, whenSecretsAreRead)
    let owner = runningUser
    return SecretContext(
      variable: { variables[$0] },
      file: { path, limit in
        whenSecretsAreRead?()
        guard let text = files[path] else { return .failure(.absent) }
        return .success(
          FoundFile(isRegular: true, owner: owner, permissions: 0o600, bytes: Array(text.utf8.prefix(limit))))
      }, runningUser: owner)
  }
}

/// Runs what needs the network over the pretend household, or over real sockets.
private struct FakeNetworkHost: NetworkHost {
  let household: PretendHousehold?
  let isOverSockets: Bool
  let endsAtOnce: StopSignal.Reason?
  let diary: Diary
  /// Called where nobody said that there is a network.
  let whenUncalledFor: @Sendable () -> Void

  func run<Value: Sendable>(
    log: Environment.ExchangeLog?, _ body: @escaping @Sendable (any Network, StopSignal) async -> Value
  ) -> Value {
    if isOverSockets {
      let loop = EventLoop()
      return loop.run { await body(LiveNetwork(loop, log: log), StopSignal()) }
    }
    if household == nil { whenUncalledFor() }
    let household = household ?? PretendHousehold()
    let time = FakeTime { await household.pass($0) }
    let stop = StopSignal()
    if let endsAtOnce { stop.request(endsAtOnce) }
    return time.run {
      let network = FakeNetwork(household, time, log: log, diary: diary, stop: stop)
      defer { diary.add("\(network.uptime) end") }
      return await body(network, stop)
    }
  }
}

/// Bytes that follow from a seed.
final class Dice: Sendable {
  private let numbers: Mutex<SplitMix64>

  init(seed: UInt64) { numbers = Mutex(SplitMix64(seed: seed)) }

  func bytes(_ count: Int) -> [UInt8] {
    numbers.withLock { numbers in (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) } }
  }
}

/// Text that was written.
final class Written: Sendable {
  private let parts = Mutex("")

  var text: String { parts.withLock { $0 } }
  func add(_ text: String) { parts.withLock { $0 += text } }
}

/// Files that were made.
final class Created: Sendable {
  private let files = Mutex<[String: String]>([:])

  subscript(path: String) -> String? { files.withLock { $0[path] } }
  var isEmpty: Bool { files.withLock(\.isEmpty) }

  func put(_ path: String, _ text: String) { files.withLock { $0[path] = text } }

  /// False where there is one already.
  func add(_ path: String, _ text: String) -> Bool {
    files.withLock { files in
      guard files[path] == nil else { return false }
      files[path] = text
      return true
    }
  }
}

/// A program that has ended, or never does.
struct FakeProgram: StartedProgram {
  var ending: Int32?
  var diary: Diary

  func status() -> Int32? { ending }
  func kill() { diary.add("killed") }
}

/// Lines that somebody types.
final class Typed: Sendable {
  private let lines: Mutex<ArraySlice<String>>

  init(_ lines: [String]) { self.lines = Mutex(lines[...]) }

  func next() -> String? { lines.withLock { $0.popFirst() } }
}

/// Files from a dictionary; folders are what paths have in common.
struct FakeFiles: Files {
  var texts: [String: String]
  var localtime: String? = "Europe/Vienna"
  var closed: Set<String> = []
  var openToAll: Set<String> = []
  /// What else a file is called.
  var links: [String: String] = [:]

  func isClosed(_ path: String) -> Bool { closed.contains(known(path)) }

  func isOpenToAll(_ path: String) -> Bool { openToAll.contains(known(path)) }

  private func isMachines(_ path: String) -> Bool { path.hasPrefix("/usr/share/zoneinfo/") }

  /// The path as it is among the texts.
  private func known(_ path: String) -> String {
    let path = path.hasPrefix(Self.root) ? String(path.dropFirst(Self.root.count)) : path
    return links[path] ?? path
  }

  /// What is before a path when every link is followed.
  private static let root = "/pretend/"

  func kind(of path: String) throws(FileError) -> FileKind? {
    if isMachines(path) { return try SystemFiles().kind(of: path) }
    let path = known(path)
    if texts[path] != nil { return .regular }
    if texts.keys.contains(where: { $0.hasPrefix(path + "/") }) { return .folder }
    return nil
  }

  func names(in path: String) throws(FileError) -> [String] {
    let path = known(path)
    return texts.keys.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.count + 1)) }
      .filter { !$0.contains("/") }.sorted()
  }

  func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    if isMachines(path) { return try SystemFiles().bytes(of: path, limit: limit) }
    guard let text = texts[known(path)] else { throw FileError(path: path, reason: "No such file or directory") }
    return Array(text.utf8.prefix(limit + 1))
  }

  func resolved(_ path: String) -> String? {
    // Where the program runs nobody knows, but for policies with calendars, which have to be beside them.
    if path == ".", texts.keys.contains(where: { $0.hasSuffix(".ics") }) { return String(Self.root.dropLast()) }
    if path == "/etc/localtime" { return localtime.map { "/usr/share/zoneinfo/" + $0 } }
    return (try? kind(of: path)) == .some(nil) ? nil : Self.root + known(path)
  }
}
