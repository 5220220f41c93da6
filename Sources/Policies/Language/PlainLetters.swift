/// Letters of European languages as people write them where there are only the 26: `Émma` is `emma`, `Jürgen` is `juergen`.
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
    return letters.reduce(into: [:]) { plain, row in for letter in row.1 { plain[letter] = row.0 } }
  }()
}
