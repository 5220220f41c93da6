import Documents
import Planning
import Policies

/// As many warnings of a report as somebody reads, in their order: a generated policy may give one for each of thousands of
/// targets.
///
/// None hides behind many of another sort: the first of each code come before the second of any, and targets that no line
/// names come last.
struct ShownWarnings {
  /// So many are shown.
  static let most = 100

  let findings: [Finding]
  /// That there are others, and how many; nil if there are none.
  let rest: String?

  init(_ all: [Finding]) {
    let others = all.count - Self.most
    guard others > 0 else {
      (findings, rest) = (all, nil)
      return
    }
    var counts: [String: Int] = [:]
    let ranked = all.indices.map { place in
      let code = all[place].message.code
      defer { counts[code, default: 0] += 1 }
      return (isIdle: code == DiagnosticCode.targetUnnamed.rawValue ? 1 : 0, earlier: counts[code] ?? 0, place: place)
    }
    findings = ranked.sorted(by: <).prefix(Self.most).map(\.place).sorted().map { all[$0] }
    rest = ShownDiagnostics.words([.warning: others])
  }
}
