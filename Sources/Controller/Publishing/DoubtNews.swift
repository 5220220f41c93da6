import Planning
import Policies

/// Which targets people hear about that are to be held back from now on and cannot be, as what was in their way before still is.
/// Decides; tells and remembers nothing.
///
/// What people heard by day, that a console cannot be read, is no reason to get up; that a bedtime does not come about is one.
struct DoubtNews: Hashable {
  /// Those of which people have yet to hear.
  var begun: [TargetProblem] = []
  /// Afterwards, what was wanted of each that something is in the way of.
  var told: Set<String> = []
  /// What those are marked with of which people have yet to hear.
  private(set) var newMarks: Set<String> = []

  /// No news.
  init() {}

  /// After a run that came to `report`, in which `doubts` were found; `told` says what was wanted when people last heard. Of
  /// the targets `besides` they hear in this run as it is.
  init(_ report: Report, _ doubts: Doubts, told: Set<String>, besides: Set<Name>) {
    if doubts.isEmpty, told.isEmpty { return }
    let before = Dictionary(told.map { (Self.target(of: $0), $0) }) { first, _ in first }
    // What a run of some targets did not look at is as it was.
    var after = report.plan.interests == nil ? before : [:]
    for wanted in report.plan.wanted {
      let (target, state) = (wanted.target, wanted.verdict.state)
      guard let doubt = doubts[target] else {
        after[target] = nil
        continue
      }
      let mark = "\(target) \(state)"
      after[target] = mark
      guard let last = before[target], last != mark, let states = wanted.states, states.has(state),
        state != states.freer, !besides.contains(target)
      else { continue }
      begun.append(TargetProblem(target: target, system: doubt.system, state: state, words: doubt.words))
      newMarks.insert(mark)
    }
    self.told = Set(after.values)
  }

  /// The same mark of a target as long as people have not heard what is wanted of it.
  static func untold(_ mark: String) -> String { "\(target(of: mark)) ?" }

  private static func target(of mark: String) -> Name { Name(String(mark.prefix { $0 != " " })) }
}
