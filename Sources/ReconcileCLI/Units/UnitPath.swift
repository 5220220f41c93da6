import Controller
import Documents
import Text

/// An absolute path that can be in a unit file.
struct UnitPath: Hashable, Sendable {
  /// The path itself.
  let text: String

  /// The path, where there is a way to write it: a line of a unit file has none for a control character, loses a space
  /// at its end, and goes on in the next line after a backslash.
  init(_ path: String) throws(UsageError) {
    guard EscapedText.terminal(path) == path else { throw UnitsMessages.unwritable(path, "a control character") }
    let last = path.unicodeScalars.last
    guard last?.properties.isWhitespace != true else { throw UnitsMessages.unwritable(path, "a space at its end") }
    guard last != "\\" else { throw UnitsMessages.unwritable(path, "a backslash at its end") }
    guard !path.split(separator: "/").contains("..") else { throw UnitsMessages.unwritable(path, "'..'") }
    text = path
  }

  /// As it is where systemd takes the rest of the line for the path: only specifiers mean something there.
  var line: String { Self.doubling("%", in: text) }

  /// As it stands as one word of a command line.
  var word: String {
    let doubled = Self.doubling("$", in: line)
    if doubled.utf8.allSatisfy(Self.isPlain) { return doubled }
    let inside = Self.preceding(["\\", "\""], with: "\\", in: doubled)
    return "\"\(inside)\""
  }

  private static func doubling(_ special: Unicode.Scalar, in text: String) -> String {
    preceding([special], with: special, in: text)
  }

  /// By scalars, as systemd reads them: a letter that combines with a quote does not make it another character there.
  private static func preceding(
    _ special: Set<Unicode.Scalar>, with mark: Unicode.Scalar, in text: String
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if special.contains(scalar) { result.append(mark) }
      result.append(scalar)
    }
    return String(result)
  }

  /// Means nothing to systemd outside quotes. `%` and `$` are doubled already.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/._-+,:@%$".utf8.contains(byte)
    }
  }
}
