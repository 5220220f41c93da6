import Documents
import PiHole
import Planning
import Policies
import Providers
import Simulator
import TestSupport
import Testing
import UniFi

/// What becomes of the lists of the three kinds; the lists are answers made here.
@Suite struct ReadingTests {
  static let all: Set<ObjectKind> = [.aclRule, .firewallPolicy, .wifi]

  static let lists: [ObjectKind: String] = [
    .aclRule: "/acl-rules", .firewallPolicy: "/firewall/policies", .wifi: "/wifi/broadcasts",
  ]

  /// Answers with these pages whatever version is pretended.
  static func stage(_ version: UniFiVersion = "10.5.66", _ faults: [Fault] = []) -> Stage {
    Stage {
      $0.system.version = version
      $0.faults = FaultPlan(
        faults + [
          Fault(.matching(method: "GET", target: "/firewall/policies"), .answer(.page([Canned.policy(1, "Bedtime")]))),
          Fault(.matching(method: "GET", target: "/wifi/broadcasts"), .answer(.page([Canned.wifi(1, "Kids")]))),
        ])
    }
  }

  static func list(_ kind: ObjectKind, offset: Int = 0) -> String {
    "GET /sites/\(Console.site)\(lists[kind] ?? "")?offset=\(offset)&limit=200"
  }

  static let start = ["GET /info", "GET /sites?offset=0&limit=200"]

  // MARK: Which requests

  @Test(
    arguments: [
      ("10.0.162", all, [.aclRule, .wifi]), ("10.1.68", all, [.aclRule, .wifi]), ("10.1.77", all, [.aclRule, .wifi]),
      ("10.1.78", all, [.aclRule, .firewallPolicy, .wifi]), ("10.5.66", all, [.aclRule, .firewallPolicy, .wifi]),
      ("10.0.162", [.firewallPolicy], []), ("10.5.66", [.firewallPolicy], [.firewallPolicy]),
      ("10.5.66", [.wifi], [.wifi]), ("10.5.66", [.aclRule], [.aclRule]), ("10.5.66", [.group, .blocking], []),
      ("10.5.66", [], []), ("10.5.66", [.aclRule, .wifi, .domain], [.aclRule, .wifi]),
    ] as [(UniFiVersion, Set<ObjectKind>, [ObjectKind])])
  func asksOnlyForWhatItMust(_ version: UniFiVersion, _ kinds: Set<ObjectKind>, _ read: [ObjectKind]) async throws {
    let stage = Self.stage(version)
    let seen = try await stage.observer.observe(kinds)
    let requests = await stage.requests
    #expect(Array(requests.prefix(2)) == Self.start)
    // Of the one WiFi, which somebody made, the detail as well.
    let detail = "GET /sites/\(Console.site)/wifi/broadcasts/\(seen.objects.first { $0.kind == .wifi }?.id ?? "-")"
    let wanted = read.map { Self.list($0) } + (read.contains(.wifi) ? [detail] : [])
    #expect(requests.dropFirst(2).sorted() == wanted.sorted())
    #expect(Set(seen.objects.map(\.kind)) == Set(read))
    #expect(Set(seen.unavailableKinds.keys) == kinds.intersection(Self.all).subtracting(read))
    #expect(SystemKind.unifi.objects == Self.all.union([.devicePolicy]))
  }

  @Test func listsKindsInTheOrderOfReports() async throws {
    let seen = try await Self.stage().observer.observe(Self.all)
    #expect(seen.objects.map(\.kind) == seen.objects.map(\.kind).sorted())
    #expect(seen.warnings == [])
  }

  // MARK: Refused lists

  struct Refused: Sendable, CustomStringConvertible {
    let description: String
    let effect: Fault.Effect
    /// The code of the refusal, or the kind of the error.
    let result: String

    init(_ description: String, _ effect: Fault.Effect, _ result: String) {
      (self.description, self.effect, self.result) = (description, effect, result)
    }

    init(_ description: String, _ status: Int, _ body: String, _ result: String) {
      self.init(description, .answer(.text(status, body)), result)
    }
  }

  static let notInZones = "api.firewall.zone-based-firewall-not-configured"

