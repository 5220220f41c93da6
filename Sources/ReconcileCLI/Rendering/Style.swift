/// The few colours that a report uses; plain where the output is no terminal or the person said so.
struct Style {
  private let isOn: Bool

  /// Colours if `isOn`.
  init(isOn: Bool) { self.isOn = isOn }

  func change(_ text: String) -> String { wrap(text, "33") }
  func good(_ text: String) -> String { wrap(text, "32") }
  func bad(_ text: String) -> String { wrap(text, "1;31") }
  func strong(_ text: String) -> String { wrap(text, "1") }
  func faint(_ text: String) -> String { wrap(text, "2") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
