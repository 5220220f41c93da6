public import CivilTime
import Glibc
import Policies
public import Providers
public import Planning

/// What was observed, done and overridden, in one SQLite file in the state's folder.
///
/// Everything is written after its effect and in one transaction, but for notes of what is about to be done: a kill at any
/// point loses nothing that was acknowledged. Methods throw a `StateError`; none of them is a reason not to enforce the schedule but the first
/// opening being forbidden.
public final class StateStore {
  /// How old an entry may grow before it is pruned, in seconds: 400 days.
  public static let keptSeconds: Int64 = 400 * 86_400
  /// How old a request that is over may grow, in seconds: 30 days. Every run reads them, and the history tells of them.
  /// One about an edit that is held stays for as long.
  static let keptRequestSeconds: Int64 = 30 * 86_400

  /// How many bytes it may cost.
  struct Bounds {
    /// What the entries of one run may add: some 30 000 of them.
    var run = 8 << 20
    /// What all of it may take on the disk; beyond it the oldest entries go.
    var state = 32 << 20
  }

  var bounds = Bounds()
  /// How many entries of this run were left out, as they were too many.
  public internal(set) var leftOut = 0

  /// Between two runs that are so many seconds apart the clock may have been set: a week.
  private static let leapSeconds: Int64 = 7 * 86_400

  /// The name of the file in the state's folder.
  public static let fileName = "journal.db"

  let database: Database
  /// What was wrong with the file that stood there, in words; nil where nothing was.
  public let setAside: String?
  /// How many rows of each sort could not be read when they were last asked for; sorts without any are left out.
  public private(set) var unreadable: [StoredSort: Int] = [:]

  private init(_ database: Database, setAside: String?) {
    self.database = database
    self.setAside = setAside
  }

  /// Opens the state in the folder at `path` for writing, making folder and file where they are not there. A damaged
  /// file is set aside and a new one begun, as `init(replacing:now:)` does.
  public convenience init(writing path: String, now: Instant) throws(StateError) {
    let folder = try StateFolder(making: path)
    let isEmptied = try folder.isEmptied()
    try folder.makeFile()
    StateFolder.repairLeftovers(in: folder.path)
    do throws(StateError) {
      if isEmptied { throw Messages.damaged(folder.file) }
      try self.init(whole: folder, now: now)
    } catch {
      guard error.kind == .damaged else { throw error }
      try self.init(replacing: path, now: now)
    }
  }

  /// Opens the state in the folder at `path` for writing, which has to be there and whole: nothing is begun in its place.
  public convenience init(standing path: String, now: Instant) throws(StateError) {
    let folder = try Self.standingFolder(path)
    StateFolder.repairLeftovers(in: folder.path)
    try self.init(whole: folder, now: now)
  }

  /// Throws as whoever makes the folder at `path` would, if the one above it is not there.
  public static func requireFolderAbove(_ path: String) throws(StateError) {
    if let error = StateFolder.misplaced(path) { throw error }
  }

  /// Throws `missing` unless the folder at `path` has a state in which something was ever written.
  public static func requireState(in path: String) throws(StateError) { _ = try standingFolder(path) }

  private static func standingFolder(_ path: String) throws(StateError) -> StateFolder {
    guard let folder = try StateFolder(existing: path), let status = try folder.fileStatus(), status.st_size > 0 else {
      throw Messages.missing(path)
    }
    return folder
  }

  /// Opens the file in `folder`, unless it is damaged.
  private convenience init(whole folder: StateFolder, now: Instant) throws(StateError) {
    do throws(StateError) {
      // Known to be so by a run that was killed: what it left may look whole.
      if folder.secondName != nil { throw Messages.damaged(folder.file) }
      self.init(try Database(folder.file, .write), setAside: nil)
      // Nothing is changed before it is known to be whole, so that what is set aside is what was there.
      let format = try database.reading { () throws(StateError) in
        let format = try Schema.format(of: database)
        if database.forbidsWriting { throw Messages.damaged(folder.file) }
        if format > 0, try isHeartbeatDue(at: now) { try checkEveryPage(of: folder.file) }
        return format
      }
      try Self.prepareForWriting(database, from: format)
    } catch {
      if error.kind == .unfinished, DiskState(of: folder.file)?.isReadOnly ?? false {
        throw Messages.readOnlyDisk(folder.file)
      }
      throw error
    }
  }

