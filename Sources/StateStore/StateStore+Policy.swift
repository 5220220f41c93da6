public import CivilTime
import JSONTree
import Providers
import Planning

/// A policy's text as it was when it was last without errors.
public struct GoodPolicy: Hashable, Sendable {
  /// A file of it.
  public struct File: Hashable, Sendable {
    /// As messages name it.
    public var name: String
    /// Its bytes.
    public var bytes: [UInt8]

    /// A file of it.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Where it is, however it was named.
  public var path: String
  /// Its files in name order.
  public var files: [File]
  /// When it was first seen in this form.
  public var at: Instant

  /// A policy's text.
  public init(path: String, files: [File], at: Instant) {
    self.path = path
    self.files = files
    self.at = at
  }
}

extension StateStore {
  /// The name of the time zone of the policy that the last run followed; nil before the first.
  public func zone() throws(StateError) -> String? { try note(.zone) }

  /// Replaces it by `zone`; writes nothing where it is the same.
  public func keep(zone: String) throws(StateError) {
    if try self.zone() != zone { try setNote(.zone, zone) }
  }

  /// Of how many policies a state keeps a text: with that of each as large as a policy may be, most of its space is left.
  static let mostGoodPolicies = 4

  /// The last text without errors of the policy at `path`; nil where none is kept, or it is not the one that the history
  /// knows.
  public func lastGoodPolicy(of path: String) throws(StateError) -> GoodPolicy? {
    let names = [StateNote.goodPolicy.name(), StateNote.goodPolicy.name(of: path)].map(Value.text)
    let rows = try database.rows("SELECT name, value FROM notes WHERE name IN (?, ?)", names)
    // An older program keeps writing the only note, so the later of both counts.
    return try told(rows).filter { $0.path == path }.max { $0.at < $1.at }
  }

  /// The last text without errors that an earlier version has kept, which kept that of one policy; nil where there is none.
  public func onlyGoodPolicy() throws(StateError) -> GoodPolicy? {
    let rows = try database.rows("SELECT name, value FROM notes WHERE name = ?", [.text(StateNote.goodPolicy.name())])
    return try told(rows).first
  }

  /// The last text without errors of every policy of which one is kept, the latest first.
  package func lastGoodPolicies() throws(StateError) -> [GoodPolicy] {
    try told(database.notes(.goodPolicy)).sorted { ($1.at, $0.path) < ($0.at, $1.path) }
  }

  /// What `rows` of a name and a text say, as far as the history knows it.
  private func told(_ rows: [[Value]]) throws(StateError) -> [GoodPolicy] {
    let known = try Fingerprints(toldIn: database)
    let policies = values(.lastGoodPolicy, rows) { row in Self.policy(row).map { (row, $0) } }
    return policies.filter { known.know($0.0) }.map(\.1)
  }

  /// Wholly or not at all: with a file less it would be another policy.
  private static func policy(_ row: [Value]) -> GoodPolicy? {
    guard let text = row[1].text, let tree = try? JSON(parsing: Array(text.utf8)), let path = tree["path"]?.string,
      let at = tree.instant("at"), let members = tree["files"]?.elements
    else { return nil }
    let files = members.compactMap(GoodPolicy.File.init(stored:))
    return files.count == members.count && !files.isEmpty ? GoodPolicy(path: path, files: files, at: at) : nil
  }

  /// Keeps `policy`, which was read without errors and so is UTF-8; writes nothing where its text is kept already. Where
  /// more are kept than may be, the oldest go.
  public func keep(_ policy: GoodPolicy) throws(StateError) {
    if let kept = try lastGoodPolicy(of: policy.path), kept.files == policy.files { return }
    let files = policy.files.map(\.stored)
    let tree = JSON.object([
      .init("path", .string(policy.path)), .init("at", .integer(Int(policy.at.secondsSinceEpoch))),
      .init("files", .array(files)),
    ])
    try database.atomically { () throws(StateError) in
      var keeps: [String: String?] = [:]
      for name in try surplusPolicies(besides: policy.path) {
        try removeNote(named: name)
        keeps[name] = .some(nil)
      }
      try setNote(.goodPolicy, of: policy.path, tree.text)
      keeps[StateNote.goodPolicy.name(of: policy.path)] = Fingerprints.fingerprint(of: [.text(tree.text)])
      try append(Event(at: policy.at, .sealed, by: "reconcile"), keeping: keeps)
    }
  }

  /// The notes that go where the policy at `path` is kept: an older one of the same policy, and the oldest of the others
  /// that are too many. What does not count goes first.
  private func surplusPolicies(besides path: String) throws(StateError) -> [String] {
    let known = try Fingerprints(toldIn: database)
    let others = try database.notes(.goodPolicy).compactMap { row -> (name: String, policy: GoodPolicy?)? in
      guard let name = row[0].text, name != StateNote.goodPolicy.name(of: path) else { return nil }
      return (name, known.know(row) ? Self.policy(row) : nil)
    }
    // The note of an earlier version is not written any more, and whoever reads would hear of it again and again.
    let isGone = { (name: String, policy: GoodPolicy?) in
      policy?.path == path || policy == nil && name == StateNote.goodPolicy.name()
    }
    let (same, rest) = (others.filter { isGone($0.name, $0.policy) }, others.filter { !isGone($0.name, $0.policy) })
    let latest = rest.sorted { ($0.policy?.at.secondsSinceEpoch ?? .min) > ($1.policy?.at.secondsSinceEpoch ?? .min) }
    return (same + latest.dropFirst(Self.mostGoodPolicies - 1)).map(\.name)
  }
}

extension Fingerprints {
  /// Whether they, of what was told, have this row of a name and a text.
  fileprivate func know(_ row: [Value]) -> Bool {
    row[0].text.flatMap { self[$0] } == Fingerprints.fingerprint(of: [row[1]])
  }
}

extension GoodPolicy.File {
  /// The file, which is UTF-8, as a part of something.
  var stored: JSON {
    .object([.init("name", .string(name)), .init("text", .string(String(decoding: bytes, as: UTF8.self)))])
  }

  /// What `stored` wrote.
  init?(stored tree: JSON) {
    guard let name = tree["name"]?.string, let text = tree["text"]?.string else { return nil }
    self.init(name: name, bytes: Array(text.utf8))
  }
}
