import Documents
import JSONTree
import Policies
import Providers

/// Whether a site has anything that enforces ACL rules: only switches do.
extension UniFiClient {
  /// What keeps those of `selected` from doing anything. What cannot be read says nothing.
  func obstacles(of selected: [ObservedObject]) async -> [Message] {
    guard selected.contains(where: { $0.kind == .aclRule }), let site = try? await site(),
      let mayEnforce = try? await items("/sites/\(site.id)/devices", of: "devices", as: Self.mayBeSwitch)
    else { return [] }
    return mayEnforce.contains(true) ? [] : [UniFiMessages.noSwitch]
  }

  /// Whether `device` switches, or does not tell what it does. A gateway with ports of its own counts as a switch: the list
  /// does not tell the two apart.
  @Sendable private static func mayBeSwitch(_ device: JSONText) -> Bool {
    guard let features = device["features"]?.elements else { return true }
    return features.contains { $0.string == "switching" }
  }
}
