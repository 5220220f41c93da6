import CivilTime
import JSONTree
import Policies

/// The overrides that have not ended, the newest first.
struct OverrideList {
  private let overrides: [Override]
  private let surroundings: OverrideSurroundings
  /// Whether there is a state at all.
  private let hasState: Bool

  /// `all`: every one that is remembered, the newest first; nil where there is no state.
  init(_ all: [Override]?, _ surroundings: OverrideSurroundings) {
    overrides = (all ?? []).filter { $0.until > max($0.from, surroundings.now) }
    hasState = all != nil
    self.surroundings = surroundings
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([.init("formatVersion", .number("1")), .init("overrides", .array(overrides.map(\.json)))])
  }

  /// For a terminal of 80 columns.
  func text(_ style: Style) -> String {
    let zone = surroundings.zone
    let head = [surroundings.folder, zone.name, moments.full].map(\.escaped).joined(separator: " · ")
    let rest = overrides.isEmpty ? [hasState ? Wording.noOverride : Wording.noOverrideYet] : table(style)
    return (wrapped(head, indent: "") + [""] + rest).joined(separator: "\n") + "\n"
  }

  private var moments: Moments { Moments(zone: surroundings.zone, now: surroundings.now) }

  private static let heads = ["id", "target", "state", "from", "until", "by"]

  private func table(_ style: Style) -> [String] {
    let rows = overrides.map { override in
      [
        override.id, override.target.text, override.state.rawValue, moments.short(override.from),
        moments.short(override.until), override.by.escaped,
      ]
    }
    let widths = Self.heads.indices.map { column in
      ([Self.heads] + rows).map { displayWidth($0[column]) }.max() ?? 0
    }
    // Beside columns that leave no room a reason stands below them.
    let isWide = widths.reduce(0) { $0 + $1 + 2 } > 64
    if isWide { return zip(overrides, rows).flatMap { sentence($1, note($0)) } }
    let head = line(Self.heads, widths) + (overrides.contains { !note($0).isEmpty } ? "because" : "")
    return [style.faint(trimmed("  " + head))]
      + zip(overrides, rows).flatMap { override, row in
        wrapped(trimmed(note(override)).escaped, indent: "  " + line(row, widths)).ifEmpty(
          [trimmed("  " + line(row, widths))])
      }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).map { padded($0, to: $1) + "  " }.joined()
  }

  private func sentence(_ cells: [String], _ note: String) -> [String] {
    wrapped(
      "\(cells[1]) \(cells[2]) from \(cells[3]) until \(cells[4]) by \(cells[5])"
        + (note.isEmpty ? "" : " (\(note.escaped))"), indent: "  " + padded(cells[0], to: 4))
  }

  private func trimmed(_ text: String) -> String { String(text.reversed().drop { $0 == " " }.reversed()) }

  /// Why it was made, and which newer ones hold in its place.
  private func note(_ override: Override) -> String {
    let beaten = beaters(of: override).map { "beaten by \($0.joined(separator: " and "))" }
    return [override.because, beaten].compactMap { $0 }.joined(separator: "; ")
  }

  /// The newer ones that leave nothing of it for now; nil where something is left.
  private func beaters(of override: Override) -> [String]? {
    let newer = overrides.prefix { $0.id != override.id }.filter { $0.range.contains(surroundings.now) }
    let beaters = members(override).map { member in newer.first { members($0).contains(member) }?.id }
    let found = beaters.compactMap { $0 }
    guard found.count == beaters.count else { return nil }
    return found.reduce(into: []) { unique, id in if !unique.contains(id) { unique.append(id) } }
  }

  private func members(_ override: Override) -> [Name] {
    surroundings.policy?.members(of: [override.target]) ?? [override.target]
  }
}

extension [String] {
  fileprivate func ifEmpty(_ other: [String]) -> [String] { isEmpty ? other : self }
}
