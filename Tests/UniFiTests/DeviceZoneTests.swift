import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import UniFi

/// Which zones policies for devices are made for, and what becomes of them where zones change.
@Suite struct DeviceZoneTests {
  private static let guests = "5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f77"

  /// A home with a network for guests, which is in a zone of its own.
  private static func stage(
    _ prepare: @escaping @Sendable (inout UniFiConsole) -> Void = { _ in }
  ) -> DeviceStage {
    DeviceStage { staged in
      staged.system.sites[0].networkIDs.append(guests)
      staged.system.firewall.move(network: guests, to: Console.zone("Hotspot"))
      prepare(&staged.system)
    }
  }

  private static func zones(_ stage: DeviceStage) async -> [String] {
    let names = Dictionary(uniqueKeysWithValues: await stage.wire.system.system.firewall.zones.map { ($0.id, $0.name) })
    return await stage.made.map { names[$0.settings["source"]?["zoneId"]?.text ?? ""] ?? "?" }
  }

  @Test func eachZoneOfTheHomeHasAPolicy() async throws {
    let stage = Self.stage()
    #expect(try await stage.settle() == [.applied([]), .applied([])])
    #expect(await Self.zones(stage).sorted() == ["Hotspot", "Internal"])
    #expect(
      await stage.made.compactMap { $0.settings["name"]?.text }.sorted()
        == ["reconcile: emma (Hotspot)", "reconcile: emma (Internal)"])
  }

  /// A zone that is named twice is one zone.
  @Test func aZoneCountsOnce() async throws {
    var stage = Self.stage()
    stage.zones.home = ["Internal", "internal", "INTERNAL"]
    #expect(try await stage.look().objects.count == 1)
    #expect(try await stage.settle() == [.applied([])])
    #expect(await stage.made.compactMap { $0.settings["name"]?.text } == ["reconcile: emma"])
    #expect(try await stage.settle().isEmpty)
  }

  /// What the zones are called decides nothing.
  @Test func namesDecideNothing() async throws {
    let stage = Self.stage { console in
      console.firewall.rename(zone: Console.zone("External"), to: "Internal")
      console.firewall.rename(zone: Console.zone("Internal"), to: "Gateway")
    }
    try await stage.settle()
    let external = Console.zone("External")
    #expect(await stage.made.allSatisfy { $0.settings["destination"]?["zoneId"]?.text == external })
    #expect(await Self.zones(stage).sorted() == ["Gateway", "Hotspot"])
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout UniFiConsole) -> Void
    /// The zones that have a policy after the next run.
    let zones: [String]

    init(_ words: String, _ zones: [String], _ change: @escaping @Sendable (inout UniFiConsole) -> Void) {
      (testDescription, self.zones, self.change) = (words, zones, change)
    }
  }

  static let changes = [
    Change("a zone is renamed", ["Guests", "Internal"]) {
      $0.firewall.rename(zone: Console.zone("Hotspot"), to: "Guests")
    },
    Change("a network moves to another zone", ["Dmz", "Internal"]) {
      $0.firewall.move(network: guests, to: Console.zone("Dmz"))
    },
    Change("the last network of a zone moves away", ["Internal"]) {
      $0.firewall.move(network: guests, to: Console.zone("Internal"))
    },
    Change("a zone is made for it", ["Internal", "Kids"]) { _ = $0.firewall.addZone("Kids", networks: [guests]) },
    Change("its zone disappears", ["Internal"]) { $0.firewall.remove(zone: Console.zone("Hotspot")) },
    Change("a network is in no zone", ["Internal"]) { $0.firewall.move(network: guests, to: nil) },
    Change("a policy is moved to another zone by hand", ["Hotspot", "Internal"]) {
      $0.edit("reconcile: emma (Hotspot)") { $0.settings["source"]?["zoneId"] = .string(Console.zone("Dmz")) }
    },
  ]

  @Test(arguments: changes, [false, true])
  func theNextRunPutsItInPlace(_ change: Change, _ isRemembered: Bool) async throws {
    var stage = Self.stage()
    try await stage.settle()
    if isRemembered {
      for object in try await stage.look().objects { stage.interest.addresses[object.id ?? ""] = object.made?.address }
    }
    await stage.byHand(change.change)
    _ = try await stage.settle()
    #expect(await Self.zones(stage).sorted() == change.zones)
    #expect(await stage.made.allSatisfy(\.isEnabled))
    #expect(try await stage.settle().isEmpty)
    #expect(try await stage.look().objects.allSatisfy { $0.made?.differences.isEmpty ?? false })
  }

  // MARK: - What cannot be told

  struct Untold: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let zones: FirewallZones.Named
    let words: String
    let hint: String
    let change: @Sendable (inout UniFiConsole) -> Void

    init(
      _ description: String, zones: FirewallZones.Named = .init(), _ words: String, hint: String = "the zones are",
      _ change: @escaping @Sendable (inout UniFiConsole) -> Void = { _ in }
    ) {
      (testDescription, self.zones, self.words, self.hint, self.change) = (description, zones, words, hint, change)
    }
  }

  static let untold = [
    Untold("the site is not migrated", "does not use the zone-based firewall", hint: "by hand") {
      $0.hidesZoneFirewall = true
    },
    Untold("no zone has a WAN", "no firewall zone has a WAN interface", hint: "'internet-zone: NAME'") {
      $0.firewall.zones[1].networkIDs = []
    },
    Untold("two could be the internet", "could lead to the internet", hint: "'internet-zone: NAME'") {
      $0.firewall.zones[3].networkIDs = ["5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9fee"]
    },
    Untold("no zone has a network", "has a network of the site", hint: "'lan-zones: [NAME]'") {
      for place in $0.firewall.zones.indices where place != 1 { $0.firewall.zones[place].networkIDs = [] }
    },
    Untold(
      "a name that is none", zones: .init(internet: "Outside"), "unknown firewall zone 'Outside' in 'internet-zone'"),
    Untold("a name that two have", zones: .init(home: ["Internal"]), "2 zones called 'Internal', named in 'lan-zones'")
    {
      $0.firewall.rename(zone: Console.zone("Dmz"), to: "internal")
    },
    Untold(
      "one for both", zones: .init(home: ["External"], internet: "External"), "as a zone of the home and as the zone",
      hint: "correct 'lan-zones'"),
  ]

  /// Nothing is written, the target has a problem, and the problem says what to do.
  @Test(arguments: untold) func whatCannotBeToldIsSaid(_ untold: Untold) async throws {
    var stage = Self.stage(untold.change)
    stage.zones = untold.zones
    let seen = try await stage.look()
    let message = try #require(seen.unavailableKinds[.devicePolicy] ?? seen.problems[Name("emma")]?.first)
    #expect(seen.objects.isEmpty)
    #expect(message.text.contains(untold.words), "\(message.text)")
    #expect(message.hint?.contains(untold.hint) == true, "\(message.hint ?? "")")
  }

  /// What a console claims is not taken for granted: nothing is made for thousands of zones, and the target has a problem.
  @Test func thousandsOfZonesAreAProblem() async throws {
    let stage = Self.stage { console in
      for number in 0..<1700 {
        let id = "5b1e6b0e-2f3c-4c3a-9a53-\(String(100_000_000_000 + number))"
        console.sites[0].networks.append(UniFiNetwork(id: id, name: "N\(number)"))
        console.firewall.zones.append(FirewallZone(id: id, name: "Z\(number)", networkIDs: [id]))
      }
    }
    var many = stage
    many.interest.wanted[0].selection = DeviceSelection(
      devices: [DeviceStage.ipad], apps: [.id(1)], categories: [.id(2)], sites: ["a.example"])
    let seen = try await many.look()
    #expect(seen.objects.isEmpty)
    #expect(seen.problems.values.map { $0.map(\.code) } == [["unifi.too-many-to-make"]])
  }

  /// How the zones can come to be unknown while policies block.
  static let lost = [
    Untold("a second WAN", "any of the zones 'External' and 'Vpn' could lead to the internet") {
      $0.firewall.zones[3].networkIDs = ["5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9fee"]
    },
    Untold("networks that are refused", "the console does not list its networks: the console answers 500"),
    Untold("zones that are refused", "the console does not list its firewall zones: the console answers 500"),
  ]

  /// What blocks is lifted, and blocks again, while nobody can say where it belongs; what belongs to a target that is gone is
  /// told of, and nothing is made, changed or removed. What a run once did, the next one does as well.
  @Test(arguments: lost) func whatIsThereIsSwitchedWhileZonesAreUnknown(_ lost: Untold) async throws {
    var stage = Self.stage()
    stage.interest.wanted.append(
      DeviceInterest.Wanted(Name("gone"), DeviceSelection(devices: [DeviceStage.console])))
    try await stage.settle()
    let before = await stage.made.map(\.settings.sorted)
    #expect(before.count == 4)
    stage.interest.wanted.removeLast()
    await stage.wire.inspect { staged in
      lost.change(&staged.system)
      let list = lost.testDescription.split(separator: " ")[0]
      if list != "a" {
        staged.faults = FaultPlan([Fault(.matching(method: "GET", target: "/\(list)"), .unexpectedError)])
      }
    }
    for _ in 0..<2 {
      let seen = try await stage.look()
      #expect(seen.unavailableKinds.isEmpty)
      #expect(seen.problems[Name("emma")]?.map { $0.text.prefix(lost.words.count) } == [lost.words[...]])
      let own = seen.objects.filter { $0.made?.target == Name("emma") }
      #expect(own.count == 2 && own.allSatisfy { $0.made?.surplus == nil && $0.made?.differences == [] })
      #expect(seen.objects.filter { $0.made?.surplus == .unnamed }.map { $0.made?.target.text } == ["gone", "gone"])
    }
    for position in [SwitchState.Position.disabled, .enabled, .disabled] {
      let observer = stage.observer
      let applier = UniFiApplier(after: observer, write: stage.wire)
      for object in try await observer.observe([.devicePolicy]).objects where object.made?.surplus == nil {
        #expect(try await applier.apply(DeviceStage.change(object, to: position)).withoutAddress == .applied([]))
      }
      let now = await stage.made.filter { $0.settings["description"]?.text?.hasPrefix("reconcile:home/emma") == true }
      #expect(now.map(\.isEnabled) == [position == .enabled, position == .enabled])
    }
    #expect(await stage.made.count == 4)
  }

  @Test func thePolicyMayNameThem() async throws {
    var stage = Self.stage { console in
      console.firewall.zones[3].networkIDs = ["5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9fee"]
    }
    stage.zones = FirewallZones.Named(home: ["Hotspot", "Vpn"], internet: "EXTERNAL")
    try await stage.settle()
    #expect(await Self.zones(stage).sorted() == ["Hotspot", "Vpn"])
  }

  @Test(arguments: ["10.0.162", "10.1.68", "10.1.77"]) func anEarlyConsoleHasNoneToBeMade(_ version: String)
    async throws
  {
    let stage = DeviceStage { $0.system.version = Simulator.UniFiVersion(stringLiteral: version) }
    let message = try #require(try await stage.look().unavailableKinds[.devicePolicy])
    #expect(message.code == "unifi.no-firewall-policies" && message.hint?.contains("'acl-rules'") == true)
  }
}
