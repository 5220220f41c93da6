import Documents
import Providers

/// Looks at one entity again and again, as slowly as the limit of 30 readings a minute allows. A reading has all entities, so
/// that those who look at several of them at the same time share it.
struct Looking: Sendable {
  let client: EasyControlClient
  let sleep: Sleep

  /// Between looks; a minute together.
  static let pauses: [Duration] = [1, 1, 2, 3, 3].map { .seconds($0) } + Array(repeating: .seconds(5), count: 10)
  /// After so many of them, 10 seconds, a device that shows nothing of what was refused or lost is not going to, and neither
  /// is a lamp.
  static let looksInDoubt = 5

  /// So many looks show how it stands at that moment: most devices are there by then.
  static let looksAlone = 2

  /// How `id` stands; nil where it is not there.
  func look(_ id: String) async throws(ProviderError) -> EntityState? {
    try await client.states().first { $0.id == id }
  }

  /// How `id` stands once it does not move any more, or after a minute; nil where it is gone.
  func settled(_ id: String) async throws(ProviderError) -> (state: EntityState, hasMoved: Bool)? {
    var hasMoved = false
    for pause in Self.pauses {
      guard let state = try await look(id) else { return nil }
      guard state.condition.isMoving else { return (state, hasMoved) }
      hasMoved = true
      await sleep(pause)
    }
    return try await look(id).map { ($0, hasMoved) }
  }

  /// What is seen of an entity that was told to do something.
  enum Sight: Hashable, Sendable {
    /// It is where it should be.
    case there
    /// Its device failed to move.
    case stuck(String)
    /// It stands somewhere else, also after a while.
    case elsewhere(EntityCondition)
    /// It could not be looked at.
    case unseen(String)
  }

  /// Looks until `id` is at `goal`: for a minute, at a lamp for 10 seconds, and in doubt for as long as it moves.
  func await(_ id: String, at goal: EntityCondition, inDoubt: Bool) async -> Sight {
    var last: EntityCondition?
    var failures = 0
    // The first looks are readings of its own, so that what others read before the action never counts.
    var seen = 0
    let isBrief = inDoubt || EntityDomain.named(id.prefix { $0 != "." })?.kind == .entity
    for (number, pause) in Self.pauses.enumerated() {
      if isBrief, number >= Self.looksInDoubt, last?.isMoving != true { break }
      do throws(ProviderError) {
        let reading = try await number < Self.looksAlone ? client.reading() : client.reading(after: seen)
        seen = reading.number
        guard let state = reading.states.first(where: { $0.id == id }) else {
          return .unseen("it is no longer there")
        }
        failures = 0
        last = state.condition
        if last == goal { return .there }
        if case .stuck(let word) = last { return .stuck(word) }
      } catch {
        failures += 1
        // A server that asks for a pause is given it; one that does not answer twice running is not going to tell.
        if case .busy(let seconds?) = error.kind, failures == 1, seconds <= 60 {
          await sleep(.seconds(seconds))
        } else if failures > 1 || !error.isTransient {
          return .unseen(error.message.text)
        }
      }
      if Task.isCancelled { break }
      await sleep(pause)
    }
    return last.map { .elsewhere($0) } ?? .unseen("it was not seen")
  }
}
