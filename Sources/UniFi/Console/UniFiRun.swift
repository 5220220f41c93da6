import HTTPTransport
import Policies
import Providers

/// What one run has learned of a console; its observer and its applier share it, so that nothing is asked twice.
actor UniFiRun {
  private(set) var site: UniFiSite?
  /// What must not be quoted, such as the passphrases that were read.
  private(set) var secrets = UniFiSecrets()
  private var seen: [ObjectKind: [Seen]] = [:]
  private var hasTriedKeyAgain = false

  /// Keeps the site that the settings mean.
  func remember(_ site: UniFiSite) { self.site = site }

  /// What the plan is going to be made from.
  struct Seen: Sendable {
    /// The id of an object; nil where the console gave none.
    var id: String?
    /// What the object did.
    var action: ObjectAction
  }

  /// Keeps what was seen of all objects of `kind`.
  func remember(_ objects: [Seen], of kind: ObjectKind) { seen[kind] = objects }

  /// Hides `found` in all text that is quoted from now on.
  func hide(_ found: [Secret]) { secrets.add(found) }

  /// What the object did when the plan was made; nil where this run has not seen it.
  ///
  /// Looked for one after the other: a change costs far more, and most runs ask for none of thousands.
  func seenAction(of id: String, _ kind: ObjectKind) -> ObjectAction? { seen[kind]?.first { $0.id == id }?.action }

  /// True once: a key that is refused may be tried again, because an edge that is restarting refuses good keys too.
  func mayTryKeyAgain() -> Bool {
    defer { hasTriedKeyAgain = true }
    return !hasTriedKeyAgain
  }
}
