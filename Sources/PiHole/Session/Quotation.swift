import HTTPTransport

/// Words of the system as they may be shown: without what must never be, and short.
enum Quotation {
  /// In characters; what is longer is cut and ends in `…`.
  static let longest = 200

  /// `text` with `***` for every secret, as it is or as it is spelled inside a JSON text.
  static func of(_ text: String, without secrets: [Secret]) -> String {
    let shown = secrets.reduce(text) { text, secret in
      secret.reveal { word in [word, escaped(word)].reduce(text) { replacing($1, in: $0) } }
    }
    return shown.count > longest ? shown.prefix(longest) + "…" : shown
  }

  private static func escaped(_ word: String) -> String {
    word.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" }
  }

  private static func replacing(_ word: String, in text: String) -> String {
    guard !word.isEmpty else { return text }
    let (needle, hay) = (Array(word.utf8), Array(text.utf8))
    var shown: [UInt8] = []
    var index = 0
    while index < hay.count {
      if hay[index...].starts(with: needle) {
        shown += Array("***".utf8)
        index += needle.count
      } else {
        shown.append(hay[index])
        index += 1
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }
}
