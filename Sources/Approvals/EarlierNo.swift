package import CivilTime
package import Policies

/// Somebody's no to what the same person asked for shortly before: whoever is asked next is to know of it.
package struct EarlierNo: Hashable, Sendable {
  /// Who said it.
  package let by: String
  /// When.
  package let at: Instant

  package init(by: String, at: Instant) { (self.by, self.at) = (by, at) }

  /// So long a no is told with what is asked for next, in seconds.
  private static let toldSeconds: Int64 = 6 * 3_600

  /// The last no of each person to what `asker` has asked about one of `targets`, or a part of one, by `requests`; the latest
  /// first. `parts` are the members of targets of targets.
  package static func all(
    to asker: String, about targets: [Name], among requests: [ApprovalRequest], at now: Instant,
    parts: ([Name]) -> [Name] = { $0 }
  ) -> [EarlierNo] {
    let wanted = Set(targets + parts(targets))
    var found: [String: Instant] = [:]
    for request in requests where request.asker == asker && request.ending == .denied {
      guard let by = request.endedBy, by != asker, let at = request.endedAt, (0..<toldSeconds).contains(now - at),
        !wanted.isDisjoint(with: request.targets + parts(request.targets))
      else { continue }
      found[by] = max(found[by] ?? at, at)
    }
    return found.map { EarlierNo(by: $0.key, at: $0.value) }.sorted { ($1.at, $0.by) < ($0.at, $1.by) }
  }
}
