/// What a text is written for: how wide it may be, which colours and which signs it may have.
struct Style {
  private let isOn: Bool
  /// The columns that a line may have; what is one word may be longer.
  let width: Int

  /// Colours if `isOn`, for lines of `width` columns.
  init(isOn: Bool, width: Int = Style.widest) {
    self.isOn = isOn
    self.width = width
  }

  /// No text is wider than this, however wide the terminal is.
  static let widest = 80

  /// Bold, since no colour can be read on every ground, least of all yellow on white.
  func change(_ text: String) -> String { wrap(text, "1") }
  func good(_ text: String) -> String { wrap(text, "32") }
  func bad(_ text: String) -> String { wrap(text, "1;31") }
  func strong(_ text: String) -> String { wrap(text, "1") }
  func faint(_ text: String) -> String { wrap(text, "2") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// `text` on lines of at most `width` columns, as the function of this name says.
  func wrapped(_ text: String, indent: String, following: String? = nil) -> [String] {
    ReconcileCLI.wrapped(text, indent: indent, following: following, width: width)
  }
}
