package import CivilTime
import Documents
package import Planning
package import Policies
package import Presentation
import Providers
import Text

/// What the doctor found, for a terminal of 80 columns.
package struct DoctorText {
  private let diagnoses: [Diagnosis]
  /// What is about no system of the policy.
  private let warnings: [Finding]
  /// Why no run does anything, however the systems are; nil where nothing is known.
  private let obstacle: Finding?
  private let policy: Policy
  private let now: Instant
  private let style: Style

  package init(
    _ diagnoses: [Diagnosis], _ warnings: [Finding], obstacle: Finding?, policy: Policy, now: Instant, style: Style
  ) {
    self.diagnoses = diagnoses
    self.warnings = warnings
    self.obstacle = obstacle
    self.policy = policy
    self.now = now
    self.style = style
  }

  /// The whole, ending in a line feed.
  package var text: String {
    var lines = style.wrapped(
      [policy.path, policy.zone.name, policy.zone.longText(now)].map(\.escaped).joined(separator: " · "), indent: "",
      following: "  ")
    if let obstacle { lines += [""] + shown(obstacle, "! ") { style.bad($0) } }
    for diagnosis in diagnoses { lines += [""] + section(diagnosis) }
    if !warnings.isEmpty {
      lines += [""] + warnings.flatMap { shown($0, "warning: ") { style.change($0) } }
    }
    return (lines + [""] + style.wrapped(summary, indent: "")).joined(separator: "\n") + "\n"
  }

  private func shown(_ finding: Finding, _ mark: String, _ paint: (String) -> String) -> [String] {
    style.wrapped((mark + finding.message.text).escaped, indent: "", following: "  ").map(paint)
      + style.wrapped((finding.message.hint ?? "").escaped, indent: "  ").map { style.faint($0) }
  }

  private func section(_ diagnosis: Diagnosis) -> [String] {
    let system = diagnosis.system
    let name = system.name.text
    let title = style.wrapped(
      "\(name)  \(system.kind.title) at \(system.url.origin)".escaped, indent: "", following: "    ")
    let heading = ["  " + style.strong(name) + title[0].dropFirst(name.count)] + title.dropFirst()
    let left = diagnosis.checks.filter { $0.status == .notTried && $0.hint == nil }
    return heading + diagnosis.checks.filter { !left.contains($0) }.flatMap(entry)
      + (left.isEmpty ? [] : notTried(left.map(\.check.rawValue)))
  }

  private func entry(_ result: CheckResult) -> [String] {
    let lines = style.wrapped(
      result.message.escaped, indent: "  \(mark(result.status)) \(padded(result.check.rawValue, to: 11))  ")
    let hint = style.wrapped((result.hint ?? "").escaped, indent: String(repeating: " ", count: 17))
    return lines.map { styled($0, result.status) } + (hint + additions(result)).map { style.faint($0) }
  }

  /// Each on a line of its own, however long: what is broken into two cannot be copied.
  private func additions(_ result: CheckResult) -> [String] {
    result.toWrite.flatMap { addition in
      style.wrapped(addition.place.escaped + ":", indent: String(repeating: " ", count: 17)) + [
        "    " + addition.text.escaped
      ]
    }
  }

  private func notTried(_ checks: [String]) -> [String] {
    style.wrapped("not checked: " + checks.joined(separator: ", "), indent: "  \(mark(.notTried)) ").map {
      style.faint($0)
    }
  }

  private func mark(_ status: CheckResult.Status) -> String {
    switch status {
    case .ok: "✓"
    case .advice: "~"
    case .failed: "!"
    case .notTried: "-"
    }
  }

  private func styled(_ line: String, _ status: CheckResult.Status) -> String {
    switch status {
    case .ok, .notTried: line
    case .advice: style.change(line)
    case .failed: style.bad(line)
    }
  }

  /// `13 passed, 2 with advice, 1 failed, 3 not checked. Nothing was written.`
  private var summary: String {
    let all = diagnoses.flatMap(\.checks)
    func count(_ status: CheckResult.Status) -> Int {
      all.filter { $0.status == status }.count + (status == .failed && obstacle != nil ? 1 : 0)
    }
    let others = [(count(.advice), "with advice"), (count(.failed), "failed"), (count(.notTried), "not checked")]
    let counts = ["\(count(.ok)) passed"] + others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return (diagnoses.isEmpty ? "The policy has no systems." : counts.joined(separator: ", ") + ".")
      + " Nothing was written."
  }
}
