/// A secret as somebody writes it down: what is sent, and where it may go. The one place in which tests make theirs.
public struct WrittenSecret: Sendable {
  private let value: String
  private let line: String

  /// `value`, which may go to `address`; further words are a kind, pins, `insecure` and `plaintext`.
  public init(_ value: String, for address: String, _ words: String...) {
    self.value = value
    line = (["for", address] + words).joined(separator: " ")
  }

  /// The text of a file.
  public var file: String { "\(value)\n\(line)\n" }

  /// The environment variable `name`, and its companion.
  public func variables(_ name: String) -> [String: String] { [name: value, name + "_FOR": line] }
}
