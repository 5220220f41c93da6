/// Text that is never shown: an API key, a password, a session id.
///
/// Printing, interpolating, dumping or reflecting one gives `***`.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  /// Keeps `text` from sight.
  public init(_ text: String) { self.text = text }

  /// Hands the text to the one place that sends it.
  public func reveal<Result>(_ use: (String) -> Result) -> Result { use(text) }

  /// Always `***`.
  public var description: String { "***" }
  /// Always `***`.
  public var debugDescription: String { "***" }
  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
