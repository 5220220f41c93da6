import CivilTime
import Documents
import PiHole
import Planning
import Policies
import Providers
import TestSupport
import UniFi

/// Live objects and targets of the kinds that have more to them than a rule.
extension Sample {
  static func firewall(
    _ name: String, _ position: SwitchState.Position = .disabled, id: String? = nil, blocks: Bool = true,
    schedule: String? = nil, qualifier: String? = nil, switchBlocker: Message? = nil
  ) -> ObservedObject {
    ObservedObject(
      kind: .firewallPolicy, id: id, name: name, switchState: SwitchState(position),
      whenOff: blocks ? .enabled : .disabled,
      isSelectableByPattern: blocks, ownSchedule: schedule, qualifier: qualifier, switchBlocker: switchBlocker)
  }

  static func wifi(_ name: String, _ position: SwitchState.Position = .enabled) -> ObservedObject {
    ObservedObject(kind: .wifi, id: "id-" + name, name: name, switchState: SwitchState(position), whenOff: .disabled)
  }

  static func group(_ name: String, _ position: SwitchState.Position = .enabled, number: Int) -> ObservedObject {
    let isDefault = number == 0
    return ObservedObject(
      kind: .group, id: String(number), name: name, switchState: SwitchState(position), whenOff: nil,
      isUserDefined: !isDefault,
      switchBlocker: isDefault ? Message(code: "pihole.default-group", "everybody else is in it") : nil)
  }

  static func list(_ address: String, _ position: SwitchState.Position = .enabled) -> ObservedObject {
    ObservedObject(kind: .list, id: "block/" + address, name: address, switchState: SwitchState(position), whenOff: nil)
  }

  /// A domain entry; one of this policy, in the group `Default`, unless said otherwise. `spellings` has the stored one
  /// first.
  static func entry(
    _ spellings: String..., list: DomainEntries.List = .deny, regex: Bool = false,
    at position: SwitchState.Position = .enabled, groups: [String] = ["Default"], comment: String? = "reconcile:home"
  ) -> ObservedObject {
    let record = DomainRecord(
      list: list, isRegex: regex, spellings: spellings, groups: groups, comment: comment)
    return ObservedObject(
      kind: .domain, id: "\(list.rawValue)/\(regex ? "regex" : "exact")/\(spellings.first ?? "")",
      name: (regex ? "regex:" : "") + (spellings.last ?? ""), switchState: SwitchState(position),
      whenOff: list == .deny ? .enabled : .disabled, record: record)
  }

  static func names(_ names: [ObjectName], not: [ObjectName] = []) -> ObjectNames {
    ObjectNames(included: names, excluded: not)
  }

  /// A target of domain entries.
  static func domains(
    _ name: String, _ exact: [String] = [], regex: [String] = [], list: DomainEntries.List = .deny,
    groups: [String] = ["Default"], prune: Bool = false, on system: String = "pihole",
    enforcement: Enforcement = .normal
  ) -> Target {
    target(
      name,
      .domains(
        system: Name(system),
        DomainEntries(list: list, exact: exact, regex: regex, groups: groups, prune: prune)),
      enforcement: enforcement)
  }

  static let defaultGroup = group("Default", number: 0)
  static let kidsGroup = group("kids", number: 1)
}

extension Sample {
  /// What runs know that have had these entries for targets.
  static func knowing(_ entries: [ObservedObject]) -> Past {
    var memory = RecordedState()
    for entry in entries {
      memory.objects[entry.key(on: Name("pihole"))] = RecordedObject(
        switchState: entry.switchState, at: now + -60, wanted: nil)
    }
    return Past(memory, policy: "p")
  }
}
