import Hashing
import HTTPTransport
import Text

/// The header fields by which ntfy shows a text as a notification; other servers ignore them.
struct NtfyFields {
  /// One line.
  var title: String
  /// `default` or `high`.
  var priority = "default"
  /// What ntfy shows as a picture before the title.
  var tag: String

  /// As a request has them.
  var fields: [HeaderField] {
    [
      HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Title", Self.word(title)),
      HeaderField("Priority", priority), HeaderField("Tags", tag),
    ]
  }

  /// Text for a field, which is ASCII: what is not is an encoded word of RFC 2047, which ntfy reads from 2.4.0 on. No
  /// line can end in either.
  static func word(_ text: String) -> String {
    text.isPlain && !text.holds("=?") ? text : "=?UTF-8?B?\(Digest.base64(Array(text.utf8)))?="
  }
}

extension String {
  /// Made safe for people to read, and cut off after so many bytes: a phone shows two lines, and ntfy makes a file of
  /// what has more than 4096 bytes.
  func escapedAndCut(to mostBytes: Int) -> String {
    let escaped = escaped
    guard escaped.utf8.count > mostBytes else { return escaped }
    // Not by what is seen as a character, which may be as long as it likes.
    var kept = String.UnicodeScalarView()
    var bytes = 0
    for scalar in escaped.unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > mostBytes { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }
}
