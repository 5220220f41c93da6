import Approvals
import CivilTime
import Documents
import JSONTree
import Planning
import Policies
import Presentation
import Providers
import Text

/// What is left behind of that which was asked for, and what became of it.
struct ReleaseReport {
  let policy: Policy
  let now: Instant
  let unknownWords: [String]
  /// What may be meant, as earlier runs remember it.
  var closings: [(key: ObjectKey, closing: Closing)]
  /// What was seen and done; nil where no system was asked.
  var report: Report?
  /// Whether they are to stay as they are, so that no system is asked.
  var isKeeping = false
  /// What opens only once somebody has agreed.
  var agreements: [ObjectKey: Agreement] = [:]

  /// Who has to agree that an object is opened, and the command that asks for it.
  struct Agreement {
    var needs: [ApprovalNeed]
    var command: String
  }

  private var targets: [String] { policy.targets.map(\.name.text) }

  private var moments: Moments { Moments(zone: policy.zone, now: now) }

  /// Those that can be opened now.
  var openable: Int { report?.plan.entries.count { $0.change != nil && agreements[$0.key] == nil } ?? 0 }

  // MARK: Text

  /// What was found of each object.
  private struct Finds {
    var left: [ObjectKey: LeftBehind] = [:]
    var entries: [ObjectKey: (entry: PlanEntry, outcome: Outcome?)] = [:]

    init(_ report: Report?) {
      guard let report else { return }
      left = Dictionary(report.plan.leftBehind.map { ($0.object, $0) }) { first, _ in first }
      entries = Dictionary(report.entriesWithOutcomes.map { ($0.entry.key, $0) }) { first, _ in first }
    }
  }

  /// For a terminal.
  func text(_ style: Style) -> String {
    let finds = Finds(report)
    var lines = style.wrapped(
      [policy.path, policy.zone.name, moments.full].map(\.escaped).joined(separator: " · "), indent: "")
    lines.append("")
    for word in unknownWords {
      lines += style.wrapped(ReleaseMessages.unknownWord(word, among: targets).escaped, indent: "")
    }
    let entries = closings.flatMap { entry($0.key, $0.closing, finds, style) }
    if entries.isEmpty, unknownWords.isEmpty { lines.append(ReleaseMessages.nothing) }
    if entries.isEmpty { lines += unlisted.flatMap { style.wrapped($0, indent: "") } }
    return (lines + entries).joined(separator: "\n") + "\n"
  }

  /// What is never left behind by what is known here, and may be off all the same.
  private var unlisted: [String] {
    policy.systems.flatMap(\.kind.selectors).filter(\.isUnreadable).map(\.one).uniqued().map(ReleaseMessages.unlisted)
  }

  private func entry(_ key: ObjectKey, _ closing: Closing, _ finds: Finds, _ style: Style) -> [String] {
    let left = finds.left[key]
    if case .settled? = left?.standing { return [] }
    let closing = left?.closing ?? closing
    let place = key.kind.isWhole ? key.kind.rawValue : "\(key.kind.rawValue) \(closing.name.quoted)"
    let found = finds.entries[key]
    let mark = isKeeping ? "·" : found.map { Self.isFailed($0.entry, $0.outcome) ? "!" : "~" } ?? "?"
    let words = ([step(found)] + notes(found, key)).joined(separator: "; ")
    let why = (left ?? LeftBehind(object: key, closing: closing, standing: .unknown)).why(policy, moments)
    return style.wrapped("\(place) on \(key.system): \(words)".escaped, indent: "  \(mark) ", following: "      ")
      + style.wrapped(why.escaped, indent: "      ")
  }

  private static func isFailed(_ entry: PlanEntry, _ outcome: Outcome?) -> Bool {
    switch outcome {
    case .unverified, .superseded, .failed, .stuck, .skipped: true
    case .applied, nil: entry.action == .problem
    }
  }

  private func step(_ found: (entry: PlanEntry, outcome: Outcome?)?) -> String {
    guard let (entry, outcome) = found, let from = entry.from, let to = entry.to else {
      return isKeeping ? ReleaseMessages.keptAsItIs : ReleaseMessages.notRead
    }
    let step = "\(from.position.rawValue) → \(to.position.rawValue)"
    if entry.action == .problem { return "\(from.position.rawValue), not opened" }
    return step
      + (outcome.map { ", \(Messages.outcome($0.word) == "applied" ? "done" : Messages.outcome($0.word))" } ?? "")
  }

  private func notes(_ found: (entry: PlanEntry, outcome: Outcome?)?, _ key: ObjectKey) -> [String] {
    let error = report?.plan.systems.first { $0.name == key.system }?.error ?? report?.failures[key.system]
    guard let (entry, outcome) = found else { return error.map { [$0.message.text] } ?? [] }
    let agreement = entry.action == .problem ? nil : agreements[key].map { ReleaseMessages.needs($0.needs, $0.command) }
    return (agreement.map { [$0] } ?? []) + (entry.notes + (outcome?.messages ?? [])).map(\.text)
  }

  // MARK: JSON

  /// One object, its keys in a fixed order.
  var json: JSON {
    let finds = Finds(report)
    return .object([
      .formatVersion,
      .init("policy", .string(policy.path)),
      .init("timezone", .string(policy.zone.name)),
      .init("now", .instant(now)),
      .init("leftBehind", .array(closings.compactMap { object($0.key, $0.closing, finds) })),
      .init("unknown", .array(unknownWords.map { .string($0) })),
    ])
  }

  private func object(_ key: ObjectKey, _ closing: Closing, _ finds: Finds) -> JSON? {
    let left = finds.left[key]
    if case .settled? = left?.standing { return nil }
    let closing = left?.closing ?? closing
    let found = finds.entries[key]
    return .object([
      .init("target", .string(closing.target.text)), .init("system", .string(key.system.text)),
      .init("kind", .string(key.kind.rawValue)), .init("id", .text(key.id.isEmpty ? nil : key.id)),
      .init("name", .string(closing.name)), .init("switchedOffAt", .instant(closing.at)),
      .init("since", .instant(closing.leftAt)), .init("from", .text(found?.entry.from?.position.rawValue)),
      .init("to", .text(found?.entry.to?.position.rawValue)), .init("outcome", .text(found?.outcome?.word)),
      .init("message", .text(notes(found, key).first)),
    ])
  }
}
