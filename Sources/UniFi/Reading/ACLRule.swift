import Documents
import JSONTree
import Providers

/// An ACL rule, which the site's switches enforce.
struct ACLRule: SwitchedObject {
  let head: ObjectHead
  let action: ObjectAction
  private let matchesEverything: Bool

  /// `index` stays in an update: 10.0 requires it, later versions ignore it.
  static let traits = ObjectTraits(
    kind: .aclRule, path: "acl-rules", refusedMembers: ["id", "metadata"],
    decisiveMembers: [
      "type", "action", "sourceFilter", "destinationFilter", "protocolFilter", "networkIdFilter",
      "enforcingDeviceFilter",
    ],
    documentedMembers: [
      "type", "enabled", "name", "description", "action", "index", "enforcingDeviceFilter", "sourceFilter",
      "destinationFilter", "protocolFilter", "networkIdFilter",
    ])

  init(_ text: JSONText) throws(Malformed) {
    head = try ObjectHead(text)
    action =
      switch try head.actionWord(text["action"]?.string, at: "action") {
      case "BLOCK": .block
      case "ALLOW": .allow
      case let spelling: .other(spelling)
      }
    matchesEverything = ["sourceFilter", "destinationFilter"].allSatisfy { text[$0]?.leavesNothingOut ?? true }
  }

  /// It would cut off everything.
  var enableBlocker: Message? {
    action == .block && matchesEverything ? UniFiMessages.blocksEverything(name) : nil
  }
}

extension JSONText {
  /// Whether it is a filter of one end of a rule that lets everything through.
  ///
  /// | filter | why |
  /// |---|---|
  /// | null, or nothing but null in it | there is none |
  /// | no object, or subnets that are no text | nobody knows what a console makes of it |
  /// | its lists are empty, or it has none | the API takes no empty list, so that nobody knows what a console makes of it |
  /// | subnets with `0.0.0.0/0` or `::/0`, or that hold every address together | every address is in it |
  ///
  /// One that also names ports leaves others out. What a member means that is not known counts as leaving something out:
  /// it is somebody's rule, and was made to fit something.
  fileprivate var leavesNothingOut: Bool { isNull || allMembers(Self.leavesNothingOut) ?? true }

  private static func leavesNothingOut(_ name: JSONText, _ value: JSONText) -> Bool {
    if name.reads("type") || name.reads("prefixLength") { return true }
    guard let count = value.elementCount else { return value.isNothing }
    return count == 0 || name.reads("ipAddressesOrSubnets") && Subnets.mayHoldEverything(value)
  }
}
