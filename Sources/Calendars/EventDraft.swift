import CivilTime
import Policies

/// An event as its properties say it, before anything recurs.
struct EventDraft {
  /// The place of its calendar in the file.
  var calendar: Int
  var lines: ClosedRange<Int>
  var summary: String
  /// Empty where it has none.
  var identifier: String
  /// How often it was changed in a way that matters; 0 where it does not say.
  var revision: Int
  /// Two drafts of which either may be the event; nil where it is clear.
  var rivals: CalendarEvent.Rivals?
  var isCancelled: Bool
  var start: Moment
  var length: EventLength
  var rules: [Property]
  /// What the format once had to take times away.
  var exclusions: [Property]
  var added: [AddedTime]
  var excluded: [Moment]
  /// Which time of another event of the same identifier it stands in for.
  var replaced: Replaced?

  /// A time at which it happens besides; its length where it has one of its own.
  struct AddedTime {
    var start: Moment
    var length: EventLength?
    var lines: ClosedRange<Int>
  }

  /// A time of a series that is another now.
  struct Replaced {
    var moment: Moment
    /// Whether all later ones are moved with it.
    var isFollowed: Bool
    var property: Property
  }
}
