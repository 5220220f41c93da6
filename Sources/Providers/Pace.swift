/// Cuts long work on the processor into short stretches: between two of them whoever else has something to do has a turn,
/// and the work ends where the run is to end.
///
/// A run is one thread. Without this, a system that lists thousands of objects would keep every other system waiting
/// until they are compared, and no deadline and no signal would be noticed meanwhile.
public struct Pace: Sendable {
  /// How many steps are taken between two turns of others. A step is a look at one object, some microseconds; all of them
  /// together take some hundredths of a second on a small machine.
  public static let stretch = 2000

  private var left = Pace.stretch

  /// The beginning of a stretch.
  public init() {}

  /// Says that so many steps were taken. Throws where the task was cancelled.
  public mutating func step(_ count: Int = 1) async throws(ProviderError) {
    if spend(count) { try await rest() }
  }

  /// The same without a call that may wait, for steps that are shorter than such a call: whether the stretch is over, after which
  /// there has to be a `rest`.
  public mutating func spend(_ count: Int) -> Bool {
    left -= count
    return left <= 0
  }

  /// Gives others a turn, after which a stretch begins. Throws where the task was cancelled.
  public mutating func rest() async throws(ProviderError) {
    left = Self.stretch
    // Not `Task.yield`, which takes the long way through a thread of Swift's own: a child runs where its parent does.
    async let turn: Void = others()
    await turn
    if Task.isCancelled { throw ProviderError(.cancelled, "the run was ended") }
  }

  private func others() async {}
}
