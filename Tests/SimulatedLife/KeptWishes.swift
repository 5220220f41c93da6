import Approvals
import CivilTime
import Planning
import Policies
import StateStore

extension KeptWishes {
  /// Reads them: the one place where the simulation sees the program's own types of requests.
  init(_ store: StateStore, _ people: [String]) throws {
    overrides = try store.overrides().map { made in
      var override = HouseOverride(
        made.target.text, made.state.rawValue, made.from.secondsSinceEpoch, made.until.secondsSinceEpoch)
      (override.id, override.isLock) = (Int(made.id) ?? 0, made.kind == .lock)
      return override
    }.sorted { $0.id < $1.id }
    for request in try store.requests() {
      requests[Int(request.id) ?? 0] = Request(
        ending: request.ending?.rawValue, wrong: request.wrongTries, agreed: request.approvedBy.map(\.text))
    }
    for person in people {
      if let pin = try store.pin(of: Name(person)) { pins[person] = PIN(wrong: pin.wrong, waits: pin.waits) }
    }
  }
}
