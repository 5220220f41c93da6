import CivilTime
import Documents
import JSONTree
import Planning
import Policies
import Presentation
import Providers
import StateStore
import Text

/// What was observed and done since some instant, the newest last.
struct History {
  private let entries: [Entry]
  private let head: String
  private let since: Instant
  private let folder: String
  /// In the zone of the policy that was followed last: entries may belong to more than one.
  private let moments: Moments
  private let kinds: SystemKinds

  /// Reads the entries from `since` on; of requests and PINs alone where `isOfRequests`.
  init(
    _ store: StateStore, since: Instant, folder: String, _ moments: Moments, _ kinds: SystemKinds,
    isOfRequests: Bool = false
  ) throws(StateError) {
    entries = try store.entries(since: since).filter { entry in
      !isOfRequests || entry.event.map { RequestEventWords.isAbout($0.kind) } ?? true
    }
    head = try store.head()
    self.since = since
    self.folder = folder
    self.moments = moments
    self.kinds = kinds
  }

  // MARK: Text

  /// For a terminal: the days, and under each what happened.
  func text(_ style: Style) -> String {
    let title = [folder, moments.zone.name, moments.full].map(\.escaped).joined(separator: " · ")
    var lines = style.wrapped(title, indent: "")
    // Fingerprints say nothing to people.
    let entries = entries.filter { $0.event?.kind != .sealed }
    if entries.isEmpty { lines += ["", Messages.nothingSince(moments.short(since))] }
    var day: CivilDate?
    for entry in entries {
      if let event = entry.event, day != moments.zone.local(event.at).date {
        day = moments.zone.local(event.at).date
        lines += ["", style.strong(day.map { "\($0.weekday.shortName) \($0)" } ?? "")]
      }
      lines += line(entry, style)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ entry: Entry, _ style: Style) -> [String] {
    guard let event = entry.event else {
      return style.wrapped(Messages.unreadableEntry(entry.number), indent: "  ?       ").map { style.bad($0) }
    }
    let zone = moments.zone
    // Within a day the clock is enough, but where it shows the time twice.
    let clock = zone.local(event.at).clockText + zone.offsetNote(event.at)
    let words = EventWords(event, Moments(zone: zone, now: event.at), kinds)
    let lines = style.wrapped(words.text.escaped, indent: "  \(padded(clock, to: 8))  ")
    return words.isBad ? lines.map { style.bad($0) } : lines
  }

  // MARK: JSON

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .formatVersion,
      .init("entries", .array(entries.map(\.json))),
      .init("head", .string(head)),
    ])
  }

  /// Where there is no state.
  static let emptyJSON = JSON.object([
    .formatVersion, .init("entries", .array([])), .init("head", .null),
  ])
}
