package import CivilTime
import JSONTree
package import Policies

/// What a timeline is drawn from.
package struct TimelineView {
  /// What is said of the targets, by the policy and by overrides.
  var shown: ShownOverrides
  /// Those that are shown, in this order.
  var targets: [Name]
  /// The time that is shown; not empty.
  var range: Range<Instant>
  /// Marked where it is in the range.
  var now: Instant
  /// What a picture says; text is English.
  var words: TimelineWords

  package init(
    shown: ShownOverrides, targets: [Name], range: Range<Instant>, now: Instant, words: TimelineWords = .english
  ) {
    self.shown = shown
    self.targets = targets
    self.range = range
    self.now = now
    self.words = words
  }

  /// The policy.
  var policy: Policy { shown.policy }

  /// How many days it touches, those that the calendar skips among them.
  package var rowCount: Int {
    let days = [range.lowerBound, range.upperBound + -1].map { policy.zone.local($0).date.dayNumber }
    return days[1] - days[0] + 1
  }

  /// Written out as `format` asks; a picture on `paper` where that is given.
  package func text(in format: OutputFormat, _ style: Style, on paper: Paper? = nil) -> String {
    switch format {
    case .json: TimelineJSON(self).json.line
    case .svg: paper.map { TimelinePaper(self, on: $0).text } ?? TimelineSVG(self).text
    case .html: TimelineHTML(self).text
    case .text, .markdown, .github, .junit: TimelineText(self, style: style).text
    }
  }

  /// The rows.
  var days: [TimelineDay] { TimelineDay.days(of: range, in: policy.zone) }

  /// What holds for each of the targets.
  var timelines: [TargetTimeline] {
    targets.map {
      TargetTimeline(
        target: $0, intervals: shown.overlay.timeline(of: $0, in: range),
        occurrences: shown.overlay.occurrences(of: $0, in: range))
    }
  }

  /// The day that it is now, if it is shown.
  var today: CivilDate? { range.contains(now) ? policy.zone.local(now).date : nil }

  /// `21:30`.
  var nowText: String { String(policy.zone.local(now).clockText.prefix(5)) }
}
