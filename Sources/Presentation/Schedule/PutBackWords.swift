package import Policies

extension Policy {
  /// What becomes of `target` where an override ends and the target is left alone again. A door that the override found open
  /// is not opened, and of what cannot be read nobody knows how it was found.
  package func putBackWords(_ target: Name) -> String {
    guard let found = targets.first(where: { $0.name == target }) else { return "put back as it was" }
    if found.selector.kind?.isUnreadable ?? false { return Self.notPutBack }
    guard let states = found.states, states.permission != nil else { return "put back as it was" }
    return "put back if it was \(states.off)"
  }

  /// The same as a sentence: `after an override it is put back as it was, once`.
  func putBackSentence(_ target: Name) -> String {
    let words = putBackWords(target)
    return "after an override it is \(words)" + (words == Self.notPutBack ? "" : ", once")
  }

  private static let notPutBack = "not put back"
}
