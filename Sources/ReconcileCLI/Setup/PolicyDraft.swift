import Documents
import JSONTree
import Policies
import Providers
import Text

/// The text of a first policy. Whatever comes from elsewhere is in quotes, or escaped in a comment.
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
    /// Why no device can be named on it, where its kind knows devices; nil where one can.
    var refusal: Message?
  }

  /// The zone that is written.
  var zone: String
  var parts: [Part]
  /// Where it is written.
  var place: SetupPlace
  /// Whose devices are off, and when; nil for nobody.
  var bedtime: Bedtime?
  /// What is connected: proposed where there is no bedtime.
  var offered: [OfferedClients.Client] = []
  /// The owners whose marks are on the systems: other files made those.
  var takenOwners: Set<String> = []

  /// The whole, ending in a line feed.
  var text: String {
    (heading + ["timezone: \(zone)"] + ownership + ["", "systems:"] + parts.flatMap(lines) + devices + targets
      + statements)
      .joined(separator: "\n") + "\n"
  }

  private var heading: [String] {
    [
      "# yaml-language-server: $schema=\(SetupPlace.schemaName)",
      "#",
      "# Written by 'reconcile init' from what is on the systems. This shows what it would do:",
      "#   reconcile --dry-run \(place.path.escaped)",
    ]
  }

  /// Whose the rules are that the file makes, where it may make some.
  private var ownership: [String] {
    bedtime == nil && offered.isEmpty
      ? []
      : ["# It marks the rules that this file makes. No other file for the same systems may have the same owner."]
        + (owner == place.owner ? [] : ["# '\(place.owner)' is taken: rules on these systems are marked so."])
        + ["owner: \(owner)"]
  }

  /// Whose the rules are: as the place says, or with a number that nobody has.
  var owner: String {
    let names = [place.owner] + (2...takenOwners.count + 2).map { "\(place.owner.prefix(59))-\($0)" }
    return names.first { !takenOwners.contains($0) } ?? place.owner
  }

  /// That what was found is another file's, so that this one has an owner of its own; nil where that is not so.
  var takenOwner: String? {
    ownership.isEmpty || owner == place.owner ? nil : SetupMessages.takenOwner(place.owner, instead: owner)
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
    if case .devices(_, let clock)? = system.kind.selectors.first(where: \.isOfDevices)?.form,
      bedtime?.groups.contains(where: { $0.system == system.name }) == true
    {
      let noun = system.kind.noun
      lines += comment("Is the \(noun)'s own time zone \(zone), too? Then this lets it keep the hours by itself:")
      lines.append("    #\(clock): \(zone)")
    }
    if case .pins(let pins) = system.tls, let pin = pins.first {
      lines += part.isPinned ? comment("Pinned at the first contact; no other key is accepted.") : []
      lines.append("    tls: {pin: \(quoted(pin))}")
    }
    return lines
  }

  private func comment(_ text: String?) -> [String] { text.map { ["    # \($0)"] } ?? [] }

  // MARK: - Devices

  /// The system on which devices can be named; nil if there is none or more than one.
  var systemOfDevices: Name? {
    let able = partsOfDevices.filter { $0.refusal == nil }
    return able.count == 1 ? able[0].system.name : nil
  }

  /// The systems of kinds that know devices.
  var systemsOfDevices: [Name] { partsOfDevices.map(\.system.name) }

  /// Why devices can be named on none of these; nil where they can on one, or where no kind knows any.
  var refusalOfDevices: Message? {
    partsOfDevices.contains { $0.refusal == nil } ? nil : partsOfDevices.first?.refusal
  }

  private var partsOfDevices: [Part] { parts.filter { $0.system.kind.selectors.contains(where: \.isOfDevices) } }

  /// Proposes what is connected, but for systems that have targets of their own already.
  mutating func propose(_ clients: OfferedClients) {
    offered = clients.all.filter { one in
      parts.contains { $0.system.name == one.system && $0.draft.targets.isEmpty }
    }
  }

  private var devices: [String] {
    if let bedtime { return ["", "devices:"] + bedtime.devices.flatMap { device($0.name, $0.mac, "  ") } }
    let shown = offered.prefix(DraftProposal.most).flatMap { device($0.name, $0.mac, "#  ") }
    return offered.isEmpty ? [] : ["", "# \(Self.deviceAdvice)", "#devices:"] + shown
  }

  private func device(_ name: Name, _ mac: MACAddress, _ indent: String) -> [String] {
    [indent + "\(name): \(quoted(mac.text))" + (mac.isPrivate ? "  # \(DeviceMessages.privateAddress)" : "")]
  }

  private static let deviceAdvice =
    "Some of the connected devices; 'reconcile devices' lists all. A target below that names them needs these lines:"

  private var groups: [String] {
    guard let bedtime else { return [] }
    return [
      "  # 'off' means no internet for these devices. The rules for that are made and kept by this file."
    ]
      + bedtime.groups.map { group in
        let system = systemsOfDevices.count > 1 ? "system: \(group.system), " : ""
        return "  \(group.name): {\(system)devices: [\(group.devices.map(\.name.text).joined(separator: ", "))]}"
      }
  }

  private var deviceProposal: [DraftProposal] {
    guard bedtime == nil, let system = offered.first?.system else { return [] }
    let names = offered.filter { $0.system == system }.map(\.name.text)
    return [
      DraftProposal(
        "Connected devices. While their target is off, they have no internet.",
        outside: "Outside the hours of the sentence they have it", target: "kids",
        system: system,
        key: "devices", items: names.map { "- \($0)" }, statement: "kids off \(Bedtime.usualHours)")
    ]
  }

  // MARK: - Targets and statements

  private var proposals: [DraftProposal] { deviceProposal + parts.flatMap(\.draft.proposals) }

  private var targets: [String] {
    let own = groups + parts.flatMap(\.draft.targets)
    if own.isEmpty, proposals.isEmpty { return [] }
    return ["", own.isEmpty ? "#targets:" : "targets:"] + own
      + (proposals.isEmpty ? [] : Self.advice(isAlone: own.isEmpty))
      + proposals.flatMap(\.target)
  }

  private var statements: [String] {
    let own = (bedtime.map { ["  - \(inYAML($0.sentence))"] } ?? []) + parts.flatMap(\.draft.statements)
    let all = own + proposals.map(\.statement)
    return all.isEmpty ? [] : ["", own.isEmpty ? "#policy:" : "policy:"] + all
  }

  /// How to make use of all proposals. Where they are all that there is, what they stand under is a comment, too.
  private static func advice(isAlone: Bool) -> [String] {
    isAlone
      ? [
        "# To use a target below, remove the '#' from its lines, from its sentence, and from 'targets:' and 'policy:' above",
        "# these. Keep the names that you mean.",
      ]
      : [
        "# To use a target below, remove the '#' from its lines and from its sentence under 'policy', and keep the names",
        "# that you mean.",
      ]
  }

  /// As it is where YAML takes it for nothing else, otherwise in quotes.
  private func inYAML(_ sentence: String) -> String {
    let isPlain = sentence.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || " -–,./:".contains($0) }
    return isPlain && !sentence.holds(": ") && sentence.last != ":" ? sentence : quoted(sentence)
  }

  /// A YAML scalar in double quotes; JSON's escapes are YAML's.
  private func quoted(_ text: String) -> String { JSON.string(text).text }
}
