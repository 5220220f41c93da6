extension String {
  /// The text, cut with `…` after `most` scalars, where it is shown or remembered: a system may give names of any length,
  /// and what is remembered stays for a year.
  public func shortened(to most: Int = 256) -> String {
    guard utf8.count > most else { return self }
    let kept = unicodeScalars.prefix(most)
    return kept.endIndex == endIndex ? self : String(kept) + "…"
  }
}
