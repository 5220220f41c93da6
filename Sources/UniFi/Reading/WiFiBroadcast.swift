import HTTPTransport
import JSONTree
import Providers

/// A WiFi broadcast (SSID). A list gives an overview, which is enough to switch by; only the detail can be sent back.
///
/// The detail holds the passphrase in clear text. It stays in the text, and goes back to the console in its tree.
struct WiFiBroadcast: SwitchedObject {
  let head: ObjectHead

  static let traits = ObjectTraits(
    kind: .wifi, path: "wifi/broadcasts", refusedMembers: ["id", "metadata"],
    decisiveMembers: [
      "type", "securityConfiguration", "network", "clientFilteringPolicy", "clientIsolationEnabled",
      "hotspotConfiguration", "blackoutScheduleConfiguration",
    ],
    documentedMembers: [
      "type", "enabled", "name", "network", "securityConfiguration", "broadcastingDeviceFilter",
      "broadcastingFrequenciesGHz", "mdnsProxyConfiguration", "multicastFilteringPolicy",
      "multicastToUnicastConversionEnabled", "clientIsolationEnabled", "hideName", "uapsdEnabled",
      "basicDataRateKbpsByFrequencyGHz", "clientFilteringPolicy", "blackoutScheduleConfiguration", "channel2gLockedTo6",
      "dtimPeriod2gLockedTo3", "hotspotConfiguration", "mloEnabled", "bandSteeringEnabled", "arpProxyEnabled",
      "bssTransitionEnabled", "advertiseDeviceName", "dtimPeriodByFrequencyGHzOverride", "dnsAssistanceConfiguration",
      "handoffSuggestionsConfiguration",
    ])

  init(_ text: JSONText) throws(Malformed) { head = try ObjectHead(text) }

  var action: ObjectAction { .broadcast }

  /// Whether it is also off by a schedule of its own; known of a detail only.
  var hasOwnSchedule: Bool { !(head.text["blackoutScheduleConfiguration"]?.isNothing ?? true) }

  /// No more of them than say that they are too many.
  var secrets: [Secret] {
    var texts: [String] = []
    tree.addSecretTexts(to: &texts, most: UniFiSecrets.most + 1)
    return texts.map(Secret.init)
  }
}

extension JSON {
  /// Adds the texts, at any depth, in members whose name says that they are secret, as long as there are fewer than `most`.
  fileprivate func addSecretTexts(to texts: inout [String], most: Int, isSecret: Bool = false) {
    if texts.count >= most { return }
    switch self {
    case .null, .bool, .number: break
    case .string(let text): if isSecret { texts.append(text) }
    case .array(let elements):
      for element in elements { element.addSecretTexts(to: &texts, most: most, isSecret: isSecret) }
    case .object(let members):
      for member in members {
        member.value.addSecretTexts(to: &texts, most: most, isSecret: isSecret || isNameOfSecret(member.name))
      }
    }
  }
}
