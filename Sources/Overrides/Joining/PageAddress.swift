/// Where the page is, as a browser is told: `https://home.example`, with a port where it is not the usual one.
package struct PageAddress: Hashable, Sendable {
  /// Without a slash at its end.
  package let text: String
  /// The host, in lower case and without a port.
  package let host: String
  /// Whether nobody on the way can read it.
  package let isSecure: Bool

  /// Nil for what is no such address: only a scheme, a host and a port may be there.
  package init?(_ text: String) {
    let text = text.hasSuffix("/") ? String(text.dropLast()) : text
    isSecure = text.hasPrefix("https://")
    guard isSecure || text.hasPrefix("http://") else { return nil }
    let rest = text.dropFirst(isSecure ? 8 : 7)
    guard let host = Self.host(of: String(rest)) else { return nil }
    (self.text, self.host) = (text, host)
  }

  /// That of this machine itself, which always is one.
  package static func localhost(port: UInt16) -> PageAddress {
    PageAddress(text: "http://localhost:\(port)", host: "localhost", isSecure: false)
  }

  private init(text: String, host: String, isSecure: Bool) {
    (self.text, self.host, self.isSecure) = (text, host, isSecure)
  }

  /// The host of `host:port`, in lower case; nil where it is none.
  package static func host(of text: String) -> String? {
    let bytes = Array(text.lowercased().utf8)
    var end = bytes.count
    if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), !(bytes.last == UInt8(ascii: "]")) {
      let port = bytes[(colon + 1)...]
      guard !port.isEmpty, port.count <= 5, port.allSatisfy({ (48...57).contains($0) }) else { return nil }
      end = colon
    }
    let host = bytes[..<end]
    guard !host.isEmpty, host.count <= 253 else { return nil }
    if host.first == UInt8(ascii: "[") {
      guard host.last == UInt8(ascii: "]"), host.count > 3,
        host.dropFirst().dropLast().allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else { return nil }
    } else if !host.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }) {
      return nil
    }
    return String(decoding: host, as: UTF8.self)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (97...102).contains(byte) }
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (97...122).contains(byte) }
}