  static let definite: [Refused] = [
    Refused("400", 400, #"{"code":"api.request.error","message":"no"}"#, "unifi.list-refused"),
    Refused("400 without a word", 400, "", "unifi.list-refused"),
    Refused("404 no endpoint", 404, #"{"message":"No endpoint GET /x."}"#, "unifi.list-refused"),
    Refused("404 no site", 404, #"{"code":"api.resource-not-found","message":"gone"}"#, "unifi.list-refused"),
    Refused("405", 405, #"{"message":"no"}"#, "unifi.list-refused"),
    Refused("500 of the application", .unexpectedError, "unifi.list-refused"),
    Refused("not moved to zones", 400, #"{"code":"\#(notInZones)"}"#, "unifi.no-zone-firewall"),
  ]

  @Test(arguments: definite, all.sorted())
  func aRefusedListIsOneKindsAffair(
    _ known: Refused, _ kind: ObjectKind
  ) async throws {
    let fault = Fault(.matching(method: "GET", target: Self.lists[kind] ?? ""), known.effect)
    for asked in [Self.all, [kind]] {
      let seen = try await Self.stage("10.5.66", [fault]).observer.observe(asked)
      #expect(seen.unavailableKinds.mapValues(\.code) == [kind: known.result])
      #expect(Set(seen.objects.map(\.kind)) == asked.subtracting([kind]))
    }
  }

  /// What costs the kind alone where others can be read, and what the console failed with where no other is wanted.
  static let ofOneList: [Refused] = [
    Refused("403", 403, #"{"code":"api.forbidden"}"#, "refusedCredentials"),
    Refused("500 without a word", .empty(500), "unexpectedReply"),
    Refused("500 of the edge", 500, #"{"error":{"code":500}}"#, "unexpectedReply"),
    Refused("502", .html(502), "notReady"), Refused("502 empty", .empty(502), "notReady"),
    Refused("503", .html(503), "notReady"),
    Refused("503 of the application", 503, #"{"code":"api.x","message":"y"}"#, "notReady"),
    Refused("404 page", .html(404), "unsupported"), Refused("200 page", .html(200), "notReady"),
    Refused("302", .empty(302), "unexpectedReply"), Refused("lost", .lostBeforeEffect, "unreachable"),
    Refused(
      "503 for a while", .answer(.text(503, "", [("Retry-After", "20")])), "busy(retryAfterSeconds: Optional(20))"),
    Refused("not JSON", 200, "nonsense", "unexpectedReply"), Refused("another type", 200, "[42]", "unexpectedReply"),
    Refused("half of it", .truncated(afterBytes: 30), "unreachable"),
    Refused("too much of it", .hugeBody(), "unexpectedReply"),
    Refused("not whole", .answer(.page([], total: 7)), "unexpectedReply"),
    Refused("an object without a switch", .answer(.page([nameless])), "unexpectedReply"),
  ]

  static let nameless = #"{"id":"9d2f3b0c-6d0e-4a55-8f6b-100000000009","metadata":{"origin":"USER_DEFINED"}}"#

  @Test(arguments: ofOneList, all.sorted())
  func aListThatCannotBeReadCostsItsKind(_ known: Refused, _ kind: ObjectKind) async throws {
    let fault = Fault(.matching(method: "GET", target: Self.lists[kind] ?? ""), known.effect)
    let seen = try await Self.stage("10.5.66", [fault]).observer.observe(Self.all)
    #expect(Array(seen.unavailableKinds.keys) == [kind])
    #expect(Set(seen.objects.map(\.kind)) == Self.all.subtracting([kind]))
    let message = try #require(seen.unavailableKinds[kind])
    #expect(message.hint?.contains("stand-alone") != true, "\(message)")
    #expect(message.mayPass == ["notReady", "unreachable", "busy"].contains { known.result.hasPrefix($0) })
    // Peace that is not given to the console is not told of either.
    #expect(!message.text.contains("left alone"), "\(message)")
    // Where nothing else is wanted of the console, nothing of it can be read.
    #expect(await Self.stage("10.5.66", [fault]).look([kind]).hasPrefix(known.result + ":"))
  }

  /// One list that is refused for good says nothing of the console; no list at all does, be it for whatever reasons.
  @Test func whereNoListCanBeReadTheConsoleCannot() async throws {
    func faults(_ rules: Fault.Effect) -> [Fault] {
      [Fault(.matching(method: "GET", target: "/acl-rules"), rules)]
        + ["/firewall/policies", "/wifi/"].map { Fault(.matching(method: "GET", target: $0), .html(502)) }
    }
    #expect(await Self.stage("10.5.66", faults(.html(502))).look(Self.all).hasPrefix("notReady:"))
    #expect(await Self.stage("10.5.66", faults(.unexpectedError)).look(Self.all).hasPrefix("notReady:"))
    #expect(await Self.stage("10.0.162", faults(.html(502))).look([.aclRule, .firewallPolicy]).hasPrefix("notReady:"))
  }

  /// What nobody made is never written, so that nothing of its list depends on what it lacks; what somebody made and is not
  /// understood costs its kind, and is named.
  @Test(arguments: ["DERIVED", "SYSTEM_DEFINED", "NEW", nil]) func whatNobodyMadeMayLackAnything(_ origin: String?)
    async throws
  {
    let metadata = origin.map { #","metadata":{"origin":"\#($0)"}"# } ?? ""
    let bare = #"{"id":"9d2f3b0c-6d0e-4a55-8f6b-100000000009"\#(metadata)}"#
    let whole = Canned.wifi(1, "Kids").dropLast() + #","action":"BLOCK"}"#
    let faults = [
      Fault(.matching(method: "GET", target: "/acl-rules"), .answer(.page([bare, String(whole)]))),
      Fault(.matching(method: "GET", target: "/firewall/policies"), .answer(.page([bare, Canned.policy(1, "x")]))),
      Fault(.matching(method: "GET", target: "/wifi/broadcasts?"), .answer(.page([bare, Canned.wifi(1, "Kids")]))),
    ]
    let seen = try await Self.stage("10.5.66", faults).observer.observe(Self.all)
    #expect(seen.unavailableKinds.isEmpty && seen.objects.count == 6)
    let strange = seen.objects.filter { !$0.isUserDefined }
    #expect(strange.map(\.kind) == Self.all.sorted())
    #expect(strange.allSatisfy { $0.switchState.position == .unknown && $0.name == $0.id })
  }

  static let named: [(item: String, words: String)] = [
    (
      #"{"id":"9d2f3b0c-6d0e-4a55-8f6b-100000000009","name":"Kids","#, "the ACL rule 'Kids' has no boolean in 'enabled'"
    ),
    (
      #"{"id":"9d2f3b0c-6d0e-4a55-8f6b-100000000009","#,
      "the ACL rule with the id 9d2f3b0c-6d0e-4a55-8f6b-100000000009 has no text in 'name'"
    ),
    (#"{"id":"x","#, "an ACL rule has no UUID in 'id'"),
  ]

  @Test(arguments: named.indices) func whatIsNotUnderstoodIsNamed(_ row: Int) async {
    let answer = SimulatedResponse.page([Self.named[row].item + #""metadata":{"origin":"USER_DEFINED"}}"#])
    let fault = Fault(.matching(method: "GET", target: "/acl-rules"), .answer(answer))
    #expect(
      await Self.stage("10.5.66", [fault]).look()
        == "unexpectedReply: the console's answer is inconsistent: " + Self.named[row].words)
  }

  static let indefinite: [Refused] = [
    Refused("401", .empty(401), "refusedCredentials"), Refused("408", .empty(408), "timedOut"),
    Refused("429", .tooManyRequests(), "busy(retryAfterSeconds: nil)"),
    Refused("no answer in time", .delayed(milliseconds: 60_000), "timedOut"),
  ]

  @Test(arguments: indefinite, all.sorted())
  func anythingElseIsTheWholeSystems(
    _ known: Refused, _ kind: ObjectKind
  ) async {
    let fault = Fault(.matching(method: "GET", target: Self.lists[kind] ?? ""), known.effect)
    let seen = await Self.stage("10.5.66", [fault]).look(Self.all)
    #expect(seen.hasPrefix(known.result + ":"), "\(seen)")
  }

  @Test func saysWhatTheHouseholdCanDo() async throws {
    let refused = Fault(
      .matching(method: "GET", target: "/firewall/policies"),
      .answer(.text(400, #"{"code":"\#(Self.notInZones)"}"#)))
    let seen = try await Self.stage("10.5.66", [refused]).observer.observe(Self.all)
    let message = try #require(seen.unavailableKinds[.firewallPolicy])
    #expect(message.text == "the site does not use the zone-based firewall, and has no firewall policies without it")
    #expect(message.hint?.contains("ACL rules") == true && message.hint?.contains("cannot be undone") == true)
    let broken = Fault(
      .matching(method: "GET", target: "/firewall/policies"),
      .answer(.text(500, #"{"code":"api.unexpected-error","message":"Unexpected error","requestId":"7"}"#)))
    let unread = try await Self.stage("10.5.66", [broken]).observer.observe(Self.all).unavailableKinds[.firewallPolicy]
    #expect(
      unread
        == Message(
          code: "unifi.list-refused",
          "the console does not list its firewall policies: the console answers 500: 'Unexpected error'",
          hint: "if this continues, look in the console's log for the request id '7'"))
  }

  // MARK: Pages

  static func paged(_ pages: [(offset: Int, answer: SimulatedResponse)], of list: String) -> [Fault] {
    pages.map { page in
      Fault(.matching(method: "GET", target: "\(list)?offset=\(page.offset)&"), .answer(page.answer))
    }
  }

  @Test func keepsEveryPolicyWithoutID() async throws {
    let twins = (0..<201).map { _ in Canned.policy(nil, "old") }
    let faults = Self.paged(
      [(0, .page(Array(twins.prefix(200)), total: 201)), (200, .page([twins[200]], offset: 200, total: 201))],
      of: "/firewall/policies")
    let seen = try await Self.stage("10.5.66", faults + [Canned.noZones]).observer.observe([.firewallPolicy])
    #expect(seen.objects.count == 201)
    #expect(seen.objects.allSatisfy { $0.id == nil && $0.switchBlocker?.code == "unifi.no-id" })
  }

  @Test func readsAPolicyOnceThatStandsOnTwoPages() async throws {
    let first = (0..<200).map(Canned.numbered)
    let second = (199..<300).map(Canned.numbered)
    let again = (200..<300).map(Canned.numbered)
    // The pages do not add up at first: one policy is on both of them.
    let faults = [
      Fault(.matching(method: "GET", target: "/policies?offset=0&"), .answer(.page(first, total: 300))),
      Fault(
        .matching(method: "GET", target: "/policies?offset=200&", numbers: 1...1),
        .answer(.page(second, offset: 200, total: 301))),
      Fault(.matching(method: "GET", target: "/policies?offset=200&"), .answer(.page(again, offset: 200, total: 300))),
    ]
    let stage = Self.stage("10.5.66", faults)
    let seen = try await stage.observer.observe([.firewallPolicy])
    #expect(Set(seen.objects.map(\.id)).count == 300 && seen.objects.count == 300)
    #expect(await stage.requests.count == 6)
  }

  /// The policy that was the last of the first page was pushed onto the second by one that has since been created. Having
  /// no id it cannot be known again, and the sum is right by chance.
  @Test func readsAgainWherePoliciesWithoutIDMoved() async throws {
    let old = (0..<200).map { Canned.policy(nil, "old\($0)") }
    let faults = [
      Fault(
        .matching(method: "GET", target: "/policies?offset=0&", numbers: 1...1), .answer(.page(old, total: 200 + 1))),
      Fault(
        .matching(method: "GET", target: "/policies?offset=200&", numbers: 1...1),
        .answer(.page([old[199], Canned.policy(nil, "x")], offset: 200, total: 202))),
      Fault(
        .matching(method: "GET", target: "/policies?offset=0&"),
        .answer(.page([Canned.policy(1, "new")] + old.prefix(199), total: 202))),
      Fault(
        .matching(method: "GET", target: "/policies?offset=200&"),
        .answer(.page([old[199], Canned.policy(nil, "x")], offset: 200, total: 202))),
    ]
    let seen = try await Self.stage("10.5.66", faults).observer.observe([.firewallPolicy])
    #expect(Set(seen.objects.map(\.name)).count == 202 && seen.objects.count == 202)
  }

  @Test(arguments: [("/acl-rules", ObjectKind.aclRule), ("/wifi/broadcasts", .wifi)])
  func otherObjectsNeedAnID(_ list: String, _ kind: ObjectKind) async {
    let answer = SimulatedResponse.page([#"{"name":"x","enabled":true,"action":"BLOCK"}"#])
    let fault = Fault(.matching(method: "GET", target: list), .answer(answer))
    #expect(
      await Self.stage("10.5.66", [fault]).look([kind])
        == "unexpectedReply: the console's answer is inconsistent: a page contradicts itself")
  }

  // MARK: Namesakes

  struct Namesake: Sendable, CustomStringConvertible {
    let description: String
    let policies: [String]
    var zones: SimulatedResponse? = .page([Canned.zone("a", "Internal"), Canned.zone("b", "External")])
    let qualifiers: [String?]
    var asksForZones = true
  }

  static let (a, b, c) = (Canned.zoneID("a"), Canned.zoneID("b"), Canned.zoneID("c"))

  static let namesakes: [Namesake] = [
    Namesake(
      description: "none", policies: [Canned.policy(1, "one"), Canned.policy(2, "two")], qualifiers: [nil, nil],
      asksForZones: false),
    Namesake(
      description: "two", policies: [Canned.policy(1, "Kids"), Canned.policy(2, "Kids", from: "b", to: "a")],
      qualifiers: ["Internal → External", "External → Internal"]),
    Namesake(
      description: "in another case and composition",
      policies: [Canned.policy(1, "CAFÉ"), Canned.policy(2, "cafe\u{301}"), Canned.policy(3, "cafe")],
      qualifiers: ["Internal → External", "Internal → External", nil]),
    Namesake(
      description: "one of them without id", policies: [Canned.policy(nil, "Kids"), Canned.policy(2, "Kids", to: "a")],
      qualifiers: ["Internal → External", "Internal → Internal"]),
    Namesake(
      description: "made by the system",
      policies: [Canned.policy(1, "Block", origin: "SYSTEM_DEFINED"), Canned.policy(2, "Block", origin: "DERIVED")],
      qualifiers: [nil, nil], asksForZones: false),
    Namesake(
      description: "one made by a person",
      policies: [Canned.policy(1, "Block", origin: "SYSTEM_DEFINED"), Canned.policy(2, "Block")],
      qualifiers: [nil, nil], asksForZones: false),
    Namesake(
      description: "a zone without a name", policies: [Canned.policy(1, "Kids", to: "c"), Canned.policy(2, "Kids")],
      qualifiers: ["Internal → \(c.uppercased())", "Internal → External"]),
    Namesake(
      description: "zones refused", policies: [Canned.policy(1, "Kids"), Canned.policy(2, "Kids")],
      zones: .text(500, #"{"code":"api.unexpected-error"}"#),
      qualifiers: ["\(a) → \(b.uppercased())", "\(a) → \(b.uppercased())"]),
    Namesake(
      description: "zones that cannot be read", policies: [Canned.policy(1, "Kids"), Canned.policy(2, "Kids")],
      zones: .text(502, ""), qualifiers: ["\(a) → \(b.uppercased())", "\(a) → \(b.uppercased())"]),
  ]

  @Test(arguments: namesakes)
  func tellsNamesakesApart(_ known: Namesake) async throws {
    let faults = [
      Fault(.matching(method: "GET", target: "/firewall/policies"), .answer(.page(known.policies))),
      Fault(.matching(method: "GET", target: "/firewall/zones"), .answer(known.zones ?? .text(404, ""))),
    ]
    let stage = Self.stage("10.5.66", faults)
    let seen = try await stage.observer.observe([.firewallPolicy])
    #expect(seen.objects.map(\.qualifier) == known.qualifiers)
    let zones = "GET /sites/\(Console.site)/firewall/zones?offset=0&limit=200"
    #expect(await stage.requests == Self.start + [Self.list(.firewallPolicy)] + (known.asksForZones ? [zones] : []))
  }
}

/// Objects as a console spells them.
enum Canned {
  static func policy(
    _ number: Int?, _ name: String, from source: String = "a", to destination: String = "b",
    origin: String = "USER_DEFINED"
  ) -> String {
    let id = number.map { #""id":"9d2f3b0c-6d0e-4a55-8f6b-\#(String(100_000_000_000 + $0))","# } ?? ""
    return """
      {\(id)"enabled":true,"name":"\(name)","index":10000,"action":{"type":"BLOCK"},"loggingEnabled":false,
      "source":{"zoneId":"\(zoneID(source))"},"destination":{"zoneId":"\(zoneID(destination).uppercased())"},
      "ipProtocolScope":{"ipVersion":"IPV4_AND_IPV6"},"metadata":{"origin":"\(origin)"}}
      """
  }

  static func numbered(_ number: Int) -> String { policy(number, "p\(number)") }

  static func wifi(_ number: Int, _ name: String) -> String {
    """
    {"id":"3c1d5c0a-9b53-4d0c-8b1c-\(100_000_000_000 + number)","type":"STANDARD","name":"\(name)","enabled":true,
    "securityConfiguration":{"type":"WPA2_PERSONAL"},"broadcastingFrequenciesGHz":[2.4,5],
    "metadata":{"origin":"USER_DEFINED"}}
    """
  }

  static func zoneID(_ letter: String) -> String {
    let eight = String(repeating: letter, count: 8)
    return "\(eight)-1111-4111-8111-111111111111"
  }

  static func zone(_ letter: String, _ name: String) -> String {
    #"{"id":"\#(zoneID(letter))","name":"\#(name)","networkIds":[],"metadata":{"origin":"SYSTEM_DEFINED"}}"#
  }

  static let noZones = Fault(.matching(method: "GET", target: "/firewall/zones"), .answer(.page([])))
}

extension SimulatedResponse {
  /// A page of a list.
  static func page(_ items: [String], offset: Int = 0, total: Int? = nil) -> SimulatedResponse {
    let count = items.count
    return text(
      200,
      #"{"offset":\#(offset),"limit":200,"count":\#(count),"totalCount":\#(total ?? count),"data":[\#(items.joined(separator: ","))]}"#
    )
  }
}
