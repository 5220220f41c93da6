import Simulator
import Testing

/// How often a guest may ask in a minute of the clock.
struct EasyControlLimitTests {
  typealias Guest = EasyControlGuest

  struct Limit: CustomTestStringConvertible, Sendable {
    var id: String
    var count: Int
    /// Whether another address has a limit of its own.
    var isByAddress = true
    var ask: @Sendable (inout Guest, _ number: Int) -> SimulatedResponse
    var testDescription: String { id }
  }

  static let limits: [Limit] = [
    Limit(id: "pair", count: 10) { $0.ask("POST", "pair", $0.pairing("CODE\($1)")) },
    Limit(id: "pair, one code", count: 10, isByAddress: false) { guest, _ in
      guest.ask("POST", "pair", guest.pairing("ABC123XYZ0"))
    },
    Limit(id: "nonce", count: 30) { guest, _ in guest.ask("GET", "action/nonce", bearer: guest.token) },
    Limit(id: "states", count: 30) { guest, _ in guest.ask("GET", "states", bearer: guest.token) },
    Limit(id: "action, one token", count: 30, isByAddress: false) { guest, _ in
      guest.ask("POST", "action", [:], bearer: guest.token)
    },
  ]

  /// Every request that is admitted counts, whatever comes of it, until the clock's next minute.
  @Test(arguments: limits)
  func admitsOnlySoMany(_ limit: Limit) {
    var guest = EasyControlActionTests.door()
    var number = 0
    let ask = { (guest: inout Guest) in
      number += 1
      return limit.ask(&guest, number)
    }
    // The last tenth of a minute.
    guest.now = 1_700_000_039.9
    _ = ask(&guest)
    guest.now += 0.2
    let answers = (0..<limit.count).map { _ in ask(&guest).status }
    #expect(!answers.contains(429), "the minute before does not count")
    guest.now += 17
    let refused = ask(&guest)
    #expect(Guest.word(refused) == "429 rate_limited")
    #expect(refused.header("Retry-After") == "43" && refused.json?["retry_after"] == 43)
    #expect(refused.json?["success"] == nil)
    guest.server.clientAddress = "127.0.0.2"
    #expect((ask(&guest).status == 429) == !limit.isByAddress)
    guest.now += 43
    #expect(ask(&guest).status != 429)
  }

  /// Nothing but pairing, nonces, actions and states is limited.
  @Test func validatesAsOftenAsOneLikes() {
    var guest = EasyControlActionTests.door()
    let answers = (0..<50).map { _ in guest.ask("POST", "token/validate", ["guest_token": .string(guest.token)]).status
    }
    #expect(Set(answers) == [200])
    #expect(guest.server.guests[0].uses == 0)
  }
}