  /// Sets the file in the folder at `path` aside, which turned out to be damaged, under a name with the time `now`, and
  /// begins a new one with what can still be read of it. Where that fails, the file is where it was.
  public convenience init(replacing path: String, now: Instant) throws(StateError) {
    let folder = try StateFolder(making: path)
    let damaged = SettingAside(folder, at: now)
    let hasOverrides = try damaged.replaced(at: now)
    let database = try Database(folder.file, .write)
    try Self.prepareForWriting(database, from: Schema.version)
    self.init(
      database, setAside: Messages.setAside(folder.file, as: damaged.kept, savingOverrides: hasOverrides))
  }

  /// What can still be read of the damaged file in the folder at `path`, in memory, for a run that cannot put a new one in its
  /// place; nil where that are not all overrides.
  public convenience init?(salvaging path: String, now: Instant) throws(StateError) {
    guard let folder = try StateFolder(existing: path), try folder.fileStatus() != nil else { return nil }
    let database = try Database(copy: [], of: folder.file)
    guard try Self.fill(database, from: folder.secondName ?? folder.file, at: now, kept: nil) else { return nil }
    self.init(database, setAside: nil)
  }

  /// Has `database`, which is new, hold what can be read of the file at `damaged`; whether that are all overrides. Its history
  /// begins with the name by which that is `kept`, if it is.
  static func fill(
    _ database: Database, from damaged: String, at now: Instant, kept: String?
  ) throws(StateError) -> Bool {
    try prepareForWriting(database, from: 0)
    // At once: what was taken over and is not in the history yet would not count.
    return try database.atomically { () throws(StateError) in
      let salvage = try Salvage(of: damaged, into: database)
      if let kept {
        let overrides = try database.rows("SELECT count(*) FROM overrides").first?[0].integer ?? 0
        try database.append(
          Event(
            at: now, .setAside, by: "reconcile", name: kept,
            message: salvage.hasOverrides ? String(overrides) : nil))
      }
      let vouched = try salvage.vouched(in: database)
      try database.seal(at: now, where: vouched.contains)
      return salvage.hasOverrides
    }
  }

  /// Opens the state in the folder at `path` for reading only; nil if there is none yet. Nothing is made or changed:
  /// what a killed writer has left is undone in a copy, and an older format is brought to this one there.
  public convenience init?(reading path: String) throws(StateError) {
    guard let folder = try StateFolder(existing: path), try folder.fileStatus() != nil else { return nil }
    if folder.secondName != nil { throw Messages.damaged(folder.file) }
    let database = try Database.committed(folder.file)
    let format = try database.reading { () throws(StateError) in try Schema.format(of: database) }
    guard format > 0 else {
      if try folder.isEmptied() { throw Messages.damaged(folder.file) }
      // A file that was made and never written says nothing yet.
      return nil
    }
    guard format < Schema.version else {
      self.init(database, setAside: nil)
      return
    }
    let copy = try Database.copy(of: database)
    try Schema.migrate(copy, from: format)
    self.init(copy, setAside: nil)
  }

  /// Damage in a page that a run does not touch shows only when it is looked for; now and then, as it takes a while.
  private func checkEveryPage(of file: String) throws(StateError) {
    let found = try database.rows("PRAGMA quick_check(1)").first?.first?.text
    guard found == "ok" else { throw Messages.damaged(file) }
  }

