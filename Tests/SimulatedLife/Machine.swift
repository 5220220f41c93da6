import CivilTime
import HTTPTransport
import ReconcileCLI
import Reconciliation
import Secrets
import Synchronization
import TestSupport

/// The machine on which the program runs: its files, its clock, its way to the household.
struct Machine: Sendable {
  var house: House
  var systems: [HouseSystem]
  /// The policy file.
  var policy: String
  /// What its clock says at the beginning of a run, in seconds since 1970.
  var now: Int64

  /// What a run came to.
  struct Outcome: Sendable {
    var status: Int32
    var output: String
    var error: String
  }

  private static let path = "household.yaml"
  /// No state can be kept there, so that every run knows only what it sees, and nothing of this machine is touched.
  private static let variables = ["STATE_DIRECTORY": "/dev/null"]

  /// Runs the program once.
  func run(_ arguments: [String] = []) -> Outcome {
    let texts = Texts()
    let status = Reconcile.run(arguments + [Self.path], environment(texts))
    return Outcome(status: status, output: texts.output, error: texts.error)
  }

  private func environment(_ texts: Texts) -> Environment {
    let (house, systems, now) = (house, systems, now)
    let files = secretFiles
    return Environment(
      variable: { Self.variables[$0] }, now: { Instant(secondsSinceEpoch: now + texts.passed.components.seconds) },
      random: { 0.5 }, files: MachineFiles(path: Self.path, text: policy),
      secrets: Surroundings(
        variable: { _ in nil },
        file: { path, limit in
          guard let text = files[path] else { return .failure(.absent) }
          return .success(
            FoundFile(isRegular: true, owner: 1000, permissions: 0o600, bytes: Array(text.utf8.prefix(limit))))
        }, runningUser: 1000),
      output: { texts.add(output: $0) }, error: { texts.add(error: $0) }, outputIsTerminal: false,
      errorIsTerminal: false
    ) { _, body in
      let loop = EventLoop()
      return loop.run {
        let time = LifeTime(loop) { step in
          texts.pass(step)
          await house.pass(step)
        }
        return await body(LifeNetwork(house.doors(systems), loop, time), Stop())
      }
    }
  }

  private var secretFiles: [String: String] {
    var files: [String: String] = [:]
    for system in systems {
      let origin = (system.isConsole ? "https://" : "http://") + system.host
      files["/etc/reconcile/credentials/" + system.name] = House.secret(system.name) + "\nfor \(origin)\n"
    }
    return files
  }
}

extension House {
  /// Lets time pass for everybody.
  func pass(_ step: Duration) async {
    for wire in consoles.values { await wire.pass(step) }
    for wire in piHoles.values { await wire.pass(step) }
  }

  fileprivate func doors(_ systems: [HouseSystem]) -> [String: any ReadDoor & WriteDoor] {
    var doors: [String: any ReadDoor & WriteDoor] = [:]
    for system in systems {
      if let wire = consoles[system.name] { doors[system.host] = wire }
      if let wire = piHoles[system.name] { doors[system.host] = wire }
    }
    return doors
  }
}

/// What was printed, and how long it took.
private final class Texts: Sendable {
  private let held = Mutex((output: "", error: "", passed: Duration.zero))

  var output: String { held.withLock { $0.output } }
  var error: String { held.withLock { $0.error } }
  var passed: Duration { held.withLock { $0.passed } }
  func add(output text: String) { held.withLock { $0.output += text } }
  func add(error text: String) { held.withLock { $0.error += text } }
  func pass(_ step: Duration) { held.withLock { $0.passed += step } }
}

/// One policy file, and the zones of the machine.
private struct MachineFiles: Files {
  var path: String
  var text: String

  func kind(of path: String) throws(FileError) -> FileKind? {
    path == self.path ? .regular : path.hasPrefix("/usr/share/zoneinfo/") ? try SystemFiles().kind(of: path) : nil
  }

  func names(in path: String) throws(FileError) -> [String] { [] }

  func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    if path == self.path { return Array(text.utf8.prefix(limit + 1)) }
    return try SystemFiles().bytes(of: path, limit: limit)
  }

  func resolved(_ path: String) -> String? { path == "/etc/localtime" ? "/usr/share/zoneinfo/Europe/Vienna" : path }
}
