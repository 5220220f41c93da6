import CivilTime

/// What the statements about one target would leave to be seen if one of them were not there.
struct TargetCoats {
  /// A statement about the target.
  private struct Coat {
    var paint: TwoCoats.Paint
    var when: Int
    var atOtherTimes: TargetState?
  }

  /// The last in the file first. Of statements that speak at the same times only the last two: a third is hidden by two.
  private var coats: [Coat] = []
  private let otherwise: TargetState

  init(naming: [Int], otherwise: TargetState, _ evaluator: Evaluator, _ policy: Policy) {
    self.otherwise = otherwise
    var seen: [Int: Int] = [:]
    for index in naming.reversed() where seen[evaluator.speaksOf[index], default: 0] < 2 {
      seen[evaluator.speaksOf[index], default: 0] += 1
      let statement = policy.statements[index]
      coats.append(
        Coat(
          paint: TwoCoats.Paint(statement: index, state: statement.state), when: evaluator.whenOf[index],
          atOtherTimes: statement.atOtherTimes))
    }
  }

  /// Looks at a span.
  /// - Parameter found: takes what decides, what would without it, and from when on.
  func look(in span: inout Span, found: (TwoCoats.Paint, TwoCoats.Paint, Instant) -> Void) {
    var time = TwoCoats(span.range)
    for coat in coats {
      if time.isFull { return }
      let activity = span.activity(of: coat.when)
      for range in activity.ranges { time.paint(range, coat.paint) { found($0, coat.paint, $1) } }
      guard let state = coat.atOtherTimes else { continue }
      var paint = coat.paint
      paint.state = state
      for range in activity.remainder(of: span.range) { time.paint(range, paint) { found($0, paint, $1) } }
    }
    let otherwise = TwoCoats.Paint(statement: nil, state: otherwise)
    time.paint(span.range, otherwise) { found($0, otherwise, $1) }
  }
}
