import HTTPTransport
import Synchronization
import TestSupport
import Testing

@testable import ReconcileCLI

/// A door that has begun to move is waited for, also after the run was to end.
@Suite struct SlowDoorTests {
  private static let policy = """
    timezone: Europe/Berlin
    systems: {ha: {kind: home-assistant, url: http://192.168.1.4:8123, token: {credential: ha-token}}}
    targets: {garage: {entities: [cover.garage]}}
    policy: [garage closed]

    """

  private static func run(_ door: Door, deadline: Int) -> (outcome: TestWorld.Outcome, ended: Double) {
    var household = PretendHousehold()
    household.others = ["192.168.1.4": door]
    var world = household.world(policy: policy)
    world.files["/etc/reconcile/credentials/ha-token"] =
      WrittenSecret("a-token", for: "http://192.168.1.4:8123", "home-assistant").file
    let outcome = world.run("apply", "--deadline", "\(deadline)s", "household.yaml")
    return (outcome, world.diary.end)
  }

  @Test("it arrives after the run's time, and is done", arguments: [1, 5, 60]) func isWaitedFor(deadline: Int) {
    let door = Door(looks: 30)
    let (run, ended) = Self.run(door, deadline: deadline)
    #expect(run.status == 0 && run.output.contains("cover 'cover.garage', done"), "\(run)")
    #expect(door.calls == 1 && ended >= 29 && ended < 40, "\(ended)")
  }

  @Test("it never arrives, and the run ends all the same") func isGivenUp() {
    let door = Door(looks: .max)
    let (run, ended) = Self.run(door, deadline: 5)
    #expect(run.status == 3 && run.output.contains("is still closing after 60 s"), "\(run)")
    #expect(door.calls == 1 && ended < 85, "\(ended)")
  }

  /// A garage that is closing for so many looks after it was told to.
  private final class Door: ReadTransport, WriteTransport {
    private let looks: Int
    private let state = Mutex((calls: 0, looked: 0))

    init(looks: Int) { self.looks = looks }

    var calls: Int { state.withLock { $0.calls } }

    func read(_ request: ReadRequest) async throws(TransportError) -> Response {
      let body =
        switch request.path {
        case "/config": #"{"version":"2025.4.4","state":"RUNNING","recovery_mode":false}"#
        case "/core/state": #"{"state":"RUNNING"}"#
        default: #"{"entity_id":"cover.garage","state":"\#(look())","attributes":{"supported_features":3}}"#
        }
      return Response(status: 200, headers: [("Content-Type", "application/json")], body: Array(body.utf8))
    }

    private func look() -> String {
      state.withLock { state in
        guard state.calls > 0 else { return "open" }
        state.looked += 1
        return state.looked > looks ? "closed" : "closing"
      }
    }

    func write(_ request: WriteRequest) async throws(TransportError) -> Response {
      if request.path.hasSuffix("/cover/close_cover") { state.withLock { $0.calls += 1 } }
      return Response(status: 200, headers: [("Content-Type", "application/json")], body: Array("[]".utf8))
    }
  }
}