  private static func prepareForWriting(_ database: Database, from format: Int64) throws(StateError) {
    try database.run("PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
    try Schema.migrate(database, from: format)
  }

  /// What `read` makes of each row; how many it can make nothing of is kept in `unreadable`.
  func values<Read>(_ sort: StoredSort, _ rows: [[Value]], _ read: ([Value]) -> Read?) -> [Read] {
    let values = rows.compactMap(read)
    unreadable[sort] = values.count == rows.count ? nil : rows.count - values.count
    return values
  }

  /// Runs `body`, which only reads: all of it sees the state as it was at one moment.
  public func reading<Result>(_ body: () throws(StateError) -> Result) throws(StateError) -> Result {
    try database.reading(body)
  }
}

// MARK: What is remembered

extension StateStore {
  /// What earlier runs left to be remembered.
  public func memory() throws(StateError) -> RecordedState {
    var memory = RecordedState(policy: try note(.policy))
    let objects = try database.rows(Schema.objectRows)
    for (key, seen) in values(.objects, objects, Self.object) { memory.objects[key] = seen }
    let failsafeTimers = try database.rows(Schema.timerRows)
    for (system, ends) in values(.timers, failsafeTimers, Self.failsafeTimer) { memory.failsafeTimers[system] = ends }
    memory.lookups = try lookups()
    memory.addresses = try addresses()
    return memory
  }

  static func object(_ row: [Value]) -> (ObjectKey, RecordedObject)? {
    guard let system = row[0].text, let id = row[2].text,
      let kind = row[1].text.flatMap({ ObjectKind(stored: $0, isWhole: id.isEmpty) }),
      let seen = row[3].text.flatMap(RecordedObject.init(stored:))
    else { return nil }
    return (ObjectKey(system: Name(system), kind: kind, id: id), seen)
  }

  static func failsafeTimer(_ row: [Value]) -> (Name, Instant)? {
    guard let system = row[0].text, let ends = row[1].instant else { return nil }
    return (Name(system), ends)
  }

  /// Writes what a run saw and did: `events` become entries, `after` is what later runs remember. Returns whether
  /// anything was written: a run that saw nothing new writes at most every `RecordedState.quietSeconds`, and then everything,
  /// also where runs in between looked at a part of the objects only.
  @discardableResult
  public func record(
    _ events: [Event], before: RecordedState, after: RecordedState, at now: Instant
  ) throws(StateError) -> Bool {
    let isHeartbeatDue = try isHeartbeatDue(at: now) || after.isNewer(than: before)
    let news = after.objects.filter { key, seen in
      guard let known = before.objects[key] else { return true }
      return isHeartbeatDue ? known != seen : !known.saysTheSame(as: seen)
    }
    let forgotten = before.objects.keys.filter { after.objects[$0] == nil }.sorted()
    let hasNews =
      !events.isEmpty || !news.isEmpty || !forgotten.isEmpty || before.failsafeTimers != after.failsafeTimers
      || before.policy != after.policy || before.lookups != after.lookups || before.addresses != after.addresses
    guard hasNews || isHeartbeatDue else { return false }
    try database.atomically { () throws(StateError) in
      try appendWithinBounds(events, at: now)
      for (key, seen) in news.sorted(by: { $0.key < $1.key }) { try database.keep(seen, at: key) }
      for key in forgotten { try database.forget(key) }
      try keep(after.failsafeTimers)
      if before.lookups != after.lookups { try keep(after.lookups) }
      if before.addresses != after.addresses { try keep(addresses: after.addresses) }
      if let policy = after.policy { try setNote(.policy, policy) }
      if isHeartbeatDue, try isClockSteady(at: now) { try prune(before: now + -Self.keptSeconds, at: now) }
      try pruneToBounds(at: now)
      try setNote(.heartbeat, String(now.secondsSinceEpoch))
    }
    if isHeartbeatDue { shrink() }
    return true
  }

  /// When a run last wrote that it ran; nil before the first.
  public func heartbeat() throws(StateError) -> Instant? {
    try note(.heartbeat).flatMap { Int64($0) }.flatMap(Instant.init(stored:))
  }

  /// True as well where the clock was set back since the last one.
  private func isHeartbeatDue(at now: Instant) throws(StateError) -> Bool {
    guard let last = try heartbeat() else { return true }
    return abs(now - last) >= RecordedState.quietSeconds
  }

