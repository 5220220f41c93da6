import Documents

/// Whether the bytes are text, before anybody asks whether the text is YAML.
struct EncodingCheck {
  /// More findings than this mean that the file is no text at all.
  static let maximumFindings = 20

  /// The text, malformed sequences as U+FFFD.
  let source: SourceText
  /// The text in UTF-8 without byte order mark, U+FFFD instead of all that may not be in it.
  private(set) var sanitized: [UInt8] = []
  /// The same, of which each place is that in `source`.
  private(set) var scalars: [Unicode.Scalar] = []
  /// What is wrong.
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether it makes sense to read on.
  private(set) var isReadable = false

  init(_ bytes: [UInt8], file: String) {
    let messages = Messages(file: file)
    guard !Self.isUTF16(bytes) else {
      source = SourceText([], file: file)
      diagnostics = [messages.utf16()]
      return
    }
    source = SourceText(bytes, file: file)
    if bytes.allSatisfy(Self.isPlain) {
      (sanitized, scalars, isReadable) = (bytes, source.scalars, true)
      return
    }
    let malformed = Self.malformedSequences(bytes)
    let forbidden = source.scalars.indices.filter { Self.isForbidden($0, in: source.scalars) }
    diagnostics += malformed.prefix(Self.maximumFindings).map { messages.notUTF8(source.span($0..<($0 + 1))) }
    diagnostics += forbidden.prefix(Self.maximumFindings).map { index in
      messages.controlCharacter(source.scalars[index], at: source.span(index..<(index + 1)))
    }
    isReadable = malformed.count + forbidden.count <= Self.maximumFindings
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    scalars = source.scalars
    for index in forbidden { scalars[index] = "\u{FFFD}" }
    sanitized = malformed.isEmpty && forbidden.isEmpty ? text : Self.utf8(scalars)
  }

  /// Whether `byte` is a character by itself that may stand anywhere, as in most files all of them are.
  private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) || byte == 0x0A || byte == 0x09 }

  private static func utf8(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return Array(String(view).utf8)
  }

  /// A byte order mark of UTF-16 or UTF-32, or the NUL that every ASCII letter of theirs has beside it.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return false }
    return bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes[0] == 0 || bytes[1] == 0
  }

  /// The scalar indices at which `SourceText` put U+FFFD for what is not UTF-8.
  private static func malformedSequences(_ bytes: [UInt8]) -> [Int] {
    if String(validating: bytes, as: UTF8.self) != nil { return [] }
    var found: [Int] = []
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3).makeIterator() : bytes[...].makeIterator()
    var index = 0
    while true {
      switch parser.parseScalar(from: &input) {
      case .valid: index += 1
      case .error:
        found.append(index)
        index += 1
      case .emptyInput: return found
      }
    }
  }

  /// Characters that are not seen, and those that end a line for some programs and not for others, so that people and
  /// machines would read two different files.
  private static func isForbidden(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    switch scalars[index].value {
    case 0x09, 0x0A: false
    case 0x0D: index + 1 == scalars.count || scalars[index + 1] != "\n"
    case 0x00..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
