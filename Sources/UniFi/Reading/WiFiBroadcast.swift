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

  var secrets: [Secret] { tree.secretTexts().map(Secret.init) }
}

extension JSON {
  /// The texts, at any depth, in members whose name says that they are secret.
  fileprivate func secretTexts(isSecret: Bool = false) -> [String] {
    switch self {
    case .null, .bool, .number: []
    case .string(let text): isSecret ? [text] : []
    case .array(let elements): elements.flatMap { $0.secretTexts(isSecret: isSecret) }
    case .object(let members):
      members.flatMap { $0.value.secretTexts(isSecret: isSecret || isNameOfSecret($0.name)) }
    }
  }
}