  /// Whether the clock has gone on for a day without a leap: one that is years ahead for a moment must not make the
  /// past, and what overrides found, forgotten.
  private func isClockSteady(at now: Instant) throws(StateError) -> Bool {
    let since = try note(.clockSteadySince).flatMap { Int64($0) }.flatMap(Instant.init(stored:))
    if let since, let last = try heartbeat(), abs(now - last) <= Self.leapSeconds { return now - since >= 86_400 }
    try setNote(.clockSteadySince, String(now.secondsSinceEpoch))
    return false
  }

  /// Writes what is remembered of `objects` into the state in the folder at `path`, in the middle of a run, which holds
  /// that state. What is there of anything else stays. Beyond the bound of a run, what was closed comes first.
  public static func keep(_ objects: [ObjectKey: RecordedObject], in path: String) throws(StateError) {
    guard let folder = try StateFolder(existing: path) else { throw Messages.failure(path, ENOENT) }
    let database = try Database(folder.file, .write)
    try database.run("PRAGMA synchronous=FULL")
    let ordered = objects.sorted { one, other in
      (one.value.closing == nil ? 1 : 0, one.key) < (other.value.closing == nil ? 1 : 0, other.key)
    }
    try database.atomically { () throws(StateError) in
      var left = Bounds().run
      for (key, seen) in ordered {
        left -= seen.stored.utf8.count
        if left < 0 { return }
        try database.keep(seen, at: key)
      }
    }
  }

  private func keep(_ failsafeTimers: [Name: Instant]) throws(StateError) {
    try database.rows("DELETE FROM fuses")
    for (system, ends) in failsafeTimers.sorted(by: { $0.key < $1.key }) {
      try database.rows(
        "INSERT INTO fuses(system, ends) VALUES(?, ?)", [.text(system.text), .integer(ends.secondsSinceEpoch)])
    }
  }

  /// Forgets entries and objects from before `limit`; the chain goes on from the last entry that was forgotten.
  private func prune(before limit: Instant, at now: Instant) throws(StateError) {
    try forgetting(at: now) { () throws(StateError) in
      if let last = try lastEntry(before: limit) { try pruneEntries(through: last) }
      try pruneOverrides(before: limit)
      try pruneApprovals(before: now + -Self.keptRequestSeconds)
    }
    for row in try database.rows(Schema.objectRows) {
      guard let seen = row[3].text.flatMap(RecordedObject.init(stored:)), seen.at < limit, seen.closing == nil
      else { continue }
      try database.rows("DELETE FROM objects WHERE system = ? AND kind = ? AND id = ?", Array(row[0...2]))
    }
  }

  /// Runs `body`, which forgets entries and overrides, and tells again what only those entries told of what goes on.
  private func forgetting(at now: Instant, _ body: () throws(StateError) -> Void) throws(StateError) {
    let (standing, told) = (try Fingerprints(standingIn: database), try Fingerprints(toldIn: database))
    try body()
    let (left, stillTold) = (try Fingerprints(standingIn: database), try Fingerprints(toldIn: database))
    var keeps: [String: String?] = [:]
    for (name, fingerprint) in standing.byName where fingerprint == told[name] && left[name] != stillTold[name] {
      keeps[name] = .some(left[name])
    }
    if !keeps.isEmpty { try append(Event(at: now, .sealed, by: "reconcile"), keeping: keeps) }
  }

  /// The last entry from before `limit`; nil if there is none.
  private func lastEntry(before limit: Instant) throws(StateError) -> Int64? {
    // Only from the front: a clock that was set back may have left an old time behind a new one.
    try database.rows(
      """
      SELECT number FROM entries
      WHERE number < (SELECT coalesce(min(number), 9223372036854775807) FROM entries WHERE at >= ?)
      ORDER BY number DESC LIMIT 1
      """, [.integer(limit.secondsSinceEpoch)]
    ).first?[0].integer
  }

