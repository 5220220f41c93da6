import Simulator
import TestSupport
import Testing

/// Every recorded exchange of the real Pi-hole is either answered in the same way or named here with a reason.
struct RecordingTests {
  struct Play: CustomTestStringConvertible, Sendable {
    var recording: String
    var count: Int
    var piHole = Play.usual
    /// Sessions that existed before the recording began.
    var sids: [String] = []
    var leftOut: [Int: LeftOut] = [:]
    var scenes: Replay.Scenes = [:]

    var testDescription: String { recording }

    static var usual: PiHole {
      var piHole = PiHole(password: "testpassword")
      piHole.httpsPort = 18_443
      return piHole
    }
  }

  static let plays = server + rows

  static let server: [Play] = [
    Play(recording: "auth", count: 39),
    Play(recording: "auth-seats", count: 8, piHole: configured { $0.seats = PiHoleSeats(limit: 3) }),
    Play(recording: "auth-expiry", count: 9, piHole: configured { $0.seats = PiHoleSeats(timeout: 4) }),
    Play(recording: "auth-no-password", count: 8, piHole: configured { $0.password = nil }),
    Play(recording: "auth-rate-limit", count: 9),
    Play(
      recording: "auth-app-password", count: 23, sids: ["pDx4YjBZ4+EID+ZvMNhxaA="],
      leftOut: notOffered(0, 2, 7, 8, 15, 17, 18)
        .merging([19, 20, 21, 22].map { ($0, .other("sent at the same time: which one fails is chance")) }) { $1 },
      scenes: [
        3: { play, _ in
          play.piHole.appPassword = "3T8oiAv+//e68JJIjubD6eBUGLLgjfE1Zu/P3v97gdY="
          play.piHole.seats.leaveAll()
        }
      ]),
    Play(
      recording: "auth-totp", count: 16, sids: ["h681VzLxJBp4qzbpM5XwPQ="], leftOut: notOffered(0, 1, 13, 14),
      scenes: [
        2: { play, _ in
          play.piHole.totp = 458_847
          play.piHole.seats.leaveAll()
        },
        15: { play, _ in play.piHole.appPassword = "M37BYboJgbzzHcDO3ZaXnDEgq22ubaMwsHOcKeMvcFc=" },
      ]),
    Play(
      recording: "dns-blocking", count: 78, sids: ["55wqYV15Ckin96A69z8Sxw="], leftOut: notOffered(71, 73, 75),
      scenes: [
        72: { play, _ in play.piHole.blocking.configure(false) },
        74: { play, _ in play.piHole.blocking.configure(true) },
        76: { play, _ in play.piHole.blocking.configure(true) },
      ]),
    Play(
      recording: "dns-failed", count: 5, piHole: configured { $0.resolverHasFailed = true },
      sids: ["P3tGu0MJ0cq3MoiLi7MFSw="]),
    Play(
      recording: "errors", count: 28, sids: ["+J0sEYk9QxowdPa1u6I9tA="],
      scenes: [
        16: { _, request in
          request.headers.append(("X-FTL-SID", "+J0sEYk9QxowdPa1u6I9tA="))
          request.body = Array(repeating: UInt8(ascii: " "), count: 70_034)
        },
        18: { _, request in request.body = Array(#"{"blocking":true}"#.utf8) },
        17: { _, request in request.body = [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00] },
      ]),
    Play(
      recording: "info", count: 21, sids: ["raISQf3Z779AqAQwj6eF0g="],
      leftOut: notOffered(7, 10, 11, 12, 15, 16, 17, 18, 19, 20)),
    Play(
      recording: "restart", count: 15, sids: ["m+KmQvrgWDP3dn41e4Y6+A="],
      leftOut: [2: .other("asked so soon after a change that the rows were not counted yet")],
      scenes: [
        9: { play, _ in play.piHole.crash(at: play.now) },
        10: { play, _ in play.logIn(as: "VwBuOYKc/SA8swwXTXCdEg=") },
        12: { play, _ in play.piHole.blocking.configure(false) },
        14: { play, _ in play.piHole.changePassword(to: "another") },
      ]),
    Play(recording: "no-tls", count: 1, piHole: configured { $0.httpsPort = 0 }),
    Play(
      recording: "config", count: 27,
      piHole: configured {
        $0.passwordHash =
          "$BALLOON-SHA256$v=1$s=1024,t=32$eU2JYKFndF6nevHgkhoIgA==$w3Q28SWuE6SWl5lE1gZeQrxoKtPN9l7aEZWz0GF9pSo="
      },
      sids: ["qN+euWcV9VBL0Ddbm16BAQ="],
      leftOut: Dictionary(uniqueKeysWithValues: ([0, 1] + Array(5...22) + [24]).map { ($0, .notOffered) }),
      scenes: [25: { play, _ in play.piHole.changePassword(to: "newpass") }]),
    Play(
      recording: "actions", count: 12, piHole: configured { $0.allowsDestructive = false },
      sids: ["Zf/9vcezFpAcx6/CGlbmcA="], leftOut: notOffered(1, 2, 3, 6, 7, 8),
      scenes: [10: { play, _ in play.piHole.allowsDestructive = true }]),
  ]

  /// The simulator offers none of these endpoints, or not what is recorded of them.
  static let notPlayed = [
    "auth-cli-password": "there is no password for the command line",
    "auth-rate-limit-concurrent": "all requests were sent at the same time: which one fails is chance",
  ]

  static func configured(_ change: (inout PiHole) -> Void) -> PiHole {
    var piHole = Play.usual
    change(&piHole)
    return piHole
  }

  static func notOffered(_ numbers: Int...) -> [Int: LeftOut] {
    Dictionary(uniqueKeysWithValues: numbers.map { ($0, .notOffered) })
  }

  @Test(arguments: plays)
  func answersAsRecorded(_ play: Play) throws {
    let exchanges = try RecordedExchange.load(play.recording)
    #expect(exchanges.count == play.count)
    var replay = Replay(play.piHole)
    replay.now = (exchanges.compactMap(\.at).first ?? 0) - 10
    replay.piHole.gravity = Gravity(at: replay.now + 10)
    for sid in play.sids { replay.logIn(as: sid) }
    replay.play(exchanges, scenes: play.scenes, leftOut: play.leftOut)
    #expect(replay.differences == [])
  }

  @Test func playsEveryRecordingOrSaysWhyNot() throws {
    let files = try Fixtures.names(in: "pihole-recordings").filter { $0.hasSuffix(".json") }
    let named = Self.plays.map(\.recording) + Self.notPlayed.keys
    #expect(named.map { $0 + ".json" }.sorted() == files)
  }
}
