/// Firewall policies edited on the web page, so that they say something other than they were made to say.
extension UniFiSite {
  static let policyCommands = [
    "POST /simulator/policies/NAME/VERB  the same for a firewall policy; also hide-id, show-id, hide, show, copy, always",
    "POST /simulator/policies/NAME/VERB/TEXT  rename, describe, let-off/MAC, take-in/MAC",
  ]

  /// Edits the first policy with this name; nil where `verb` is none.
  mutating func editPolicy(_ place: Int, _ verb: String, _ text: String?) -> String? {
    guard let policy = zoneFirewall?.policies[place] else { return nil }
    if verb == "copy", text == nil { return copy(policy) }
    guard let (edited, done) = Self.edited(policy, verb, text) else { return nil }
    zoneFirewall?.edit(at: place) { $0 = edited }
    return "'\(policy.name)' \(done)"
  }

  /// As a second administrator, or a client that asked twice, makes one.
  private mutating func copy(_ policy: FirewallPolicy) -> String? {
    guard let id = zoneFirewall?.unusedID() else { return nil }
    zoneFirewall?.add(FirewallPolicy(id: id, settings: policy.settings))
    return "'\(policy.name)' copied"
  }

  private static func edited(
    _ policy: FirewallPolicy, _ verb: String, _ text: String?
  ) -> (FirewallPolicy, done: String)? {
    var edited = policy
    switch (verb, text) {
    case ("hide-id", nil), ("show-id", nil):
      edited.hasID = verb == "show-id"
      return (edited, edited.hasID ? "with its id" : "without its id")
    case ("hide", nil), ("show", nil):
      edited.listing = verb == "show" ? .whole : .missing
      return (edited, verb == "show" ? "in lists" : "in no list")
    case ("always", nil):
      edited.settings["schedule"] = nil
      return (edited, "without hours of its own")
    case ("rename", let text?):
      edited.settings["name"] = .string(text)
      return (edited, "is called '\(text)'")
    case ("describe", let text?):
      edited.settings["description"] = .string(text)
      return (edited, "described as '\(text)'")
    case ("let-off", let text?):
      return edited.changeHardware { $0.removeAll { $0 == .string(text) } }
        ? (edited, "lets \(text) off") : nil
    case ("take-in", let text?):
      return edited.changeHardware { $0.append(.string(text)) }
        ? (edited, "is about \(text) too") : nil
    default: return nil
    }
  }
}

extension FirewallPolicy {
  /// Changes the MAC addresses that the policy is about; false where it is about something else.
  fileprivate mutating func changeHardware(_ change: (inout [JSONValue]) -> Void) -> Bool {
    let path = settings["source"]?["trafficFilter"]?["macAddressFilter"]?["macAddresses"]
    guard var addresses = path?.elements else { return false }
    let before = addresses
    change(&addresses)
    settings["source"]?["trafficFilter"]?["macAddressFilter"]?["macAddresses"] = .array(addresses)
    return addresses != before && !addresses.isEmpty
  }
}
