import CivilTime
import JSONTree
import Policies

/// An override that was made, ended or given another end, as it is told.
struct WrittenOverride {
  /// What was done to it.
  enum Deed: String, Hashable, Sendable {
    case made
    case extended
    case ended
  }

  let deed: Deed
  let override: Override
  /// All that are remembered, this one as it is now.
  let all: [Override]
  /// When it was to end before; it tells what an ended one was.
  let previousEnd: Instant
  let surroundings: OverrideSurroundings

  private var moments: Moments { Moments(zone: surroundings.zone, now: surroundings.now) }

  /// What holds once it has ended, for every target that it is about, in the order of the policy.
  private var afterwards: [(target: Name, verdict: Verdict)] {
    guard let (policy, overlay) = surroundings.overlay(all) else { return [] }
    let members = Set(policy.members(of: [override.target]))
    return overlay.verdicts(at: max(override.until, surroundings.now)).filter { members.contains($0.target) }
  }

  // MARK: Text

  /// For a terminal of 80 columns.
  var text: String {
    let label = deed == .ended ? "now" : "then"
    let rows = afterwards.enumerated().flatMap { row($0.offset == 0 ? label : "", words($0.element)) }
    let lines =
      wrapped(headline.escaped, indent: "") + [""] + rows + row("state", surroundings.folder) + [""]
      + wrapped(Wording.nextRun, indent: "")
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let because = override.because.map { " (\($0))" } ?? ""
    let what = "\(override.target) \(override.state.rawValue) until "
    switch deed {
    case .made: return what + "\(moments.short(override.until))\(because) · override \(override.id)"
    case .extended:
      return what + "\(moments.short(override.until)), not \(moments.short(previousEnd))\(because)"
        + " · override \(override.id)"
    case .ended: return "override \(override.id) ended: " + what + moments.short(previousEnd) + because
    }
  }

  private func words(_ entry: (target: Name, verdict: Verdict)) -> String {
    let until = entry.verdict.until.map { " until \(moments.short($0))" } ?? ""
    let decider = surroundings.overlay(all).map { entry.verdict.decidedBy.name($0.policy) } ?? ""
    return "\(entry.target): \(entry.verdict.state.inWords)\(until) · \(decider)"
  }

  private func row(_ label: String, _ text: String) -> [String] {
    wrapped(text.escaped, indent: "  " + padded(label, to: 7))
  }

  // MARK: JSON

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .init("formatVersion", .number("1")),
      .init("deed", .string(deed.rawValue)),
      .init("override", override.json),
      .init("state", .string(surroundings.folder)),
      .init("then", .array(afterwards.map(json))),
    ])
  }

  private func json(_ entry: (target: Name, verdict: Verdict)) -> JSON {
    let decidedBy = surroundings.overlay(all).map { JSON.string(entry.verdict.decidedBy.id($0.policy)) }
    return .object([
      .init("target", .string(entry.target.text)),
      .init("state", .string(entry.verdict.state.rawValue)),
      .init("until", .instant(entry.verdict.until)),
      .init("decidedBy", decidedBy ?? .null),
    ])
  }
}

extension Override {
  /// The override as one JSON object, its keys in a fixed order.
  var json: JSON {
    .object([
      .init("id", .string(id)), .init("target", .string(target.text)), .init("state", .string(state.rawValue)),
      .init("from", .instant(from)), .init("until", .instant(until)), .init("because", .text(because)),
      .init("by", .string(by)),
    ])
  }
}
