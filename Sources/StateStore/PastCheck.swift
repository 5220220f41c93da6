public import CivilTime
import Planning

/// What checking the past came to: all of it, also where something does not fit.
public struct PastCheck: Hashable, Sendable {
  /// An entry that is there, and when it was made; nil where the file was edited and that is no time.
  public struct Place: Hashable, Sendable {
    /// Its number.
    public var number: Int64
    /// When.
    public var at: Instant?
  }

  /// An entry that does not fit the one before it.
  public struct Break: Hashable, Sendable {
    /// Where.
    public var place: Place
    /// The numbers before it that are not there, though they were not forgotten.
    public var missing: ClosedRange<Int64>?
  }

  /// How many entries there are.
  public internal(set) var count = 0
  /// The first and the last one; nil where there is none.
  public internal(set) var first: Place?
  /// The last one.
  public internal(set) var last: Place?
  /// The number of the last entry that is no longer kept, so many as there were before the first one; 0 for none.
  public internal(set) var forgotten: Int64 = 0
  /// What does not fit, the first one first. Each is told beside the one before it, whatever that is: behind an entry that was
  /// edited another one shows as well.
  public internal(set) var breaks: [Break] = []
  /// Whether the head that was asked for is among those that fit; nil where none was asked for.
  public internal(set) var isHeadFound: Bool?
  /// The number of the entry that the head is of; nil where none was asked for, where it is not there, and where it is of
  /// what is no longer kept.
  public internal(set) var headNumber: Int64?
  /// Under what names files are kept that were damaged, where the history begins with that.
  public internal(set) var setAside: [String] = []
  /// What runs go by and is not what the entries say.
  public internal(set) var differences: [Difference] = []

  /// No entries at all, as where there is no state.
  public static func nothing(isHeadFound: Bool?) -> Self {
    var check = Self()
    check.isHeadFound = isHeadFound
    return check
  }

  /// The worst of it.
  public var worst: ChainCheck {
    if let found = breaks.first { return .broken(number: found.place.number) }
    if isHeadFound == false { return .headMissing }
    return differences.isEmpty ? .holds(entries: count) : .differs(differences)
  }
}

extension StateStore {
  /// Works every hash out again, and compares what runs go by with what the entries say. `head` is one that was noted
  /// elsewhere, such as in the systemd journal. It goes on after an entry that does not fit: nobody could see otherwise what is
  /// done to the history from then on.
  public func examine(head: String?) throws(StateError) -> PastCheck {
    var check = PastCheck.nothing(isHeadFound: head.map { $0 == (try? Chain.text(database.anchor())) })
    check.forgotten = try forgotten()
    try database.eachLink { link in
      let place = PastCheck.Place(number: link.number, at: link.at)
      check.count += 1
      if link.fits {
        if let head, let hash = link.hash, head == Chain.text(hash) {
          (check.isHeadFound, check.headNumber) = (true, link.number)
        }
        if link.event?.kind == .setAside, let name = link.event?.name { check.setAside.append(name) }
      } else {
        let before = check.last?.number ?? check.forgotten
        let isGap = before < .max && link.number > before + 1
        check.breaks.append(.init(place: place, missing: isGap ? before + 1...link.number - 1 : nil))
        // Its hash is there as it was noted; what went into that is not.
        if isGap, let head, let hash = link.hash, head == Chain.text(hash) {
          (check.isHeadFound, check.headNumber) = (true, link.number)
        }
      }
      check.first = check.first ?? place
      check.last = place
      return true
    }
    check.differences = try differences()
    return check
  }

  /// The worst of what `examine` finds.
  public func verify(head: String?) throws(StateError) -> ChainCheck { try examine(head: head).worst }

  /// How many entries were there and are no longer kept: the number of the last of them.
  public func forgotten() throws(StateError) -> Int64 { try database.forgottenEntries() }

  /// Where the history begins as the state was damaged, and not all overrides could be read in that: when, and by what name it is
  /// kept; nil otherwise.
  public func lostOverrides() throws(StateError) -> (at: Instant, kept: String)? {
    let first = try database.rows("SELECT body FROM entries ORDER BY number LIMIT 1").first?[0].text
    guard let event = first.flatMap(Event.init(stored:)), event.kind == .setAside, event.message == nil,
      let name = event.name
    else { return nil }
    return (event.at, name)
  }

  /// When the first entry was made that is kept; nil where there is none.
  public func firstKept() throws(StateError) -> Instant? {
    try database.rows("SELECT at FROM entries ORDER BY number LIMIT 1").first?[0].instant
  }
}
