import CivilTime
import Documents
import Text

/// Reading plain values; each reports what is wrong and then gives nil.
enum ValueReader {
  /// Text that is not empty and holds no control character; line ends after it, which a block scalar has, are
  /// dropped.
  static func text(_ node: Node, _ what: String, into findings: inout Findings) -> Scalar? {
    guard case .scalar(var scalar) = node.content else {
      findings.add(.wrongKind(what, expected: "text", found: node), at: node.span)
      return nil
    }
    if !scalar.text.isEmpty, scalar.text.isPlain { return scalar }
    while scalar.text.last?.isNewline == true { scalar.text.removeLast() }
    guard !scalar.text.isEmpty else {
      findings.add(.empty(what), at: scalar.span)
      return nil
    }
    let scalars = Array(scalar.text.unicodeScalars)
    guard let index = scalars.firstIndex(where: isControl) else { return scalar }
    findings.add(.controlCharacter(what, scalars[index]), at: scalar.span(of: index..<(index + 1)))
    return nil
  }

  /// Any text, for a sentence: the language says itself what is wrong with it.
  static func sentence(_ node: Node, _ what: String, into findings: inout Findings) -> Scalar? {
    guard case .scalar(let scalar) = node.content else {
      findings.add(.wrongKind(what, expected: "a sentence", found: node), at: node.span)
      return nil
    }
    return scalar
  }

  /// The members of a list that is not empty.
  static func list(_ node: Node, _ what: String, into findings: inout Findings) -> [Node]? {
    guard case .sequence(let members) = node.content else {
      findings.add(.wrongKind(what, expected: "a list", found: node), at: node.span)
      return nil
    }
    if members.isEmpty { findings.add(.emptyList(what), at: node.span) }
    return members.isEmpty ? nil : members
  }

  /// The members of a list, or the value itself where it is not one.
  static func oneOrMore(_ node: Node, _ what: String, into findings: inout Findings) -> [Node]? {
    if case .sequence = node.content { return list(node, what, into: &findings) }
    return [node]
  }

  /// One of a few words, in exactly this spelling. Those that are `shown` where it is none of them are all unless given.
  static func choice<Choice: RawRepresentable<String>>(
    _ node: Node, _ what: String, of choices: [Choice], shown: [Choice]? = nil, into findings: inout Findings
  ) -> Choice? {
    guard let scalar = text(node, what, into: &findings) else { return nil }
    if let choice = choices.first(where: { $0.rawValue == scalar.text }) { return choice }
    let words = choices.map(\.rawValue)
    let mayBeSecret =
      scalar.text.utf8.count >= shortestSecret && Suggestion.nearest(to: scalar.text, among: words) == nil
    let shown = shown?.map(\.rawValue) ?? words
    findings.add(
      mayBeSecret ? .notAChoice(what, choices: shown) : .notAChoice(scalar.text, what, choices: shown), at: scalar.span)
    return nil
  }

  /// What is as long, and near none of the words that can be there, is not quoted.
  private static let shortestSecret = 12

  /// `true` or `false`.
  static func flag(_ node: Node, _ what: String, into findings: inout Findings) -> Bool? {
    choice(node, what, of: [Flag.true, .false], into: &findings).map { $0 == .true }
  }

  private enum Flag: String {
    case `true`
    case `false`
  }

  /// A whole number in `range`.
  static func number(
    _ node: Node, _ what: String, in range: ClosedRange<Int>, into findings: inout Findings
  ) -> Int? {
    guard let scalar = text(node, what, into: &findings) else { return nil }
    if let number = ASCII.number(scalar.text), range.contains(number) { return number }
    findings.add(.notANumber(scalar.text, what, range: range), at: scalar.span)
    return nil
  }

  /// A duration in `range`, in seconds; `default` if there is none, or where it has a mistake.
  static func seconds(
    _ node: Node?, _ what: String, default: Int, in range: ClosedRange<Int64>, into findings: inout Findings
  ) -> Int {
    guard let node, let scalar = text(node, what, into: &findings) else { return `default` }
    if let seconds = DurationText.seconds(scalar.text), range.contains(seconds) { return Int(seconds) }
    findings.add(.notADuration(scalar.text, what, in: range), at: scalar.span)
    return `default`
  }

  /// C0, DEL and C1, and what ends or turns a line: none of them may reach a report.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: ("\u{202A}"..."\u{202E}").contains(scalar) || ("\u{2066}"..."\u{2069}").contains(scalar)
    }
  }
}
