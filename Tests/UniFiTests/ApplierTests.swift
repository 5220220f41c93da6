import PiHole
import Providers
import Planning
import Simulator
import TestSupport
import Testing
import UniFi

@Suite struct ApplierTests {
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    var change = Change.bedtime()
    var prepare: @Sendable (inout Staged<UniFiConsole>) -> Void = { _ in }
    let outcome: String
    let writes: Int
  }

  /// Requests are counted from 1: info, sites, rules (the look), rule (4), update (5), rule (6).
  static let cases: [Case] = [
    Case(description: "in peace", outcome: "applied", writes: 1),
    Case(
      description: "already there",
      prepare: { $0.before(request: 4) { $0.bedtime?.isEnabled = true } },
      outcome: "superseded unifi.already", writes: 0),
    Case(
      description: "deleted meanwhile",
      prepare: { $0.before(request: 4) { $0.bedtime = nil } },
      outcome: "superseded unifi.gone", writes: 0),
    Case(
      description: "renamed meanwhile",
      prepare: { $0.before(request: 4) { $0.bedtime?.settings["name"] = "Office" } },
      outcome: "superseded unifi.became-another", writes: 0),
    Case(
      description: "blocks no longer, but allows",
      prepare: { $0.before(request: 4) { $0.bedtime?.settings["action"] = "ALLOW" } },
      outcome: "superseded unifi.became-another", writes: 0),
    Case(
      description: "taken over by the controller",
      prepare: { $0.before(request: 4) { $0.bedtime?.origin = "DERIVED" } },
      outcome: "superseded unifi.not-writable", writes: 0),
    Case(
      description: "of unknown origin",
      prepare: { $0.before(request: 4) { $0.bedtime?.origin = "ORCHESTRATED" } },
      outcome: "superseded unifi.not-writable", writes: 0),
    Case(
      description: "lost its filter meanwhile",
      prepare: { $0.before(request: 4) { $0.bedtime?.settings["sourceFilter"] = nil } },
      outcome: "failed unifi.blocks-everything", writes: 0),
    Case(
      description: "disabling a rule that blocks everything is harmless",
      change: .bedtime { ($0.from, $0.to) = (SwitchState(.enabled), SwitchState(.disabled)) },
      prepare: {
        $0.system.bedtime?.isEnabled = true
        $0.system.bedtime?.settings["sourceFilter"] = nil
      },
      outcome: "applied", writes: 1),
    Case(
      description: "another kind", change: .bedtime { $0.kind = .group }, outcome: "failed unifi.no-such-switch",
      writes: 0),
    Case(
      description: "an id that is none", change: .bedtime { $0.id = "../../../info" },
      outcome: "failed unifi.no-such-switch", writes: 0),
    Case(
      description: "another switch's position", change: .bedtime { $0.to = SwitchState(.paused) },
      outcome: "failed unifi.no-such-switch", writes: 0),
    Case(
      description: "nothing to move", change: .bedtime { $0.from = $0.to }, outcome: "failed unifi.no-such-switch",
      writes: 0),
    Case(
      description: "key of an administrator who may only look",
      prepare: { $0.system.keys = [UniFiKey(Console.key, role: .viewOnly)] },
      outcome: "throws refusedCredentials", writes: 1),
    Case(
      description: "deleted between read and write",
      prepare: { $0.before(request: 5) { $0.bedtime = nil } },
      outcome: "superseded unifi.gone", writes: 1),
    Case(
      description: "refused by validation",
      prepare: { $0.before(request: 5) { $0.sites[0].networkIDs = [] } },
      outcome: "failed unifi.update-refused", writes: 1),
    Case(
      description: "429 on the update", prepare: { $0.faults = .at(5, .tooManyRequests(retryAfter: 7)) },
      outcome: "throws busy(retryAfterSeconds: Optional(7))", writes: 1),
    Case(
      description: "accepted without effect",
      prepare: { $0.faults = .at(5, .answer(.text(200, "{}"))) },
      outcome: "unverified unifi.not-shown", writes: 1),
    Case(
      description: "accepted with an answer of the wrong type", prepare: { $0.faults = .at(5, .wrongType) },
      outcome: "applied", writes: 1),
    Case(
      description: "web page without effect", prepare: { $0.faults = .at(5, .html(200)) },
      outcome: "failed unifi.did-not-arrive", writes: 1),
    Case(
      description: "500 without effect", prepare: { $0.faults = .at(5, .unexpectedError) },
      outcome: "failed unifi.did-not-arrive", writes: 1),
    Case(
      description: "lost before it arrived", prepare: { $0.faults = .at(5, .lostBeforeEffect) },
      outcome: "failed unifi.did-not-arrive", writes: 1),
    Case(
      description: "done, and the answer lost", prepare: { $0.faults = .at(5, .lostAfterEffect) },
      outcome: "applied unifi.answer-lost", writes: 1),
    Case(
      description: "done, and the answer late", prepare: { $0.faults = .at(5, .delayed(milliseconds: 11_000)) },
      outcome: "applied unifi.answer-lost", writes: 1),
    Case(
      description: "done, and cannot be read back", prepare: { $0.faults = .at(6, .html(502)) },
      outcome: "unverified unifi.not-read-back", writes: 1),
    Case(
      description: "lost, and cannot be read back",
      prepare: { $0.faults = FaultPlan([Fault(.from(5), .lostBeforeEffect)]) },
      outcome: "unverified unifi.not-read-back", writes: 1),
    Case(
      description: "deleted before it is read back",
      prepare: { $0.before(request: 6) { $0.bedtime = nil } },
      outcome: "unverified unifi.gone-afterwards", writes: 1),
    Case(
      description: "lost its filter on the way",
      prepare: { $0.before(request: 6) { $0.bedtime?.settings["sourceFilter"] = nil } },
      outcome: "unverified unifi.other-member-changed", writes: 1),
    Case(
      description: "described anew on the way",
      prepare: { $0.before(request: 6) { $0.bedtime?.settings["description"] = "neu" } },
      outcome: "applied unifi.other-member-changed", writes: 1),
    Case(
      description: "addresses spelled anew on the way",
      prepare: {
        $0.before(request: 6) {
          $0.bedtime?.settings["sourceFilter"]?["macAddresses"] = ["02:00:00:aa:bb:02", "02:00:00:aa:bb:01"]
        }
      },
      outcome: "applied", writes: 1),
    Case(
      description: "members that the console gives and refuses",
      prepare: { $0.system.extraMembers = [.init("hits", 17), .init("badge", "red")] },
      outcome: "applied unifi.member-left-out unifi.member-left-out", writes: 3),
    Case(
      description: "more of them than is sound",
      prepare: { $0.system.extraMembers = (1...5).map { .init("extra\($0)", true) } },
      outcome: "failed unifi.member-refused", writes: 5),
    Case(
      description: "a documented member refused as unknown",
      prepare: { $0.faults = FaultPlan([refusing("$.sourceFilter.prefixLength")]) },
      outcome: "failed unifi.member-refused", writes: 1),
    Case(
      description: "a member refused that was not sent",
      prepare: { $0.faults = FaultPlan([refusing("$.metadata")]) },
      outcome: "failed unifi.member-refused", writes: 1),
    Case(
      description: "key refused once by an edge that restarts", prepare: { $0.faults = .at(5, .empty(401)) },
      outcome: "applied", writes: 2),
    Case(
      description: "key refused twice", prepare: { $0.faults = FaultPlan([Fault(.from(5), .empty(401))]) },
      outcome: "throws refusedCredentials", writes: 2),
  ]

  static func refusing(_ path: String) -> Fault {
    let body = #"{"code":"api.request.unknown-property","message":"Unknown request body property '\#(path)'"}"#
    return Fault(.matching(method: "PUT", target: "/acl-rules/"), .answer(.text(400, body)))
  }

  @Test(arguments: cases)
  func saysWhatBecameOfIt(_ known: Case) async throws {
    let stage = Stage(known.prepare)
    _ = try await stage.observer.observe([.aclRule])
    let outcome = await stage.move(known.change)
    #expect(outcome == known.outcome)
    #expect(await stage.writes.count == known.writes)
  }

  @Test(arguments: [WireFault.unresolved, .refused, .untrusted])
  func givesUpWhereNothingWasSent(_ fault: WireFault) async throws {
    let stage = Stage()
    _ = try await stage.observer.observe([.aclRule])
    await stage.wire.fail(request: 2, with: fault)
    #expect(await stage.move(.bedtime()) == "throws unreachable")
    #expect(await stage.requests.last?.hasPrefix("PUT ") == true, "there is nothing to read back")
  }

  @Test func sendsTheRuleAsItCame() async throws {
    let stage = Stage { $0.system.sendsUnsetAsNull = true }
    #expect(await stage.move(.bedtime()) == "applied")
    #expect(
      await stage.writes == [
        #"{"type":"MAC","enabled":true,"name":"Downtime-KidsRoom","action":"BLOCK","description":"bis 7\#u{A0}Uhr","#
          + #""sourceFilter":{"macAddresses":["02:00:00:AA:bb:01","02:00:00:aa:bb:02"],"type":"MAC_ADDRESSES","#
          + #""prefixLength":48},"networkIdFilter":"5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f01","index":0,"#
          + #""enforcingDeviceFilter":null,"destinationFilter":null}"#
      ])
    let rule = "/sites/\(Console.site)/acl-rules/\(Console.bedtime)"
    #expect(
      await stage.requests == ["GET /sites?offset=0&limit=200", "GET \(rule)", "PUT \(rule)", "GET \(rule)"],
      "without a look first, only the site is asked for")
  }
}
