import Documents

/// Reads `tls`: how a certificate is judged.
enum TrustDecoder {
  /// The trust that `node` asks for; the system's if there is none, or where it has a mistake.
  static func decode(_ node: Node?, url: BaseURL?, into findings: inout Findings) -> System.TLSTrust {
    guard let node, let map = MapReader(node, "tls", into: &findings) else { return .system }
    let keys = PolicyKey.Trust.allCases.map(\.rawValue)
    map.refuseOthers(than: keys, in: "'tls'", into: &findings)
    let given = keys.filter { map[$0] != nil }
    if given.count > 1 { findings.add(.exclusive(given, in: "'tls'"), at: map.entry(given[1])?.key.span) }
    if given.isEmpty { findings.add(.empty("tls"), at: node.span) }
    if url?.scheme == .http { findings.add(.tlsOverPlain, at: map.entries.first?.key.span ?? node.span) }
    return trust(map, into: &findings)
  }

  private static func trust(_ map: MapReader, into findings: inout Findings) -> System.TLSTrust {
    if let node = map["pin"] { return .pins(pins(node, into: &findings)) }
    if let node = map["ca"], let scalar = ValueReader.text(node, "ca", into: &findings) {
      if !scalar.text.hasPrefix("/") { findings.add(.relativePath("ca"), at: scalar.span) }
      return .authorities(path: scalar.text)
    }
    guard let node = map["insecure"], ValueReader.flag(node, "insecure", into: &findings) == true else {
      return .system
    }
    findings.add(.insecure, at: map.entry("insecure")?.key.span)
    return .insecure
  }

  /// One pin, several joined by `;`, or a list of them.
  private static func pins(_ node: Node, into findings: inout Findings) -> [String] {
    (ValueReader.oneOrMore(node, "pin", into: &findings) ?? []).flatMap { member -> [String] in
      guard let scalar = ValueReader.text(member, "pin", into: &findings) else { return [] }
      let pins = scalar.text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      for pin in pins where !isPin(pin) { findings.add(.pinForm, at: scalar.span) }
      return pins
    }
  }

  /// Whether `text` is `sha256//` and 32 bytes in Base64: 43 characters, of which the last has two bits to spare, and
  /// one `=`.
  static func isPin(_ text: String) -> Bool {
    guard text.hasPrefix("sha256//"), text.hasSuffix("=") else { return false }
    let base64 = Array(text.unicodeScalars.dropFirst(8).dropLast())
    guard base64.count == 43, let last = base64.last else { return false }
    let isBase64 = base64.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == "+" || $0 == "/" }
    return isBase64 && "AEIMQUYcgkosw048".unicodeScalars.contains(last)
  }
}

extension System.TLSTrust {
  /// Whether `text` is the pin of a public key: `sha256//` and 44 characters of Base64.
  public static func isPin(_ text: String) -> Bool { TrustDecoder.isPin(text) }
}
