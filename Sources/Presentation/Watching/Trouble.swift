package import CivilTime
import Documents
package import Planning
package import Policies
import Providers
import Text

/// Something that is not as it should be, in the words of a line that tells of it once when it begins and once when it
/// ends.
package struct Trouble: Hashable, Sendable {
  /// What it is about, whatever is wrong with it: one thing has one trouble at a time.
  package var thing: String
  /// What is wrong with it. Not in words, in which a number may be another one every time.
  package var code: String
  /// The target or the system that a line about it begins with.
  package var subject: String
  /// The state that was wanted of the target, to be said behind it when it begins; nil where the words say all.
  package var wanted: String?
  /// Whether what begins is a reason, which follows a colon; several subjects with the same one are told in one line.
  package var isReason = false
  /// The system that shows it; nil where none does. While that cannot be read nobody knows whether it goes on.
  package var system: Name?
  /// What of the policy it is about: once one of it is no longer there, nobody looks, and nothing is well again.
  package var parts: Set<PolicyPart> = []
  /// What is named behind the words, such as `acl-rule 'Downtime-iPad'`; nil where the subject says it all.
  package var object: String?
  /// What is said when it begins.
  package var begins: String
  /// What is said when it is over; nil for what is over as soon as it was told.
  package var ends: String?

  /// What tells it from every other one.
  package var key: String { "\(thing) \(code)" }
}

extension Trouble {
  /// Everything in `report` that is not as it should be; times are said in `zone`. `asked` are the requests that held edits wait
  /// for, by target: with another request it is another edit.
  package static func all(in report: Report, _ zone: Zone, asked: [Name: String] = [:]) -> [Trouble] {
    let labels = ObjectLabels(report.plan.entries)
    let refusal = report.refusal.map { message in
      Trouble(
        thing: "refusal", code: message.code, subject: "reconcile", begins: "wrote nothing: \(message.line)",
        ends: "writes again")
    }
    return systems(report) + entries(report, labels) + findings(report, labels, asked) + actions(report, zone)
      + (refusal.map { [$0] } ?? [])
  }

  /// The thing that is wrong while `system` cannot be read.
  package static func reading(_ system: Name) -> String { "system \(system)" }

  /// Somebody who ends the run says nothing about the systems that it had not read yet.
  private static func systems(_ report: Report) -> [Trouble] {
    report.plan.systems.compactMap { system in
      if let error = system.error {
        return error.meansRunEnded
          ? nil
          : Trouble(
            thing: reading(system.name), code: error.lastingCode, subject: system.name.text,
            parts: [.system(system.name)],
            begins: "cannot be read: \(error.message.line)", ends: "can be read again")
      }
      return report.failures[system.name].map { error in
        Trouble(
          thing: "writes \(system.name)", code: error.lastingCode, subject: system.name.text, system: system.name,
          parts: [.system(system.name)], begins: "failed: \(error.message.line)", ends: "works again")
      }
    }
  }

  private static func entries(_ report: Report, _ labels: ObjectLabels) -> [Trouble] {
    report.entriesWithOutcomes.compactMap { entry, outcome in
      guard let (code, words) = wrong(entry, outcome) else { return nil }
      return Trouble(
        thing: object(entry, called: entry.id ?? entry.name), code: code,
        subject: entry.target.text, wanted: outcome == nil ? nil : entry.wantedWord,
        isReason: outcome != nil || entry.action == .problem, system: entry.system,
        parts: [.system(entry.system), .target(entry.target)], object: labels.label(entry), begins: words,
        ends: "as it should be")
    }
  }

  private static func object(_ entry: PlanEntry, called name: String) -> String {
    "object \(entry.system) \(entry.kind) \(name) \(entry.target)"
  }

  /// The objects of `report` that are as they should be, each by its number and by its name: what is made has no number before.
  package static func inPlace(in report: Report) -> Set<String> {
    Set(
      report.entriesWithOutcomes.lazy.filter { wrong($0, $1) == nil }.flatMap { entry, _ in
        [object(entry, called: entry.name)] + (entry.id.map { [object(entry, called: $0)] } ?? [])
      })
  }

