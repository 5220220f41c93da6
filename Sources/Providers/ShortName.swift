extension String {
  /// The text in quotes as a message names it: the one way for a name, or anything else that somebody gave, into the words
  /// of a message. Cut where it is long.
  public var quoted: String { "'\(shortened())'" }

  /// The text, cut with `…` after `most` scalars, where it is shown or remembered: a system may give names of any length,
  /// and what is remembered stays for a year.
  public func shortened(to most: Int = 256) -> String {
    guard utf8.count > most else { return self }
    let kept = unicodeScalars.prefix(most)
    return kept.endIndex == endIndex ? self : String(kept) + "…"
  }
}
