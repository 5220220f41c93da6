internal import JSONTree
internal import Reconciliation

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
    guard let spelling = text["action"]?.string else { throw Malformed("has no text as 'action'") }
    action =
      switch spelling {
      case "BLOCK": .block
      case "ALLOW": .allow
      default: .other(spelling)
      }
    // A filter that is null, absent or without members is none.
    matchesEverything = ["sourceFilter", "destinationFilter"].allSatisfy { text[$0]?.isNothing ?? true }
  }

  /// It would cut off everything.
  var refusalToEnable: Notice? {
    action == .block && matchesEverything ? UniFiWording.blocksEverything(name) : nil
  }
}
