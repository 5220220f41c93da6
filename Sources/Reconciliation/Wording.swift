import Documents
import Policies

/// Every text and code of this module.
enum Wording {
  /// Codes that the comparison itself looks at.
  enum Code {
    static let ambiguous = "object.ambiguous"
    static let twoTargets = "object.two-targets"
  }

  static let systemMade = Notice(code: "object.system-made", "made by the system, left alone")
  static let allowsAndFitsPattern = Notice(
    code: "object.allows", "a rule that allows, left alone",
    hint: "a pattern selects only rules that block; name this one exactly if it is meant")
  static let namedButSystemMade = Notice(
    code: "object.system-made", "made by the system, which does not let it be switched",
    hint: "take it out of the target")

  static func notFound(_ name: String, kind: ResourceKind, among names: [String]) -> Notice {
    let isID = name.hasPrefix("id:")
    let near = isID ? nil : Suggestion.nearest(to: name, among: names)
    return Notice(
      code: "object.not-found", "not found",
      hint: near.map { "did you mean '\($0)'?" } ?? "no \(kind.inWords) has this \(isID ? "id" : "name")")
  }

  static func ambiguous(_ name: String, ids: [String]) -> Notice {
    Notice(
      code: Code.ambiguous, "'\(name)' fits \(ids.count) objects, none is touched",
      hint: "name the one that is meant by its id: " + ids.sorted().map { "id:\($0)" }.joined(separator: " or "))
  }

  static func selectsNothing(kind: ResourceKind, leftAlone: Int) -> Notice {
    Notice(
      code: "target.selects-nothing", "fits no \(kind.inWords)",
      hint: leftAlone == 0
        ? "check the names on the system" : "what it fits is left alone; name a rule exactly if it is meant")
  }

  static func patternFitsNothing(_ pattern: String, kind: ResourceKind) -> Notice {
    Notice(code: "pattern.fits-nothing", "pattern '\(pattern)' fits no \(kind.inWords)", hint: nil)
  }

  static func selectedTwice(by targets: [Name]) -> Notice {
    let names = targets.map { "'\($0)'" }.joined(separator: " and ")
    return Notice(
      code: Code.twoTargets, "selected by \(names), not touched",
      hint: "an object belongs to one target; take it out of one of them with 'not:'")
  }

  static func notYetReadable(_ kind: ResourceKind) -> Notice {
    Notice(
      code: "target.not-supported", "this version of reconcile does not switch any \(kind.inWords)",
      hint: "take the target out of the policy, or use a version that does")
  }
}

extension ResourceKind {
  /// What a person calls one.
  public var inWords: String {
    switch self {
    case .aclRule: "ACL rule"
    case .firewallPolicy: "firewall policy"
    case .wifi: "WiFi network"
    case .blocking: "blocking"
    case .group: "group"
    case .domain: "domain entry"
    case .list: "list"
    }
  }
}
