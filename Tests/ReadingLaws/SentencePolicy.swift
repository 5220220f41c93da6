import Documents

/// A policy around one sentence, put together without YAML, so that every text reaches the language as it is.
enum SentencePolicy {
  private static let file = "policy.yaml"
  /// Where the sentence is said to stand: a line that holds nothing else.
  private static let line = 7

  /// The policy whose only statement is `text`.
  static func root(statement text: String) -> Node {
    root(schedule: "2026-12-23..2027-01-06", policy: [scalar(text, line: line)])
  }

  /// The policy with a schedule that says `text`.
  static func root(schedule text: String) -> Node {
    root(schedule: text, policy: [scalar("kids off bed and hols 12:00-13:00", line: 1)])
  }

  /// What is wrong with the places of `diagnostics` where they are in the line of the sentence; empty where nothing is.
  static func faults(of diagnostics: [Diagnostic], in text: String) -> [String] {
    let columns = 1...text.unicodeScalars.count + 1
    return diagnostics.compactMap(\.span).filter { $0.start.line == line }
      .filter { $0.start > $0.end || !columns.contains($0.start.column) || !columns.contains($0.end.column) }
      .map { "a diagnostic points outside the sentence: \($0)" }
  }

  private static func root(schedule: String, policy: [Node]) -> Node {
    map([
      ("timezone", scalar("UTC", line: 1)),
      (
        "systems",
        map([
          ("gateway", map([("kind", scalar("unifi", line: 1)), ("url", scalar("https://10.0.0.1", line: 1)), secret])),
          ("pihole", map([("kind", scalar("pihole", line: 1)), ("url", scalar("https://10.0.0.2", line: 1))])),
        ])
      ),
      ("targets", map([("kids", target("Kids")), ("guests", target("Guests"))])),
      ("schedules", map([("hols", scalar(schedule, line: line)), ("bed", scalar("sun-thu 20:30-07:00", line: 1))])),
      ("policy", Node(.sequence(policy), span: span(line: 1, length: 1))),
    ])
  }

  private static let secret = ("api-key", map([("credential", scalar("unifi", line: 1))]))

  private static func target(_ wifi: String) -> Node {
    map([
      ("system", scalar("gateway", line: 1)), ("wifi", Node(.sequence([scalar(wifi, line: 1)]), span: span(line: 1))),
    ])
  }

  private static func map(_ entries: [(String, Node)]) -> Node {
    let entries = entries.map { Node.Entry(key: Scalar($0.0, span: span(line: 1)), value: $0.1) }
    return Node(.mapping(entries), span: span(line: 1))
  }

  private static func scalar(_ text: String, line: Int) -> Node {
    let span = span(line: line, length: text.unicodeScalars.count)
    return Node(.scalar(Scalar(text, span: span)), span: span)
  }

  private static func span(line: Int, length: Int = 1) -> SourceSpan {
    SourceSpan(
      file: file, start: SourcePosition(line: line, column: 1), end: SourcePosition(line: line, column: 1 + length))
  }
}
