/// How an exact domain is stored: in lower case, with other scripts in punycode.
enum DomainName {
  enum Refusal: Error, Hashable {
    /// In the words of the library that converts names.
    case notConverted(String)
    case invalid
  }

  static func stored(_ text: String, hasUTF8Locale: Bool) throws(Refusal) -> String {
    guard hasUTF8Locale || text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw .notConverted("could not convert string to UTF-8")
    }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    var converted: [String] = []
    for label in labels { converted.append(try self.label(label)) }
    let name = converted.joined(separator: ".").lowercased()
    guard isValid(name) else { throw .invalid }
    return name
  }

  private static func label(_ label: Substring) throws(Refusal) -> String {
    var converted = String(label)
    if !label.utf8.allSatisfy({ $0 < 0x80 }) {
      let lower = label.lowercased()
      guard lower.unicodeScalars.allSatisfy({ !$0.isASCII || isOfName($0) }) else {
        throw .notConverted("A-label roundtrip failed")
      }
      converted = Punycode.prefix + Punycode.encoded(lower)
    }
    guard converted.utf8.count <= 63 else { throw .notConverted("domain label longer than 63 characters") }
    return converted
  }

  /// A dot at the end is taken, an empty label before it is not.
  private static func isValid(_ name: String) -> Bool {
    guard (1...255).contains(name.utf8.count), name.unicodeScalars.allSatisfy({ $0 == "." || isOfName($0) }) else {
      return false
    }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.dropLast().allSatisfy({ !$0.isEmpty }), let last = labels.last else { return false }
    return last.first != "-" && last.last != "-"
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
    default: false
    }
  }
}
