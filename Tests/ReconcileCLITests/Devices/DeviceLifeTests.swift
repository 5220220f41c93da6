import CivilTime
import Foundation
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import Host

/// A household that names devices, through a random life: the file is edited, people edit what it made, systems fail, the
/// machine forgets, overrides come and go, and the console keeps hours or does not. After each run that nothing kept from
/// its work the console has what the file says, by a definition of its own, and whatever else it has is as it was.
@Suite struct DeviceLifeTests {
  /// A target of the file.
  private struct Group {
    var name: String
    var devices: Set<String>
    var sites: Bool
    var lines: [String]
    /// Whether it is off on this day at this minute, by the clock on the wall.
    var isOff: (Weekday, Int) -> Bool
  }

  private static let macs = [
    "ipad": "02:00:5e:00:53:01", "phone": "02:00:5e:00:53:02", "console": "02:00:5e:00:53:03",
    "laptop": "00:00:5e:00:53:11",
  ]

  private static func groups() -> [Group] {
    [
      Group(name: "emma", devices: ["ipad", "phone"], sites: false, lines: ["emma off 21:00–07:00"]) { _, minute in
        minute >= 1260 || minute < 420
      },
      Group(
        name: "ben", devices: ["laptop"], sites: false, lines: ["ben off 14:00–15:00", "ben off sun-thu 21:00–06:30"]
      ) {
        day, minute in
        (840..<900).contains(minute) || minute >= 1260 && day != .friday && day != .saturday
          || minute < 390 && day != .saturday && day != .sunday
      },
      Group(name: "shops", devices: ["ipad", "console"], sites: true, lines: ["shops off sat, sun all day"]) { day, _ in
        day == .saturday || day == .sunday
      },
    ]
  }

  /// One household and what is known of it from outside the program.
  private struct Life {
    var numbers: SplitMix64
    var chronicle: Chronicle
    let zone: Zone
    let isArmed: Bool
    let prunes: Bool
    var groups = DeviceLifeTests.groups()
    /// Those that the file does not have.
    var gone: [Group] = []
    /// The newest last.
    var overrides: [(target: String, isOff: Bool, from: Instant, until: Instant)] = []
    /// What somebody else has made, as it was.
    var foreign: [FirewallPolicy] = []

    mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

    var text: String {
      let clock = isArmed ? ", console-timezone: Europe/Berlin" : ""
      let devices = DeviceLifeTests.macs.sorted { $0.key < $1.key }.map {
        "  \($0.key): {mac: \"\($0.value)\", because: x}\n"
      }
      let targets = groups.map { group in
        let sites = group.sites ? ", sites: [shop.example]" : ""
        return "  \(group.name): {devices: [\(group.devices.sorted().joined(separator: ", "))]\(sites)}\n"
      }
      let lines = groups.flatMap(\.lines).map { "  - \($0)\n" }
      return "timezone: Europe/Berlin\nowner: home\nsystems:\n  gateway: {kind: unifi, url: https://192.168.1.1, "
        + "api-key: {credential: unifi-api-key}, prune: \(prunes)\(clock)}\ndevices:\n\(devices.joined())"
        + "targets:\(targets.isEmpty ? " {}" : "")\n\(targets.joined())policy:\(lines.isEmpty ? " []" : "")\n\(lines.joined())"
    }

    /// Whether `group` is to be off now: the newest override, else the clock on the wall.
    func isOff(_ group: Group) -> Bool {
      let now = chronicle.now
      let holding = overrides.last { $0.target == group.name && $0.from <= now && now < $0.until }
      let local = zone.local(now)
      return holding?.isOff ?? group.isOff(local.date.weekday, local.secondOfDay / 60)
    }
  }

  /// Two dozen, or as many as `DEVICE_LIVES` says.
  private static let lives = ProcessInfo.processInfo.environment["DEVICE_LIVES"].flatMap { UInt64($0) } ?? 24

  // MARK: - What the console has

  private static func policies(_ life: Life) async -> [FirewallPolicy] {
    await life.chronicle.household.console.inspect { $0.sites[0].zoneFirewall?.policies ?? [] }
  }

  /// The target that a policy is made for, by the mark; nil for what is not the file's.
  private static func target(_ policy: FirewallPolicy) -> String? {
    let words = (policy.settings["description"]?.text ?? "").split(separator: " ")
    return words.first { $0.hasPrefix("reconcile:home/") && $0 != "reconcile:home/" }
      .map { String($0.dropFirst("reconcile:home/".count)) }
  }

