import Documents
import Policies
import Providers
import Text

/// What is said about policies that are made for devices.
extension UniFiMessages {
  static func zones(_ untold: FirewallZones.Untold) -> Message {
    switch untold {
    case .internet(let found, let zones):
      Message(
        code: "unifi.zones",
        found.isEmpty
          ? "no zone of the firewall has a WAN interface, so that it is not known which leads to the internet"
          : "the zones \(listed(found)) could all lead to the internet",
        hint: "write 'internet-zone: NAME' in the system; the zones are \(listed(zones))")
    case .noHome(let zones):
      Message(
        code: "unifi.zones", "no zone of the firewall has a network of the site",
        hint: "write 'lan-zones: [NAME]' in the system; the zones are \(listed(zones))")
    case .both(let zone):
      Message(
        code: "unifi.zones", "\(zone.name.quoted) is given as a zone of the home and as the one to the internet",
        hint: "correct 'lan-zones' or 'internet-zone' in the system")
    case .name(let name, let key, let count, let zones):
      Message(
        code: "unifi.zones",
        count == 0
          ? "the firewall has no zone \(name.quoted), which '\(key)' names"
          : "the firewall has \(count) zones \(name.quoted), which '\(key)' names",
        hint: "the zones are \(listed(zones))")
    }
  }

  private static func listed(_ zones: [ListedZone]) -> String { zones.map { $0.name.shortened().quoted }.listed() }

  static func tooManyToMake(most: Int) -> Message {
    Message(
      code: "unifi.too-many-to-make", "more than \(most) firewall policies would have to be made for devices",
      hint: "each target needs one for every zone of the home: name the zones that count as 'lan-zones' in the system")
  }

  static func allowsBefore(_ name: String, _ other: String) -> Message {
    Message(
      code: "unifi.allowed-before",
      "\(other.quoted) comes before it and allows: what that lets pass \(name.quoted) does not stop",
      hint: "move \(name.quoted) in front of it in UniFi Network, or narrow what allows")
  }

  static func ownedByFile(_ mark: OwnerMark) -> Message {
    Message(
      code: "unifi.made-by-file",
      "was made by a policy file for '\(mark.target)' of '\(mark.owner)', which switches it",
      hint: "take it out of this target")
  }

  // MARK: Changes

  static func madeMeanwhile(_ name: String) -> Message {
    Message(code: "unifi.made-meanwhile", "\(name.quoted) was made meanwhile")
  }

  static func notMade(_ name: String, _ refusal: UniFiRefusal) -> Message {
    Message(
      code: "unifi.not-made", "\(name.quoted) was not made: \(refusal.error.message.text)",
      hint: refusal.error.message.hint ?? "make a rule for the devices by hand, and name it under 'firewall-policies'")
  }

  static func notArrived(_ name: String, _ doubt: ProviderError) -> Message {
    Message(
      code: "unifi.did-not-arrive", "\(name.quoted) was not made: \(doubt.message.text)", hint: doubt.message.hint)
  }

  static func madeAndLost(_ name: String, _ doubt: ProviderError) -> Message {
    Message(
      code: "unifi.answer-lost",
      "the answer to the making of \(name.quoted) was lost (\(doubt.message.text)); the list has it")
  }

  static func notListed(_ name: String) -> Message {
    Message(
      code: "unifi.not-shown", "the console accepted \(name.quoted) and does not list it",
      hint: "the next run looks again")
  }

  static func takenBack(_ name: String, isGone: Bool) -> Message {
    let end = isGone ? "so it was removed again" : "and it could not be removed again"
    return Message(
      code: isGone ? Outcome.takenBackCode : "unifi.cannot-be-lifted",
      "the console made \(name.quoted) and does not list it with its id, without which it could not be lifted, \(end)",
      hint: isGone
        ? "make a rule for the devices by hand, and name it under 'firewall-policies'"
        : "look for it in UniFi Network and delete it there")
  }

  static func notOurs(_ name: String) -> Message {
    Message(code: "unifi.became-another", "\(name.quoted) is no longer the policy that was planned for")
  }

  static func notRemoved(_ name: String) -> Message {
    Message(code: "unifi.not-shown", "the console accepted the removal of \(name.quoted) and still has it")
  }

  static func removalRefused(_ name: String, _ refusal: UniFiRefusal) -> Message {
    Message(
      code: "unifi.update-refused", "\(name.quoted) was not removed: \(refusal.error.message.text)",
      hint: refusal.error.message.hint)
  }

  static func notUpToDate(_ name: String, _ words: [String]) -> Message {
    Message(
      code: "unifi.not-shown",
      "the console accepted \(name.quoted) and shows it otherwise: \(words.joined(separator: "; "))",
      hint: "the next run tries again")
  }

  static func notUpdated(_ name: String, _ refusal: UniFiRefusal) -> Message {
    Message(
      code: "unifi.update-refused", "\(name.quoted) was not changed: \(refusal.error.message.text)",
      hint: refusal.error.message.hint)
  }

  // MARK: Applications

  static func noSuchTraffic(_ name: String, _ list: TrafficCatalogue.List, near: String?) -> Message {
    Message(
      code: list == .applications ? "unifi.unknown-app" : "unifi.unknown-category",
      "the console knows no \(list.noun) \(name.quoted)",
      hint: near.map { "did you mean \($0.quoted)?" } ?? "'reconcile apps' lists what it knows")
  }

  static func ambiguousTraffic(_ name: String, _ what: String, _ ids: [Int]) -> Message {
    Message(
      code: "unifi.ambiguous-app", "the console knows \(ids.count) of the \(what) \(name.quoted)",
      hint: "write the one that is meant as \(ids.map { "id:\($0)" }.listed("or"))")
  }

  static func noCatalogue(_ words: String) -> Message {
    Message(
      code: "unifi.no-catalogue", "the console's list of applications cannot be read: \(words)",
      hint: "what is there stays as it is; write applications as id:NUMBER to need no list")
  }
}