  /// Forgets the entry `number` and all before it.
  private func pruneEntries(through number: Int64) throws(StateError) {
    let row = try database.rows("SELECT hash FROM entries WHERE number = ?", [.integer(number)]).first
    guard let hash = row?[0].blob else { return }
    try setNote(.anchor, Chain.text(hash))
    try setNote(.anchorNumber, String(number))
    try database.rows("DELETE FROM entries WHERE number <= ?", [.integer(number)])
  }

  /// Forgets the oldest entries where the state takes more than its bound, an eighth more than it has to, so that it is not
  /// done in every run. The last entry stays.
  private func pruneToBounds(at now: Instant) throws(StateError) {
    let excess = try database.size().used - bounds.state
    guard excess > 0 else { return }
    // What an entry takes beside its text: its hash, its number and time, in the table and in the indexes.
    let last = try database.rows(
      """
      SELECT max(number) FROM (
        SELECT number, sum(length(CAST(body AS BLOB)) + 80) OVER (ORDER BY number) AS bytes FROM entries
      ) WHERE bytes <= ? AND number < (SELECT max(number) FROM entries)
      """, [.integer(Int64(excess + bounds.state / 8))]
    ).first?[0].integer
    guard let last else { return }
    try forgetting(at: now) { () throws(StateError) in try pruneEntries(through: last) }
  }

  /// Gives back what the file takes and does not use, where that is most of it and more than a state may take: an earlier
  /// version let it grow without a bound. Where there is no room to do that, it is as good as it is.
  private func shrink() {
    guard let size = try? database.size(), size.whole > bounds.state, size.used < size.whole / 2 else { return }
    try? database.run("VACUUM")
  }

  /// Adds entries for `events`, as far as the bound of a run allows, and one that says how many are left out.
  func appendWithinBounds(_ events: [Event], at now: Instant) throws(StateError) {
    var left = bounds.run
    for (place, event) in events.enumerated() {
      left -= event.stored.utf8.count
      guard left >= 0 else {
        leftOut = events.count - place
        return try append(Event(at: now, .leftOut, by: "reconcile", message: String(leftOut)))
      }
      try append(event)
    }
  }
}

extension Database {
  func keep(_ seen: RecordedObject, at key: ObjectKey) throws(StateError) {
    try rows(
      "INSERT OR REPLACE INTO objects(system, kind, id, body) VALUES(?, ?, ?, ?)",
      [.text(key.system.text), .text(key.kind.rawValue), .text(key.id), .text(seen.stored)])
  }

  fileprivate func forget(_ key: ObjectKey) throws(StateError) {
    try rows(
      "DELETE FROM objects WHERE system = ? AND kind = ? AND id = ?",
      [.text(key.system.text), .text(key.kind.rawValue), .text(key.id)])
  }
}

extension RecordedState {
  /// Whether an object was seen again of which `before` is too old by now. A clock may have been set back since.
  fileprivate func isNewer(than before: RecordedState) -> Bool {
    objects.contains { key, seen in
      before.objects[key].map { abs(seen.at - $0.at) >= Self.quietSeconds } ?? false
    }
  }
}

extension RecordedObject {
  /// How far the end of a timer may lie from the remembered one without being remembered again, in seconds. Far less than
  /// what is taken for somebody else's timer: what is remembered would otherwise lag behind by almost as much, and a
  /// pause that this program itself has set again would be told as somebody's.
  private static let unrememberedSeconds: Int64 = 10

  /// Whether nothing but times differs that every run moves on.
  fileprivate func saysTheSame(as later: RecordedObject) -> Bool {
    var other = later
    other.at = at
    if inPlaceAt != nil, later.inPlaceAt != nil { other.inPlaceAt = inPlaceAt }
    // That it is over is told once, and by the run that finds it so.
    if isContended == later.isContended, movedAt.last == later.movedAt.last || later.movedAt.isEmpty {
      other.movedAt = movedAt
    }
    // The end of a timer is read a little differently every time.
    if switchState.isLike(later.switchState, within: Self.unrememberedSeconds) { other.switchState = switchState }
    return other == self
  }
}
