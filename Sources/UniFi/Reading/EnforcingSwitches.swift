import Documents
import JSONTree
import Policies
import Providers

/// Whether a site has anything that enforces ACL rules: only switches do.
extension UniFiClient {
  /// What keeps those of `selected` from doing anything. What cannot be read says nothing.
  func obstacles(of selected: [ObservedObject]) async -> [Message] {
    guard selected.contains(where: { $0.kind == .aclRule }), let site = try? await site(),
      let devices = try? await texts("/sites/\(site.id)/devices", of: "devices")
    else { return [] }
    return Self.hasNoSwitch(devices) ? [UniFiMessages.noSwitch] : []
  }

  /// Whether all of `devices` tell what they are, and none of them switches. A gateway with ports of its own counts as a
  /// switch: the list does not tell the two apart.
  static func hasNoSwitch(_ devices: [JSONText]) -> Bool {
    devices.allSatisfy { device in
      guard let features = device["features"]?.elements else { return false }
      return !features.contains { $0.string == "switching" }
    }
  }
}
