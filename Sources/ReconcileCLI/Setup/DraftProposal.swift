import JSONTree
import Policies
import Providers
import Reconciliation

/// A target of a first policy that is only proposed: it stands in comments, and becomes one when the marks are taken
/// away.
struct DraftProposal {
  /// Its definition, a comment with what it is before it.
  var target: [String]
  /// Its sentence.
  var statement: String

  /// How to make use of all of them.
  static let advice = [
    "# To use a target below, remove the '#' from its lines and from its sentence under 'policy', and keep the names",
    "# that you mean.",
  ]

  /// More names than this help nobody.
  private static let most = 10

  /// `title` says what it is; `items` are its names, one a line.
  private init(
    _ title: String, _ name: String, _ system: String, _ key: String, _ items: [String], more: Int, rest: [String]
  ) {
    let left = items.count - Self.most + more
    let cut = left > 0 ? ["#      # … and \(left) more"] : []
    target =
      ["# \(title)", "#  \(name):", "#    system: \(system)", "#    \(key):"]
      + items.prefix(Self.most).map { "#      " + $0 } + cut + rest.map { "#    " + $0 }
    statement = "#  - \(name) off 21:00–07:00"
  }

  /// Of a console, what else blocks; where nothing does at all, a made-up name.
  static func rules(_ choice: RuleChoice) -> [DraftProposal] {
    if choice.chosen.isEmpty, choice.others.isEmpty {
      return [
        DraftProposal(
          "No rule was found that blocks. Make one in UniFi Network, and name it here:", "kids", SetupRequest.console,
          "acl-rules", ["- \"Kids-*\""], more: 0, rest: [])
      ]
    }
    return choice.others.map { named in
      let isRule = named.kind == .aclRule
      return DraftProposal(
        "\(isRule ? "ACL rules" : "Firewall policies") that block, and that nothing here switches:",
        isRule ? "more-rules" : "more-policies", SetupRequest.console, key(of: named.kind),
        named.references.map(\.item), more: 0, rest: [])
    }
  }

  /// Groups and lists of the Pi-hole called `name`.
  static func lists(_ choice: PiHoleChoice, of name: Name) -> [DraftProposal] {
    choice.proposed.map { named in
      let (word, isGroup) = (named.kind == .group ? "groups" : "lists", named.kind == .group)
      let effect = isGroup ? "for the devices in them" : "for the devices that use them"
      return DraftProposal(
        "\(isGroup ? "Groups" : "Lists") of '\(name.text)'. While such a target is off they are enabled, and block \(effect):",
        "\(name.text)-\(word)", name.text, word, named.names.map { "- " + JSON.string($0).text }, more: named.unnamed,
        rest: ["when-off: enabled"])
    }
  }

  static func key(of kind: ResourceKind) -> String { kind == .aclRule ? "acl-rules" : "firewall-policies" }
}

extension RuleChoice.Reference {
  /// As a member of a list, with its name behind it where it is an id.
  var item: String { "- \(JSON.string(text).text)" + (name.map { " # \($0.escaped)" } ?? "") }
}
