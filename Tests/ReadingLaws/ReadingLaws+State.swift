import CivilTime
import Foundation
import Policies
import Providers
import Planning
import StateStore

extension ReadingLaws {
  /// The laws that a state file with `bytes` in it breaks, read and then opened for a run that writes; empty where all
  /// hold. It stands in a folder of its own where temporary files do, and is removed again.
  public static func brokenByState(_ bytes: [UInt8]) -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "state-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(bytes).write(to: folder.appending(path: StateStore.fileName))
    } catch {
      return ["the state file cannot be written: \(error)"]
    }
    return StateRun(folder: folder, bytes: bytes).broken()
  }
}

private struct StateRun {
  private static let now = Instant(secondsSinceEpoch: 1_795_204_800)
  let folder: URL
  let bytes: [UInt8]

  func broken() -> [String] {
    let (wasRead, readable) = reading()
    // SQLite's own files beside it come from a header that asks for a write-ahead log, which no version has written.
    let others = names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    let unchanged = others == [StateStore.fileName] && file(StateStore.fileName) == bytes
    return wasRead + (unchanged ? [] : ["reading has changed something"]) + writing(after: readable)
  }

  /// What a reader finds: nothing where there is nothing, or where it says why it cannot be read.
  private func reading() -> (broken: [String], contents: StateContents?) {
    do throws(StateError) {
      guard let store = try StateStore(reading: folder.path) else {
        return (bytes.isEmpty || !holdsTables ? [] : ["a file with tables is taken for an empty one"], nil)
      }
      return ([], try StateContents(store))
    } catch {
      return (faults(of: error), nil)
    }
  }

  /// A writer opens the file with all that a reader finds in it, or sets it aside whole and says so.
  private func writing(after readable: StateContents?) -> [String] {
    do throws(StateError) {
      let store = try StateStore(writing: folder.path, now: Self.now)
      guard let words = store.setAside else {
        let contents = try StateContents(store)
        return (readable.map { $0 == contents } ?? true ? [] : ["opening for writing changes what is read"])
          + (try use(store, with: contents))
      }
      let kept = "\(StateStore.fileName).damaged-\(Self.now.secondsSinceEpoch)"
      let isWhole = file(kept) == bytes && words.contains(kept)
      return (isWhole ? [] : ["what was set aside is not what was there"])
        + (try use(store, with: try StateContents(store)))
    } catch {
      return faults(of: error)
    }
  }

  /// What is recorded is there afterwards, behind what was there before.
  private func use(_ store: StateStore, with before: StateContents) throws(StateError) -> [String] {
    _ = try store.verify(head: nil)
    let event = Event(at: Self.now, .systemLost, system: Name("gateway"), message: "no answer in time")
    var memory = before.memory
    memory.failsafeTimers[Name("pihole")] = Self.now + 600
    try store.record([event], before: before.memory, after: memory, at: Self.now)
    try StateWork(store, at: Self.now).work()
    let override = try store.make(
      .off, of: Name("kids"), from: Self.now, until: Self.now + 60, because: nil, by: "somebody")
    try store.keep(before.backoffs)
    try store.keep(lost: before.lost)
    let after = try StateContents(store)
    let isRecorded = after.entries.contains { $0.event == event } && after.overrides.contains(override)
    return isRecorded ? [] : ["what was recorded is not there"]
  }

  /// Whatever is wrong is said, with the path; only a later version's file and a damaged one may be refused.
  private func faults(of error: StateError) -> [String] {
    let isExpected = [.damaged, .newer].contains(error.kind) && error.message.contains(folder.lastPathComponent)
    return isExpected ? [] : ["\(error.kind): \(error.message)"]
  }

  /// Whether tables are in it, or were. A single page whose list says that it is empty may hold what is left of one that was
  /// removed, but no row.
  private var holdsTables: Bool {
    guard Data(bytes).range(of: Data("CREATE TABLE".utf8)) != nil else { return false }
    guard bytes.count >= 108 else { return true }
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    let isEmptyList = bytes[100] == 0x0D && bytes[103] == 0 && bytes[104] == 0
    return !isEmptyList || bytes.count > (size == 1 ? 65_536 : size)
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

  private func file(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appending(path: name))).map { [UInt8]($0) }
  }
}

/// All that is read of a state file.
private struct StateContents: Equatable {
  let memory: RecordedState
  let entries: [Entry]
  let overrides: [Override]
  let backoffs: [Name: Backoff]
  let lost: Set<Name>
  let accepted: [Name: AcceptedSecret]
  let untaken: [String: [NewsMark: UntakenNews]]
  let policy: GoodPolicy?
  let heartbeat: Instant?
  let head: String

  init(_ store: StateStore) throws(StateError) {
    memory = try store.memory()
    entries = try store.entries(since: Instant(secondsSinceEpoch: .min))
    overrides = try store.overrides()
    backoffs = try store.backoffs()
    lost = try store.lostSystems()
    (accepted, untaken) = (try store.acceptedSecrets(), try store.untakenNews())
    policy = try store.lastGoodPolicies().first
    heartbeat = try store.heartbeat()
    head = try store.head()
  }
}
