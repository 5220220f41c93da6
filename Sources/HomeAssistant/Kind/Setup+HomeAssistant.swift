import Policies
import Providers

extension Setup {
  /// What `init` proposes of a Home Assistant: what can be turned off, and what can be locked or closed, as comments.
  static let homeAssistant = Setup(
    name: "ha", scheme: .http, exampleHost: "homeassistant.local:8123", mayRepeat: false, secret: ("token", "token"),
    credential: { $0 + "-token" }, objects: [.entity, .lock, .cover]
  ) { found in
    Draft(
      proposals: [
        proposal(
          .entity, "devices", "What '\(found.system)' can turn off.", "off 20:00–07:00", found),
        proposal(
          .lock, "locks", "Locks. Without 'may-unlock: true' they are only ever locked.", "locked 22:00–06:00",
          found),
        proposal(
          .cover, "covers", "Gates and blinds. Without 'may-open: true' they are only ever closed.",
          "closed 21:00–07:00", found),
      ].compactMap(\.self))
  }

  /// The domains whose entities people mean when they speak of devices; others would only make the list long.
  private static let usual: Set<String> = ["switch", "light", "media_player", "fan", "climate", "lock", "cover"]

  private static func proposal(
    _ kind: ObjectKind, _ word: String, _ title: String, _ state: String, _ found: Found
  ) -> DraftProposal? {
    let usable = found.objects.filter { object in
      object.kind == kind && object.switchBlocker == nil && usual.contains(String(object.name.prefix { $0 != "." }))
    }
    return DraftProposal(usable, called: word, title, state, on: found.system, areDoors: kind != .entity)
  }
}
