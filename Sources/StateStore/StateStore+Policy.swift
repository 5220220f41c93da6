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
  public func zone() throws(StateError) -> String? { try note("zone") }

  /// Replaces it by `zone`; writes nothing where it is the same.
  public func keep(zone: String) throws(StateError) {
    if try self.zone() != zone { try setNote("zone", zone) }
  }

  /// The last policy without errors; nil where none was kept, or it is not the one that the history knows.
  public func lastGoodPolicy() throws(StateError) -> GoodPolicy? {
    let text = try note("good-policy")
    guard let policy = values(.lastGoodPolicy, text.map { [[.text($0)]] } ?? [], Self.policy).first else { return nil }
    return try isTold("good-policy") ? policy : nil
  }

  /// Wholly or not at all: with a file less it would be another policy.
  private static func policy(_ row: [Value]) -> GoodPolicy? {
    guard let text = row[0].text, let tree = try? JSON(parsing: Array(text.utf8)), let path = tree["path"]?.string,
      let at = tree.instant("at"), let members = tree["files"]?.elements
    else { return nil }
    let files = members.compactMap(GoodPolicy.File.init(stored:))
    return files.count == members.count && !files.isEmpty ? GoodPolicy(path: path, files: files, at: at) : nil
  }

  /// Keeps `policy`, which was read without errors and so is UTF-8; writes nothing where its text is kept already.
  public func keep(_ policy: GoodPolicy) throws(StateError) {
    if let kept = try lastGoodPolicy(), kept.path == policy.path, kept.files == policy.files { return }
    let files = policy.files.map(\.stored)
    let tree = JSON.object([
      .init("path", .string(policy.path)), .init("at", .integer(Int(policy.at.secondsSinceEpoch))),
      .init("files", .array(files)),
    ])
    try database.atomically { () throws(StateError) in
      try setNote("good-policy", tree.text)
      let fingerprint = Fingerprints.fingerprint(of: [.text(tree.text)])
      try append(Event(at: policy.at, .sealed, by: "reconcile"), keeping: ["good-policy": fingerprint])
    }
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
