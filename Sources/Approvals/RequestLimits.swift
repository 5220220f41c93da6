package import CivilTime
package import Policies

/// How much one person may ask for.
package struct RequestLimits: Sendable {
  /// So many of one asker may be open at once.
  package static let mostOpen = 3
  /// So many may be made within a day.
  package static let mostPerDay = 10
  /// In seconds.
  package static let day: Int64 = 86_400

  /// Why another one is too many.
  package enum Excess: Hashable, Sendable {
    /// These are open.
    case open([ApprovalRequest])
    /// There were as many within a day as may be.
    case perDay
  }

  /// The open requests of `asker` that another one about `targets` replaces: what is about one of these, or a part of one.
  /// `parts` are the members of targets of targets.
  package static func replaced(
    by asker: String, about targets: [Name], among requests: [ApprovalRequest], at now: Instant,
    parts: ([Name]) -> [Name] = { $0 }
  ) -> [ApprovalRequest] {
    let wanted = Set(targets + parts(targets))
    return requests.filter { request in
      // What is about no target is about the whole policy.
      let isAlike =
        targets.isEmpty ? request.targets.isEmpty : !wanted.isDisjoint(with: request.targets + parts(request.targets))
      return request.asker == asker && request.isOpen(at: now) && isAlike
    }
  }

  /// Why `asker` may not make another one about `targets`; nil where that may be.
  package static func excess(
    of asker: String, about targets: [Name], among requests: [ApprovalRequest], at now: ClockReading,
    parts: ([Name]) -> [Name] = { $0 }
  ) -> Excess? {
    let own = requests.filter { $0.asker == asker }
    let replaced = Set(replaced(by: asker, about: targets, among: own, at: now.wall, parts: parts).map(\.id))
    let open = own.filter { $0.isOpen(at: now.wall) && !replaced.contains($0.id) }
    if open.count >= mostOpen { return .open(open) }
    return own.count { !now.isAtLeast(day, after: $0.made) } >= mostPerDay ? .perDay : nil
  }
}
