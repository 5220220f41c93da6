import Policies
import Providers

extension Setup {
  /// What `init` proposes of a guest pass that this machine has paired with: what can be turned off, locked or closed, as
  /// comments.
  static let easyControl = Setup(
    name: "door", scheme: .http, exampleHost: "homeassistant.local:8123", mayRepeat: false,
    secret: ("pairing", "pairing"), credential: { $0 + "-pairing" }, objects: [.entity, .lock, .cover]
  ) { found in
    Draft(
      proposals: [
        proposal(.entity, "devices", "What the guest pass of '\(found.system)' turns off.", "off 20:00–07:00", found),
        proposal(
          .lock, "locks", "Locks. Without 'may-unlock: true' they are only ever locked.", "locked 22:00–06:00",
          found),
        proposal(
          .cover, "covers", "Gates and blinds. Without 'may-open: true' they are only ever closed.",
          "closed 21:00–07:00", found),
      ].compactMap(\.self))
  }

  private static func proposal(
    _ kind: ObjectKind, _ word: String, _ title: String, _ state: String, _ found: Found
  ) -> DraftProposal? {
    let usable = found.objects.filter { $0.kind == kind && $0.switchBlocker == nil }
    return DraftProposal(usable, called: word, title, state, on: found.system, areDoors: kind != .entity)
  }
}
