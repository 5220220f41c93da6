import Glibc
import StateStore
import Synchronization
import Text

import Host

/// The disk on which a simulated machine keeps its state: a folder, in memory where the system has such a place.
///
/// It may be full, and it takes nothing more when the machine has died.
final class Disk: Sendable {
  /// The folder of the state.
  let path: String
  let pulse: Pulse
  private let state = Mutex((isFull: false, writes: 0))

  /// Makes an empty folder; nil where there is no place for one.
  init?(_ pulse: Pulse) {
    FaultyFiles.install()
    var path: String?
    for place in ["/dev/shm", "/tmp"] where path == nil {
      var template = Array("\(place)/reconcile-life-XXXXXX".utf8CString)
      if let made = mkdtemp(&template) { path = String(cString: made) }
    }
    guard let path else { return nil }
    self.path = path
    self.pulse = pulse
    FaultyFiles.add(self)
  }

  /// Nothing more can be written.
  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// How often something was written.
  var writes: Int { state.withLock { $0.writes } }

  /// What comes of writing now.
  var write: Writing {
    // Dying in the midst of writing is a point like any other.
    guard pulse.beat() else { return .dead }
    return state.withLock { state in
      state.writes += 1
      return state.isFull ? .full : .done
    }
  }

  enum Writing { case done, full, dead }

  deinit {
    FaultyFiles.remove(path)
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { unlink(path + "/" + name) }
    }
    closedir(folder)
    rmdir(path)
  }
}

extension Disk {
  /// Whether `text` stands anywhere in the state.
  func holds(_ text: String) -> Bool {
    guard let bytes = try? SystemFiles().bytes(of: path + "/journal.db", limit: 1 << 28) else { return false }
    return String(decoding: bytes, as: UTF8.self).holds(text)
  }

  /// Whether the journal on it verifies; nil if it does, or if there is none.
  func checkPast() -> Violation? {
    do {
      guard let store = try StateStore(reading: path) else { return nil }
      let found = try store.verify(head: nil)
      if case .holds = found { return nil }
      return Violation(invariant: .store, found: "\(found)")
    } catch {
      return Violation(invariant: .store, found: "it cannot be read: \(error.kind)")
    }
  }
}
