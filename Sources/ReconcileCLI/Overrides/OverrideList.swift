import CivilTime
import Controller
import Documents
import JSONTree
import Planning
import Policies
import Presentation
import Text
import Overrides

/// The overrides that have not ended, the newest first.
struct OverrideList {
  private let overrides: [Override]
  /// Those that were made for another policy, by number.
  private let foreign: [String: String]
  /// Those of them that were made for this one while another was followed, and that a guard would have to be asked for.
  private let isUnasked: Set<String>
  /// What holds; nil where no policy can be read.
  private let overriding: ActiveOverrides?
  /// What locks keep shut for targets that they are not about.
  private let holds: [LockHold]
  /// Who keeps shut what actions open; nil where no policy can be read.
  private let doors: DoorKeepers?
  private let context: OverrideContext
  /// The targets that each counts for, by number.
  private let members: [String: [Name]]
  /// For each target those that count for it and for this policy, the newest first.
  private let byTarget: [Name: [Override]]
  /// Whether there is a state at all.
  private let hasState: Bool

  /// Of all that is `remembered`; nil where there is no state.
  init(_ remembered: StateSnapshot?, _ context: OverrideContext) {
    overrides = (remembered?.overrides ?? []).filter { $0.isAhead(of: context.now) }
    let own = Set((remembered.map { Self.own($0, context) } ?? []).map(\.id))
    let others = overrides.filter { !own.contains($0.id) }
    foreign = Dictionary(
      others.map { ($0.id, $0.policy?.path ?? remembered?.following?.followed?.path ?? "?") },
      uniquingKeysWith: { first, _ in first })
    overriding = remembered.flatMap { context.overriding($0) }
    holds = self.overriding?.holds ?? []
    let active = self.overriding
    // Only what actions open is kept shut from them.
    doors = active.flatMap { active in
      active.policy.targets.contains(where: \.isAction) ? DoorKeepers(active.overlay) : nil
    }
    isUnasked = Set(others.filter { active?.isUnasked($0) ?? false }.map(\.id))
    hasState = remembered != nil
    let policy = context.policy
    members = Dictionary(overrides.map { ($0.id, policy?.reached(by: $0) ?? [$0.target]) }) { first, _ in first }
    var byTarget: [Name: [Override]] = [:]
    for override in overrides where foreign[override.id] == nil {
      for member in members[override.id] ?? [] { byTarget[member, default: []].append(override) }
    }
    self.byTarget = byTarget
    self.context = context
  }

  /// Those that count: of a policy that cannot be read, those that were made for the one that is followed.
  private static func own(_ remembered: StateSnapshot, _ context: OverrideContext) -> [Override] {
    guard context.policy == nil, let followed = remembered.following?.followed?.path else {
      return context.own(remembered)
    }
    return remembered.overrides.filter { $0.policy.map { $0.path == followed } ?? true }
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([.formatVersion, .init("overrides", .array(overrides.map(json)))])
  }

  private func json(_ override: Override) -> JSON {
    guard case .object(let members) = override.json else { return override.json }
    let beaten = isIdle(override) ? nil : beaters(of: override)
    return .object(
      members + [
        .init("counts", .bool(foreign[override.id] == nil)),
        .init("beatenBy", .array((beaten ?? []).map(JSON.string))),
        .init("idle", .text(isIdle(override) ? whyIdle(override, isHolding: isHolding(override)) : nil)),
      ])
  }

  /// For a terminal.
  func text(_ style: Style) -> String {
    let zone = context.zone
    let head = [context.places.state.path, zone.name, moments.full].map(\.escaped).joined(separator: " · ")
    let rest = overrides.isEmpty ? [hasState ? Messages.noOverride : Messages.noOverrideYet] : table(style)
    return (style.wrapped(head, indent: "") + [""] + rest).joined(separator: "\n") + "\n"
  }

  private var moments: Moments { Moments(zone: context.zone, now: context.now) }

  private static let heads = ["id", "target", "state", "from", "until", "by"]

