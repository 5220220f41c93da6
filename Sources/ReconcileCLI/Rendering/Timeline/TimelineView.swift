import CivilTime
import JSONTree
import Policies

/// What a timeline is drawn from.
struct TimelineView {
  /// What is said of the targets.
  var policy: Policy
  /// The time that is shown; not empty.
  var range: Range<Instant>
  /// Marked where it lies in the range.
  var now: Instant

  /// How many days it touches, those that the calendar skips among them.
  var rowCount: Int {
    let days = [range.lowerBound, range.upperBound + -1].map { policy.zone.local($0).date.dayNumber }
    return days[1] - days[0] + 1
  }

  /// Written out as `format` asks.
  func text(in format: OutputFormat, _ style: Style) -> String {
    switch format {
    case .json: TimelineJSON(self).json.text + "\n"
    case .svg: TimelineSVG(self).text
    case .text, .markdown, .github, .junit: TimelineText(self, style: style).text
    }
  }

  /// The rows.
  var days: [TimelineDay] { TimelineDay.days(of: range, in: policy.zone) }

  /// The targets, in the order of the file.
  var timelines: [TargetTimeline] { TargetTimeline.all(of: policy, in: range) }

  /// The day that it is now, if it is shown.
  var today: CivilDate? { range.contains(now) ? policy.zone.local(now).date : nil }

  /// `21:30`.
  var nowText: String { String(policy.zone.local(now).clockText.prefix(5)) }
}