  /// Whether it blocks, by the clock on the wall.
  private static func blocksNow(_ policy: FirewallPolicy, _ life: Life) -> Bool {
    guard policy.isEnabled else { return false }
    guard let times = policy.settings["schedule"]?["timeFilter"] else { return policy.settings["schedule"] == nil }
    let minutes = ["startTime", "stopTime"].compactMap { key -> Int? in
      let parts = (times[key]?.text ?? "").split(separator: ":").compactMap { Int($0) }
      return parts.count == 2 ? parts[0] * 60 + parts[1] : nil
    }
    guard minutes.count == 2 else { return false }
    let now = life.zone.local(life.chronicle.now).secondOfDay / 60
    return minutes[0] < minutes[1]
      ? (minutes[0]..<minutes[1]).contains(now) : now >= minutes[0] || now < minutes[1]
  }

  /// What is not as it should be; nil where everything is.
  private static func complaint(_ life: Life, left: [FirewallPolicy]) async -> String? {
    let all = await policies(life)
    let own = all.filter { target($0) != nil }
    let others = all.filter { policy in target(policy) == nil && policy.origin == "USER_DEFINED" }
    if others.map(\.settings) != life.foreign.map(\.settings)
      || others.map(\.id) != life.foreign.map(\.id)
    {
      return "something foreign was changed"
    }
    for group in life.groups {
      let made = own.filter { target($0) == group.name }
      let zones = made.compactMap { $0.settings["source"]?["zoneId"]?.text }
      if Set(zones).count != made.count { return "\(group.name) has two in one zone" }
      if life.isOff(group), made.count != 2 { return "\(group.name) is off and has \(made.count)" }
      for policy in made {
        let macs = policy.settings["source"]?["trafficFilter"]?["macAddressFilter"]?["macAddresses"]?.elements
        if Set((macs ?? []).compactMap(\.text)) != Set(group.devices.compactMap { DeviceLifeTests.macs[$0] }) {
          return "\(group.name) has other devices"
        }
        if (policy.settings["destination"]?["trafficFilter"]?["type"]?.text == "DOMAIN") != group.sites {
          return "\(group.name) stops other traffic"
        }
        if blocksNow(policy, life) != life.isOff(group) {
          return "\(group.name) is to be \(life.isOff(group) ? "off" : "on"): \(policy.isEnabled) \(policy.settings)"
        }
      }
    }
    for group in life.gone {
      let made = own.filter { target($0) == group.name }
      if life.prunes {
        if !made.isEmpty { return "\(group.name) is gone and has \(made.count)" }
      } else if made.map(\.settings) != left.filter({ target($0) == group.name }).map(\.settings) {
        return "\(group.name) is gone, and what it left was changed"
      }
    }
    return nil
  }

  // MARK: - What happens

  /// Something that happens between two runs; its name.
  private static func happen(_ life: inout Life) async throws -> String {
    switch life.int(0..<12) {
    case 0, 1, 2:
      await life.chronicle.pass(minutes: Int64(life.int(1..<900)))
      return "time"
    case 3:
      guard let place = life.groups.indices.randomElement(using: &life.numbers) else { return "nothing" }
      let device = ["ipad", "phone", "console", "laptop"].randomElement(using: &life.numbers) ?? "ipad"
      if life.groups[place].devices.contains(device), life.groups[place].devices.count > 1 {
        life.groups[place].devices.remove(device)
      } else {
        life.groups[place].devices.insert(device)
      }
      life.chronicle.world.files["household.yaml"] = life.text
      return "devices of \(life.groups[place].name)"
    case 4:
      if let back = life.gone.popLast() {
        life.groups.append(back)
        life.chronicle.world.files["household.yaml"] = life.text
        return "\(back.name) comes back"
      }
      guard life.groups.count > 1 else { return "nothing" }
      let group = life.groups.remove(at: life.int(0..<life.groups.count))
      life.gone.append(group)
      life.chronicle.world.files["household.yaml"] = life.text
      return "\(group.name) is taken out"
    case 5:
      guard let group = life.groups.randomElement(using: &life.numbers) else { return "nothing" }
      let (isOff, minutes) = (Bool.random(using: &life.numbers), Int64(life.int(10..<400)))
      try life.chronicle.override(isOff ? .off : .on, of: group.name, minutes: minutes)
      life.overrides.append((group.name, isOff, life.chronicle.now, life.chronicle.now + minutes * 60))
      return "override of \(group.name)"
    case 6:
      let (now, text) = (life.chronicle.world.now, life.text)
      life.chronicle.world = life.chronicle.household.world(policy: text)
      life.chronicle.world.now = now
      life.overrides = []
      return "the machine forgets"
    default: return await edit(&life)
    }
  }

