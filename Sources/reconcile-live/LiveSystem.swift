import CivilTime
import Glibc
import PiHole
import Policies
import Providers
import Planning

/// A real system, seen through the provider that is tried.
struct LiveSystem: Sendable {
  /// What every object begins with that the suite makes, and nobody else's should.
  static let prefix = "reconcile-live-"

  let name: Name
  let readable: Set<ObjectKind>
  let observer: any Observer
  let applier: any Applier

  /// The object of `kind` that is called `name`, as the provider sees it.
  func object(_ kind: ObjectKind, named name: String) async throws(LiveFailure) -> ObservedObject {
    let found = try await objects(kind).filter { $0.name == name }
    guard let object = found.first, found.count == 1 else {
      throw LiveFailure("expected one \(kind.rawValue) '\(name)', found \(found.count)")
    }
    return object
  }

  /// Every object of `kind`.
  func objects(_ kind: ObjectKind) async throws(LiveFailure) -> [ObservedObject] {
    try Interruption.check()
    do throws(ProviderError) {
      return try await observer.observe([kind]).objects.filter { $0.kind == kind }
    } catch {
      throw LiveFailure(error.message)
    }
  }

  /// Why the system does not offer `kind` at all; nil where it does, and where its list cannot be read.
  func refusal(of kind: ObjectKind) async -> String? {
    let refusal = (try? await observer.observe([kind]))?.unavailableKinds[kind]
    return refusal?.code == "unifi.list-refused" ? nil : refusal?.message
  }

  /// What to call the system in the report.
  func title() async throws(LiveFailure) -> String {
    do throws(ProviderError) {
      return try await observer.observe(readable.contains(.blocking) ? [.blocking] : []).title
    } catch {
      throw LiveFailure([error.message, error.hint].compactMap { $0 }.joined(separator: "; "))
    }
  }

  /// Moves the switch of `object`, and says what became of it.
  func move(
    _ object: ObservedObject, to switchState: SwitchState, entry: DomainEntry? = nil
  ) async throws(LiveFailure) -> Outcome {
    try Interruption.check()
    let change = Change(
      target: Name("live"), system: name, kind: object.kind, id: object.id, name: object.name, from: object.switchState,
      to: switchState, domainEntry: entry)
    do throws(ProviderError) {
      return try await applier.apply(change)
    } catch {
      throw LiveFailure(error.message)
    }
  }

  /// The same, where nothing but success will do.
  func mustMove(
    _ object: ObservedObject, to switchState: SwitchState, entry: DomainEntry? = nil
  ) async throws(LiveFailure) {
    let outcome = try await move(object, to: switchState, entry: entry)
    try demand(outcome.word == "applied", "'\(object.name)' to become \(switchState.position), it was \(outcome.said)")
  }

  /// A change that was planned on an older state has to be left alone.
  func mustLeave(
    _ stale: ObservedObject, to switchState: SwitchState, entry: DomainEntry? = nil
  ) async throws(LiveFailure) {
    let outcome = try await move(stale, to: switchState, entry: entry)
    try demand(
      outcome.word == "superseded", "a stale change of '\(stale.name)' to be left alone, it was \(outcome.said)")
  }

  /// By the machine's clock.
  static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(secondsSinceEpoch: Int64(time.tv_sec))
  }
}

extension Outcome {
  /// The word, and why.
  fileprivate var said: String {
    ([word] + messages.flatMap { [$0.message, $0.hint].compactMap { $0 } }).joined(separator: ": ")
  }
}
