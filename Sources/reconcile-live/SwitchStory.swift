import Policies
import Providers
import Planning

/// The story of one switch: an object is made by hand, its switch is moved to and fro by the provider, and it is removed.
struct SwitchStory: Sendable {
  /// Which kind of object.
  var kind: ObjectKind
  /// What the object is called.
  var name: String
  /// Makes it, enabled or not, without any effect on anybody.
  var make: @Sendable () async throws(LiveFailure) -> Void
  /// Removes it.
  var remove: @Sendable () async throws(LiveFailure) -> Void

  /// Tells it; the object is removed in any case. What is given back is for people.
  func tell(on system: LiveSystem) async throws(LiveFailure) -> String {
    do throws(LiveFailure) {
      try await make()
      try await Self.moveToAndFro(try await system.object(kind, named: name), on: system)
      try await remove()
    } catch {
      // Once more also where the removal itself went wrong.
      try? await remove()
      throw error
    }
    let left = try await system.objects(kind).filter { $0.name == name }
    try demand(left.isEmpty, "'\(name)' to be gone")
    return "made '\(name)', moved its switch to and fro, left a stale change alone, removed it"
  }

  /// Moves the switch of `made`, which was just seen, away and back; what was planned before is then stale.
  static func moveToAndFro(_ made: ObservedObject, on system: LiveSystem) async throws(LiveFailure) {
    let (kind, name) = (made.kind, made.name)
    let other: SwitchState.Position = made.switchState.position == .enabled ? .disabled : .enabled
    try await system.mustMove(made, to: SwitchState(other))
    let moved = try await system.object(kind, named: name)
    try demand(moved.switchState == SwitchState(other), "'\(name)' to read \(other)")
    try await system.mustMove(moved, to: made.switchState)
    try await system.mustLeave(moved, to: made.switchState)
    try demand(
      try await system.object(kind, named: name).switchState == made.switchState, "'\(name)' to be as it was made")
  }
}
