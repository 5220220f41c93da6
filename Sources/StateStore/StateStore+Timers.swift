package import Approvals
import CivilTime
import JSONTree
package import Policies

/// The timers of pauses by the clock that nobody sets: a note, beside the rows that say when they ring by the wall clock.
extension StateStore {
  /// When each timer rings that runs have set last, as far as the state knows.
  package func timersByBoot() throws(StateError) -> [Name: BootMoment] {
    let members = try note(.timersByBoot).flatMap { try? JSON(parsing: Array($0.utf8)) }?.members ?? []
    let pairs = members.compactMap { member in
      BootMoment(stored: member.value["boot"], seconds: member.value["seconds"]).map { (Name(member.name), $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Replaces them by `timers`; writes nothing where they are the same.
  package func keep(timersByBoot timers: [Name: BootMoment]) throws(StateError) {
    guard try timersByBoot() != timers else { return }
    let members = timers.sorted { $0.key < $1.key }.map { JSON.Member($0.key.text, $0.value.stored) }
    try setNote(.timersByBoot, JSON.object(members).text)
  }
}

extension BootMoment {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("boot", boot)
    members.add("seconds", .integer(Int(seconds)))
    return members.json
  }
}
