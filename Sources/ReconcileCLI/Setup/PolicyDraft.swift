import Documents
import JSONTree
import Policies
import Providers
import Text

/// The text of a first policy. Whatever comes from elsewhere stands in quotes, or escaped in a comment.
///
/// A line that begins with `#` and no single space behind it is a proposal: without the `#` it is part of a valid policy.
struct PolicyDraft {
  /// A system, and what the policy says of it.
  struct Part {
    var system: System
    /// Whether its pin was trusted on first use.
    var isPinned: Bool
    /// What to say where it has no secret.
    var openComment: String?
    var draft: Draft
  }

  /// The zone that is written.
  var zone: String
  var parts: [Part]
  /// Where it is written.
  var place: SetupPlace

  /// The whole, ending in a line feed.
  var text: String {
    (heading + ["timezone: \(zone)", "", "systems:"] + parts.flatMap(lines) + targets + statements)
      .joined(separator: "\n") + "\n"
  }

  private var heading: [String] {
    [
      "# yaml-language-server: $schema=\(SetupPlace.schemaName)",
      "#",
      "# Written by 'reconcile init' from what was live. What it would do, without doing it:",
      "#   reconcile --dry-run \(place.path.escaped)",
    ]
  }

  private func lines(_ part: Part) -> [String] {
    let system = part.system
    var lines = ["  \(system.name.text):", "    kind: \(system.kind.name)", "    url: \(quoted(system.url.text))"]
    for setting in system.kind.settings {
      if setting.isSecret {
        lines += system.secret.map { ["    \(setting.key): \($0.inYAML)"] } ?? comment(part.openComment)
      } else if let text = system.text(setting.key) {
        lines.append("    \(setting.key): \(quoted(text))")
      }
    }
    if case .pins(let pins) = system.tls, let pin = pins.first {
      lines += part.isPinned ? comment("The key that was seen first; no other is accepted.") : []
      lines.append("    tls: {pin: \(quoted(pin))}")
    }
    return lines
  }

  private func comment(_ text: String?) -> [String] { text.map { ["    # \($0)"] } ?? [] }

  // MARK: - Targets and statements

  private var proposals: [DraftProposal] { parts.flatMap(\.draft.proposals) }

  private var targets: [String] {
    let own = parts.flatMap(\.draft.targets)
    if own.isEmpty, proposals.isEmpty { return [] }
    return ["", own.isEmpty ? "#targets:" : "targets:"] + own + (proposals.isEmpty ? [] : Self.advice)
      + proposals.flatMap(\.target)
  }

  private var statements: [String] {
    let own = parts.flatMap(\.draft.statements)
    let all = own + proposals.map(\.statement)
    return all.isEmpty ? [] : ["", own.isEmpty ? "#policy:" : "policy:"] + all
  }

  /// How to make use of all proposals.
  private static let advice = [
    "# To use a target below, remove the '#' from its lines and from its sentence under 'policy', and keep the names",
    "# that you mean.",
  ]

  /// A YAML scalar in double quotes; JSON's escapes are YAML's.
  private func quoted(_ text: String) -> String { JSON.string(text).text }
}
