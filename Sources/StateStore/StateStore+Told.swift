import CivilTime
import JSONTree
public import Planning
public import Policies
public import Providers

/// What people have heard of, by what each is marked with.
public struct Told: Hashable, Sendable {
  /// The systems of which they last heard that they are lost.
  public var lost: Set<Name> = []
  /// The devices that failed to move.
  public var stuck: Set<String> = []
  /// The changes that were not made.
  public var failures: Set<String> = []
  /// The targets that cannot be looked after.
  public var problems: Set<String> = []
  /// The targets that cannot be brought where they are wanted, each with the state that was wanted when they last heard.
  public var doubts: Set<String> = []
  /// What somebody else keeps changing.
  public var contended: Set<String> = []
  /// What patterns had selected and is gone.
  public var gone: Set<String> = []
  /// The credentials that will soon be good for nothing.
  public var ends: Set<String> = []
  /// The coming changes.
  public var changes: [ToldChange] = []

  /// Nothing.
  public init() {}
}

extension StateStore {
  /// What people have heard of.
  public func told() throws(StateError) -> Told {
    var told = Told()
    (told.lost, told.stuck) = (try names(in: .toldLost), try marks(in: .toldStuck))
    (told.failures, told.problems) = (try marks(in: .toldFailures), try marks(in: .toldProblems))
    (told.doubts, told.contended) = (try marks(in: .toldDoubts), try marks(in: .toldContended))
    (told.gone, told.changes) = (try marks(in: .toldGone), try toldChanges())
    told.ends = try marks(in: .toldEnds)
    return told
  }

  /// Replaces all of it by `told`; writes nothing of what is the same.
  public func keep(told: Told) throws(StateError) {
    try keep(told.lost, in: .toldLost)
    try keep(told.stuck, marksIn: .toldStuck)
    try keep(told.failures, marksIn: .toldFailures)
    try keep(told.problems, marksIn: .toldProblems)
    try keep(told.doubts, marksIn: .toldDoubts)
    try keep(told.contended, marksIn: .toldContended)
    try keep(told.gone, marksIn: .toldGone)
    try keep(told.ends, marksIn: .toldEnds)
    if try toldChanges() != told.changes { try keep(told: told.changes) }
  }

  /// The objects, as they are remembered, that may be news beyond the run that saw it: what failed to move, what somebody else
  /// moved lately, and what is gone.
  public func newsworthyObjects() throws(StateError) -> [ObjectKey: RecordedObject] {
    let isNewsworthy = ["tries", "movedAt", "gone"].map { #"instr(body, '"\#($0)":') > 0"# }
    let rows = try database.rows(Schema.objectRows + " WHERE " + isNewsworthy.joined(separator: " OR "))
    return Dictionary(rows.compactMap(Self.object)) { first, _ in first }
  }

  /// The news that each of those who are told did not take, by the word for who it is. What cannot be read, because the file was
  /// edited by hand, is left out.
  public func untakenNews() throws(StateError) -> [String: [NewsMark: UntakenNews]] {
    let all = try note(.untakenNews).flatMap { try? JSON(parsing: Array($0.utf8)) }?.members ?? []
    let pairs = all.map { receiver in
      let news = (receiver.value.elements ?? []).compactMap(Self.untaken)
      return (receiver.name, Dictionary(news) { first, _ in first })
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Replaces it by `untaken`; writes nothing where it is the same.
  public func keep(untaken: [String: [NewsMark: UntakenNews]]) throws(StateError) {
    let wanted = untaken.filter { !$0.value.isEmpty }
    guard try untakenNews() != wanted else { return }
    let members = wanted.sorted { $0.key < $1.key }.map { receiver, news in
      let sorted = news.sorted { ($0.key.sort.rawValue, $0.key.about) < ($1.key.sort.rawValue, $1.key.about) }
      return JSON.Member(receiver, .array(sorted.map(Self.stored)))
    }
    try setNote(.untakenNews, JSON.object(members).text)
  }

  /// Lets what was not taken go by the names of now.
  func renameUntaken(_ moves: SystemMoves) throws(StateError) {
    let untaken = try untakenNews()
    if untaken.isEmpty { return }
    let now = untaken.mapValues { news in
      let pairs = news.map { mark, untaken in
        guard mark.sort.namesSystem else { return (mark, untaken) }
        let words = mark.about.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let about = [moves.now(Name(words[0])).text] + words.dropFirst()
        return (NewsMark(mark.sort, about.joined(separator: " ")), untaken)
      }
      return Dictionary(pairs) { first, _ in first }
    }
    try keep(untaken: now)
  }

  private static func untaken(stored tree: JSON) -> (NewsMark, UntakenNews)? {
    guard let sort = tree["sort"]?.string.flatMap(NewsMark.Sort.init), let about = tree["about"]?.string,
      let tries = tree.count("tries"), tries > 0, let at = tree.instant("at")
    else { return nil }
    return (NewsMark(sort, about), UntakenNews(tries: tries, at: at))
  }

  private static func stored(_ mark: NewsMark, _ untaken: UntakenNews) -> JSON {
    var members = StoredMembers()
    members.add("sort", mark.sort.rawValue)
    members.add("about", mark.about)
    members.add("tries", .integer(untaken.tries))
    members.add("at", untaken.at)
    return members.json
  }
}
