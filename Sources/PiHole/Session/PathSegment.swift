import Documents
import Providers

/// Text as one segment of a path.
enum PathSegment {
  /// Whether one segment can say `text`. `.`, `..` and nothing mean another place, encoded or not, to whoever tidies up a
  /// path on the way: a request about one row would be one about a whole table.
  static func canSay(_ text: String) -> Bool { !["", ".", ".."].contains(text) }

  /// `text` as UTF-8 with everything percent-encoded but the unreserved characters of RFC 3986; throws where no segment
  /// can say it.
  ///
  /// Pi-hole decodes a path exactly once and takes a plain `+` for a space. (Measured.)
  static func encoded(_ text: String) throws(ProviderError) -> String {
    guard canSay(text) else { throw ProviderError(.unsupported, Message.unaddressable(text).text) }
    return text.utf8.reduce(into: "") { segment, byte in
      segment +=
        isUnreserved(byte) ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte >> 4) + hexadecimal(byte & 15)
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> String { String(digit, radix: 16, uppercase: true) }
}
