import Approvals
import CivilTime
import Planning
import StateStore
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// A program that tells approvers takes its time. What somebody has done with a code by then has the last word.
@Suite struct DecidedMeanwhileTests {
  struct Deed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout ApproverCode) -> Void
  }

  static let deeds = [
    Deed(testDescription: "it was used") { $0.standing = .used },
    Deed(testDescription: "a fresh one was asked for") { ($0.standing, $0.hash) = (.wanted, nil) },
    Deed(testDescription: "a fresh one was sent") { ($0.standing, $0.hash) = (.sent, "another") },
    Deed(testDescription: "a fresh one is being sent") { $0.hash = "another" },
  ]

  @Test(arguments: deeds, [0, 1] as [Int32]) func whatSomebodyDidStays(_ deed: Deed, _ programStatus: Int32) throws {
    let scene = RequestScene()
    #expect(scene.run("ask kids on --for 2h").status == 0)
    var world = scene.world(as: "root")
    world.programStatus = programStatus
    let environment = world.environment(Written(), Written())
    let places = Places(policy: "household.yaml", state: StateDirectory(given: nil, environment), again: "")
    let session = try StateSession.opened(places, environment)
    let codes = CodeDelivery(session, .utc, places, environment)
    session.release()
    var request = try #require(try scene.store().requests().first)
    #expect(request.codes.map(\.standing) == [.sending, .sending])
    deed.change(&request.codes[0])
    try scene.store().note(request)
    environment.withNetwork(nil) { network, stop in await codes.deliver(network, stop) }
    let after = try #require(try scene.store().requests().first)
    #expect(after.codes[0] == request.codes[0])
    #expect(after.codes[1].standing == (programStatus == 0 ? .sent : .unreachable))
    let events = try scene.store().entries(since: Instant(secondsSinceEpoch: 0)).compactMap(\.event)
    #expect(events.filter { [.codeSent, .codeNotSent].contains($0.kind) }.map(\.name) == ["ben"])
    #expect(world.told.entries.count == 2)
  }
}
