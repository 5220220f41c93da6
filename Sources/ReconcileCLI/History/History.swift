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
  private let isOfRequests: Bool
  /// How many entries are no longer kept, and when the first was made that is.
  private let forgotten: Int64
  private let keptFrom: Instant?

  /// Reads the entries from `since` on; of requests and PINs alone where `isOfRequests`.
  init(
    _ store: StateStore, since: Instant, folder: String, _ moments: Moments, _ kinds: SystemKinds,
    isOfRequests: Bool = false
  ) throws(StateError) {
    entries = try store.entries(since: since).filter { entry in
      !isOfRequests || entry.event.map { RequestEventWords.isAbout($0.kind) } ?? true
    }
    head = try store.head()
    (forgotten, keptFrom) = (try store.forgotten(), try store.firstKept())
    self.since = since
    self.folder = folder
    self.moments = moments
    self.kinds = kinds
    self.isOfRequests = isOfRequests
  }

  /// So many entries are told at once: of years of them the whole text is not in memory.
  private static let partEntries = 1000

  // MARK: Text

  /// For a terminal: the days, and under each what happened. `output` gets it part by part, each ending in a line feed.
  func tell(_ style: Style, to output: (String) -> Void) {
    let title = [folder, moments.zone.name, moments.full].map(\.escaped).joined(separator: " · ")
    var lines = style.wrapped(title, indent: "")
    let isCut = forgotten > 0 && keptFrom.map { since < $0 } ?? true
    if isCut {
      lines += [""] + style.wrapped(Messages.forgotten(forgotten, before: keptFrom.map(moments.short)), indent: "")
    }
    var day: CivilDate?
    var count = 0
    for entry in entries {
      let event = entry.event
      // Fingerprints say nothing to people.
      if event?.kind == .sealed { continue }
      if let event, day != moments.zone.local(event.at).date {
        day = moments.zone.local(event.at).date
        lines += ["", style.strong(day.map { "\($0.weekday.shortName) \($0)" } ?? "")]
      }
      lines += line(entry, event, style)
      count += 1
      if count % Self.partEntries == 0 {
        output(lines.joined(separator: "\n") + "\n")
        lines = []
      }
    }
    let told = isCut ? keptFrom : since
    if count == 0, let told { lines += ["", Messages.nothingSince(moments.short(told), isOfRequests: isOfRequests)] }
    if !lines.isEmpty { output(lines.joined(separator: "\n") + "\n") }
  }

  private func line(_ entry: Entry, _ event: Event?, _ style: Style) -> [String] {
    guard let event else {
      return style.wrapped(Messages.unreadableEntry(entry.number), indent: "  ?       ").map { style.bad($0) }
    }
    let zone = moments.zone
    // Within a day the clock is enough, but where it shows the time twice.
    let clock = zone.local(event.at).clockText + zone.offsetNote(event.at)
    let words = EventWords(event, Moments(zone: zone, now: event.at), kinds)
    let fits = entry.fits
    let mark = fits ? "" : " · " + Messages.doesNotFit(entry.number)
    let lines = style.wrapped(words.text.escaped + mark, indent: "\(fits ? "  " : "! ")\(padded(clock, to: 8))  ")
    return words.isBad || !fits ? lines.map { style.bad($0) } : lines
  }

  // MARK: JSON

  /// One object in one line, its keys in a fixed order. `output` gets it part by part.
  func tellJSON(to output: (String) -> Void) {
    // What is around the entries is that of none.
    let around = JSON.object([
      .formatVersion, .init("entries", .array([])), .init("head", .string(head)),
      .init("forgotten", .integer(Int(forgotten))), .init("keptFrom", .instant(keptFrom)),
    ]).line
    let (before, after) = (around.prefix { $0 != "[" } + "[", around.drop { $0 != "]" })
    var part = String(before)
    for (place, entry) in entries.enumerated() {
      part += (place > 0 ? "," : "") + entry.json.line.dropLast()
      if place % Self.partEntries == Self.partEntries - 1 {
        output(part)
        part = ""
      }
    }
    output(part + after)
  }

  /// Where there is no state.
  static let emptyJSON = JSON.object([
    .formatVersion, .init("entries", .array([])), .init("head", .null), .init("forgotten", .integer(0)),
    .init("keptFrom", .null),
  ])
}
