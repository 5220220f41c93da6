import Policies

/// What a strip shows of one cell, and whether it is an override that decides.
struct StripSign: Hashable {
  var cell: StripCell
  /// Whether overrides decide throughout, with one state.
  var isOverridden: Bool

  /// The signs of a row; `overrides` is the same range by who decides, `leave` where the policy does.
  static func signs(
    of intervals: [StateInterval], _ overrides: [StateInterval], on day: TimelineDay, _ scale: StripScale
  ) -> [StripSign] {
    let cells = StripCell.cells(of: DayPiece.pieces(of: intervals, on: day), on: day, scale)
    let deciders = StripCell.cells(of: DayPiece.pieces(of: overrides, on: day), on: day, scale)
    return zip(cells, deciders).map { cell, decider in
      switch decider {
      case .throughout(.leave), .blank, .changing, .twofold, .mark: StripSign(cell: cell, isOverridden: false)
      case .throughout: StripSign(cell: cell, isOverridden: true)
      }
    }
  }

  /// The states that hold throughout in some of `signs`.
  static func states(of signs: some Sequence<StripSign>) -> Set<TargetState> {
    Set(signs.compactMap { sign in if case .throughout(let state) = sign.cell { state } else { nil } })
  }

  /// Its sign in a strip, of `signs`: another one where an override decides.
  func character(_ signs: StripSigns) -> Character {
    guard isOverridden, case .throughout(let state) = cell else { return cell.sign(signs) }
    switch state.look {
    case .closed: return signs.closedByOverride
    case .open: return signs.openByOverride
    case .leave: return cell.sign(signs)
    }
  }
}
