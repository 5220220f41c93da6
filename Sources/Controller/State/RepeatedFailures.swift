import Hashing
import Planning
import Policies
import Providers
import Text

/// Which changes that came to nothing the history has already: what a system refuses every minute is one entry when that
/// begins and one when its reason becomes another, and not one every minute. What becomes of it in the end is a change of its
/// own. Decides; remembers nothing.
struct RepeatedFailures {
  /// The events that are new to the history, in their order.
  let news: [Event]
  /// What goes on failing, by marks that begin with the name of the system.
  let failing: Set<String>

  /// Of the `events` of a run that came to `report`; `known` are the marks of what the history says since earlier runs.
  init(_ events: [Event], after report: Report, known: Set<String>) {
    var failing: Set<String> = []
    news = events.filter { event in
      guard let mark = Self.mark(of: event) else { return true }
      return failing.insert(mark).inserted && !known.contains(mark)
    }
    let seen = known.isEmpty ? { _ in true } : Self.seen(by: report)
    self.failing = failing.union(known.filter { !seen($0) })
  }

  /// Whether a run that came to `report` has looked at what is marked so, and would have tried it again: of what it did not look
  /// at, as it was about other targets or was refused as a whole, nothing is known, and what was tried in vain may wait for its
  /// next try.
  private static func seen(by report: Report) -> (_ mark: String) -> Bool {
    if report.refusal != nil { return { _ in false } }
    let read = Set(report.plan.systems.filter { $0.error == nil }.map(\.name.text))
    let isPart = report.plan.interests == nil
    let objects = isPart ? Set(report.plan.entries.map(Self.object)) : []
    let waiting = Set(report.entriesWithOutcomes.filter { $0.isTriedInVain && $1 == nil }.map { Self.object($0.0) })
    return { mark in
      let words = mark.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard words.count == 3, read.contains(String(words[0])) else { return false }
      let object = "\(words[0]) \(words[2])"
      if waiting.contains(object) { return false }
      return !isPart || objects.contains(object)
    }
  }

  private static func object(_ entry: PlanEntry) -> String {
    "\(entry.system) \(entry.kind.rawValue) \(entry.id ?? "")"
  }

  /// The system, the object, and a digest of what was to be done and why it was not; nil for what is no such change. What may
  /// have been done is none: each time is told.
  private static func mark(of event: Event) -> String? {
    guard event.kind == .change, event.outcome == "failed" || event.outcome == "skipped", let system = event.system,
      let kind = event.object
    else { return nil }
    let reason = [event.outcome, event.message, event.to?.position.rawValue, event.decidedBy, event.target?.text]
    let digest = Digest.base64(Digest.sha256(Array(reason.map { $0 ?? "" }.joined(separator: "\n").utf8)))
    return "\(system) \(digest) \(kind.rawValue) \(event.id ?? "")"
  }
}
