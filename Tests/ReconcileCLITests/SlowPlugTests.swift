import HTTPTransport
import Synchronization
import TestSupport
import Testing

@testable import ReconcileCLI

/// Plugs that keep a server waiting hold up neither a door nor each other, and what was not called is not said to be.
@Suite struct SlowPlugTests {
  private static let policy = """
    timezone: Europe/Berlin
    systems: {ha: {kind: home-assistant, url: http://192.168.1.4:8123, token: {credential: ha-token}}}
    targets:
      dead: {entities: ["switch.dead*"]}
      tv: {entities: [switch.tv]}
      front: {entities: [lock.front]}
    policy: [dead off, tv off, lock front]

    """

  private static func run(dead: Int, deadline: Int, _ more: String...) -> (TestWorld.Outcome, Server) {
    let server = Server(dead: dead)
    var household = PretendHousehold()
    household.others = ["192.168.1.4": server]
    household.beforeAnswering = { sent in server.learn(sent.time) }
    var world = household.world(policy: policy)
    world.files["/etc/reconcile/credentials/ha-token"] =
      WrittenSecret("a-token", for: "http://192.168.1.4:8123", "home-assistant").file
    return (world.run(["apply", "--deadline", "\(deadline)s", "household.yaml"] + more), server)
  }

  @Test("a lock is called first, and all others within the run", arguments: [1, 7, 12])
  func isNotHeldUp(dead: Int) throws {
    let (run, server) = Self.run(dead: dead, deadline: 60)
    #expect(try #require(server.called["lock.front"]) < 1, "\(server.called)")
    #expect(server.called.count == dead + 2, "\(server.called)")
    // Three at a time, each of which takes ten seconds.
    #expect(server.called.values.max() ?? 99 <= Double(dead / 3 * 10 + 3), "\(server.called)")
    #expect(run.output.contains("lock 'lock.front', done") && run.output.contains("switch.tv', done"), "\(run)")
  }

  @Test("what was not called is skipped", arguments: [15, 25]) func isSkipped(deadline: Int) throws {
    let (run, server) = Self.run(dead: 30, deadline: deadline, "--format", "json")
    #expect(server.called.count < 32 && server.called["lock.front"] != nil, "\(server.called)")
    let objects = run.output.split(separator: #"{"target":"#)
    for plug in 1...30 {
      let object = try #require(objects.first { $0.contains(#""name":"switch.dead\#(plug)""#) }, "\(run)")
      let isSkipped = object.contains(#""outcome":"skipped""#)
      #expect(isSkipped == (server.called["switch.dead\(plug)"] == nil), "\(object)")
    }
  }

  /// A server with a lock, a television, and plugs that are out of reach: a call to one of them is not answered.
  private final class Server: ReadTransport, WriteTransport {
    private let dead: Int
    private let state = Mutex((time: FakeTime?.none, called: [String: Double]()))

    init(dead: Int) { self.dead = dead }

    /// When each was called first, in seconds since the beginning.
    var called: [String: Double] { state.withLock { $0.called } }
    func learn(_ time: FakeTime) { state.withLock { $0.time = time } }

    func read(_ request: ReadRequest) async throws(TransportError) -> Response {
      switch request.path {
      case "/config": Self.json(#"{"version":"2025.4.4","state":"RUNNING","recovery_mode":false}"#)
      case "/core/state": Self.json(#"{"state":"RUNNING"}"#)
      case "/states": Self.json("[" + ids.map(entity).joined(separator: ",") + "]")
      default: Self.json(entity(String(request.path.dropFirst("/states/".count))))
      }
    }

    private var ids: [String] { (1...dead).map { "switch.dead\($0)" } + ["switch.tv", "lock.front"] }

    private func entity(_ id: String) -> String {
      let isMoved = !id.hasPrefix("switch.dead") && called[id] != nil
      let word = id.hasPrefix("lock") ? (isMoved ? "locked" : "unlocked") : isMoved ? "off" : "on"
      return #"{"entity_id":"\#(id)","state":"\#(word)","attributes":{}}"#
    }

    private static func json(_ text: String) -> Response {
      Response(status: 200, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
    }

    func write(_ request: WriteRequest) async throws(TransportError) -> Response {
      let body = String(decoding: request.body, as: UTF8.self)
      guard let id = ids.first(where: { body.contains("\"\($0)\"") }), !request.path.hasSuffix("update_entity") else {
        return Self.json("[]")
      }
      let time = state.withLock { state in
        let (seconds, attoseconds) = (state.time?.now ?? .zero).components
        state.called[id] = state.called[id] ?? Double(seconds) + Double(attoseconds) * 1e-18
        return state.time
      }
      guard id.hasPrefix("switch.dead") else { return Self.json("[]") }
      await time?.sleep(.seconds(10))
      throw TransportError(.timedOut, "no complete answer within 10 s")
    }
  }
}
