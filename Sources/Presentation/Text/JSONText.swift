package import CivilTime
import Documents
package import JSONTree
import Text

extension JSON.Member {
  /// The version of every JSON output: it changes when a member goes away or means something else.
  package static let formatVersion = JSON.Member("formatVersion", .integer(1))
}

extension JSON {
  /// RFC 3339 in UTC, or null.
  package static func instant(_ instant: Instant?) -> JSON { instant.map { .string($0.description) } ?? .null }

  /// A string, or null.
  package static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// A whole number, or null.
  package static func integer(_ value: Int?) -> JSON { value.map { .number(String($0)) } ?? .null }
}

extension JSON {
  /// The tree as one line of output. What is not seen is there as `\u…`, which means the same: a terminal takes some
  /// of it for commands, and a reader takes two names for one.
  ///
  /// Not for what is sent to a system or read back by its bytes.
  package var line: String { text.withHiddenEscaped + "\n" }
}

extension String {
  /// A JSON text with escapes for what is not seen. Outside its strings JSON has nothing of that sort but white space.
  var withHiddenEscaped: String {
    guard unicodeScalars.contains(where: \.mustBeEscapedInJSON) else { return self }
    var text = ""
    text.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if scalar.mustBeEscapedInJSON {
        for unit in String(scalar).utf16 { text += "\\u" + unit.fourDigits }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// White space between the values is no part of a text.
  fileprivate var mustBeEscapedInJSON: Bool { value > 0x7E && isHidden }
}

extension UInt16 {
  /// In hexadecimal, as JSON wants them.
  fileprivate var fourDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension JSON {
  /// The tree for people to read: two spaces a level, and a list of plain values on one line where it is short.
  package var indented: String { lines(indent: "") + "\n" }

  private func lines(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { inner + JSON.string($0.name).text + ": " + $0.value.lines(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let elements) where !elements.isEmpty:
      if let line = plainLine(elements) { return line }
      return "[\n" + elements.map { inner + $0.lines(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .null, .bool, .number, .string, .array, .object: return text
    }
  }

  private func plainLine(_ elements: [JSON]) -> String? {
    let isPlain = elements.allSatisfy { element in
      switch element {
      case .null, .bool, .number, .string: true
      case .array, .object: false
      }
    }
    let line = "[" + elements.map(\.text).joined(separator: ", ") + "]"
    return isPlain && line.count <= 80 ? line : nil
  }
}
