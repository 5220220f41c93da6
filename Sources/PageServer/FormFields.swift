/// The fields that a form sends.
enum FormFields {
  /// More of them no form of ours has.
  private static let most = 32

  /// Nil for more fields than any form has, and for what is not encoded as a form is.
  static func read(_ bytes: [UInt8]) -> [String: String]? {
    var fields: [String: String] = [:]
    let parts = bytes.split(separator: UInt8(ascii: "&"), maxSplits: most)
    guard parts.count <= most else { return nil }
    for part in parts {
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      guard let name = decoded(part[..<(equals ?? part.endIndex)]),
        let value = decoded(equals.map { part[($0 + 1)...] } ?? [])
      else { return nil }
      if fields[name] == nil { fields[name] = value }
    }
    return fields
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    var decoded: [UInt8] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      switch bytes[place] {
      case UInt8(ascii: "+"): decoded.append(0x20)
      case UInt8(ascii: "%"):
        guard place + 2 < bytes.endIndex, let high = digit(bytes[place + 1]), let low = digit(bytes[place + 2]) else {
          return nil
        }
        decoded.append(high << 4 | low)
        place += 2
      case let byte: decoded.append(byte)
      }
      place += 1
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
