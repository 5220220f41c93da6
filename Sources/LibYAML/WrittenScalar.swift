/// Where each part of a scalar's text was written, found by reading the scalar a second time.
struct WrittenScalar {
  /// The scalar in the file: quotes included, line ends after a block scalar not.
  let range: Range<Int>
  /// The index at which each Unicode scalar of the text was written, and one more for the end; empty where the text
  /// is in the file as it is.
  let places: [Int]
  /// Whether this reading gave the same text as libyaml's. If it ever does not, every place is the scalar's start.
  let isExact: Bool

  init(_ text: String, _ style: ScalarStyle, in scalars: [Unicode.Scalar], _ range: Range<Int>) {
    if style == .plain, scalars[range].elementsEqual(text.unicodeScalars) {
      (self.range, places, isExact) = (range, [], true)
      return
    }
    let decoded = Self.decode(style, scalars[range], text)
    self.range = range.lowerBound..<max(range.lowerBound, decoded.end)
    isExact = decoded.text.elementsEqual(text.unicodeScalars)
    places =
      isExact
      ? decoded.places + [decoded.textEnd]
      : text.unicodeScalars.map { _ in range.lowerBound } + [self.range.upperBound]
  }

  private static func decode(
    _ style: ScalarStyle, _ scalars: ArraySlice<Unicode.Scalar>, _ text: String
  ) -> DecodedScalar {
    switch style {
    case .plain: FlowScalarDecoder(scalars, quote: nil).decoded
    case .singleQuoted: FlowScalarDecoder(scalars, quote: "'").decoded
    case .doubleQuoted: FlowScalarDecoder(scalars, quote: "\"").decoded
    case .literal, .folded: BlockScalarDecoder(scalars, likely: text).decoded
    }
  }
}

/// A text, and where each Unicode scalar of it is in the file.
struct DecodedScalar {
  var text: [Unicode.Scalar] = []
  var places: [Int] = []
  /// Where the text ends.
  var textEnd = 0
  /// Where the scalar ends, closing quote included.
  var end = 0

  mutating func append(_ scalar: Unicode.Scalar, at place: Int) {
    text.append(scalar)
    places.append(place)
  }
}
