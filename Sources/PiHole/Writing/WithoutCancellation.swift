/// Runs `work` to its end even where the task that asks for it has been cancelled.
///
/// For what must not be left half done: a login whose seat has to be given back, a write and its read-back, a logout.
/// Each of them is bounded by the transport's timeouts. The work runs where the asking task runs, so that a transport
/// that is driven by an executor of its own still gets its turn.
func withoutCancellation<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
  await unstructured(work).value
}

/// Begins `work` in a task that no other task's cancellation reaches, on the executor of the present one.
func unstructured<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
  let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
  return Task(executorPreference: executor, operation: work)
}