  /// Somebody edits one of the policies that the file keeps.
  private static func edit(_ life: inout Life) async -> String {
    let names = Set(life.groups.map(\.name))
    let own = await policies(life).indices
    let (choice, pick) = (life.int(0..<8), life.int(0..<1000))
    let id = HouseID.next(&life.numbers)
    return await life.chronicle.household.console.inspect { console in
      guard var firewall = console.sites[0].zoneFirewall else { return "nothing" }
      let places = own.filter { target(firewall.policies[$0]).map(names.contains) ?? false }
      guard !places.isEmpty else { return "nothing" }
      let place = places[pick % places.count]
      switch choice {
      case 0: firewall.edit(at: place) { $0.isEnabled.toggle() }
      case 1: firewall.edit(at: place) { $0.settings["name"] = "mine" }
      case 2: firewall.edit(at: place) { $0.settings["description"] = "mine" }
      case 3: firewall.edit(at: place) { $0.settings["source"]?["trafficFilter"] = nil }
      case 4:
        firewall.edit(at: place) {
          $0.settings["schedule"] = ["mode": "EVERY_DAY", "timeFilter": ["startTime": "09:00", "stopTime": "10:00"]]
        }
      case 5: firewall.remove(at: place)
      case 6:
        var twin = firewall.policies[place]
        twin.id = id
        firewall.add(twin)
      default: firewall.edit(at: place) { $0.settings["destination"]?["trafficFilter"] = nil }
      }
      console.sites[0].zoneFirewall = firewall
      return "edit \(choice)"
    }
  }

  private enum HouseID {
    static func next(_ numbers: inout SplitMix64) -> String {
      "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d\(1000 + Int.random(in: 0..<9000, using: &numbers))"
    }
  }

  /// Look-alikes that are nobody's business.
  private static func strangers(_ console: inout UniFiConsole) {
    guard var firewall = console.sites[0].zoneFirewall else { return }
    firewall.policies.removeAll { $0.origin == "USER_DEFINED" }
    let zones = ["Internal", "External"].compactMap { firewall.zoneID($0) }
    for (number, words) in ["reconcile:attic/emma", "see reconcile:home", "xreconcile:home/emma", "reconcile:home/"]
      .enumerated()
    {
      firewall.add(
        FirewallPolicy(
          id: "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5b2\(number)",
          settings: [
            "enabled": false, "name": "reconcile: emma (Internal)", "description": .string(words),
            "action": ["type": "BLOCK"],
            "source": ["zoneId": .string(zones[0])], "destination": ["zoneId": .string(zones[1])],
            "ipProtocolScope": ["ipVersion": "IPV4"], "loggingEnabled": false,
          ]))
    }
    console.sites[0].zoneFirewall = firewall
  }

  @Test(arguments: 0..<lives) func everythingIsAsTheFileSays(_ seed: UInt64) async throws {
    let numbers = SplitMix64(seed: 71_000 + seed)
    let zone = try #require(Chronicle.zone)
    let isArmed = seed % 2 == 0
    let household = PretendHousehold()
    await household.console.inspect { console in
      Self.strangers(&console)
      console.clock = { now in
        let local = zone.local(Instant(secondsSinceEpoch: Int64(now.rounded(.down))))
        return LocalTime(local.date.year, local.date.month, local.date.day, local.hour, local.minute)
      }
    }
    var life = Life(
      numbers: numbers, chronicle: Chronicle(on: household, policy: ""), zone: zone, isArmed: isArmed,
      prunes: seed % 3 == 0)
    life.chronicle.world.files["household.yaml"] = life.text
    life.foreign = await Self.policies(life).filter { $0.origin == "USER_DEFINED" }
    var told: [String] = []
    for _ in 0..<25 {
      told.append(try await Self.happen(&life))
      let left = await Self.policies(life)
      if Int.random(in: 0..<3, using: &life.numbers) == 0 {
        let fault = WireFault.allCases.randomElement(using: &life.numbers) ?? .refused
        await household.console.fail(request: life.int(1..<24), with: fault)
        told.append("\(fault)")
        _ = life.chronicle.apply()
        _ = await household.console.heal()
        // A system that failed is left alone for a while.
        await life.chronicle.pass(minutes: 40)
      }
      let run = life.chronicle.apply()
      let complaint = await Self.complaint(life, left: left)
      #expect(run.status == 0 && complaint == nil, "seed \(seed), \(told): \(complaint ?? "")\n\(run)")
      await life.chronicle.pass(seconds: 1)
      let again = life.chronicle.apply()
      #expect(again.output.contains("Nothing to do"), "seed \(seed), \(told): \(again)")
      if run.status != 0 || complaint != nil { return }
    }
    #expect(life.chronicle.world.run("history", "--verify").status == 0)
  }
}
