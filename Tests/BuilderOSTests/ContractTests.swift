import CivilTime
import HTTPTransport
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import BuilderOS

/// A capsule of a pretend host before the suite that every provider must pass.
struct CapsuleFixture: ContractFixture {
  let shape: BuilderOS.Shape
  let errors: BuilderOS.ErrorForm
  let kinds: Set<ObjectKind> = [.capsule]
  let basePath = "/api"
  let secret = Stage.key
  let ownKey = "jellyfin"
  let isReadable = false

  func makeSystem() -> BuilderOS {
    Stage.host { host in (host.shape, host.statusShape, host.errors) = (shape, shape, errors) }
  }

  func makeProvider(
    read: any ReadTransport, write: any WriteTransport, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier) {
    let client = BuilderOSClient(system: Name("studio"), secret: Secret(secret), transport: read)
    return (BuilderOSObserver(client: client), BuilderOSApplier(client: client, write: write))
  }

  func change(seeing observation: Observation, at now: Instant) -> Change? { ask(observation, for: .disabled) }
  func changeBack(seeing observation: Observation, at now: Instant) -> Change? { ask(observation, for: .enabled) }

  private func ask(_ observation: Observation, for position: SwitchState.Position) -> Change? {
    observation.objects.contains { $0.id == ownKey } ? Stage.change(ownKey, to: position) : nil
  }

  func isDone(_ system: BuilderOS, at now: Double) -> Bool {
    system.capsules.contains { $0.id == ownKey && !$0.isRunning }
  }

  func snapshot(_ system: BuilderOS) -> [String: String] {
    Dictionary(uniqueKeysWithValues: system.capsules.map { ($0.id, $0.isRunning ? "runs" : "stands") })
  }

  func interfere(_ system: inout BuilderOS) { system.capsules[0].isRunning = false }

  func remove(_ system: inout BuilderOS) -> Bool {
    system.capsules.removeAll { $0.id == ownKey }
    return true
  }

  func refuseCredentials(_ system: inout BuilderOS) { system.key = "another" }
}

@Suite struct ContractTests {
  static let fixtures = [
    CapsuleFixture(shape: .guide, errors: .json), CapsuleFixture(shape: .later, errors: .text),
  ]

  @Test("a capsule keeps the contract", arguments: fixtures.flatMap { ProviderContract.stories(of: $0) })
  func contract(_ story: ContractStory) async throws { try await story.run() }
}
