import CivilTime
import Policies
import Providers
import Planning

extension Database {
  /// Adds an entry behind the last one, with the fingerprints of what it `keeps`; nil for what is forgotten.
  func append(_ event: Event, keeping keeps: [String: String?] = [:]) throws(StateError) {
    let last = try lastEntry()
    // Nobody lives to see so many.
    guard last.number < .max else { throw Messages.damaged(path) }
    let body = Fingerprints.body(event.stored, keeping: keeps)
    try rows(
      "INSERT INTO entries(number, at, body, hash) VALUES(?, ?, ?, ?)",
      [
        .integer(last.number + 1), .integer(event.at.secondsSinceEpoch), .text(body),
        .blob(Chain.hash(after: last.hash, body: body)),
      ])
  }

  /// Adds an entry that says of all that is kept that it is as it is there: for a file that has no such entries. One that
  /// has some is not as old as it says. Only what `isMeant`, by its name.
  func seal(at now: Instant, where isMeant: (String) -> Bool = { _ in true }) throws(StateError) {
    let told = try rows(#"SELECT 1 FROM entries WHERE instr(body, '"keeps":') > 0 LIMIT 1"#)
    guard told.isEmpty else { return }
    let standing = try Fingerprints(standingIn: self).byName.filter { isMeant($0.key) }
    if standing.isEmpty { return }
    try append(Event(at: now, .sealed, by: "reconcile"), keeping: standing.mapValues { .some($0) })
  }

  /// The same for a file of a format that has no such entries, as far as its history tells of what is there; and what that
  /// tells of the objects.
  func sealOlder(at now: Instant) throws(StateError) {
    var (history, objects) = (OlderHistory(isPruned: try note(.anchor) != nil), try OlderObjects(in: self))
    let broken = try brokenEntry { event, _ in
      history.take(event)
      objects.take(event)
    }
    try complete(objects)
    guard broken == nil, !history.isEmpty else { return }
    let columns = Schema.overrideColumns(in: Schema.version)
    let overrides = try rows("SELECT \(columns) FROM overrides").compactMap { Override(row: $0) }
    let told = Set(overrides.filter { history.tells(of: $0) }.map(\.id))
    try seal(at: now) { told.contains($0) || Fingerprints.kept(inNote: $0) != nil }
  }

  /// Goes through the entries from the first one on, as long as each follows the one before it, and gives every hash and
  /// what happened to `visit`. The number of the first one that does not; nil where all do.
  func brokenEntry(_ visit: (_ event: Event, _ hash: [UInt8]) -> Void) throws(StateError) -> Int64? {
    var broken: Int64?
    try eachLink { link in
      guard link.fits, let event = link.event, let hash = link.hash else {
        broken = link.number
        return false
      }
      visit(event, hash)
      return true
    }
    return broken
  }

  /// An entry as it hangs on the one before it.
  struct Link {
    let number: Int64
    let at: Instant?
    let event: Event?
    let hash: [UInt8]?
    /// Whether nothing of it was edited since it was hung there.
    let fits: Bool
  }

  /// On so many hashes that an entry may have had the next one is tried. Where each is edited they would be ever more.
  private static let hashesTried = 7

  /// Goes through the entries from the first one on, until `visit` says that it is enough. Behind one that does not fit, the
  /// next one fits if it hangs on what that is, or was.
  func eachLink(_ visit: (Link) -> Bool) throws(StateError) {
    var previous = [try anchor()]
    // A pruned history begins behind what was forgotten, and any other with 1.
    var number = try forgottenEntries()
    try eachRow("SELECT number, at, body, hash FROM entries ORDER BY number") { row in
      let found = row[0].integer ?? 0
      let (body, hash) = (row[2].text, row[3].blob)
      let hashes = body.map { body in previous.map { Chain.hash(after: $0, body: body) } } ?? []
      let event = body.flatMap(Event.init(stored:))
      let fits =
        found == number &+ 1 && hash.map(hashes.contains) ?? false
        && event.map { $0.at.secondsSinceEpoch == row[1].integer } ?? false
      number = found
      previous = fits ? [hash].compactMap { $0 } : ([hash].compactMap { $0 } + hashes.prefix(Self.hashesTried))
      return visit(Link(number: found, at: row[1].instant, event: event, hash: hash, fits: fits))
    }
  }

  /// The number and the hash of the last entry; those before the first if there is none.
  func lastEntry() throws(StateError) -> (number: Int64, hash: [UInt8]) {
    let row = try rows("SELECT number, hash FROM entries ORDER BY number DESC LIMIT 1").first
    guard let row, let number = row[0].integer else {
      return (try forgottenEntries(), try anchor())
    }
    // One whose hash somebody has taken away is told of by whoever checks; the numbers go on.
    return (number, row[1].blob ?? Chain.root)
  }

  /// The number of the last entry that is no longer kept; 0 for none.
  func forgottenEntries() throws(StateError) -> Int64 { max(0, Int64(try note(.anchorNumber) ?? "") ?? 0) }

  /// The hash before the first entry that is still there.
  func anchor() throws(StateError) -> [UInt8] {
    try note(.anchor).flatMap(Chain.bytes) ?? Chain.root
  }
}
