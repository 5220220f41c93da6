import Documents
import Text

/// How text is written: with which colours, how wide, and with which signs.
package struct Style {
  private let isOn: Bool
  private let screen: Screen
  private let completing: (String) -> String

  /// Colours if `isOn`, for what is read on `screen`. `completing`: a sentence whose commands can be typed as they are.
  package init(isOn: Bool, screen: Screen = Screen(), completing: @escaping (String) -> String = { $0 }) {
    self.isOn = isOn
    self.screen = screen
    self.completing = completing
  }

  /// The columns that a line may have; what is one word may be longer.
  package var width: Int { screen.width }

  /// Whether only ASCII may be written.
  var isASCII: Bool { screen.isASCII }

  /// Bold, since no colour can be read on every ground, least of all yellow on white.
  package func change(_ text: String) -> String { wrap(text, "1") }
  /// As it should be: green.
  func good(_ text: String) -> String { wrap(text, "32") }
  /// What is wrong: red, and bold besides for who does not see red.
  package func bad(_ text: String) -> String { wrap(text, "1;31") }
  /// A heading, or what a reader looks for: bold.
  package func strong(_ text: String) -> String { wrap(text, "1") }
  /// What matters less than the rest: pale.
  package func faint(_ text: String) -> String { wrap(text, "2") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// `text` made safe for the screen.
  func shown(_ text: String) -> String { spelled(text.escaped) }

  /// `text` on lines of at most `width` columns, as the function of this name says.
  package func wrapped(_ text: String, indent: String, following: String? = nil) -> [String] {
    Presentation.wrapped(
      spelled(completing(text)), indent: spelled(indent), following: following.map(spelled), width: width)
  }

  /// Whether it is known how wide a line may be: what no terminal shows is not cut.
  package var fits: Bool { screen.columns != nil }

  /// `text` in the signs that can be shown.
  package func spelled(_ text: String) -> String { screen.isASCII ? text.spelledInASCII : text }
}
