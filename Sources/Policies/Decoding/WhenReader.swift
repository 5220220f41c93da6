import Documents

/// Reads what a schedule, or the `when` of a statement, holds: a part of a sentence, or a list of such.
struct WhenReader {
  /// One part that was read, names not looked up yet.
  struct Part {
    var scalar: Scalar
    var syntax: WhenSyntax
  }

  /// The parts without a mistake.
  let parts: [Part]
  /// Whether every part could be read.
  let isWhole: Bool

  init(_ node: Node, _ what: String, _ vocabulary: Vocabulary, into findings: inout Findings) {
    guard let nodes = ValueReader.oneOrMore(node, what, into: &findings) else {
      (parts, isWhole) = ([], false)
      return
    }
    parts = nodes.compactMap { node -> Part? in
      guard let scalar = ValueReader.sentence(node, what, into: &findings) else { return nil }
      switch SentenceParser.when(scalar.text, vocabulary) {
      case .understood(let syntax): return Part(scalar: scalar, syntax: syntax)
      case .problems(let problems):
        findings.add(problems, in: scalar)
        return nil
      }
    }
    isWhole = parts.count == nodes.count
  }

  /// Parts already read, such as the rest of a sentence.
  init(parts: [Part]) {
    self.parts = parts
    isWhole = true
  }

  /// The schedules that the parts stand for; nil where one of them has a mistake.
  func resolve(
    names: ScheduleNames, isAfterOnly: Bool = false, into findings: inout Findings
  ) -> [Schedule]? {
    let schedules = parts.map { part -> Schedule? in
      let resolution = WhenResolver.resolve(part.syntax, in: part.scalar.text, names: names, isAfterOnly: isAfterOnly)
      findings.add(resolution.problems, in: part.scalar)
      return resolution.schedule
    }
    warnOfOpenEnds(into: &findings)
    let sound = schedules.compactMap(\.self)
    return isWhole && sound.count == schedules.count ? sound : nil
  }

  private func warnOfOpenEnds(into findings: inout Findings) {
    guard parts.contains(where: { OpenEnds.occur(in: $0.syntax) }) else { return }
    let warnings = OpenEnds.warnings(
      in: parts.map(\.syntax), sources: parts.map { SentenceSource($0.scalar.text) })
    for (part, problems) in zip(parts, warnings) { findings.add(problems, in: part.scalar) }
  }
}