  private func table(_ style: Style) -> [String] {
    let rows = overrides.map { override in
      [
        override.id, override.target.text, override.state.rawValue + kind(override), moments.short(override.from),
        moments.short(override.until), override.by.escaped,
      ]
    }
    let widths = Self.heads.indices.map { column in
      ([Self.heads] + rows).map { displayWidth($0[column]) }.max() ?? 0
    }
    // Beside columns that leave no room for a reason there are none.
    let isWide = widths.reduce(0) { $0 + $1 + 2 } > style.width - 16
    let notes = overrides.map(note)
    if isWide { return zip(notes, rows).flatMap { sentence($1, $0, style) } }
    let head = line(Self.heads, widths) + (notes.allSatisfy(\.isEmpty) ? "" : "because")
    return [style.faint(trimmed("  " + head))]
      + zip(notes, rows).flatMap { note, row in
        style.wrapped(trimmed(note).escaped, indent: "  " + line(row, widths)).ifEmpty(
          [trimmed("  " + line(row, widths))])
      }
  }

  private func kind(_ override: Override) -> String { override.kind == .override ? "" : " (\(override.kind.rawValue))" }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).map { padded($0, to: $1) + "  " }.joined()
  }

  private func sentence(_ cells: [String], _ note: String, _ style: Style) -> [String] {
    style.wrapped(
      "\(cells[1]) \(cells[2]) from \(cells[3]) until \(cells[4]) by \(cells[5])"
        + (note.isEmpty ? "" : " (\(note.escaped))"), indent: "  " + padded(cells[0], to: 4))
  }

  private func trimmed(_ text: String) -> String { String(text.reversed().drop { $0 == " " }.reversed()) }

  /// Why it was made, by a clock that was ahead, what it keeps shut elsewhere, and which newer ones hold instead.
  private func note(_ override: Override) -> String {
    let isAhead = override.madeAt.isYetToCome(at: context.now)
    let ahead = isAhead ? Messages.madeAhead(moments.short(override.madeAt)) : nil
    let held = holds.filter { $0.lock.id == override.id }
    let holding = held.isEmpty ? nil : "holds \(held.words)"
    return [override.because, ahead, holding, whyIdle(override, isHolding: holding != nil)].compactMap { $0 }
      .joined(separator: "; ")
  }

  private func isHolding(_ override: Override) -> Bool { holds.contains { $0.lock.id == override.id } }

  /// Whether it does nothing, or does not count, whatever newer ones say.
  private func isIdle(_ override: Override) -> Bool {
    isUnasked.contains(override.id) || foreign[override.id] != nil || overriding?.idleness(of: override) != nil
  }

  private func whyIdle(_ override: Override, isHolding: Bool) -> String? {
    if isUnasked.contains(override.id) { return Messages.listedUnasked }
    if let other = foreign[override.id] { return "does not count: made for \(other)" }
    if let idleness = overriding?.idleness(of: override) {
      if isHolding { return nil }
      let isKeeping = doors?.isHolding(override) ?? false
      return (isKeeping ? Messages.callsOff : "does nothing") + ": " + Messages.why(idleness, override)
    }
    return beaters(of: override).map { "beaten by \($0.joined(separator: " and "))" }
  }

  /// The newer ones that leave nothing of it for now, or of all of it where it is yet to begin; nil where something is left.
  private func beaters(of override: Override) -> [String]? {
    let holds = override.range.contains(context.now)
    let time = holds ? context.now..<context.now + 1 : override.range
    var found: [String] = []
    for member in members[override.id] ?? [] {
      let newer = (byTarget[member] ?? []).prefix { $0.id != override.id }
      guard let beaters = Self.covering(time, Array(newer)) else { return nil }
      found += beaters.filter { !found.contains($0) }
    }
    return found
  }

  /// Those of `overrides`, the newest first, that decide in `time`; nil where none does for a part of it.
  private static func covering(_ time: Range<Instant>, _ overrides: [Override]) -> [String]? {
    var found: [String] = []
    var cursor = time.lowerBound
    while cursor < time.upperBound {
      guard let decider = overrides.first(where: { $0.range.contains(cursor) }) else { return nil }
      if !found.contains(decider.id) { found.append(decider.id) }
      // Up to its end, or to where a newer one begins.
      let next = overrides.prefix { $0.id != decider.id }.map(\.from).filter { $0 > cursor }.min()
      cursor = min(decider.until, next ?? decider.until)
    }
    return found
  }
}

extension [String] {
  fileprivate func ifEmpty(_ other: [String]) -> [String] { isEmpty ? other : self }
}
