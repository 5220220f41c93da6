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
          ? "no firewall zone has a WAN interface, so the zone to the internet is unknown"
          : "any of the zones \(listed(found)) could lead to the internet",
        hint: "write 'internet-zone: NAME' in the system; the zones are \(listed(zones))")
    case .noHome(let zones):
      Message(
        code: "unifi.zones", "no firewall zone has a network of the site",
        hint: "write 'lan-zones: [NAME]' in the system; the zones are \(listed(zones))")
    case .both(let zone):
      Message(
        code: "unifi.zones", "\(zone.name.quoted) is named both as a zone of the home and as the zone to the internet",
        hint: "correct 'lan-zones' or 'internet-zone' in the system")
    case .name(let name, let key, let count, let zones):
      Message(
        code: "unifi.zones",
        count == 0
          ? "unknown firewall zone \(name.quoted) in '\(key)'"
          : "the firewall has \(count) zones called \(name.quoted), named in '\(key)'",
        hint: "the zones are \(listed(zones))")
    }
  }

  /// `what` are the console's zones or its networks, whose list met with `setback`.
  static func zonesUnread(_ what: String, _ setback: Setback) -> Message {
    if case .refused(let refusal) = setback, refusal.meansNoZoneFirewall { return listRefused(.devicePolicy, refusal) }
    let error = setback.errorOfOneList
    return disproportion(error)
      ?? Message(
        code: "unifi.zones", "the console does not list its \(what): \(error.message.text)",
        hint:
          "until it does, policies that are there are switched as they are; write 'lan-zones' and 'internet-zone' in "
          + "the system to do without the list of networks", mayPass: error.isTransient)
  }

  private static func listed(_ zones: [ListedZone]) -> String { zones.map { $0.name.shortened().quoted }.listed() }

  static func tooManyToMake(most: Int) -> Message {
    Message(
      code: "unifi.too-many-to-make", "the devices would need more than \(most) firewall policies",
      hint: "name the zones that matter as 'lan-zones' in the system: each target needs one policy for each zone")
  }

  static func allowsBefore(_ name: String, _ other: String) -> Message {
    Message(
      code: "unifi.allowed-before",
      "\(other.quoted) comes first and allows traffic: \(name.quoted) does not block what it lets through",
      hint: "move \(name.quoted) above it in UniFi Network, or narrow what it allows")
  }

  static func ownedByFile(_ mark: OwnerMark) -> Message {
    Message(
      code: "unifi.made-by-file",
      "was created by a policy file of '\(mark.owner)' for the devices of '\(mark.target)'",
      hint:
        "remove it from this target, or copy it in UniFi Network without the mark in its description and name the copy"
    )
  }

  // MARK: Changes

  static func madeMeanwhile(_ name: String) -> Message {
    Message(code: "unifi.made-meanwhile", "\(name.quoted) has since been created")
  }

  static func notMade(_ name: String, _ refusal: UniFiRefusal) -> Message {
    Message(
      code: "unifi.not-made", "\(name.quoted) was not created: \(refusal.error.message.text)",
      hint: refusal.error.message.hint ?? "create a rule for the devices by hand, and name it under 'firewall-policies'"
    )
  }

  static func notArrived(_ name: String, _ doubt: ProviderError) -> Message {
    Message(
      code: "unifi.did-not-arrive", "\(name.quoted) was not created: \(doubt.message.text)", hint: doubt.message.hint)
  }

  static func madeAndLost(_ name: String, _ doubt: ProviderError) -> Message {
    Message(
      code: "unifi.answer-lost",
      "the answer to creating \(name.quoted) was lost (\(doubt.message.text)); the list shows it")
  }

  static func notListed(_ name: String) -> Message {
    Message(
      code: "unifi.not-shown", "the console accepted \(name.quoted) but does not list it",
      hint: "the next run checks again")
  }

  static func takenBack(_ name: String, isGone: Bool) -> Message {
    let end = isGone ? "so it was removed again" : "but it could not be removed again"
    return Message(
      code: isGone ? Outcome.takenBackCode : "unifi.cannot-be-lifted",
      "the console created \(name.quoted) but does not list it with its id, without which it cannot be undone, \(end)",
      hint: isGone
        ? "create a rule for the devices by hand, and name it under 'firewall-policies'"
        : "look for it in UniFi Network and delete it there")
  }

  /// `isLifted`: whether it could be taken back; nil where it is to block now anyway.
  static func hoursNotKept(_ name: String, isLifted: Bool?) -> Message {
    let end =
      switch isLifted {
      case nil: "it blocks until a run lifts it"
      case true?: "it would block at all times, and was lifted again"
      case false?: "it blocks at all times, and could not be lifted again"
      }
    return Message(
      code: Outcome.hoursRefusedCode, "the console does not keep the hours of \(name.quoted): \(end)",
      hint: isLifted == false
        ? "the next run tries again; until then disable it in UniFi Network"
        : "for a day it is switched by this program, and then the hours are tried again")
  }

  static func notOurs(_ name: String) -> Message {
    Message(code: "unifi.became-another", "\(name.quoted) is no longer the policy in the plan")
  }

  static func twinGone(_ name: String) -> Message {
    Message(code: "unifi.became-another", "\(name.quoted) stays: the other one like it is no longer there")
  }

  static func notRemoved(_ name: String) -> Message {
    Message(code: "unifi.not-shown", "the console accepted the removal of \(name.quoted) but still has it")
  }

  static func removalRefused(_ name: String, _ refusal: UniFiRefusal) -> Message {
    Message(
      code: "unifi.update-refused", "\(name.quoted) was not removed: \(refusal.error.message.text)",
      hint: refusal.error.message.hint)
  }

  static func notUpToDate(_ name: String, _ words: [String]) -> Message {
    Message(
      code: "unifi.not-shown",
      "the console accepted \(name.quoted) but shows it differently: \(words.joined(separator: "; "))",
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
      "unknown \(list.noun) \(name.quoted)",
      hint: near.map { "did you mean \($0.quoted)?" } ?? "'reconcile apps' lists what the console knows")
  }

  static func ambiguousTraffic(_ name: String, _ what: String, _ ids: [Int]) -> Message {
    Message(
      code: "unifi.ambiguous-app", "the console has \(ids.count) \(what) called \(name.quoted)",
      hint: "write the one you mean as \(ids.map { "id:\($0)" }.listed("or"))")
  }

  static func noCatalogue(_ words: String) -> Message {
    Message(
      code: "unifi.no-catalogue", "the console's list of applications cannot be read: \(words)",
      hint: "write applications as id:NUMBER to do without the list; until then, what exists is only switched")
  }

  /// The same `error` about a list that nobody can shorten.
  static func catalogueTooLong(_ error: ProviderError) -> ProviderError {
    ProviderError(
      error.kind, error.message.text, hint: "write applications as id:NUMBER to do without the list",
      code: error.message.code)
  }
}
