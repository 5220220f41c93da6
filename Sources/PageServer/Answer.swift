import Page
import Text

/// What a request is answered with.
struct Answer {
  var status: UInt32
  var headers: [(String, String)]
  var body: [UInt8]

  /// What every answer says: where scripts, styles and forms may come from and go to, and who may frame it, which is nobody.
  static let always: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    ("Referrer-Policy", "same-origin"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  static let unkept = ("Cache-Control", "no-store")

  /// A page, which nobody keeps.
  static func page(_ html: HTML, _ status: UInt32 = 200) -> Answer {
    Answer(
      status: status,
      headers: always + [unkept, ("Content-Type", "text/html; charset=utf-8"), ("Vary", "Cookie, Accept-Language")],
      body: Array(html.text.utf8))
  }

  /// Another page is to be looked at, by GET.
  static func redirect(_ place: String) -> Answer {
    Answer(status: 303, headers: always + [unkept, ("Location", place)], body: [])
  }

  /// A word on why not.
  static func refusal(_ status: UInt32, _ text: String) -> Answer {
    Answer(
      status: status, headers: always + [unkept, ("Content-Type", "text/plain; charset=utf-8")],
      body: Array((text + "\n").utf8))
  }

  /// The same with another header.
  func with(_ name: String, _ value: String) -> Answer {
    var other = self
    other.headers.append((name, value))
    return other
  }
}
