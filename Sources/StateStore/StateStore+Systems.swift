public import Policies

extension StateStore {
  /// The systems that could not be read when they were last asked.
  public func lostSystems() throws(StateError) -> Set<Name> {
    Set((try note("lost") ?? "").split(separator: " ").map { Name(String($0)) })
  }

  /// Replaces them by `lost`; writes nothing where they are the same.
  public func keep(lost: Set<Name>) throws(StateError) {
    if try lostSystems() != lost { try setNote("lost", lost.sorted().map(\.text).joined(separator: " ")) }
  }

  /// What the last run that was told of in the machine's journal found out of place; nil where none was.
  public func lastTrouble() throws(StateError) -> String? { try note("trouble") }

  /// Replaces it by `trouble`; writes nothing where it is the same.
  public func keepTrouble(_ trouble: String) throws(StateError) {
    if try lastTrouble() != trouble { try setNote("trouble", trouble) }
  }
}
