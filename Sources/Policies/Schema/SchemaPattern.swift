/// The regular expressions of the schema, in the common part of ECMAScript's and Python's syntax. Each may accept more
/// than the decoder does, never less.
enum SchemaPattern {
  /// `[a-z][a-z0-9-]*`, at most 63 characters.
  static let name = "[a-z][a-z0-9-]{0,62}"
  /// A name in a sentence or list, where its case does not matter.
  static let nameInAnyCase = "[A-Za-z][A-Za-z0-9-]{0,62}"
  /// A name that the file defines, or a key that is ignored.
  static let definedName = "x-.*|\(name)"
  /// A word of the language, or a text made only of such words, numbers and times joined by `-`, such as `mon-fri`.
  static func reserved(_ kinds: SystemKinds) -> String {
    let part = "(?:" + (kinds.reservedParts + ["[0-9]+", "(?:0?[1-9]|1[0-2])(?:am|pm)"]).joined(separator: "|") + ")"
    let alone = Set(kinds.reservedWords).subtracting(kinds.reservedParts).sorted()
    return ([#"\#(part)(?:-+\#(part))*-*"#] + alone).joined(separator: "|")
  }
  /// An id that is not one of those given to statements without one.
  static let statementID = "(?!policy-[0-9]*$|otherwise$)" + name

  static let timezone =
    "UTC|(?!(?:Etc|posix|right)/)[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+){1,2}"

  /// `http` or `https`, a host, a port, a path; no user info, no query, no fragment.
  static let url = #"[Hh][Tt][Tt][Pp][Ss]?://(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(?::[0-9]+)?(?:/[^?#\\\s]*)?"#
  /// The start of an address without TLS.
  static let plainURL = "^[Hh][Tt][Tt][Pp]://"

  /// `1d2h30m15s`, in this order.
  static let duration = "(?=.)(?:[0-9]+d)?(?:[0-9]+h)?(?:[0-9]+m)?(?:[0-9]+s)?"

  /// One public-key pin, or several joined by `;`.
  static let pins = "\(pin)(?:;\(pin))*"
  private static let pin = "sha256//[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]="

  static let absolutePath = "/.+"
  static let credential = #"(?!\.{1,2}$)[A-Za-z0-9_.-]{1,64}"#
  static let variable = "[A-Za-z_][A-Za-z0-9_]*"

  /// A name, `id:` and a UUID, or a pattern with at least three literal characters.
  static let object =
    "id:[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
    + "|(?!id:)(?:[^*?]+|(?:[*?]*[^*?]){3}.*)"
  /// A MAC address in any usual spelling.
  static let mac =
    "(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{2}-){5}[0-9A-Fa-f]{2}"
    + "|(?:[0-9A-Fa-f]{4}[.]){2}[0-9A-Fa-f]{4}|[0-9A-Fa-f]{12}"
  /// A domain, or `regex:` and an expression.
  static let domain = #"regex:.+|(?:\#(label)\.)*\#(label)"#
  private static let label = #"(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?|\#(foreignLabel))"#
  /// A label outside ASCII; which letters it may have is left to the decoder.
  private static let foreignLabel = #"[A-Za-z0-9_-]*[^\x00-\x7F](?:[A-Za-z0-9_-]|[^\x00-\x7F])*"#

  /// `2026-11-20 22:00[:30]` in the policy's zone, or RFC 3339 with an offset.
  static let instant = "\(date)(?: \(clock)|[Tt ]\(clock)(?:[Zz]| ?[+-]\(hour):[0-5][0-9]))"
  private static let date = "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
  private static let hour = "(?:[01][0-9]|2[0-3])"
  private static let clock = #"\#(hour):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?"#
}
