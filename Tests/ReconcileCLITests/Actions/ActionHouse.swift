import CivilTime
import Documents
import HTTPTransport
import Policies
import Providers
import Synchronization
import TestSupport

@testable import ReconcileCLI

/// A pretend house that does actions, and a program that knows such houses.
struct ActionHouse {
  /// What the house does when it is told to do something.
  enum Fate: Hashable, Sendable {
    /// It is done, and the answer comes.
    case done
    /// It is said to be done, and nobody measures whether it was.
    case assumed
    /// It is refused before anything was sent.
    case refused
    /// It is done, and the answer is lost.
    case answerLost
    /// It is said to be done, and its device failed to move.
    case stuck
    /// It is said to be done, and its state does not show it.
    case notSeen
    /// It was said to be done for certain that it was not, after it was sent.
    case failed
    /// It was sent, and never reached what would have done it.
    case notYet
    /// The program is killed before the request is sent; nothing that it does has an effect any more.
    case killedBefore
    /// The program is killed after the request was sent.
    case killedAfter
  }

  /// What it did, and what it will do.
  final class House: ActionRunner {
    private let state = Mutex((fates: [Fate](), done: [String](), tries: 0, takes: Duration.zero))
    private let sleep = Mutex<Sleep?>(nil)
    private let hangs = Mutex(false)
    private let look = Mutex<(@Sendable () -> Void)?>(nil)

    var done: [String] { state.withLock { $0.done } }
    var tries: Int { state.withLock { $0.tries } }
    /// From now on; after the last of them everything is done.
    func expect(_ fates: Fate...) { state.withLock { $0.fates = fates } }

    /// From now on everything takes so long.
    func take(_ time: Duration) { state.withLock { $0.takes = time } }

    /// From now on nobody hears how it stands.
    func hang() { hangs.withLock { $0 = true } }

    /// As a transport has it, whoever asks is told no more once the run is over.
    func look() async throws(ProviderError) {
      while hangs.withLock(\.self), !Task.isCancelled { await sleep.withLock { $0 }?(.seconds(1)) }
      if Task.isCancelled { throw ProviderError(.cancelled, "the run is over") }
    }

    /// Its time passes so.
    func wait(by sleep: @escaping Sleep) { self.sleep.withLock { $0 = sleep } }

    /// Is called whenever something is done.
    func whenDone(_ look: @escaping @Sendable () -> Void) { self.look.withLock { $0 = look } }

    func patience(moving object: ObjectKey?) -> Duration { .seconds(60) }

    func run(
      _ action: SelectorKind.Action, commit: @Sendable (_ moving: ObjectKey?) async throws(ProviderError) -> Void
    ) async throws(ProviderError) -> ActionOutcome {
      let fate = state.withLock { state in
        state.tries += 1
        return state.fates.isEmpty ? Fate.done : state.fates.removeFirst()
      }
      if fate == .refused { return .notDone(Message(code: "house.refused", "was refused")) }
      if fate == .killedBefore { throw ProviderError(.cancelled, "the program was killed") }
      try await commit(nil)
      let takes = state.withLock { $0.takes }
      if takes > .zero { await sleep.withLock { $0 }?(takes) }
      if fate != .failed, fate != .notYet {
        state.withLock { $0.done.append(action.name) }
        look.withLock { $0 }?()
      }
      switch fate {
      case .answerLost: throw ProviderError(.timedOut, "no answer within 75 s")
      case .stuck: return .stuck(Message(code: "house.stuck", "is stuck half way", hint: "push it"))
      case .notSeen: return .unverified(Message(code: "house.not-seen", "was sent, but stands where it stood"))
      case .failed: return .refused(Message(code: "house.failed", "says that its motor did not move"))
      case .assumed: return .done([Message(code: Outcome.assumedCode, "nobody reads whether it moved")])
      case .notYet: return .notDone(Message(code: "house.not-yet", "is still starting"))
      case .done, .refused, .killedBefore, .killedAfter: return .done([])
      }
    }
  }

  let house = House()
  var world: TestWorld

  static let policy = """
    timezone: Europe/Berlin
    systems: {house: {kind: pretend-house, url: http://192.168.1.9}}
    targets:
      gate: {action: gate.open, may-open: true}
    policy:
      - {do: gate at 21:05, grace: 5m}

    """

  init(policy: String = policy) {
    world = PretendHousehold().world(policy: policy)
    world.household?.others = ["192.168.1.9": NoWire()]
    let house = house
    var kind = ProviderKind.pretendHouse
    kind.connect = { connection in
      house.wait(by: connection.sleep)
      return ConnectedSystem(observer: NoObserver(house: house), applier: { _ in NoApplier() }, actions: { _ in house })
    }
    world.kinds = ProviderKinds(ProviderKinds.shipped.all + [kind])
  }

  /// Runs the program at `time` of the evening of 2026-11-20, in seconds after 21:00.
  mutating func run(at seconds: Int64, _ arguments: String...) -> TestWorld.Outcome {
    world.now = Instant(secondsSinceEpoch: 1_795_204_800 + seconds)
    return world.run(arguments + ["household.yaml"])
  }
}

/// Nothing is ever asked over it.
private struct NoWire: ReadTransport, WriteTransport {
  func read(_ request: ReadRequest) async throws(TransportError) -> Response { Response(status: 500) }
  func write(_ request: WriteRequest) async throws(TransportError) -> Response { Response(status: 500) }
}

private struct NoObserver: Observer {
  let house: ActionHouse.House

  func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation {
    try await house.look()
    return Observation(system: Name("house"), version: "1", title: "House", objects: [])
  }
  func close() async {}
}

private struct NoApplier: Applier {
  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    .failed(Message(code: "house.none", "there is no switch"))
  }
}
