/// What one run has learned of a console; its observer and its applier share it, so that nothing is asked twice.
actor UniFiRun {
  private(set) var site: UniFiSite?
  private var seen: [String: ACLRule.Action] = [:]
  private var hasTriedKeyAgain = false

  /// Keeps the site that the settings mean.
  func remember(_ site: UniFiSite) { self.site = site }

  /// Keeps what the plan is going to be made from.
  func remember(_ rules: [ACLRule]) {
    seen = Dictionary(rules.map { ($0.id, $0.action) }) { first, _ in first }
  }

  /// What the rule did with traffic when the plan was made; nil where this run has not seen it.
  func seenAction(ofRule id: String) -> ACLRule.Action? { seen[id] }

  /// True once: a key that is refused may be tried again, because an edge that is restarting refuses good keys too.
  func mayTryKeyAgain() -> Bool {
    defer { hasTriedKeyAgain = true }
    return !hasTriedKeyAgain
  }
}
