import Documents
import Planning
import Policies
import Providers
import Simulator
import TestSupport
import Testing
import UniFi

extension Console.Switch {
  /// How many requests a look for it takes: info, sites, its list, and of each WiFi that somebody made the detail.
  fileprivate var look: Int { kind == .wifi ? 5 : 3 }
}

/// The one story of a change, told of each kind of switch.
@Suite struct SwitchTests {
  static let switches: [Console.Switch] = [.rule, .policy, .wifi]
  static let lists: [ObjectKind: String] = [
    .aclRule: "acl-rules", .firewallPolicy: "firewall/policies", .wifi: "wifi/broadcasts",
  ]

  struct Case: Sendable, CustomStringConvertible {
    let description: String
    var prepare: @Sendable (inout Staged<UniFiConsole>, Console.Switch) -> Void = { _, _ in }
    let outcome: String
    let writes: Int
  }

  /// Requests are counted from 1: the look, then object, update, object.
  static let cases: [Case] = [
    Case(description: "in peace", outcome: "applied", writes: 1),
    Case(
      description: "already there",
      prepare: { stage, own in stage.before(request: own.look + 1) { $0[own]?["enabled"] = true } },
      outcome: "superseded unifi.already", writes: 0),
    Case(
      description: "deleted meanwhile",
      prepare: { stage, own in stage.before(request: own.look + 1) { $0[own] = nil } },
      outcome: "superseded unifi.gone", writes: 0),
    Case(
      description: "renamed meanwhile",
      prepare: { stage, own in stage.before(request: own.look + 1) { $0[own]?["name"] = "Office" } },
      outcome: "superseded unifi.became-another", writes: 0),
    Case(
      description: "taken over by the controller",
      prepare: { stage, own in stage.before(request: own.look + 1) { $0.hand(own, to: "DERIVED") } },
      outcome: "superseded unifi.not-writable", writes: 0),
    Case(
      description: "of unknown origin",
      prepare: { stage, own in stage.before(request: own.look + 1) { $0.hand(own, to: "IMPORTED") } },
      outcome: "superseded unifi.not-writable", writes: 0),
    Case(
      description: "deleted between read and write",
      prepare: { stage, own in stage.before(request: own.look + 2) { $0[own] = nil } },
      outcome: "superseded unifi.gone", writes: 1),
    Case(
      description: "refused to be read", prepare: { stage, own in stage.faults = .at(own.look + 1, .unexpectedError) },
      outcome: "failed unifi.read-refused", writes: 0),
    Case(
      description: "cannot be read for now", prepare: { stage, own in stage.faults = .at(own.look + 1, .html(502)) },
      outcome: "throws notReady", writes: 0),
    Case(
      description: "key of an administrator who may only look",
      prepare: { stage, _ in stage.system.keys = [UniFiKey(Console.key, role: .viewOnly)] },
      outcome: "throws refusedCredentials", writes: 1),
    Case(
      description: "refused by validation",
      prepare: { stage, own in stage.faults = .at(own.look + 2, .answer(.text(400, #"{"message":"must not be null"}"#)))
      },
      outcome: "failed unifi.update-refused", writes: 1),
    Case(
      description: "accepted without effect",
      prepare: { stage, own in stage.faults = .at(own.look + 2, .answer(.text(200, "{}"))) },
      outcome: "unverified unifi.not-shown", writes: 1),
    Case(
      description: "lost before it arrived",
      prepare: { stage, own in stage.faults = .at(own.look + 2, .lostBeforeEffect) },
      outcome: "failed unifi.did-not-arrive", writes: 1),
    Case(
      description: "done, and the answer lost",
      prepare: { stage, own in stage.faults = .at(own.look + 2, .lostAfterEffect) },
      outcome: "applied unifi.answer-lost", writes: 1),
    Case(
      description: "done, and refused to be read back",
      prepare: { stage, own in stage.faults = .at(own.look + 3, .unexpectedError) },
      outcome: "unverified unifi.not-read-back", writes: 1),
    Case(
      description: "deleted before it is read back",
      prepare: { stage, own in stage.before(request: own.look + 3) { $0[own] = nil } },
      outcome: "unverified unifi.gone-afterwards", writes: 1),
    Case(
      description: "members that the console gives and refuses",
      prepare: { stage, _ in stage.system.extraMembers = [.init("hits", 17), .init("badge", "red")] },
      outcome: "applied unifi.member-left-out unifi.member-left-out", writes: 3),
    Case(
      description: "described anew on the way",
      prepare: { stage, own in
        stage.before(request: own.look + 3) { $0[own]?[own.kind == .wifi ? "hideName" : "description"] = true }
      }, outcome: "applied unifi.other-member-changed", writes: 1),
  ]

  @Test(arguments: switches, cases)
  func saysWhatBecameOfIt(_ own: Console.Switch, _ known: Case) async throws {
    let stage = Stage { known.prepare(&$0, own) }
    _ = try await stage.observer.observe([own.kind])
    let outcome = await stage.move(.moving(own))
    #expect(outcome == known.outcome)
    #expect(await stage.writes.count == known.writes)
  }

  @Test(arguments: switches)
  func asksForTheSiteAndTheObjectAlone(_ own: Console.Switch) async {
    let stage = Stage()
    #expect(await stage.move(.moving(own)) == "applied")
    let object = "/sites/\(Console.site)/\(Self.lists[own.kind] ?? "")/\(own.id)"
    #expect(
      await stage.requests == ["GET /sites?offset=0&limit=200", "GET \(object)", "PUT \(object)", "GET \(object)"])
  }

  // MARK: What is particular to a kind

  struct Own: Sendable, CustomStringConvertible {
    let description: String
    let own: Console.Switch
    var prepare: @Sendable (inout Staged<UniFiConsole>) -> Void
    let outcome: String
    let writes: Int
  }

  static func refusing(_ path: String) -> Fault {
    let body = #"{"code":"api.request.unknown-property","message":"Unknown request body property '\#(path)'"}"#
    return Fault(.matching(method: "PUT", target: "/sites/"), .answer(.text(400, body)))
  }

  static let particular: [Own] = [
    Own(
      description: "a policy that rejects instead of blocking", own: .policy,
      prepare: { $0.before(request: 4) { $0[.policy]?["action"] = ["type": "REJECT"] } },
      outcome: "superseded unifi.became-another", writes: 0),
    Own(
      description: "a policy that allows instead of blocking", own: .policy,
      prepare: { $0.before(request: 4) { $0[.policy]?["action"] = ["type": "ALLOW", "allowReturnTraffic": false] } },
      outcome: "superseded unifi.became-another", writes: 0),
    Own(
      description: "a policy that does something new", own: .policy,
      prepare: { $0.before(request: 4) { $0[.policy]?["action"] = ["type": "LIMIT"] } },
      outcome: "superseded unifi.not-writable", writes: 0),
    Own(
      description: "a policy that lost its id", own: .policy,
      prepare: { $0.before(request: 4) { $0.idlessPolicies = true } }, outcome: "superseded unifi.gone", writes: 0),
    Own(
      description: "a site that has no zones any more", own: .policy,
      prepare: { $0.before(request: 4) { $0.hidesZoneFirewall = true } },
      outcome: "failed unifi.no-zone-firewall", writes: 0),
    Own(
      description: "a policy that lost its source on the way", own: .policy,
      prepare: { $0.before(request: 6) { $0[.policy]?["source"]?["trafficFilter"] = nil } },
      outcome: "unverified unifi.other-member-changed", writes: 1),
    Own(
      description: "a policy that lost its schedule on the way", own: .policy,
      prepare: { $0.before(request: 6) { $0[.policy]?["schedule"] = nil } },
      outcome: "unverified unifi.other-member-changed", writes: 1),
    Own(
      description: "a policy whose addresses are spelled anew", own: .policy,
      prepare: {
        $0.before(request: 6) {
          $0[.policy]?["source"]?["trafficFilter"]?["macAddressFilter"]?["macAddresses"] = [
            "02:00:00:AA:BB:02", "02:00:00:AA:BB:01",
          ]
          $0[.policy]?["connectionStateFilter"] = ["ESTABLISHED", "NEW"]
          $0[.policy]?["schedule"]?["repeatOnDays"] = ["MONDAY", "SUNDAY"]
        }
      }, outcome: "applied", writes: 1),
    Own(
      description: "a documented member of a policy refused as unknown", own: .policy,
      prepare: { $0.faults = FaultPlan([refusing("$.source.trafficFilter.macAddressFilter.macAddresses")]) },
      outcome: "failed unifi.member-refused", writes: 1),
    Own(
      description: "a filter of a policy's source that no document knows refused as unknown", own: .policy,
      prepare: {
        $0.system[.policy]?["source"]?["trafficFilter"]?["clientGroups"] = ["tablets"]
        $0.faults = FaultPlan([refusing("$.source.trafficFilter.clientGroups")])
      }, outcome: "failed unifi.member-refused", writes: 1),
    Own(
      description: "a filter of a policy that no document knows refused as unknown", own: .policy,
      prepare: { $0.system.extraMembers = [.init("clientGroups", ["tablets"])] },
      outcome: "failed unifi.member-refused", writes: 1),
    Own(
      description: "a filter of a rule's source that no document knows refused as unknown", own: .rule,
      prepare: {
        $0.system[.rule]?["sourceFilter"]?["except"] = ["02:00:00:aa:bb:02"]
        $0.faults = FaultPlan([refusing("$.sourceFilter.except")])
      }, outcome: "failed unifi.member-refused", writes: 1),
    Own(
      description: "a zone as early versions spell it", own: .policy,
      prepare: { $0.faults = FaultPlan([refusing("$.source.zoneId")]) }, outcome: "failed unifi.member-refused",
      writes: 1),
    Own(
      description: "a WiFi with a schedule of its own", own: .wifi,
      prepare: {
        $0.system[.wifi]?["blackoutScheduleConfiguration"] = ["days": [["type": "ALL_DAY", "day": "SUN"]]]
      }, outcome: "applied", writes: 1),
    Own(
      description: "a WiFi that got another passphrase on the way", own: .wifi,
      prepare: { $0.before(request: 8) { $0[.wifi]?["securityConfiguration"]?["passphrase"] = "other words" } },
      outcome: "unverified unifi.other-member-changed", writes: 1),
    Own(
      description: "a documented member of a WiFi refused as unknown", own: .wifi,
      prepare: { $0.faults = FaultPlan([refusing("$.channel2gLockedTo6")]) }, outcome: "failed unifi.member-refused",
      writes: 1),
    Own(
      description: "a password that no document knows refused as unknown", own: .wifi,
      prepare: {
        $0.system[.wifi]?["securityConfiguration"]?["saePasswords"] = [["value": "horse"]]
        $0.faults = FaultPlan([refusing("$.securityConfiguration.saePasswords[0].value")])
      }, outcome: "failed unifi.member-refused", writes: 1),
    Own(
      description: "the passphrase refused as unknown", own: .wifi,
      prepare: { $0.faults = FaultPlan([refusing("$.securityConfiguration.presharedKeys[0].passphrase")]) },
      outcome: "failed unifi.member-refused", writes: 1),
  ]

  @Test(arguments: particular)
  func saysWhatBecameOfThisKind(_ known: Own) async throws {
    let stage = Stage(known.prepare)
    _ = try await stage.observer.observe([known.own.kind])
    let outcome = await stage.move(.moving(known.own))
    #expect(outcome == known.outcome)
    #expect(await stage.writes.count == known.writes)
  }

  /// Which member of which object, and what to do.
  @Test func saysWhichMemberTheConsoleDoesNotTakeBack() async throws {
    let stage = Stage { $0.faults = FaultPlan([Self.refusing("$.source.trafficFilter.clientGroups")]) }
    guard case .failed(let message) = try await stage.applier.apply(.moving(.policy)) else {
      Issue.record("the policy was changed")
      return
    }
    #expect(
      message.text == "'Kids bedtime' was not changed: the console sent the field "
        + "'source.trafficFilter.clientGroups' but rejects it on write, and without it the policy could affect other devices or traffic"
    )
    #expect(message.hint == "enable it in UniFi Network, and report this with the version of UniFi Network")
    #expect(await stage.wire.inspect { $0.system[.policy]?["enabled"] } == false)
  }

  /// Unset members come and go as null, and nothing else of the object changes.
  @Test(arguments: [Console.Switch.policy, .wifi])
  func sendsItAsItCame(_ own: Console.Switch) async throws {
    let stage = Stage { $0.system.sendsUnsetAsNull = true }
    let before = await stage.wire.inspect { $0.system[own] }
    var wanted = try #require(await stage.answer(own))
    for name in ["id", "metadata", "index"] { wanted[name] = nil }
    wanted["enabled"] = true
    #expect(await stage.move(.moving(own)) == "applied")
    let body = String(decoding: wanted.encoded, as: UTF8.self)
    #expect(await stage.writes == [body])
    #expect(body.contains(":null"))
    var kept = before
    kept?["enabled"] = true
    #expect(await stage.wire.inspect { $0.system[own] } == kept)
  }

  struct Null: Sendable, CustomStringConvertible {
    let description: String
    let own: Console.Switch
    /// What the object holds beside what it usually does.
    let members: @Sendable (inout JSONValue) -> Void
    var faults = FaultPlan()
    /// Pieces of the bodies that are sent, in their order, and pieces that they must not hold.
    let sent: [(has: [String], lacks: [String])]
    var outcome = "applied"
  }

  private static let rule: @Sendable (inout JSONValue) -> Void = { rule in
    rule["destinationFilter"] = .null
    rule["protocolFilter"] = .null
  }

  static let nulls: [Null] = [
    Null(
      description: "one that a rule of this type does not have", own: .rule, members: rule,
      sent: [
        ([#""destinationFilter":null"#, #""protocolFilter":null"#], []),
        ([#""destinationFilter":null"#], ["protocolFilter"]),
      ]),
    Null(
      description: "two, one of them inside another member", own: .rule,
      members: {
        rule(&$0)
        $0["sourceFilter"]?["portFilter"] = .null
      },
      sent: [
        ([#""portFilter":null"#, #""protocolFilter":null"#], []),
        ([#""destinationFilter":null"#], ["protocolFilter"]),
        ([#""destinationFilter":null"#, #""prefixLength":48"#], ["portFilter", "protocolFilter"]),
      ]),
    Null(
      description: "one beside an action that blocks", own: .policy,
      members: {
        $0["action"]?["allowReturnTraffic"] = .null
        $0["description"] = .null
      },
      sent: [
        ([#""allowReturnTraffic":null"#, #""description":null"#], []),
        ([#""description":null"#, #""action":{"type":"BLOCK"}"#], ["allowReturnTraffic"]),
      ]),
    Null(
      description: "one of a list's elements", own: .wifi,
      members: {
        $0["securityConfiguration"]?["presharedKeys"] = [
          ["network": ["type": "NATIVE"], "passphrase": "staple-correct-horse", "vlan": nil]
        ]
      },
      sent: [([#""vlan":null"#], []), (["staple-correct-horse"], ["vlan"])]),
    Null(
      description: "more than are taken out one at a time", own: .rule,
      members: { rule in for number in 1...5 { rule["x\(number)"] = .null } },
      sent: [(["x1", "x5"], []), (["x2"], ["x1"]), (["x3"], ["x2"]), (["x4", "x5"], ["x3"]), ([], ["null"])]),
    Null(
      description: "one that is refused without its name", own: .policy, members: { $0["description"] = .null },
      faults: FaultPlan([
        Fault(
          .matching(method: "PUT", target: "/sites/", numbers: 1...1),
          .answer(.text(400, #"{"message":"must not be null"}"#)))
      ]), sent: [([#""description":null"#], []), ([], ["null"])]),
    Null(
      description: "refused for good, and not for the null", own: .policy, members: { $0["description"] = .null },
      faults: FaultPlan([
        Fault(.matching(method: "PUT", target: "/sites/"), .answer(.text(400, #"{"message":"no such zone"}"#)))
      ]), sent: [([#""description":null"#], []), ([], ["null"])], outcome: "failed unifi.update-refused"),
  ]

  /// Only what the console refuses is left out, and nobody is told of a null.
  @Test(arguments: nulls)
  func leavesOutTheNullsThatAreRefused(_ known: Null) async throws {
    let stage = Stage { stage in
      if var object = stage.system[known.own] {
        known.members(&object)
        stage.system[known.own] = object
      }
      stage.faults = known.faults
    }
    #expect(await stage.move(.moving(known.own)) == known.outcome)
    let writes = await stage.writes
    #expect(writes.count == known.sent.count, "\(writes)")
    for (body, expected) in zip(writes, known.sent) {
      #expect(expected.has.allSatisfy(body.contains), "\(body)")
      #expect(!expected.lacks.contains(where: body.contains), "\(body)")
    }
  }

  // MARK: The way there

  /// What the household's console shows of what people made.
  @Test func seesTheHousehold() async throws {
    let seen = try await Stage().observer.observe([.firewallPolicy, .wifi])
    let own = seen.objects.filter(\.isUserDefined).map { object in
      let words = [
        object.kind.rawValue, object.name, object.switchState.position.rawValue,
        "off=\(object.whenOff?.rawValue ?? "-")",
        object.ownSchedule, object.switchBlocker?.code,
      ]
      return words.compactMap { $0 }.joined(separator: " ")
    }
    #expect(
      own.sorted() == [
        "firewall-policy Guest internet enabled off=enabled",
        "firewall-policy Homework enabled off=disabled",
        "firewall-policy Kids bedtime disabled off=enabled Sun, Mon 21:00–07:00",
        "firewall-policy Old rule enabled off=enabled unifi.no-id",
        "wifi Guests disabled off=disabled", "wifi Kids disabled off=disabled",
      ])
    #expect(seen.objects.contains { !$0.isUserDefined && $0.kind == .firewallPolicy })
    #expect(seen.objects.filter { $0.kind == .wifi && !$0.isUserDefined }.map(\.name) == ["Fabric"])
  }
}
