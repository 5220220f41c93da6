public import Policies

extension Journal {
  /// The systems that could not be read when they were last asked.
  public func lostSystems() throws(JournalError) -> Set<Name> {
    Set((try note("lost") ?? "").split(separator: " ").map { Name(String($0)) })
  }

  /// Replaces them by `lost`; writes nothing where they are the same.
  public func keep(lost: Set<Name>) throws(JournalError) {
    if try lostSystems() != lost { try setNote("lost", lost.sorted().map(\.text).joined(separator: " ")) }
  }
}
