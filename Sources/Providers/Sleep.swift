/// Waits. It comes in from outside so that a test's years take milliseconds; it returns early when the task is
/// cancelled.
public typealias Sleep = @Sendable (Duration) async -> Void
