import CivilTime
import Documents
import HTTPTransport
import JSONTree
import Planning
import Policies
import Providers
import Testing

@testable import PiHole

@Suite struct BlockingTests {
  static let now = Instant(secondsSinceEpoch: 1_790_000_000)

  static func paused(_ seconds: Int64? = nil) -> SwitchState { SwitchState(.paused, ends: seconds.map { now + $0 }) }
  static func active(_ seconds: Int64? = nil) -> SwitchState { SwitchState(.active, ends: seconds.map { now + $0 }) }

  static func change(_ from: SwitchState, _ to: SwitchState, kind: ObjectKind = .blocking) -> Change {
    Change(target: Name("pihole"), system: Name("pihole"), kind: kind, id: nil, name: "blocking", from: from, to: to)
  }

  @Test(
    "what is on the wire is a setting",
    arguments: [
      (#"{"blocking":"enabled","timer":null,"took":0.1}"#, active()),
      (#"{"blocking":"enabled","timer":2}"#, active(2)),
      (#"{"timer":58.899999999999984,"blocking":"disabled"}"#, paused(59)),
      (#"{"blocking":"disabled","timer":58.4}"#, paused(58)),
      (#"{"blocking":"disabled","timer":null,"new":[{}]}"#, paused()),
      (#"{"blocking":"disabled","timer":-1.4e-14}"#, paused(0)),
      (#"{"blocking":"disabled","timer":-7}"#, paused(0)),
      (#"{"blocking":"disabled","timer":1e308}"#, paused(3_155_760_000)),
    ])
  func settings(body: String, expected: SwitchState) throws {
    let object = try Blocking(JSON(parsing: Array(body.utf8))).liveObject(at: Self.now)
    #expect(object == ObservedObject(kind: .blocking, id: nil, name: "blocking", switchState: expected, whenOff: nil))
  }

  @Test(
    "what cannot be a setting says why",
    arguments: [
      (#"{"blocking":"failure","timer":null}"#, ProviderError.Kind.notReady),
      (#"{"blocking":"failed","timer":null}"#, .notReady),
      (#"{"blocking":"unknown","timer":null}"#, .notReady),
      (#"{"blocking":"Enabled","timer":null}"#, .unexpectedReply),
      (#"{"blocking":true,"timer":null}"#, .unexpectedReply),
      (#"{"blocking":null,"timer":null}"#, .unexpectedReply),
      (#"{"timer":null}"#, .unexpectedReply),
      (#"{"blocking":"disabled"}"#, .unexpectedReply),
      (#"{"blocking":"disabled","timer":"60"}"#, .unexpectedReply),
      (#"{"blocking":"disabled","timer":true}"#, .unexpectedReply),
      (#"{"blocking":"disabled","timer":[60]}"#, .unexpectedReply),
      (#"{"blocking":"disabled","timer":1e400}"#, .unexpectedReply),
      ("[]", .unexpectedReply), ("null", .unexpectedReply), (#""enabled""#, .unexpectedReply),
    ])
  func notSettings(body: String, expected: ProviderError.Kind) throws {
    let tree = try JSON(parsing: Array(body.utf8))
    let error = #expect(throws: ProviderError.self) { try Blocking(tree).switchState(at: Self.now) }
    #expect(error?.kind == expected)
  }

  @Test(
    "orders spell their timer out",
    arguments: [
      (BlockingOrder(blocks: true, timerSeconds: nil), #"{"blocking":true,"timer":null}"#),
      (BlockingOrder(blocks: false, timerSeconds: nil), #"{"blocking":false,"timer":null}"#),
      (BlockingOrder(blocks: false, timerSeconds: 315), #"{"blocking":false,"timer":315}"#),
    ])
  func orders(order: BlockingOrder, expected: String) {
    #expect(String(decoding: order.body, as: UTF8.self) == expected)
  }

  /// What a move comes to: the order's body, or the code of the message.
  enum Expected: Sendable {
    case order(Bool, Int64?)
    case nothing(String)
  }

  @Test(
    "what is to be done",
    arguments: [
      ("pause without end", active(), paused(), active(), Expected.order(false, nil)),
      ("pause with a fuse", active(), paused(300), active(), .order(false, 315)),
      ("pause for one second", active(), paused(1), active(), .order(false, 16)),
      ("resume", paused(), active(), paused(), .order(true, nil)),
      ("resume before the timer", paused(600), active(), paused(601), .order(true, nil)),
      ("clear a timer that would turn it off", active(60), active(), active(60), .order(true, nil)),
      ("another end", paused(600), paused(3600), paused(600), .order(false, 3615)),
      ("no end any more", paused(600), paused(), paused(600), .order(false, nil)),
      ("an end where there was none", paused(), paused(600), paused(), .order(false, 615)),
      ("a timer counts down while the run goes on", paused(600), active(), paused(630), .order(true, nil)),
      ("a timer is another one", paused(600), active(), paused(631), .nothing("pihole.moved-meanwhile")),
      ("a timer was cancelled", paused(600), active(), paused(), .nothing("pihole.moved-meanwhile")),
      ("a timer was set", paused(), active(), paused(600), .nothing("pihole.moved-meanwhile")),
      ("resumed meanwhile", paused(600), paused(3600), active(), .nothing("pihole.moved-meanwhile")),
      ("paused meanwhile by a person", active(), paused(3600), paused(300), .nothing("pihole.moved-meanwhile")),
      ("resumed already", paused(), active(), active(), .nothing("pihole.already")),
      ("paused already", active(), paused(), paused(), .nothing("pihole.already")),
      ("paused already until then", active(), paused(600), paused(615), .nothing("pihole.already")),
      ("paused already until about then", active(), paused(600), paused(690), .nothing("pihole.already")),
      ("paused until too long after then", paused(691), paused(600), paused(691), .order(false, 615)),
      ("paused until somewhat later", active(), paused(600), paused(706), .nothing("pihole.moved-meanwhile")),
      ("paused, but not as long", active(), paused(600), paused(599), .nothing("pihole.moved-meanwhile")),
      ("half a minute longer", paused(615), paused(630), paused(615), .order(false, 645)),
      ("a minute longer", paused(615), paused(660), paused(610), .order(false, 675)),
      ("over by now", active(), paused(0), active(), .nothing("pihole.pause-over")),
      ("over long ago", active(), paused(-900), active(), .nothing("pihole.pause-over")),
    ])
  func moves(name: String, from: SwitchState, to: SwitchState, live: SwitchState, expected: Expected) {
    let move = BlockingMove(Self.change(from, to), live: live, at: Self.now)
    switch (move, expected) {
    case (.write(let order), .order(let blocks, let timer)):
      #expect(order == BlockingOrder(blocks: blocks, timerSeconds: timer))
    case (.superseded(let message), .nothing(let code)): #expect(message.code == code)
    case (.write, .nothing), (.superseded, .order): #expect(Bool(false), "\(move)")
    }
  }

  @Test(
    "what a read-back shows",
    arguments: [
      (BlockingOrder(blocks: true, timerSeconds: nil), active(), true),
      (BlockingOrder(blocks: true, timerSeconds: nil), active(2), false),
      (BlockingOrder(blocks: true, timerSeconds: nil), paused(), false),
      (BlockingOrder(blocks: false, timerSeconds: nil), paused(), true),
      (BlockingOrder(blocks: false, timerSeconds: nil), paused(300), false),
      (BlockingOrder(blocks: false, timerSeconds: 300), paused(300), true),
      (BlockingOrder(blocks: false, timerSeconds: 300), paused(375), true),
      (BlockingOrder(blocks: false, timerSeconds: 300), paused(376), false),
      (BlockingOrder(blocks: false, timerSeconds: 300), paused(285), true),
      (BlockingOrder(blocks: false, timerSeconds: 300), paused(284), false),
      (BlockingOrder(blocks: false, timerSeconds: 300), paused(), false),
      (BlockingOrder(blocks: false, timerSeconds: 300), active(300), false),
    ])
  func readBack(order: BlockingOrder, live: SwitchState, shows: Bool) {
    #expect(BlockingMove.shows(live, order, sentAt: Self.now) == shows)
  }

  @Test(
    "the API's base follows the path of the URL",
    arguments: [
      ("", "/api"), ("/pihole", "/pihole/api"), ("/api", "/api"), ("/pihole/api", "/pihole/api"),
      ("/myapi", "/myapi/api"),
    ])
  func basePath(path: String, expected: String) {
    #expect(PiHoleKind.basePath(for: BaseURL(scheme: .http, host: "pi.hole", port: 80, path: path)) == expected)
  }
}
