import Foundation
import StateStore
import Synchronization

/// A folder for the state of one world; it is gone with the world.
final class StateFolder: Sendable {
  private let parent = FileManager.default.temporaryDirectory.appending(path: "state-" + UUID().uuidString)

  /// The state itself; the first apply makes it.
  var path: String { parent.path + "/state" }
  /// The state file.
  var file: String { path + "/journal.db" }

  init() { try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: parent) }

  /// Every file of the state and of the folder around it, with its bytes and its time.
  var listing: [String] {
    let names = FileManager.default.subpaths(atPath: parent.path) ?? []
    return names.sorted().map { name in
      let file = parent.appending(path: name)
      let facts = try? FileManager.default.attributesOfItem(atPath: file.path)
      let changed = (facts?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(name) \((try? Data(contentsOf: file))?.hashValue ?? 0) \(changed)"
    }
  }

  var size: Int { (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0 }
}

/// Time that a run waits for another one.
final class Waiting: Sendable {
  private let held = Mutex((passed: Duration.zero, then: (Duration, @Sendable () -> Void)?.none))

  var passed: Duration { held.withLock { $0.passed } }

  /// Does `body` once when so much time has passed.
  func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) {
    held.withLock { $0.then = (duration, body) }
  }

  func pass(_ duration: Duration) {
    let body = held.withLock { state in
      state.passed += duration
      guard let (due, body) = state.then, due <= state.passed else { return nil as (@Sendable () -> Void)? }
      state.then = nil
      return body
    }
    body?()
  }
}

/// Another run, which holds the lock until it ends.
final class OtherRun: Sendable {
  private let lock: Mutex<WriterLock?>

  init(_ path: String) throws { lock = Mutex(try WriterLock(path)) }

  func end() { lock.withLock { $0 = nil } }
}
