import CivilTime
import Policies

/// What a strip shows of one half hour by the wall clock, or of a longer time where it has little room.
enum StripCell: Hashable {
  /// No instant that is shown: the clocks skip it, or it lies outside the range.
  case blank
  /// This state holds whenever the clock shows these times.
  case throughout(TargetState)
  /// The state changes within it.
  case changing
  /// The clock shows it twice, and not with the same state.
  case twofold
  /// Something is done within it.
  case mark

  /// The cells of a row of what has no states: where it is done, and nothing else.
  static func cells(
    of occurrences: [LocalDateTime], on day: TimelineDay, _ scale: StripScale
  ) -> [StripCell] {
    let marked = Set(occurrences.filter { $0.date == day.date }.map { $0.secondOfDay / scale.seconds })
    return (0..<scale.count).map { marked.contains($0) ? .mark : .blank }
  }

  /// The cells of a row, each of which stands for as many seconds of the wall clock as `scale` says.
  static func cells(of pieces: [DayPiece], on day: TimelineDay, _ scale: StripScale) -> [StripCell] {
    stride(from: 0, to: secondsPerDay, by: scale.seconds).map { start in
      let clock = start..<start + scale.seconds
      let here = pieces.filter { $0.stretch.clock.overlaps(clock) }
      return StripCell(here, isRepeated: day.repeated.contains { $0.overlaps(clock) })
    }
  }

  private init(_ pieces: [DayPiece], isRepeated: Bool) {
    guard let first = pieces.first else {
      self = .blank
      return
    }
    if pieces.allSatisfy({ $0.interval.state == first.interval.state }) {
      self = .throughout(first.interval.state)
    } else {
      // In two passes each of which is of one piece nothing changes but from the one to the other.
      let isOnePieceAPass = zip(pieces, pieces.dropFirst()).allSatisfy { left, right in
        left.stretch.clock.overlaps(right.stretch.clock)
      }
      self = isRepeated && isOnePieceAPass ? .twofold : .changing
    }
  }

  /// Its sign in a strip, of `signs`.
  func sign(_ signs: StripSigns) -> Character {
    switch self {
    case .blank: " "
    case .throughout(let state):
      switch state.look {
      case .closed: signs.closed
      case .open: signs.open
      case .leave: signs.leave
      }
    case .changing: "+"
    case .twofold: "*"
    case .mark: "|"
    }
  }
}

/// The signs of strips: blocks where the screen shows them.
struct StripSigns {
  var closed: Character = "█"
  var open: Character = "·"
  var leave: Character = "-"
  var closedByOverride: Character = "▓"
  var openByOverride: Character = "o"

  static let blocks = StripSigns()
  static let ascii = StripSigns(closed: "#", open: ".", leave: "-", closedByOverride: "X", openByOverride: "o")
}
