import Controller

/// What `pair` is asked to do.
struct PairRequest {
  /// What the policy calls the system.
  let system: String
  let deed: Deed

  enum Deed: Hashable {
    case pair(replaces: Bool)
    case status
    case forget(withoutAsking: Bool)
  }

  /// As the command line says.
  init(_ invocation: Invocation) throws(UsageError) {
    system = invocation.operands[0]
    let given = [Option.status, .forget, .replace].filter(invocation.has)
    if given.count > 1 { throw PairMessages.oneOf(given[0], given[1]) }
    if invocation.has(.yes), !invocation.has(.forget) { throw PairMessages.nothingToAsk }
    deed =
      invocation.has(.status)
      ? .status
      : invocation.has(.forget)
        ? .forget(withoutAsking: invocation.has(.yes)) : .pair(replaces: invocation.has(.replace))
  }
}
