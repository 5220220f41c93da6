import Text

extension String {
  /// More of a calendar is nobody's business in a message.
  private static let longest = 60

  /// The text in quotes as a message shows it: cut where it is long, and safe to show.
  var quoted: String { "'\(shortened())'" }

  /// The same without quotes.
  func shortened() -> String {
    guard utf8.count > Self.longest else { return escaped }
    let kept = unicodeScalars.prefix(Self.longest)
    return (kept.endIndex == endIndex ? self : String(kept) + "…").escaped
  }
}

extension ContentLine {
  /// How it begins.
  var start: String { String(decoding: bytes.prefix(400), as: UTF8.self) }
}
