import Documents

/// Reads what a schedule, or the `when` of a statement, holds: a part of a sentence, or a list of them.
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

  /// What is under the key `what`.
  init(_ node: Node, _ what: String, _ names: ScheduleNames, into findings: inout Findings) {
    self.init(
      LexedWhen(node, what, names.vocabulary, into: &findings), names,
      isAfterOnly: what == PolicyKey.Statement.only.rawValue, into: &findings)
  }

  /// The same, cut into words before.
  init(_ lexed: LexedWhen, _ names: ScheduleNames, isAfterOnly: Bool = false, into findings: inout Findings) {
    var parts: [Part] = []
    for part in lexed.parts {
      switch SentenceParser.when(part.tokens, of: part.scalar.text, names) {
      case .understood(let syntax): parts.append(Part(scalar: part.scalar, syntax: syntax))
      case .problems(let problems):
        findings.add(problems.map { $0.settled(names, isAfterOnly: isAfterOnly) }, in: part.scalar)
      }
    }
    self.parts = parts
    isWhole = lexed.isWhole && parts.count == lexed.parts.count
  }

  /// Parts already read, such as the rest of a sentence.
  init(parts: [Part]) {
    self.parts = parts
    isWhole = true
  }

  /// The schedules that the parts stand for; nil where one of them has a mistake. `settle` makes hints of what is wrong.
  func resolve(
    names: ScheduleNames, isAfterOnly: Bool = false, settle: ((SentenceProblem) -> SentenceProblem)? = nil,
    into findings: inout Findings
  ) -> [Schedule]? {
    let settle = settle ?? { $0.settled(names, isAfterOnly: isAfterOnly) }
    let schedules = parts.map { part -> Schedule? in
      let resolution = WhenResolver.resolve(part.syntax, in: part.scalar.text, names: names, isAfterOnly: isAfterOnly)
      findings.add(resolution.problems.map(settle), in: part.scalar)
      return resolution.schedule
    }
    warnOfOpenEnds(names, settle, into: &findings)
    let sound = schedules.compactMap(\.self)
    return isWhole && sound.count == schedules.count ? sound : nil
  }

  /// The schedules whose times are beside days, which a schedule takes over and does not name.
  var schedulesBesideDays: [Name] {
    parts.flatMap { part in
      ((part.syntax.clauses?.clauses ?? []) + part.syntax.exceptions.flatMap(\.clauses))
        .filter { !$0.days.isEmpty }.compactMap { $0.named?.name }
    }
  }

  private func warnOfOpenEnds(
    _ names: ScheduleNames, _ settle: (SentenceProblem) -> SentenceProblem, into findings: inout Findings
  ) {
    for part in parts where part.syntax.hasOneEnd {
      let source = SentenceSource(part.scalar.text)
      findings.add(OpenEnds.wholeDays(in: part.syntax, source: source), in: part.scalar)
      findings.add(OpenNights.warnings(in: part.syntax, source: source).map(settle), in: part.scalar)
      findings.add(HalfNights.warnings(in: part.syntax, source: source, names).map(settle), in: part.scalar)
    }
  }

  /// What to say of ranges that end at midnight although the night may have been meant, unless something else goes on there.
  var openEnds: Findings {
    var found = Findings()
    guard parts.contains(where: { OpenEnds.occur(in: $0.syntax) }) else { return found }
    let warnings = OpenEnds.warnings(
      in: parts.map(\.syntax), sources: parts.map { SentenceSource($0.scalar.text) })
    for (part, problems) in zip(parts, warnings) { found.add(problems, in: part.scalar) }
    return found
  }
}

extension SentenceProblem {
  /// The same with what a schedule may hold of its proposals as its hint, or what may be behind `only`.
  func settled(_ names: ScheduleNames, isAfterOnly: Bool = false) -> SentenceProblem {
    var message = message
    message.proposals = WholeException.settling(message.proposals) { SentenceParser.when(ofSchedule: $0, names) }
    var settled = message.settled { WhenReader.isSound($0, names, isAfterOnly: isAfterOnly) }
    if isAfterOnly, !message.proposals.isEmpty, settled.hint == message.hint {
      settled.hint = PolicyMessage.timesBehindOnly
    }
    return SentenceProblem(range: range, message: settled)
  }
}

extension WhenReader {
  /// Whether a schedule may hold `text`, or whether it may be behind `only`.
  static func isSound(_ text: String, _ names: ScheduleNames, isAfterOnly: Bool = false) -> Bool {
    guard case .understood(let syntax) = SentenceParser.when(text, names),
      !isAfterOnly || OnlyTimes.isTimesOfDay(syntax, names)
    else { return false }
    return WhenResolver.resolve(syntax, in: text, names: names, isAfterOnly: isAfterOnly).schedule != nil
  }
}
