/// Letters of European languages as people write them where there are only the 26: `Émma` is `emma`, `Jürgen` is `juergen`,
/// `дети` is `deti`.
/// And what looks like one of the 26: letters of full width, and those with something beside them that nobody sees.
enum PlainLetters {
  /// `text` in lower case; what is not among these letters stays.
  static func of(_ text: String) -> String {
    asSeen(text).lowercased().reduce(into: "") { $0 += $1.isASCII ? String($1) : plain[$1] ?? String($1) }
  }

  private static func asSeen(_ text: String) -> String {
    var seen = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .format {
      let isWide = (0xFF01...0xFF5E).contains(scalar.value)
      seen.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
    }
    return String(seen)
  }

  private static let plain: [Character: String] = {
    let letters = [
      ("a", "áàâãåāăą"), ("ae", "äæ"), ("c", "çćčċĉ"), ("d", "ďđð"), ("e", "éèêëēėęě"), ("g", "ğģġĝ"), ("h", "ħĥ"),
      ("i", "íìîïīįĩıi\u{307}"), ("j", "ĵ"), ("k", "ķ"), ("l", "łľĺļ"), ("n", "ñńňņ"), ("o", "óòôõøōő"), ("oe", "öœ"),
      ("r", "řŕ"), ("s", "śšşșŝ"), ("ss", "ß"), ("t", "ťţț"), ("th", "þ"), ("u", "úùûūůűųũŭ"), ("ue", "ü"),
      ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
    ]
    let cyrillic = [
      ("a", "а"), ("b", "б"), ("v", "в"), ("g", "гґ"), ("d", "д"), ("e", "еёэ"), ("ye", "є"), ("zh", "ж"), ("z", "з"),
      ("i", "иі"), ("yi", "ї"), ("j", "йј"), ("k", "к"), ("l", "л"), ("m", "м"), ("n", "н"), ("o", "о"), ("p", "п"),
      ("r", "р"), ("s", "с"), ("t", "т"), ("u", "уў"), ("f", "ф"), ("kh", "х"), ("ts", "ц"), ("ch", "ч"), ("sh", "ш"),
      ("shch", "щ"), ("", "ъь"), ("y", "ы"), ("yu", "ю"), ("ya", "я"), ("lj", "љ"), ("nj", "њ"), ("c", "ћ"), ("d", "ђ"),
      ("dz", "џ"),
    ]
    let greek = [
      ("a", "αά"), ("v", "β"), ("g", "γ"), ("d", "δ"), ("e", "εέ"), ("z", "ζ"), ("i", "ηήιίϊΐ"), ("th", "θ"),
      ("k", "κ"),
      ("l", "λ"), ("m", "μ"), ("n", "ν"), ("x", "ξ"), ("o", "οόωώ"), ("p", "π"), ("r", "ρ"), ("s", "σς"), ("t", "τ"),
      ("y", "υύϋΰ"), ("f", "φ"), ("ch", "χ"), ("ps", "ψ"),
    ]
    return (letters + cyrillic + greek).reduce(into: [:]) { plain, row in for letter in row.1 { plain[letter] = row.0 }
    }
  }()
}
