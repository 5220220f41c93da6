import CivilTime
import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import UniFi

/// Firewall policies that are made for devices: what is made, kept and brought up to date.
@Suite struct DevicePolicyTests {
  private static let ipad = DeviceStage.ipad
  private static let phone = DeviceStage.phone

  // MARK: - What is made

  @Test(
    arguments: [
      (DeviceSelection(devices: [ipad, phone]), ["null"]),
      (
        DeviceSelection(devices: [ipad], apps: [.id(262_392), .id(5)]),
        [#"{"type":"APPLICATION","applicationFilter":{"applicationIds":[262392,5]}}"#]
      ),
      (
        DeviceSelection(devices: [ipad], categories: [.id(24)]),
        [#"{"type":"APPLICATION_CATEGORY","applicationCategoryFilter":{"applicationCategoryIds":[24]}}"#]
      ),
      (
        DeviceSelection(devices: [ipad], sites: ["shop.example", "games.example"]),
        [#"{"type":"DOMAIN","domainFilter":{"type":"DOMAINS","domains":["shop.example","games.example"]}}"#]
      ),
      (
        DeviceSelection(devices: [ipad], apps: [.id(5)], categories: [.id(24)], sites: ["shop.example"]),
        [
          #"{"type":"APPLICATION","applicationFilter":{"applicationIds":[5]}}"#,
          #"{"type":"APPLICATION_CATEGORY","applicationCategoryFilter":{"applicationCategoryIds":[24]}}"#,
          #"{"type":"DOMAIN","domainFilter":{"type":"DOMAINS","domains":["shop.example"]}}"#,
        ]
      ),
    ]) func eachSortOfTrafficIsAPolicy(_ selection: DeviceSelection, _ filters: [String]) async throws
  {
    let stage = DeviceStage([("emma", selection)])
    #expect(try await stage.settle() == filters.map { _ in .applied([]) })
    let made = await stage.made
    let found = made.map { $0.settings["destination"]?["trafficFilter"].map { "\($0.compact)" } ?? "null" }
    #expect(found == filters)
    for (place, policy) in made.enumerated() {
      let number = filters.count > 1 ? " \(place + 1)/\(filters.count)" : ""
      #expect(policy.settings["name"]?.text == "reconcile: emma" + number)
      let description = policy.settings["description"]?.text ?? ""
      #expect(description.hasPrefix("reconcile:home/emma\(number) made by reconcile"), "\(description)")
      #expect(policy.settings["action"]?.compact == #"{"type":"BLOCK"}"#)
      #expect(policy.settings["source"]?["zoneId"]?.text == Console.zone("Internal"))
      #expect(policy.settings["destination"]?["zoneId"]?.text == Console.zone("External"))
      let macs = policy.settings["source"]?["trafficFilter"]?["macAddressFilter"]?["macAddresses"]?.elements
      #expect(macs?.compactMap(\.text) == selection.devices.map(\.mac.text))
      #expect(policy.settings["ipProtocolScope"]?.compact == #"{"ipVersion":"IPV4_AND_IPV6"}"#)
      #expect(policy.settings["loggingEnabled"] == false && policy.isEnabled)
      #expect(policy.settings["connectionStateFilter"] == nil && policy.settings["schedule"] == nil)
    }
    // And then nothing is left to do, whichever way the switches go.
    #expect(try await stage.settle().isEmpty)
    #expect(try await stage.settle(to: .disabled).allSatisfy { $0 == .applied([]) })
    #expect(try await stage.settle(to: .disabled).isEmpty)
    let left = await stage.made
    #expect(left.allSatisfy { !$0.isEnabled } && left.count == filters.count)
  }

  @Test func moreThanAHundredApplicationsAreSeveralPolicies() async throws {
    let apps = (1...201).map { TrafficName.id($0) }
    let stage = DeviceStage([("emma", DeviceSelection(devices: [Self.ipad], apps: apps))])
    #expect(try await stage.settle().count == 3)
    let counts = await stage.made.map {
      $0.settings["destination"]?["trafficFilter"]?["applicationFilter"]?["applicationIds"]?.elements?.count
    }
    #expect(counts == [100, 100, 1])
    // One less, and the third is not needed.
    var fewer = stage
    fewer.interest.wanted[0].selection.apps.removeLast()
    #expect(try await fewer.settle().count == 3, "two are numbered anew, one goes")
    #expect(await stage.made.map { $0.settings["name"]?.text } == ["reconcile: emma 1/2", "reconcile: emma 2/2"])
    #expect(try await fewer.settle().isEmpty)
  }

  /// By its id it is known at once, whatever becomes of its mark before the next run.
  @Test func whatIsMadeIsToldWithItsID() async throws {
    let stage = DeviceStage()
    let observer = stage.observer
    let object = try #require(try await observer.observe([.devicePolicy]).objects.first)
    let outcome = try await UniFiApplier(after: observer, write: stage.wire).apply(
      DeviceStage.change(object, to: .enabled))
    #expect(await outcome == .applied([], address: stage.made.first?.id))
    #expect(outcome.address != nil)
  }

  @Test func whatIsWantedOffAndIsNotThereIsNotMade() async throws {
    let stage = DeviceStage()
    #expect(try await stage.settle(to: .disabled).isEmpty)
    #expect(await stage.made.isEmpty)
  }

  // MARK: - What differs

  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: String
    let change: @Sendable (inout Simulator.FirewallPolicy) -> Void

    init(_ words: String, _ change: @escaping @Sendable (inout Simulator.FirewallPolicy) -> Void) {
      (testDescription, self.words, self.change) = (words, words, change)
    }
  }

  static let edits: [Edit] = [
    Edit("name: mine → reconcile: emma") { $0.settings["name"] = "mine" },
    Edit("the mark in its description") { $0.settings["description"] = "reconcile:home/emma mine" },
    Edit("action: REJECT → BLOCK") { $0.settings["action"] = ["type": "REJECT"] },
    Edit("action: ALLOW → BLOCK") { $0.settings["action"] = ["type": "ALLOW", "allowReturnTraffic": false] },
    Edit("devices: + emma-phone") {
      $0.settings["source"]?["trafficFilter"]?["macAddressFilter"]?["macAddresses"] = ["02:00:5e:00:53:01"]
    },
    Edit("devices: + emma-phone, − 00:00:5e:00:53:99") {
      $0.settings["source"]?["trafficFilter"]?["macAddressFilter"]?["macAddresses"] = [
        "02:00:5e:00:53:01", "00:00:5e:00:53:99",
      ]
    },
    Edit("devices: + emma-ipad, + emma-phone") { $0.settings["source"]?["trafficFilter"] = nil },
    Edit("source: only the devices") {
      $0.settings["source"]?["trafficFilter"]?["portFilter"] = [
        "type": "PORTS", "matchOpposite": false, "items": [["type": "PORT_NUMBER", "value": 443]],
      ]
    },
    Edit("the traffic it blocks") {
      $0.settings["destination"]?["trafficFilter"] = [
        "type": "DOMAIN", "domainFilter": ["type": "DOMAINS", "domains": ["shop.example"]],
      ]
    },
    Edit("the zone of its destination") { $0.settings["destination"]?["zoneId"] = .string(Console.zone("Dmz")) },
    Edit("ipProtocolScope: everything") { $0.settings["ipProtocolScope"] = ["ipVersion": "IPV4"] },
    Edit("connectionStateFilter: everything") { $0.settings["connectionStateFilter"] = ["NEW"] },
    Edit("ipsecFilter: everything") { $0.settings["ipsecFilter"] = "MATCH_ENCRYPTED" },
    Edit("loggingEnabled") { $0.settings["loggingEnabled"] = true },
  ]

  /// Whatever is edited by hand is named, put back in one update, and nothing else with it.
  @Test(arguments: edits) func anEditByHandIsPutBack(_ edit: Edit) async throws {
    let stage = DeviceStage()
    try await stage.settle()
    let before = await stage.made
    await stage.byHand { console in console.edit("reconcile: emma", edit.change) }
    let seen = try await stage.look().objects
    #expect(seen.map { $0.made?.differences } == [[edit.words]])
    await stage.wire.clearLog()
    #expect(try await stage.settle() == [.applied([])])
    #expect(await stage.wire.log.count(where: \.isWrite) == 1)
    let after = await stage.made
    #expect(after.map(\.settings.sorted) == before.map(\.settings.sorted) && after.map(\.id) == before.map(\.id))
    #expect(try await stage.settle().isEmpty)
  }

  private static let states = ["NEW", "INVALID", "ESTABLISHED", "RELATED"]

  /// A rule that leaves out one state of connections lets through whatever is in that state.
  @Test(
    arguments: states.map { left in (states.filter { $0 != left }, true) } + [
      (states, false), (states.reversed(), false), (states + ["NEW"], false), ([], false),
    ])
  func aStateThatIsLeftOutIsPutBack(_ states: [String], _ differs: Bool) async throws {
    let stage = DeviceStage()
    try await stage.settle()
    await stage.byHand { console in
      console.edit("reconcile: emma") { $0.settings["connectionStateFilter"] = .array(states.map { .string($0) }) }
    }
    let differences = try await stage.look().objects.compactMap(\.made?.differences)
    #expect(differences == [differs ? ["connectionStateFilter: everything"] : []])
    #expect(try await stage.settle() == (differs ? [.applied([])] : []))
  }

  /// However much somebody has put there, what is said stays short, and it is put back all the same.
  @Test func aFloodOfDevicesIsSaidInFewWords() async throws {
    let stage = DeviceStage()
    try await stage.settle()
    await stage.byHand { console in
      console.edit("reconcile: emma") {
        $0.settings["source"]?["trafficFilter"]?["macAddressFilter"]?["macAddresses"] = .array(
          (100..<999).map { .string("00:00:5e:00:0\($0 / 100):\($0 % 100 < 10 ? "0" : "")\($0 % 100)") })
      }
    }
    let words = try #require(try await stage.look().objects.first?.made?.differences.first)
    #expect(words.hasPrefix("devices: + emma-ipad, + emma-phone, − ") && words.hasSuffix("and 889 more"), "\(words)")
    #expect(try await stage.settle() == [.applied([])])
    #expect(try await stage.settle().isEmpty)
  }

  /// What a console spells otherwise, or adds, is no difference, and stays.
  @Test(
    arguments: [
      "upper", "lower", "dashed", "reordered", "nulls", "extra", "extra inside", "extra back", "seconds", "short",
      "states", "cut off",
    ])
  func aConsoleMaySpellThingsItsOwnWay(_ manner: String) async throws {
    var stage = DeviceStage(
      [("emma", DeviceSelection(devices: [Self.ipad, Self.phone], apps: [.id(5), .id(262_392)]))]
    ) { staged in
      switch manner {
      case "upper": staged.system.policyNormalisation.hardware = .upper
      case "lower": staged.system.policyNormalisation.hardware = .lower
      case "dashed": staged.system.policyNormalisation.hardware = .dashed
      case "seconds": staged.system.policyNormalisation.times = .withSeconds
      case "short": staged.system.policyNormalisation.times = .short
      case "states": staged.system.policyNormalisation.listsEveryState = true
      case "cut off": staged.system.policyNormalisation.longestDescription = 33
      case "reordered": staged.system.policyNormalisation.reordersLists = true
      case "nulls": staged.system.sendsUnsetAsNull = true
      default:
        staged.system.extraMembers = [.init("hitCount", 17)]
        staged.system.takesExtraMembersBack = manner != "extra"
        staged.system.extraMembersReachInside = manner == "extra inside"
      }
    }
    stage.hours = .daily(
      TimeRange(start: try #require(TimeOfDay(hour: 21, minute: 0)), end: try #require(TimeOfDay(hour: 7, minute: 0))))
    #expect(try await stage.settle() == [.applied([])])
    #expect(try await stage.settle().isEmpty, "nothing differs")
    #expect(try await stage.settle(to: .disabled).count == 1)
    #expect(try await stage.settle(to: .disabled).isEmpty)
    var more = stage
    more.interest.wanted[0].selection.devices.append(DeviceStage.console)
    let outcomes = try await more.settle(to: .disabled)
    guard case .applied = outcomes.first, outcomes.count == 1 else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(try await more.settle(to: .disabled).isEmpty)
  }

  // MARK: - What is not the file's

  struct Rest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let outcome: String
    var knowsApps = true
    /// Done before the first request.
    var prepare: @Sendable (inout UniFiConsole) -> Void = { _ in }
    /// Done between the PUT and what is read back.
    var meanwhile: @Sendable (inout UniFiConsole) -> Void = { _ in }
  }

  static let rests: [Rest] = [
    Rest(testDescription: "nothing", outcome: "applied"),
    Rest(
      testDescription: "fields that the console does not take back",
      outcome: "applied unifi.member-left-out unifi.member-left-out",
      prepare: { $0.extraMembers = [.init("hits", 17), .init("badge", "red")] }),
    Rest(
      testDescription: "a field that is otherwise by now", outcome: "applied unifi.other-member-changed",
      prepare: {
        $0.extraMembers = [.init("hits", 17)]
        $0.takesExtraMembersBack = true
      }, meanwhile: { $0.extraMembers = [.init("hits", 18)] }),
    Rest(
      testDescription: "what it is for, while an application is unknown",
      outcome: "unverified unifi.other-member-changed", knowsApps: false,
      prepare: { $0.catalogue.rename(application: "YouTube", to: "YouTube TV") },
      meanwhile: { console in
        console.edit("reconcile: videos") { $0.settings["source"]?["trafficFilter"] = nil }
      }),
    Rest(
      testDescription: "its name, while an application is unknown", outcome: "applied unifi.other-member-changed",
      knowsApps: false, prepare: { $0.catalogue.rename(application: "YouTube", to: "YouTube TV") },
      meanwhile: { console in console.edit("reconcile: videos") { $0.settings["name"] = "mine" } }),
  ]

  /// What an update does not set is told where it did not stay, as for every other policy.
  @Test(arguments: rests) func whatDoesNotStayIsTold(_ rest: Rest) async throws {
    let stage = DeviceStage([("videos", DeviceSelection(devices: [Self.ipad], apps: [.name("YouTube")]))])
    try await stage.settle()
    await stage.byHand(rest.prepare)
    let first = await stage.wire.log.count
    #expect(try await stage.look().problems.isEmpty == rest.knowsApps)
    let looked = await stage.wire.log.count
    let refusals = rest.outcome.split(separator: " ").count { $0 == "unifi.member-left-out" }
    // The look, the policy, the PUT as often as it takes, and what is read back.
    let last = looked + (looked - first) + 3 + refusals
    await stage.wire.inspect { $0.before(request: last, rest.meanwhile) }
    let outcomes = try await stage.settle(to: .disabled)
    #expect(await stage.wire.log.count == last)
    #expect(outcomes.map { ([$0.word] + $0.messages.map(\.code)).joined(separator: " ") } == [rest.outcome])
    let text = outcomes.flatMap(\.messages).map(\.text).joined()
    #expect(text.isEmpty || text.contains("'reconcile: videos'") || text.contains("'mine'"), "\(text)")
  }

  /// A policy that somebody has in front of it lets pass what it is to stop.
  @Test func whatAllowsBeforeItIsSaid() async throws {
    let allow = #"""
      {"name":"Free hours","enabled":true,"action":{"type":"ALLOW","allowReturnTraffic":false},"loggingEnabled":false,
      "source":{"zoneId":"INTERNAL"},"destination":{"zoneId":"EXTERNAL"},"ipProtocolScope":{"ipVersion":"IPV4"}}
      """#
    let stage = DeviceStage { staged in
      staged.system.firewall.add(Console.policy("9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e90", allow))
    }
    func codes() async throws -> [String] {
      try await stage.look().objects.flatMap { $0.caveats[.enabled] ?? [] }.map(\.code)
    }
    #expect(try await codes() == ["unifi.allowed-before"], "also before it is made")
    try await stage.settle()
    #expect(try await codes() == ["unifi.allowed-before"])
    await stage.byHand { console in console.edit("Free hours") { $0.settings["enabled"] = false } }
    #expect(try await codes().isEmpty)
    let other = #"{"type":"MAC_ADDRESS","macAddressFilter":{"macAddresses":["00:00:5e:00:53:77"]}}"#
    await stage.byHand { console in
      console.edit("Free hours") {
        $0.settings["enabled"] = true
        $0.settings["source"]?["trafficFilter"] = JSONValue.parsing(other)
      }
    }
    #expect(try await codes().isEmpty, "it is for another device")
    // What a network or an address narrows can be narrowed to one device besides, whose address is a text there.
    let networks = "[\"\(Console.kidsNetwork)\"]"
    for filter in [
      #""type":"NETWORK","networkFilter":{"networkIds":"# + networks + #","matchOpposite":false}"#,
      #""type":"IPV6_IID","ipv6IidFilter":{"ipv6Iid":"::1","matchOpposite":false}"#,
    ] {
      for (mac, isMet) in [("", true), ("02-00-5E-00-53-02", true), ("00:00:5e:00:53:77", false), ("a phone", true)] {
        let one = mac.isEmpty ? "" : #","macAddressFilter":"\#(mac)""#
        await stage.byHand { console in
          console.edit("Free hours") {
            $0.settings["source"]?["trafficFilter"] = JSONValue.parsing("{\(filter)\(one)}")
          }
        }
        #expect(try await codes().isEmpty == !isMet, "\(filter)\(one)")
      }
    }
  }

  // MARK: - Requests

  @Test func onlyWhatIsNeededIsRead() async throws {
    let stage = DeviceStage([("emma", DeviceSelection(devices: [Self.ipad]))])
    _ = try await stage.look()
    let paths = await stage.paths
    #expect(
      paths.sorted() == ["GET /firewall/policies", "GET /firewall/zones", "GET /info", "GET /networks", "GET /sites"])
    await stage.wire.clearLog()
    var named = stage
    named.zones = FirewallZones.Named(home: ["internal"], internet: "External")
    #expect(try await named.look().objects.count == 1)
    #expect(await !stage.paths.contains("GET /networks"), "both zones have names")
    await stage.wire.clearLog()
    var nothing = stage
    nothing.interest.wanted = []
    #expect(try await nothing.look().objects.isEmpty)
    #expect(await stage.paths.sorted() == ["GET /firewall/policies", "GET /info", "GET /sites"])
  }

  /// What targets name and what is made for devices comes from one list.
  @Test func oneListIsReadForBoth() async throws {
    let stage = DeviceStage()
    try await stage.settle()
    await stage.wire.clearLog()
    let seen = try await stage.observer.observe([.firewallPolicy, .devicePolicy])
    #expect(await stage.paths.count { $0 == "GET /firewall/policies" } == 1)
    let own = seen.objects.filter { $0.name == "reconcile: emma" }
    #expect(own.map(\.kind).sorted() == [.devicePolicy, .firewallPolicy].sorted())
    #expect(own.first { $0.kind == .firewallPolicy }?.madeByFile?.code == "unifi.made-by-file")
    #expect(seen.objects.first { $0.name == "Kids bedtime" }?.madeByFile == nil)
  }
}

extension JSONValue {
  /// Its text, members as they are.
  var compact: String { String(decoding: encoded, as: UTF8.self) }

  /// The same with members in the order of their names, for comparing.
  var sorted: JSONValue {
    switch self {
    case .object(let fields): .object(fields.map { .init($0.name, $0.value.sorted) }.sorted { $0.name < $1.name })
    case .array(let elements): .array(elements.map(\.sorted))
    default: self
    }
  }
}
