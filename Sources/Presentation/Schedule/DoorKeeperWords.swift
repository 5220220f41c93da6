package import JSONTree
package import Policies

/// What keeps an action from opening a door.
extension DoorKeeper {
  /// `it opens what 'front' has: locked until 12:33`. Of another day it says the same.
  package func words(_ moments: Moments) -> String {
    let state = "\(state)\(until.map { " until \(moments.short($0))" } ?? "")"
    return lock.map { "it opens what lock \($0) keeps shut: \(state)" } ?? "it opens what '\(target)' has: \(state)"
  }

  /// The same for programs.
  package var json: JSON {
    .object([
      .init("target", .string(target.text)), .init("state", .string(state.rawValue)), .init("until", .instant(until)),
    ])
  }
}
