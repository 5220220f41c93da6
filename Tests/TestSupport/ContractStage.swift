import CivilTime
import Documents
import HTTPTransport
import Planning
import Providers
import Simulator

/// A provider beside its pretend system, and the words in which stories are told.
struct ContractStage<Fixture: ContractFixture>: Sendable {
  let fixture: Fixture
  let wire: FakeWire<Fixture.System>
  let observer: any Observer
  let applier: any Applier

  init(_ fixture: Fixture) {
    self.fixture = fixture
    wire = FakeWire(fixture.makeSystem(), basePath: fixture.basePath)
    (observer, applier) = fixture.makeProvider(read: wire, write: wire, sleep: wire.sleep)
  }

  /// The same pretend system with a provider that remembers nothing, as in the next run.
  func nextRun() -> (observer: any Observer, applier: any Applier) {
    fixture.makeProvider(read: wire, write: wire, sleep: wire.sleep)
  }

  var now: Instant { get async { Instant(secondsSinceEpoch: Int64(await wire.clock)) } }
  var snapshot: [String: String] { get async { fixture.snapshot(await wire.system) } }
  var isDone: Bool { get async { fixture.isDone(await wire.system, at: await wire.clock) } }
  var writes: Int { get async { await wire.log.filter(\.isWrite).count } }

  func observe() async throws -> Observation {
    let observation = try await observer.observe(fixture.kinds)
    try keepsTheSecret(observation)
    return observation
  }

  func plannedChange() async throws -> Change {
    let observation = try await observe()
    return try await need(fixture.change(seeing: observation, at: now), "a change is possible in the beginning")
  }

  func apply(_ change: Change) async throws -> Outcome {
    let outcome = try await applier.apply(change)
    try keepsTheSecret(outcome)
    return outcome
  }

  // MARK: Demands

  func demand(_ holds: Bool, _ expectation: String) throws {
    if !holds { throw ContractViolation("expected: \(expectation)") }
  }

  func need<Value>(_ value: Value?, _ expectation: String) throws -> Value {
    guard let value else { throw ContractViolation("expected: \(expectation)") }
    return value
  }

  /// Nothing but the object of the stories differs from `before`.
  func foreignUntouched(since before: [String: String], _ when: String) async throws {
    let after = await snapshot
    for key in Set(before.keys).union(after.keys).sorted() where key != fixture.ownKey {
      try demand(
        before[key] == after[key],
        "'\(key)' is untouched \(when); it was \(before[key] ?? "absent") and is \(after[key] ?? "absent")")
    }
  }

  func keepsTheSecret<Value>(_ value: Value) throws {
    var text = ""
    dump(value, to: &text)
    try demand(!text.contains(fixture.secret), "the secret is not shown, but it is in: \(text)")
  }

  /// One clear error: of the right kind, worded as a message is, without the secret.
  func isClear(_ error: ProviderError, _ kinds: [ProviderError.Kind], _ when: String) throws {
    try demand(kinds.contains(error.kind), "one of \(kinds) \(when); it was \(error)")
    try demand(
      !error.message.text.isEmpty && !error.message.text.hasSuffix("."),
      "a message without a full stop; it was \(error)")
    try demand(error.message.text.first?.isUppercase == false, "a message in lower case; it was \(error)")
    try keepsTheSecret(error)
  }
}
