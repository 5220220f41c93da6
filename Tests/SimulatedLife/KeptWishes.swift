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
      (override.id, override.isLock, override.isMore) = (Int(made.id) ?? 0, made.kind == .lock, made.kind == .more)
      (override.named, override.isTakenBack) = (made.named?.text, made.isTakenBack)
      return override
    }.sorted { $0.id < $1.id }
    let versions = try store.policyVersions().map { version in
      (version.fingerprint, version.files.first.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")
    }
    let texts = Dictionary(versions) { first, _ in first }
    for edit in try store.approvedEdits() {
      agreed[edit.target.text] = Agreed(
        text: texts[edit.version], since: edit.since.secondsSinceEpoch, isHeld: edit.heldSince != nil,
        request: edit.request.flatMap { Int($0) })
    }
    for request in try store.requests() {
      if case .edit(let edit) = request.deed {
        edits[Int(request.id) ?? 0] = Edit(
          asker: request.asker, targets: edit.targets.map(\.text), text: texts[edit.version])
      }
      requests[Int(request.id) ?? 0] = Request(
        ending: request.ending?.rawValue, wrong: request.wrongTries, agreed: request.approvedBy.map(\.text))
    }
    for person in people {
      if let pin = try store.pin(of: Name(person)) {
        pins[person] = PIN(wrong: pin.wrong, waits: pin.waits)
        pinHashes[person] = pin.hash
      }
    }
  }
}
