import JSONTree

/// Something that runs go by beside the schedule, every change of which is in the history.
public enum Kept: Hashable, Sendable {
  /// The override of this number.
  case override(String)
  /// The text of the last valid policy.
  case lastGoodPolicy
  /// Which policy is followed.
  case followedPolicy
  /// The request of this number.
  case request(String)
  /// What a user has tried.
  case tries(String)
  /// A person's PIN.
  case pin(String)
  /// What a person has yet to be told.
  case news(String)
  /// The version of the policy in which this guarded target is approved.
  case approvedTarget(String)
  /// The text of the version of this fingerprint.
  case policyVersion(String)
  /// What was agreed to be opened by the request of this number.
  case release(String)
  /// A link that was made, by its hash.
  case link(String)
  /// A device that acts for a person, by its hash.
  case device(String)
}

/// Where what is in the state is not what its history says.
public struct Difference: Hashable, Sendable {
  /// In which way.
  public enum Kind: String, Hashable, Sendable {
    /// The history knows nothing of it.
    case unknown
    /// It is another one than the history says.
    case changed
    /// It is not there any more.
    case missing
  }

  /// What differs.
  public var kept: Kept
  /// In which way.
  public var kind: Kind

  /// A difference.
  public init(_ kept: Kept, _ kind: Kind) { (self.kept, self.kind) = (kept, kind) }
}

/// Fingerprints of what is kept, by its name: the number of an override, or the name of a note.
///
/// An entry of the chain that changes something says so in a last member of its text, `"keeps":{"3":"…"}`, with null for
/// what was forgotten. What the entries say together has to be what is in the tables. An index finds those few.
struct Fingerprints: Equatable {
  private(set) var byName: [String: String] = [:]

  /// What the note `name` keeps so; nil where it keeps nothing.
  static func kept(inNote name: String) -> Kept? {
    if name == StateNote.goodPolicy.rawValue || StateNote.goodPolicy.subject(of: name) != nil { return .lastGoodPolicy }
    return name == StateNote.followed.rawValue ? .followedPolicy : nil
  }

  subscript(name: String) -> String? { byName[name] }

  /// Of nothing.
  init() {}

  /// Of what is in the tables.
  init(standingIn database: Database) throws(StateError) {
    let columns = Schema.overrideColumns(in: Schema.version)
    for row in try database.rows("SELECT \(columns) FROM overrides") {
      if let id = row[0].integer { byName[String(id)] = Self.fingerprint(ofOverride: row) }
    }
    for row in try database.rows("SELECT name, body FROM approvals") {
      if let name = row[0].text { byName[name] = Self.fingerprint(of: [row[1]]) }
    }
    for row in try database.notes(.followed) + database.notes(.goodPolicy) {
      if let name = row[0].text { byName[name] = Self.fingerprint(of: [row[1]]) }
    }
  }

  /// Of what the entries say. One that does not fit the entry before it says nothing. All of them are read once until
  /// something is written: every table asks.
  init(toldIn database: Database) throws(StateError) {
    let revision = try database.revision()
    if let known = database.told, known.revision == revision {
      self = known.fingerprints
      return
    }
    try self.init(readingEntriesOf: database)
    database.told = (revision, self)
  }

  private init(readingEntriesOf database: Database) throws(StateError) {
    let rows = try database.rows(
      """
      SELECT e.body, e.hash, p.hash, e.number FROM entries AS e LEFT JOIN entries AS p ON p.number = e.number - 1
      WHERE instr(e.body, '"keeps":') > 0 ORDER BY e.number
      """)
    guard !rows.isEmpty else { return }
    let first = try database.rows("SELECT min(number) FROM entries").first?[0]
    let anchor = try database.anchor()
    for row in rows {
      guard let body = row[0].text, let previous = row[3] == first ? anchor : row[2].blob,
        row[1].blob == Chain.hash(after: previous, body: body)
      else { continue }
      for member in Self.members(of: body) { byName[member.name] = member.value.string }
    }
  }

