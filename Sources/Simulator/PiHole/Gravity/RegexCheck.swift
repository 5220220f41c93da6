/// Whether FTL takes a regular expression: its options after semicolons, and the syntax of TRE.
///
/// The mistakes that people make are found, with TRE's words; what a regular expression matches is not modelled.
enum RegexCheck {
  /// The hint of the refusal; nil where the regular expression is taken.
  static func mistake(in text: String) -> String? {
    let parts = text.split(separator: ";").map(String.init)
    guard text.contains(";"), let pattern = parts.first else { return TRESyntax.mistake(in: text) }
    return parts.dropFirst().lazy.compactMap(option).first ?? TRESyntax.mistake(in: pattern)
  }

  private static let queryTypes: Set<String> = [
    "A", "AAAA", "ANY", "SRV", "SOA", "PTR", "TXT", "NAPTR", "MX", "DS", "RRSIG", "DNSKEY", "NS", "OTHER", "SVCB",
    "HTTPS",
  ]
  private static let replies: Set<String> = ["NODATA", "NXDOMAIN", "REFUSED", "IP", "NONE"]

  private static func option(_ part: String) -> String? {
    if part.hasPrefix("querytype=") { return queryType(part.dropFirst("querytype=".count)) }
    if part.lowercased() == "invert" { return nil }
    if part.hasPrefix("reply=") { return reply(part.dropFirst("reply=".count)) }
    return "Invalid regex option \"\(part)\""
  }

  private static func queryType(_ value: Substring) -> String? {
    let names = value.drop { $0 == "!" }.split(separator: ",").map { $0.uppercased() }
    return names.contains(where: queryTypes.contains) ? nil : "Unknown querytype \"\(value.drop { $0 == "!" })\""
  }

  private static func reply(_ value: Substring) -> String? {
    if replies.contains(value.uppercased()) || isAddress(value) { return nil }
    if value.uppercased().hasPrefix("CNAME") {
      return value.contains(",") ? nil : "Missing domain name for CNAME reply"
    }
    return "Unknown reply type \"\(value)\""
  }

  private static func isAddress(_ value: Substring) -> Bool {
    let numbers = value.split(separator: ".", omittingEmptySubsequences: false)
    if numbers.count == 4, numbers.allSatisfy({ UInt8($0) != nil }) { return true }
    return value.contains(":") && value.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
  }
}
