/// A step through a YAML text. Places are indices of Unicode scalars.
struct Event {
  var kind: Kind
  /// Where it is, anchor and tag included; the end of a block collection is where the next token starts.
  var range: Range<Int>

  enum Kind {
    case documentStart
    /// The end of a document, or the start of the stream: nothing to do.
    case nothing
    case streamEnd
    case alias(String)
    case scalar(String, ScalarStyle, Properties)
    case sequenceStart(Properties)
    case mappingStart(Properties)
    case collectionEnd
  }

  /// What may come before a value.
  struct Properties {
    var anchor: String?
    var hasTag: Bool
    var isNone: Bool { anchor == nil && !hasTag }
  }
}

/// How a scalar is written.
enum ScalarStyle {
  case plain
  case singleQuoted
  case doubleQuoted
  case literal
  case folded
}

/// Why libyaml could not go on, in its own words, and where.
struct SyntaxFailure: Error {
  var problem: String
  var context: String
  /// The index of the Unicode scalar where it went wrong.
  var index: Int
  /// Where that began in which it went wrong.
  var contextIndex: Int

  static let outOfMemory = SyntaxFailure(problem: "out of memory", context: "", index: 0, contextIndex: 0)
}