  /// What an entry changes.
  private static func members(of body: String) -> [JSON.Member] {
    // The last member of an object; whatever is before it may be long.
    let name = Array(#","keeps":"#.utf8)
    let bytes = Array(body.utf8)
    guard bytes.last == UInt8(ascii: "}") else { return [] }
    for place in stride(from: bytes.count - name.count - 1, through: 0, by: -1)
    where bytes[place] == name[0] && bytes[place..<place + name.count].elementsEqual(name) {
      guard case .object(let members)? = try? JSON(parsing: Array(bytes[(place + name.count)..<(bytes.count - 1)]))
      else { return [] }
      return members
    }
    return []
  }

  /// `body`, the text of an object, with what it `keeps`.
  static func body(_ body: String, keeping keeps: [String: String?]) -> String {
    guard !keeps.isEmpty else { return body }
    let members = keeps.sorted { $0.key < $1.key }.map { name, fingerprint in
      JSON.Member(name, fingerprint.map { .string($0) } ?? .null)
    }
    return body.dropLast() + #","keeps":"# + JSON.object(members).text + "}"
  }

  /// Of one override.
  static func fingerprint(ofOverride id: String, in database: Database) throws(StateError) -> String? {
    let columns = Schema.overrideColumns(in: Schema.version)
    guard let number = Int64(id) else { return nil }
    return try database.rows("SELECT \(columns) FROM overrides WHERE id = ?", [.integer(number)]).first
      .map { fingerprint(ofOverride: $0) }
  }

  /// Of one whose row has every column. One that has nothing in the latest of them is as it was before there were these.
  static func fingerprint(ofOverride row: [Value]) -> String {
    let count = row.lastIndex { $0 != .null }.map { $0 + 1 } ?? 0
    return fingerprint(of: Array(row.prefix(max(count, Schema.firstOverrideColumns))))
  }

  /// 128 bits of a SHA-256 over every value, with its kind and length before it.
  static func fingerprint(of row: [Value]) -> String {
    var bytes: [UInt8] = []
    for value in row {
      let (kind, content): (Character, [UInt8]) =
        switch value {
        case .null: ("n", [])
        case .integer(let number): ("i", Array(String(number).utf8))
        case .text(let text): ("t", Array(text.utf8))
        case .blob(let blob): ("b", blob)
        }
      bytes += Array("\(kind)\(content.count):".utf8) + content
    }
    return String(Chain.text(Chain.hash(of: bytes)).prefix(32))
  }
}

extension Fingerprints {
  /// What changed from `before` to these of what was `told` before; what the history did not know it does not learn.
  func changes(since before: Fingerprints, told: Fingerprints) -> [String: String?] {
    var changes: [String: String?] = [:]
    for (name, fingerprint) in byName where before[name] != fingerprint && before[name] == told[name] {
      changes[name] = .some(fingerprint)
    }
    for (name, fingerprint) in before.byName where byName[name] == nil && told[name] == fingerprint {
      changes[name] = .some(nil)
    }
    return changes
  }

  /// Where these, of what is there, are not what was `told`: overrides by number, then the rest.
  func differences(from told: Fingerprints) -> [Difference] {
    let names = Set(byName.keys).union(told.byName.keys)
    let ordered = names.sorted { (Int64($0) ?? .max, $0) < (Int64($1) ?? .max, $1) }
    return ordered.compactMap { name in
      let kept = Self.kept(inNote: name) ?? Kept(approvalRow: name) ?? .override(name)
      return switch (self[name], told[name]) {
      case (_?, nil): Difference(kept, .unknown)
      case (nil, _?): Difference(kept, .missing)
      case (let standing, let known): standing == known ? nil : Difference(kept, .changed)
      }
    }
  }
}

extension Kept {
  /// What the row of this name in the table of approvals holds; nil where there can be none of that name.
  fileprivate init?(approvalRow name: String) {
    guard let sort = ApprovalRow.allCases.first(where: { $0.holds(name) }) else { return nil }
    let rest = sort.rest(of: name)
    self =
      switch sort {
      case .request: .request(rest)
      case .tries: .tries(rest)
      case .pin: .pin(rest)
      case .news: .news(rest)
      case .approved: .approvedTarget(rest)
      case .version: .policyVersion(rest)
      case .release: .release(rest)
      case .link: .link(rest)
      case .device: .device(rest)
      }
  }
}

extension StateStore {
  /// Where what runs go by is not what the history says.
  public func differences() throws(StateError) -> [Difference] {
    try Fingerprints(standingIn: database).differences(from: Fingerprints(toldIn: database))
  }

  /// Whether the note is what the history says.
  func isTold(_ note: StateNote) throws(StateError) -> Bool {
    guard let text = try self.note(note) else { return false }
    return try Fingerprints(toldIn: database)[note.rawValue] == Fingerprints.fingerprint(of: [.text(text)])
  }
}
