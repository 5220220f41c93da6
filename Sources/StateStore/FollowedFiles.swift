public import CivilTime
import JSONTree
public import Policies

/// The policy files that runs followed before the one that they follow now: who shares a state with others is to hear of it,
/// and what one file has switched must not be taken for something that nobody wants any more.
public struct FollowedFiles: Hashable, Sendable {
  /// For how long a file that is not followed any more may be followed again, in seconds: for three days.
  public static let returnSeconds: Int64 = 3 * 86_400
  /// Two files take turns where one of them is followed again within so many seconds, and for as long after that.
  public static let turnSeconds: Int64 = 3600
  /// Of how many files it is known.
  public static let mostFormer = 8

  /// A file in whose place another one was followed.
  public struct Former: Hashable, Sendable {
    /// Where it is, and its owner.
    public var file: PolicyFile
    /// When another one took its place.
    public var until: Instant
    /// What tells the policy that it had at its last run from others; nil where nobody knows.
    public var policy: String?

    /// A file in whose place another one was followed.
    public init(_ file: PolicyFile, until: Instant, policy: String?) {
      (self.file, self.until, self.policy) = (file, until, policy)
    }
  }

  /// That two files take turns.
  public struct Turns: Hashable, Sendable {
    /// Which, in the order of their paths.
    public var paths: [String]
    /// When one of them took the place of the other last.
    public var last: Instant
    /// The pairs of which it is told that they take turns, since any do; each in the order of its paths.
    fileprivate(set) var told: Set<[String]>
  }

  /// What was followed before, the latest first; not what is followed now.
  public private(set) var former: [Former] = []
  private var lastTurns: Turns?

  /// No other file was followed.
  public init() {}

  /// That two files take turns at present; nil where none do.
  public func turns(at now: Instant) -> Turns? {
    lastTurns.flatMap { Self.isNear($0.last, now, within: Self.turnSeconds) ? $0 : nil }
  }

  /// All files that take turns at present with one of them, and were followed within the hour: those two, and others of which it
  /// was told; nil where none do.
  public func filesInTurn(at now: Instant) -> [String]? {
    guard let turns = turns(at: now) else { return nil }
    let recent = Set(former.filter { Self.isNear($0.until, now, within: Self.turnSeconds) }.map(\.file.path))
    return Set(turns.told.joined()).intersection(recent).union(turns.paths).sorted()
  }

  /// The same once turns are over that were told of; nil where they go on, or there were none.
  func endingTurns(at now: Instant) -> FollowedFiles? {
    guard lastTurns != nil, turns(at: now) == nil else { return nil }
    var files = self
    files.lastTurns = nil
    return files
  }

  /// Whether it is news that they take turns which do, where `before` is what was known.
  func haveNewTurns(since before: FollowedFiles) -> Bool {
    lastTurns.map { $0.told != before.lastTurns?.told } ?? false
  }

  /// Those that may be followed again.
  public func returning(at now: Instant) -> [Former] {
    former.filter { Self.isNear($0.until, now, within: Self.returnSeconds) }
  }

  /// Which of them is followed again at `now` within the hour; nil where none of this path is.
  public func returned(_ path: String, at now: Instant) -> Former? {
    former.first { $0.file.path == path && Self.isNear($0.until, now, within: Self.turnSeconds) }
  }

  /// The same once `file` is followed instead of `before`, whose last run went by this `policy`.
  func followed(by file: PolicyFile, insteadOf before: PolicyFile, _ policy: String?, at now: Instant) -> FollowedFiles
  {
    var files = endingTurns(at: now) ?? self
    if returned(file.path, at: now) != nil {
      let paths = [before.path, file.path].sorted()
      files.lastTurns = Turns(paths: paths, last: now, told: (files.lastTurns?.told ?? []).union([paths]))
    }
    files.former.removeAll { $0.file.path == file.path || $0.file.path == before.path }
    files.former.insert(Former(before, until: now, policy: policy), at: 0)
    files.former.removeLast(max(0, files.former.count - Self.mostFormer))
    return files
  }

  /// Also where the clock was set back since.
  private static func isNear(_ instant: Instant, _ now: Instant, within seconds: Int64) -> Bool {
    (-seconds..<seconds).contains(now - instant)
  }
}

extension FollowedFiles {
  /// As text.
  var stored: String {
    let files = former.map { former -> JSON in
      var members = StoredMembers()
      members.add("path", former.file.path)
      members.add("owner", former.file.owner)
      members.add("until", former.until)
      members.add("policy", former.policy)
      return members.json
    }
    var members = StoredMembers()
    members.add("files", .array(files))
    if let turns = lastTurns {
      members.add("turns", .array(turns.paths.map { .string($0) }))
      members.add("last", turns.last)
      let pairs = turns.told.sorted { $0.lexicographicallyPrecedes($1) }
      members.add("told", .array(pairs.map { .array($0.map { .string($0) }) }))
    }
    return members.text
  }

  /// What `stored` wrote; what cannot be read is left out.
  init(stored text: String) {
    guard let tree = JSON(stored: text) else { return }
    former = (tree["files"]?.elements ?? []).prefix(Self.mostFormer).compactMap { tree in
      guard let path = tree["path"]?.string, let owner = tree["owner"]?.string, let until = tree.instant("until") else {
        return nil
      }
      return Former(PolicyFile(path: path, owner: owner), until: until, policy: tree["policy"]?.string)
    }
    let paths = (tree["turns"]?.elements ?? []).compactMap(\.string)
    if paths.count == 2, let last = tree.instant("last") {
      // An earlier version told of one pair alone.
      let pairs = tree["told"]?.elements?.map { ($0.elements ?? []).compactMap(\.string) } ?? [paths]
      let told = Set(pairs.prefix(Self.mostFormer * Self.mostFormer).map { $0.sorted() })
      lastTurns = Turns(paths: paths.sorted(), last: last, told: told)
    }
  }
}
