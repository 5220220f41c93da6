import PiHole
import Policies
import Providers
import Planning

/// The story of a domain entry: the provider makes one, moves its switch and removes it. It belongs to a group of the
/// suite's own that is out of force and without members, so that it blocks nothing for anybody.
struct EntryStory: Sendable {
  let hand: PiHoleHand
  /// The name of the group, and of the entry but for its ending.
  let mark: String

  private var name: String { mark + ".invalid" }

  private var entry: DomainEntry {
    DomainEntry(list: .deny, isRegex: false, text: name, groups: [mark], mark: "reconcile:live")
  }

  /// Tells it; group and entry are removed in any case. What is given back is for people.
  func tell(on system: LiveSystem) async throws(LiveFailure) -> String {
    do throws(LiveFailure) {
      try await PiHoleTable.groups.make(mark, isEnabled: false, hand)
      try await makeMoveRemove(on: system)
    } catch {
      try? await PiHoleTable.domains.sweep(hand)
      try? await PiHoleTable.groups.sweep(hand)
      throw error
    }
    try await PiHoleTable.groups.sweep(hand)
    return "made '\(name)', moved its switch to and fro, left stale changes alone, removed it"
  }

  private func makeMoveRemove(on system: LiveSystem) async throws(LiveFailure) {
    let absent = ObservedObject(
      kind: .domain, id: "deny/exact/\(name)", name: name, switchState: SwitchState(.absent), whenOff: nil)
    try await system.mustMove(absent, to: SwitchState(.enabled), entry: entry)
    try await system.mustLeave(absent, to: SwitchState(.enabled), entry: entry)
    let made = try await system.object(.domain, named: name)
    try demand(made.switchState == SwitchState(.enabled), "'\(name)' to read enabled")
    try demand(made.record?.groups == [mark], "'\(name)' to belong to '\(mark)' alone")
    try await system.mustMove(made, to: SwitchState(.disabled), entry: entry)
    let moved = try await system.object(.domain, named: name)
    try demand(moved.switchState == SwitchState(.disabled), "'\(name)' to read disabled")
    try await system.mustMove(moved, to: SwitchState(.absent), entry: entry)
    try await system.mustLeave(moved, to: SwitchState(.absent), entry: entry)
    let left = try await system.objects(.domain).filter { $0.name == name }
    try demand(left.isEmpty, "'\(name)' to be gone")
  }
}