  /// What is wrong with an object: in a code, and in words that do not name it; nil where nothing is.
  private static func wrong(_ entry: PlanEntry, _ outcome: Outcome?) -> (code: String, words: String)? {
    if let outcome {
      guard let message = outcome.messages.first, !outcome.isApplied else { return nil }
      let words = message.withoutBeginning(entry.name.quoted + ": ").about("it", insteadOf: entry.name.quoted).line
      return (message.code, "\(outcome.inWords), \(words)")
    }
    let stands = entry.isUpdate ? "not up to date" : "\(entry.word), should be \(entry.wantedWord)"
    switch entry.action {
    case .none, .leave: return nil
    case .change: return (entry.action.rawValue, "\(stands)")
    case .observe: return (entry.action.rawValue, "\(stands) (observe: only reported)")
    case .yield: return (entry.action.rawValue, "\(stands); \(entry.wordsOfYielding)")
    case .temporary: return (entry.action.rawValue, EntryText.pausedByHand)
    case .problem:
      let notes = entry.notes.map { $0.about("it", insteadOf: entry.name.quoted).line }.joined(separator: "; ")
      return (entry.action.rawValue, (notes.holds("left alone") ? "" : "left alone, ") + notes)
    }
  }

  /// What no object of the report says already.
  private static func findings(
    _ report: Report, _ labels: ObjectLabels, _ asked: [Name: String]
  ) -> [Trouble] {
    let said = Set(report.plan.entries.lazy.filter { $0.action == .problem }.flatMap(\.notes))
    func trouble(_ finding: Finding, _ before: String) -> Trouble {
      let label = labels.label(finding)
      let (text, hint) = (finding.message.text, finding.message.hint.map { "; \($0)" } ?? "")
      // A label says the name already.
      let name = finding.name.map { $0.quoted + " " } ?? ""
      let words =
        label.isEmpty ? text : label + " " + (text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text)
      let request = finding.message.code == "edit.held" ? finding.target.flatMap { asked[$0] } : nil
      return Trouble(
        thing: thing(finding), code: request ?? "",
        subject: finding.target?.text ?? finding.system?.text ?? "policy", isReason: true, system: finding.system,
        parts: Set([finding.system.map { .system($0) }, finding.target.map { .target($0) }].compactMap(\.self)),
        begins: before + words + hint, ends: happenedOnce.contains(finding.message.code) ? nil : "over: " + words)
    }
    return report.plan.problems.filter { !said.contains($0.message) }.map { trouble($0, "") }
      + report.plan.warnings.map { trouble($0, "warning: ") }
  }

  private static func thing(_ finding: Finding) -> String {
    let place = "\(finding.system?.text ?? "") \(finding.target?.text ?? "") \(finding.name ?? "")"
    return "\(finding.message.code) \(place)"
  }

  /// What happened, and does not last: that another policy is followed, or the same one from another place, or that a system has
  /// another name.
  private static let happenedOnce: Set<String> = ["policy.moved", "policy.followed", "system.renamed"]

  private static func actions(_ report: Report, _ zone: Zone) -> [Trouble] {
    let moments = Moments(zone: zone, now: report.plan.now)
    return report.actions.filter(\.isTrouble).map { action in
      Trouble(
        thing: "action \(action.due.key.target) \(action.due.key.at)",
        code: "\(action.word) \(action.messages.first?.code ?? "")", subject: action.due.key.target.text,
        begins: ([ActionText.line(action, moments)] + action.messages.map(\.line)
          + [action.afterwards(moments)].compactMap(\.self)).joined(separator: "; "))
    }
  }
}

extension Message {
  /// All of it in one line.
  fileprivate var line: String { text + (hint.map { "; \($0)" } ?? "") }

  /// The same without `beginning`, where it begins so.
  fileprivate func withoutBeginning(_ beginning: String) -> Message {
    guard text.hasPrefix(beginning) else { return self }
    var other = self
    other.text = String(text.dropFirst(beginning.count))
    return other
  }
}

extension PlanEntry {
  /// What it is for the target, else where its switch stands.
  fileprivate var word: String { fromState?.rawValue ?? from?.position.rawValue ?? "unknown" }
  fileprivate var wantedWord: String {
    toState?.rawValue ?? to?.position.rawValue ?? verdict.state.rawValue
  }
}
