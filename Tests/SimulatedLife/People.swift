import Simulator
import TestSupport

/// What people do by hand.
extension House {
  func happen(_ person: Person, _ systems: [HouseSystem], at now: Int64) async {
    switch person {
    case .toggle(let system, let number): await change(systems[system].name, number, .toggle, now)
    case .rename(let system, let number): await change(systems[system].name, number, .rename, now)
    case .delete(let system, let number): await change(systems[system].name, number, .delete, now)
    case .add(let system, let number): await change(systems[system].name, number, .add, now)
    case .pause(let system, let seconds):
      await piHoles[systems[system].name]?.inspect {
        $0.piHole.advance(to: Double(now))
        $0.piHole.blocking.set(false, for: seconds.map(Double.init), at: Double(now))
      }
    case .resume(let system):
      await piHoles[systems[system].name]?.inspect {
        $0.piHole.advance(to: Double(now))
        $0.piHole.blocking.set(true, for: nil, at: Double(now))
      }
    }
  }

  private enum Change { case toggle, rename, delete, add }

  private func change(_ name: String, _ number: UInt64, _ change: Change, _ now: Int64) async {
    if change == .toggle { await toggleDevice(number, of: name, Double(now)) }
    await consoles[name]?.inspect { Self.change(&$0.sites[0], number, change) }
    await piHoles[name]?.inspect { Self.change(&$0.piHole.gravity, number, change, Double(now)) }
  }

  private static func change(_ site: inout UniFiSite, _ number: UInt64, _ change: Change) {
    var numbers = SplitMix64(seed: number)
    switch numbers.int(in: 0..<3) {
    case 0: changeRules(&site, &numbers, change)
    case 1: changePolicies(&site, &numbers, change)
    default: changeWiFis(&site, &numbers, change)
    }
  }

  private static func changeRules(_ site: inout UniFiSite, _ numbers: inout SplitMix64, _ change: Change) {
    if change == .add || site.aclRules.isEmpty {
      return site.aclRules.append(HouseThings.rule(numbers.pick(RandomRules.ruleNames), &numbers))
    }
    let place = numbers.int(in: 0..<site.aclRules.count)
    switch change {
    case .toggle: site.aclRules[place].isEnabled.toggle()
    case .rename: site.aclRules[place].settings["name"] = .string(numbers.pick(RandomRules.ruleNames))
    case .delete, .add: site.aclRules.remove(at: place)
    }
  }

  private static func changePolicies(_ site: inout UniFiSite, _ numbers: inout SplitMix64, _ change: Change) {
    let zones = ["Internal", "Hotspot", "External"].compactMap { site.zoneFirewall?.zoneID($0) }
    let own = (site.zoneFirewall?.policies ?? []).indices.filter {
      site.zoneFirewall?.policies[$0].origin == "USER_DEFINED"
    }
    if change == .add || own.isEmpty {
      site.zoneFirewall?.add(HouseThings.policy(numbers.pick(RandomRules.policyNames), zones, &numbers))
      return
    }
    let place = numbers.pick(own)
    let other = numbers.pick(RandomRules.policyNames)
    switch change {
    case .toggle: site.zoneFirewall?.edit(at: place) { $0.isEnabled.toggle() }
    case .rename: site.zoneFirewall?.edit(at: place) { $0.settings["name"] = .string(other) }
    case .delete, .add: site.zoneFirewall?.remove(at: place)
    }
  }

  private static func changeWiFis(_ site: inout UniFiSite, _ numbers: inout SplitMix64, _ change: Change) {
    if change == .add || site.wiFis.isEmpty {
      let made = HouseThings.wifi(numbers.pick(RandomRules.wifiNames), like: site.wiFis.first, &numbers)
      site.wiFis += made
      return
    }
    let place = numbers.int(in: 0..<site.wiFis.count)
    switch change {
    case .toggle: site.wiFis[place].isEnabled.toggle()
    case .rename: site.wiFis[place].settings["name"] = .string(numbers.pick(RandomRules.wifiNames))
    case .delete, .add: site.wiFis.remove(at: place)
    }
  }

  // MARK: - Pi-hole

  private static func change(_ gravity: inout Gravity, _ number: UInt64, _ change: Change, _ now: Double) {
    var numbers = SplitMix64(seed: number)
    let rows = (gravity.groups + gravity.lists + gravity.domains).filter { $0.place != .group || $0.id != 0 }
    guard change != .add, !rows.isEmpty else { return add(&gravity, &numbers, now) }
    let row = numbers.pick(rows)
    switch change {
    case .toggle:
      try? gravity.upsert(row.name, in: row.place, comment: row.comment, isEnabled: !row.isEnabled, at: now)
    case .rename where row.place == .group:
      try? gravity.rename(
        group: row.name, to: numbers.pick(RandomRules.groupNames + ["Kids"]), comment: row.comment,
        isEnabled: row.isEnabled, at: now)
    case .rename: try? gravity.setGroups([0], of: row.name, in: row.place)
    case .delete, .add: gravity.delete([(row.name, row.place)], at: now)
    }
  }

  private static func add(_ gravity: inout Gravity, _ numbers: inout SplitMix64, _ now: Double) {
    let comment = numbers.pick([nil, "by hand", "reconcile:home", "reconcile:homestead"])
    switch numbers.int(in: 0..<4) {
    case 0: try? gravity.insert(numbers.pick(RandomRules.groupNames), in: .group, at: now)
    case 1: try? gravity.insert(numbers.pick(RandomRules.listNames), in: .list(.block), at: now)
    default:
      let type = numbers.pick([GravityPlace.DomainType.deny, .allow])
      let name = numbers.pick(["youtube.com", "games.example", "other.example", "a.example"])
      try? gravity.insert(
        name, in: .domain(type, .exact), comment: comment, isEnabled: numbers.oneIn(2), at: now)
    }
  }
}
