/// Moves switches on one system. Only an apply is ever handed one.
public protocol Applier: Sendable {
  /// How many changes may be under way at once; one unless it says otherwise.
  var changesAtOnce: Int { get }

  /// For how long a change that has begun is waited for after the run was to end, because to cut it off would leave a door
  /// half way, or nobody knowing; no time unless it says otherwise.
  func patience(for change: Change) -> Duration

  /// Re-reads the object, compares it with `change.from`, moves the one switch in the tree that was read, and reads it
  /// back. Everything else of the object stays as it came.
  ///
  /// Throws where the system as a whole failed (no further change is tried on it); what concerns the one object is an
  /// `Outcome`.
  func apply(_ change: Change) async throws(ProviderError) -> Outcome

  /// The same; `begin` is asked directly before the first thing is sent, by whoever may wait until then, and throws where
  /// nothing is to begin any more.
  func apply(
    _ change: Change, begin: @Sendable () throws(ProviderError) -> Void
  ) async throws(ProviderError) -> Outcome
}

extension Applier {
  /// One after another.
  public var changesAtOnce: Int { 1 }

  /// No longer than any other request.
  public func patience(for change: Change) -> Duration { .zero }

  /// Begins whenever it is asked to.
  public func apply(
    _ change: Change, begin: @Sendable () throws(ProviderError) -> Void
  ) async throws(ProviderError) -> Outcome { try await apply(change) }
}
