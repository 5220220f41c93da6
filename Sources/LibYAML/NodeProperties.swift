/// Where a value starts behind its anchor and its tag, which libyaml counts as parts of it.
struct NodeProperties {
  /// The first scalar of the value itself.
  private(set) var valueStart: Int
  /// The tag, if there is one.
  private(set) var tag: Range<Int>?

  /// Goes past `&anchor`, `!tag`, white space and comments from `start` on, but not past `limit`.
  init(in scalars: [Unicode.Scalar], from start: Int, limit: Int) {
    valueStart = start
    while valueStart < limit {
      switch scalars[valueStart] {
      case " ", "\t", "\r", "\n": valueStart += 1
      case "#": skip(in: scalars, limit: limit) { $0 == "\n" }
      case "&": skip(in: scalars, limit: limit, until: Self.endsProperty)
      case "!":
        let tagStart = valueStart
        skip(in: scalars, limit: limit, until: Self.endsProperty)
        tag = tagStart..<valueStart
      default: return
      }
    }
  }

  private mutating func skip(in scalars: [Unicode.Scalar], limit: Int, until isEnd: (Unicode.Scalar) -> Bool) {
    while valueStart < limit, !isEnd(scalars[valueStart]) { valueStart += 1 }
  }

  private static func endsProperty(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\t", "\r", "\n", ",", "[", "]", "{", "}": true
    default: false
    }
  }
}
