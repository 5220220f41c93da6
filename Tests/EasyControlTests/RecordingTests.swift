import HTTPTransport
import JSONTree
import Policies
import Providers
import TestSupport
import Testing

@testable import EasyControl

/// What real servers have answered is understood.
@Suite struct RecordingTests {
  private static let all = (try? RecordedGuest.files.flatMap(RecordedGuest.exchanges)) ?? []

  private static func bodies(_ end: String) throws -> [JSONText] {
    let found = all.filter { $0.path.hasSuffix(end) && $0.response.status == 200 }
    return try found.map { try $0.response.json(within: .list) }
  }

  @Test("every code that a server gave is in the table") func knowsEveryCode() {
    let refusals = Self.all.filter { GuestError.body($0.response)?["error"] != nil }
    #expect(Set(refusals.compactMap { GuestError.body($0.response)?["error"]?.string }).count >= 25)
    for one in refusals { #expect(GuestError(one.response) != nil, "\(one.name)") }
  }

  @Test("what a token may do, right after a pairing and later", arguments: ["/pair", "/token/validate"])
  func readsGrants(_ end: String) throws {
    let grants = try Self.bodies(end).compactMap(Grant.init)
    #expect(try grants.count == Self.bodies(end).count && grants.count >= 3)
    #expect(Set(grants.map(\.contract)) == [.first, .second])
    for grant in grants {
      #expect(!grant.rights.grants.isEmpty && grant.rights.grants.allSatisfy { !$0.actions.isEmpty })
      #expect((grant.rights.usesLeft == nil) == (grant.contract == .second))
    }
  }

  @Test("states, nonces and answers to actions") func readsTheRest() throws {
    let states = try Self.bodies("/states").map { ($0["entities"]?.elements ?? []).compactMap { EntityState($0) } }
    #expect(states.contains { Set($0.map(\.domain.word)) == ["lock", "cover", "switch", "light"] })
    #expect(states.joined().contains { $0.condition == .unknown("unavailable") })
    let nonces = try Self.bodies("/action/nonce").map { Nonce($0) }
    #expect(nonces.count >= 10 && !nonces.contains(nil))
    #expect(try Self.bodies("/action").allSatisfy { $0["success"]?.bool == true })
  }

  @Test("how long a limit lasts is read from the answer") func readsLimits() throws {
    let limited = Self.all.filter { $0.response.status == 429 }
    #expect(!limited.isEmpty)
    for one in limited {
      let error = try #require(GuestError(one.response)).error(one.response, of: Name("door"))
      guard case .busy(let seconds?) = error.kind else {
        Issue.record("\(error)")
        continue
      }
      #expect((1...60).contains(seconds))
    }
  }
}
