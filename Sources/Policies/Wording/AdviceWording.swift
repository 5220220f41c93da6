internal import CivilTime

/// What is doubtful about a policy that is understood.
extension Wording {
  /// A statement that decides nothing, and those that cover it; none where it never holds. `isDated`: looked at up to
  /// the last of its dates, not for two years.
  static func neverDecides(_ statement: Statement, coveredBy covering: [Statement], isDated: Bool) -> Wording {
    let reach = isDated ? "up to its last date" : "within two years"
    guard let first = covering.first else {
      return Wording(
        .statementNeverDecides, "this statement never holds \(reach)",
        hint: "check its days and what 'except' takes away, or remove it"
      ).asWarning
    }
    let names = someOf(covering.map { "'\($0.id)'" })
    let verb = covering.count == 1 ? "covers" : "cover"
    let isRepetition = covering.allSatisfy { $0.state == statement.state }
    return Wording(
      .statementNeverDecides, "this statement decides nothing \(reach): \(names) \(verb) it",
      hint: isRepetition
        ? "it only says the same once more: remove it"
        : "a later statement wins: move this one below \(covering.count == 1 ? "'\(first.id)'" : "them"), or remove it"
    ).asWarning
  }

  static func emptyWindow(_ time: TimeRange, on day: CivilDate, skipped gap: EmptyWindows.Gap) -> Wording {
    Wording(
      .windowEmpty,
      "the window \(SentenceText.text(of: [time])) is empty on \(day.weekday.shortName) \(DateFigures.text(day)): "
        + "the clock skips \(text(gap))",
      hint: "nothing happens then; begin earlier or end later if something should"
    ).asWarning
  }

  /// `02:00–03:00`; with its dates where it lies on two days.
  private static func text(_ gap: EmptyWindows.Gap) -> String {
    if gap.start.date == gap.end.date { return gap.start.clockText + "–" + gap.end.clockText }
    let endsAtMidnight = gap.end.secondOfDay == 0 && gap.end.date == gap.start.date.adding(days: 1)
    if endsAtMidnight { return gap.start.clockText + "–24:00" }
    return "\(gap.start.date) \(gap.start.clockText) – \(gap.end.date) \(gap.end.clockText)"
  }
}
