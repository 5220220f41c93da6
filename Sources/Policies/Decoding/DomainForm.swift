/// What a domain of `domains` looks like: labels of letters, digits, `-` and `_` between dots.
///
/// A name outside ASCII is taken as it is written, in lower case; the system makes its `xn--` form of it. What is
/// another character there (the wide letters of `ｙｏｕｔｕｂｅ`) or is no letter (an emoji) would be looked for under
/// another name than the one it is kept under, and is refused.
enum DomainForm {
  /// What to write instead of `domain`, which is in lower case; nil where it is well formed.
  static func hint(for domain: String) -> String? {
    if domain.hasPrefix("*.") { return subdomains(of: domain.dropFirst(2)) }
    if domain.contains("/") || domain.contains(":") {
      return "write the domain alone, without https://, a port or a path"
    }
    // It would be kept with the dot, and no query ever fits it.
    if domain.hasSuffix("."), isDomain(domain.dropLast()) {
      return "write '\(domain.dropLast())', without the last dot"
    }
    if isDomain(domain[...]) { return nil }
    let isForeign = domain.unicodeScalars.contains { !$0.isASCII && !isLetterOutsideASCII($0) }
    return isForeign ? "write its xn-- form" : anyForm
  }

  private static let anyForm = "write it as youtube.com, or 'regex:' and an expression"

  /// The same of a site, which is met with all that is below it: no expressions, and no address, which is no domain's name.
  static func siteHint(for site: String) -> String? {
    if let hint = hint(for: site) {
      return hint == anyForm ? "write it as youtube.com, which meets all that is below it as well" : hint
    }
    let last = site.split(separator: ".").last ?? ""
    return last.unicodeScalars.allSatisfy(ASCII.isDigit)
      ? "write the site's name: nothing is looked up under an address" : nil
  }

  private static func subdomains(of parent: Substring) -> String {
    let escaped = parent.split(separator: ".").joined(separator: #"\."#)
    return #"write 'regex:(^|\.)\#(escaped)$' for it and everything below it"#
  }

  /// At most 253 characters in labels of at most 63; of a name outside ASCII the system knows how long it gets.
  private static func isDomain(_ text: Substring) -> Bool {
    text.unicodeScalars.count <= 253
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.unicodeScalars.count) && label.first != "-" && label.last != "-"
          && label.unicodeScalars.allSatisfy(isOfLabel)
      }
  }

  private static func isOfLabel(_ scalar: Unicode.Scalar) -> Bool {
    ASCII.isLowercaseLetter(scalar) || ASCII.isDigit(scalar) || scalar == "-" || scalar == "_"
      || isLetterOutsideASCII(scalar)
  }

  /// Letters, marks and digits with one spelling only; `ß` and a final sigma are letters of their own in a domain.
  private static func isLetterOutsideASCII(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber:
      return !scalar.properties.changesWhenNFKCCaseFolded || scalar == "ß" || scalar == "ς"
    default: return false
    }
  }
}
