import CivilTime
import Planning
import Policies
import Presentation
import Providers

/// What has been told of, so that a trouble is told once when it begins and once when it ends, and a run with nothing new
/// prints nothing.
struct ReportDigest {
  private var troubles: [Trouble]?
  private var toldAt: Instant?
  private var toldIn: String?
  /// What the policy of the last run had.
  private var parts: Set<PolicyPart> = []

  /// What `report` says that is new: the first one does, one that moved something, and one in which other things are out
  /// of place than in the one before, or are so no more, and one whose times are those of another zone. Nil where nothing
  /// is; times are said in the zone of `policy`, which the run followed. `asked` are the requests that held edits wait for.
  mutating func news(_ report: Report, of policy: Policy, asked: [Name: String] = [:]) -> RunNews? {
    let (zone, nowParts) = (policy.zone, policy.parts)
    defer { parts = nowParts }
    let found = Trouble.all(in: report, zone, asked: asked)
    let before = troubles ?? []
    let unread = Set(report.plan.systems.filter { $0.error != nil }.map(\.name))
    let keys = Set(found.map(\.key))
    // What a system shows goes on, as far as anybody knows, until it can be read again; and that it cannot be read does as
    // long as nobody waits for its answer.
    let notAwaited = Set(
      report.plan.systems.filter { $0.error?.meansRunEnded ?? false }.map { Trouble.reading($0.name) })
    let unknown = before.filter {
      ($0.system.map(unread.contains) ?? notAwaited.contains($0.thing)) && !keys.contains($0.key)
    }
    let now = found + unknown
    let (known, things) = (Set(before.map(\.key)), Set(now.map(\.thing)))
    let began = found.filter { !known.contains($0.key) }
    // A thing with which something else is wrong now is not over.
    let over = before.filter { !things.contains($0.thing) }
    let ended = over.isEmpty ? [] : TroubleEnd(report, gone: parts.subtracting(nowParts)).said(of: over)
    defer { troubles = now }
    let isInOtherZone = toldIn.map { $0 != zone.name } ?? false
    guard troubles == nil || isInOtherZone || !began.isEmpty || !ended.isEmpty || report.summary.applied > 0 else {
      return nil
    }
    defer { (toldAt, toldIn) = (report.plan.now, zone.name) }
    var news = RunNews(report, began: began, ended: ended, toldBefore: toldAt)
    news.isInOtherZone = isInOtherZone
    return news
  }

  /// Everything that is not in place, without the words.
  static func trouble(_ report: Report, _ zone: Zone) -> [String] { Trouble.all(in: report, zone).map(\.key) }
}
