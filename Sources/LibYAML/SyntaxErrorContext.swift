import Documents

/// The text around the place where libyaml gave up.
struct SyntaxErrorContext {
  private let scalars: [Unicode.Scalar]
  private let source: SourceText
  private let index: Int
  private let contextIndex: Int
  /// The first scalar of the line of `index`.
  private let lineStart: Int
  /// One behind the last scalar of that line.
  private let lineEnd: Int

  init(_ failure: SyntaxFailure, in source: SourceText) {
    self.source = source
    scalars = source.scalars
    index = min(failure.index, scalars.count)
    contextIndex = min(failure.contextIndex, index)
    lineStart = Self.lineStart(index, scalars)
    lineEnd = Self.lineEnd(index, scalars)
  }

  /// The scalar at which libyaml gave up, or nothing at the end of a line.
  var here: SourceSpan { span(index..<min(index + 1, max(index, lineEnd))) }
  /// The scalar where that began in which it gave up.
  var began: SourceSpan { span(contextIndex..<min(contextIndex + 1, scalars.count)) }
  /// From there to the end of its line, without white space at the end.
  var beganLine: SourceSpan {
    span(trimmed(contextIndex..<max(contextIndex, Self.lineEnd(contextIndex, scalars))))
  }
  /// From there to the place of `here`.
  var beganToHere: SourceSpan { span(contextIndex..<max(index, min(contextIndex + 1, scalars.count))) }
  /// The word at the start of the line.
  var word: SourceSpan {
    let start = contentStart(lineStart)
    let end = scalars[start..<max(start, lineEnd)].firstIndex { $0 == " " || $0 == ":" } ?? lineEnd
    return span(start..<max(start, end))
  }
  /// The escape at the place or shortly before it.
  var escape: SourceSpan {
    let start = scalars[lineStart...].prefix(max(0, index + 1 - lineStart)).lastIndex(of: "\\") ?? index
    return span(start..<max(start, min(max(index, start + 2), lineEnd)))
  }

  var character: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
  var contextCharacter: Unicode.Scalar { contextIndex < scalars.count ? scalars[contextIndex] : " " }
  /// Whether only white space follows.
  var isAtEnd: Bool { scalars[index...].allSatisfy { $0 == " " || $0 == "\n" || $0 == "\r" || $0 == "\t" } }
  /// Whether only white space is before it in its line.
  var isInIndentation: Bool { scalars[lineStart..<index].allSatisfy { $0 == " " || $0 == "\t" } }
  var startsWithDirective: Bool { scalars.first == "%" }

  /// The last scalar before it in its line that is no white space.
  var previous: Unicode.Scalar? {
    scalars[lineStart..<index].last { $0 != " " && $0 != "\t" }
  }

  /// The alias just before it in its line.
  var aliasBefore: String? {
    let words = scalars[lineStart..<index].split { $0 == " " || $0 == "\t" }
    guard let last = words.last, last.first == "*" else { return nil }
    return String(String.UnicodeScalarView(last))
  }

  /// Whether a key is before it in its line, so that this is the second `: `.
  var hasColonBefore: Bool {
    let before = scalars[lineStart..<index]
    return before.indices.contains { before[$0] == ":" && $0 + 1 < index && before[$0 + 1] == " " }
  }

  /// Whether its line starts deeper than the last one before that is neither empty nor a comment.
  var isDeeperThanLineBefore: Bool {
    guard let before = lineBefore(lineStart) else { return false }
    return contentStart(lineStart) - lineStart > contentStart(before) - before
  }

  /// The `:` behind the word that starts the line where it began, the line before or this one, where no space follows it.
  var missingSpace: SourceSpan? {
    [Self.lineStart(contextIndex, scalars), lineBefore(lineStart), lineStart].lazy
      .compactMap { $0.flatMap(colonWithoutSpace) }.first
  }

  private func colonWithoutSpace(_ lineStart: Int) -> SourceSpan? {
    var index = contentStart(lineStart)
    let end = Self.lineEnd(lineStart, scalars)
    while index + 1 < end, scalars[index] == "-", scalars[index + 1] == " " { index = contentStart(index + 1) }
    guard let first = scalars[index..<max(index, end)].first, first.properties.isAlphabetic else { return nil }
    guard let stop = scalars[index..<end].firstIndex(where: { !$0.isPartOfKey }) else { return nil }
    guard scalars[stop] == ":", stop + 1 < end, scalars[stop + 1] != " " else { return nil }
    return span(stop..<(stop + 1))
  }

  private func lineBefore(_ start: Int) -> Int? {
    var start = start
    while start > 0 {
      start = Self.lineStart(start - 1, scalars)
      let content = contentStart(start)
      if content < Self.lineEnd(start, scalars), scalars[content] != "#" { return start }
    }
    return nil
  }

  private func contentStart(_ start: Int) -> Int {
    scalars[start...].firstIndex { $0 != " " && $0 != "\t" } ?? scalars.count
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let end = scalars[range].lastIndex { $0 != " " && $0 != "\t" }.map { $0 + 1 } ?? range.upperBound
    return range.lowerBound..<end
  }

  private func span(_ range: Range<Int>) -> SourceSpan { source.span(range) }

  private static func lineStart(_ index: Int, _ scalars: [Unicode.Scalar]) -> Int {
    scalars[..<index].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  /// Where the line of `index` ends, line end not included.
  private static func lineEnd(_ index: Int, _ scalars: [Unicode.Scalar]) -> Int {
    let end = scalars[index...].firstIndex(of: "\n") ?? scalars.count
    return end > index && scalars[end - 1] == "\r" ? end - 1 : end
  }
}

extension Unicode.Scalar {
  /// Letters, digits, `-` and `_`, as they are in the keys of a policy.
  fileprivate var isPartOfKey: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "-" || self == "_"
  }
}
