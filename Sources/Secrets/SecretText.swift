import HTTPTransport

extension BoundSecret {
  /// Reads the text of a file or credential: the secret in the first line, where it may go in the second.
  ///
  /// One newline at the end is dropped, and so is the carriage return before a newline. `kinds` are the words of the
  /// kinds of system that may be named.
  public init(text bytes: [UInt8], kinds: [String], source: SecretSource) throws(SecretError) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw SecretMessages.notText(source) }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(String.UnicodeScalarView(line.last == "\r" ? line.dropLast() : line))
    }
    if lines.count > 1 && lines.last == "" { lines.removeLast() }
    guard lines.count <= 2 else { throw SecretMessages.tooManyLines(source) }
    try self.init(value: lines[0], line: lines.count == 2 ? lines[1] : nil, kinds: kinds, source: source)
  }

  /// Reads the value of a variable and, where there is one, of its companion that says where it may go.
  public init(
    variable value: String, line: String?, kinds: [String], source: SecretSource
  ) throws(SecretError) {
    try self.init(
      value: Self.withoutNewline(value), line: line.map(Self.withoutNewline), kinds: kinds, source: source)
  }

  private init(value: String, line: String?, kinds: [String], source: SecretSource) throws(SecretError) {
    guard !value.isEmpty else { throw SecretMessages.empty(source) }
    guard !value.unicodeScalars.contains(where: isControl) else { throw SecretMessages.controlCharacter(source) }
    self.init(secret: Secret(value), binding: try Self.binding(line, kinds, source), source: source)
  }

  private static func binding(
    _ line: String?, _ kinds: [String], _ source: SecretSource
  ) throws(SecretError) -> SecretBinding? {
    guard let line else { return nil }
    do throws(BindingProblem) {
      return try SecretBinding(line: line, kinds: kinds)
    } catch {
      throw SecretMessages.badLine(error, kinds, source)
    }
  }

  private static func withoutNewline(_ text: String) -> String {
    var scalars = text.unicodeScalars
    guard scalars.last == "\n" else { return text }
    scalars.removeLast()
    if scalars.last == "\r" { scalars.removeLast() }
    return String(scalars)
  }
}

/// C0 and C1 controls, and the mark that some editors put before a text: none of them was meant.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || scalar.value == 0xfeff
}
