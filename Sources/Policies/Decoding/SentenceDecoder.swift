import Documents
import Text

/// Reads the sentences of `policy`, alone or as the `do` of a map.
struct SentenceDecoder {
  private let targets: TargetTable
  private let schedules: ScheduleNames
  private let scheduleNames: Set<Name>
  private var phrases = PhraseCache()
  /// Whether it only tries whether a sentence is sound, so that nobody sees what is said about one that is not. Else the
  /// proposals for a proposal would have to be tried, and those for these.
  private var isTrial = false
  private let trials = Trials()
  /// Whether the sentence was put into the language's own words already.
  private var isReworded = false

  /// How many proposals are still tried in one policy: of thousands of mistakes a few are shown.
  private final class Trials {
    var left = 1000
  }

  init(targets: TargetTable, schedules: ScheduleNames) {
    self.targets = targets
    self.schedules = schedules.knowing(
      { targets.states(of: $0) }, isAction: { targets.isAction($0) }, problem: { targets.problem(with: $0) })
    scheduleNames = Set(schedules.kinds.keys)
  }

  /// The statement or edge that `scalar` says; nil, with what is wrong, where it says none.
  mutating func decode(_ scalar: Scalar, span: SourceSpan, into findings: inout Findings) -> DecodedEntry? {
    // What is only tried is not kept: a copy of all that is known would be made for it.
    if isTrial { return read(scalar, span: span, into: &findings) }
    if let statement = soundSentence(scalar, span: span) { return .statement(statement) }
    var found = Findings()
    let entry = read(scalar, span: span, into: &found)
    if entry == nil, let place = Self.dash(in: scalar) {
      findings.add(.dashWithinSentence, at: scalar.span(of: place..<place + 1))
    } else if entry == nil, let message = reworded(scalar.text, found.all) {
      findings.add(message, at: scalar.span)
    } else {
      findings.add(found)
    }
    return entry
  }

  /// Where a line that continues a sentence begins like the entry of a list; nil where none does.
  private static func dash(in scalar: Scalar) -> Int? {
    guard scalar.span.start.line < scalar.span.end.line else { return nil }
    let text = Array(scalar.text.unicodeScalars)
    let line = { (place: Int) in scalar.span(of: place..<place + 1).start.line }
    return text.indices.dropFirst().first { place in
      text[place] == "-" && place + 1 < text.count && text[place + 1] == " " && line(place) > line(place - 1)
    }
  }

  private func read(_ scalar: Scalar, span: SourceSpan, into findings: inout Findings) -> DecodedEntry? {
    switch SentenceParser.entry(scalar.text, schedules) {
    case .problems(let problems):
      findings.add(problems.map(settled), in: scalar)
      return nil
    case .understood(.statement(let syntax)):
      return statement(syntax, scalar, span: span, into: &findings).map { .statement($0) }
    case .understood(.edge(let syntax)): return edge(syntax, scalar, span: span, into: &findings).map { .edge($0) }
    }
  }

  /// A sentence with which nothing is wrong, from the halves that it shares with others; nil for every other one.
  private mutating func soundSentence(_ scalar: Scalar, span: SourceSpan) -> DecodedStatement? {
    guard let halves = PhraseCache.halves(of: scalar.text), let head = soundHead(halves.head) else { return nil }
    guard let when = halves.when.isEmpty ? .always : soundWhen(halves.when) else { return nil }
    var statement = Statement(
      id: "", subjects: head.subjects, state: head.state, when: when.schedules, because: nil, span: span,
      sentence: onOneLine(scalar.text))
    statement.nightWords = when.nightWords
    return DecodedStatement(
      statement: statement, whenSpan: halves.when.isEmpty ? nil : scalar.span,
      schedulesBesideDays: when.schedulesBesideDays)
  }

  private mutating func soundHead(_ text: Substring) -> PhraseCache.Head? {
    if let known = phrases[head: text] { return known }
    guard case .understood(let syntax) = SentenceParser.statement(String(text), schedules),
      syntax.when == nil
    else { return nil }
    var found = Findings()
    guard checkSubjects(of: syntax, in: Self.nowhere(text), into: &found), found.all.isEmpty else { return nil }
    let head = PhraseCache.Head(subjects: syntax.subjects.namesOnce, state: syntax.state)
    phrases[head: text] = head
    return head
  }

  private mutating func soundWhen(_ text: Substring) -> PhraseCache.When? {
    if let known = phrases[when: text] { return known }
    guard case .understood(let syntax) = SentenceParser.when(String(text), schedules) else { return nil }
    var found = Findings()
    let part = WhenReader.Part(scalar: Self.nowhere(text), syntax: syntax)
    let reader = WhenReader(parts: [part])
    // Nobody sees what is wrong with it.
    let parts = reader.resolve(names: schedules, settle: { $0 }, into: &found)
    guard let parts, found.all.isEmpty, reader.openEnds.all.isEmpty else { return nil }
    let when = PhraseCache.When(
      schedules: parts, nightWords: NightWords.used(in: [part]),
      schedulesBesideDays: reader.schedulesBesideDays)
    phrases[when: text] = when
    return when
  }

  /// A half of a sentence, about which nothing will be said.
  private static func nowhere(_ text: Substring) -> Scalar {
    let place = SourcePosition(line: 1, column: 1)
    return Scalar(String(text), span: SourceSpan(file: "", start: place, end: place))
  }

  private func statement(
    _ syntax: SentenceSyntax, _ scalar: Scalar, span: SourceSpan, into findings: inout Findings
  ) -> DecodedStatement? {
    let isSuited = checkSubjects(of: syntax, in: scalar, into: &findings)
    let when = WhenReader(parts: syntax.when.map { [WhenReader.Part(scalar: scalar, syntax: $0)] } ?? [])
    let resolved = when.resolve(
      names: schedules, isAfterOnly: syntax.only != nil, settle: { settled($0) }, into: &findings)
    guard let parts = resolved, isSuited else { return nil }
    let subjects = syntax.subjects.namesOnce
    if let only = syntax.only,
      let problem = OnlyTimes.problem(
        when.parts.map(\.syntax), meaning: parts, of: subjects, isInPlace: only.isInPlace, names: schedules)
    {
      findings.add(problem, at: scalar.span(of: only.range))
      return nil
    }
    return DecodedStatement(
      subjects, syntax.state, parts, isOnly: syntax.only != nil, when, span: span, sentence: onOneLine(scalar.text))
  }

  private func edge(
    _ syntax: EdgeSyntax, _ scalar: Scalar, span: SourceSpan, into findings: inout Findings
  ) -> Edge? {
    let isKnown = checkNames(of: syntax.subjects, in: scalar, into: &findings) { targets.isAction($0) }
    if let times = timesRange(in: syntax.when) {
      findings.add(.edgeTakesDays(withDaysAlone(syntax.when, in: scalar.text)), at: scalar.span(of: times))
      return nil
    }
    let when = WhenReader(parts: syntax.when.map { [WhenReader.Part(scalar: scalar, syntax: $0)] } ?? [])
    guard let parts = when.resolve(names: schedules, settle: { settled($0) }, into: &findings), isKnown else {
      return nil
    }
    for subject in syntax.subjects {
      guard let problem = targets.problem(withEdgeOf: subject.name) else { continue }
      findings.add(problem, at: scalar.span(of: subject.range))
      return nil
    }
    return Edge(
      id: "", subjects: syntax.subjects.namesOnce, times: syntax.times, days: parts.first ?? .always, span: span,
      sentence: onOneLine(scalar.text))
  }

  /// Where times stand, or a schedule that holds some; nil where everything is days.
  private func timesRange(in when: WhenSyntax?) -> Range<Int>? {
    for clause in when.map({ ($0.clauses?.clauses ?? []) + $0.exceptions.flatMap(\.clauses) }) ?? [] {
      if let times = clause.timesRange { return times }
    }
    return nil
  }

  /// `gate at 06:45 on mon` for `gate at 06:45 on mon 07:00–08:00`; nil where that is not all that is wrong.
  private func withDaysAlone(_ when: WhenSyntax?, in text: String) -> String? {
    let source = SentenceSource(text)
    guard let when, when.exceptions.isEmpty, let clauses = when.clauses?.clauses else { return nil }
    let days = clauses.compactMap(\.daysRange).map { source[$0] }
    let proposal = source.replacing(when.range, with: "on " + days.joined(separator: " and "))
    guard days.count == clauses.count,
      case .understood(.edge(let syntax)) = SentenceParser.entry(proposal, schedules),
      timesRange(in: syntax.when) == nil
    else { return nil }
    return proposal
  }

  /// The same with those of its proposals as its hint that can stand instead of the whole sentence.
  private func settled(_ problem: SentenceProblem) -> SentenceProblem {
    SentenceProblem(range: problem.range, message: settled(problem.message))
  }

  private func settled(_ message: PolicyMessage) -> PolicyMessage {
    if isTrial || trials.left <= 0 { return message }
    trials.left -= message.proposals.count
    var message = message
    // Of other mistakes a second one would be guessed on top of the first.
    if message.code == .timeBareNumber, !message.proposals.isEmpty, trials.left > 0,
      !message.proposals.contains(where: isSound)
    {
      message.proposals = readings(of: message.proposals)
    }
    message.proposals = unambiguous(message.proposals)
    return message.settled(isSound)
  }

  private func unambiguous(_ proposals: [String]) -> [String] {
    WholeException.settling(proposals) { SentenceParser.when(ofStatement: $0, schedules) }
  }

  /// What to write instead of `sentences`, none of which is accepted as it is: `mon and fri 3-5pm` leaves two things open. None
  /// where those are more than somebody reads.
  private func readings(of sentences: [String]) -> [String] {
    if isReworded { return [] }
    let all = sentences.map { sentence -> [String] in
      var (decoder, findings) = (self, Findings())
      decoder.isReworded = true
      _ = decoder.decode(Self.nowhere(sentence[...]), span: Self.nowhere("").span, into: &findings)
      let errors = findings.all.filter { $0.severity == .error }
      // What is said behind the sentences would be lost.
      guard errors.count == 1, Self.showsSentence(errors[0]), let hint = errors[0].hint, hint.hasSuffix("'") else {
        return []
      }
      return hint.split(separator: "'", omittingEmptySubsequences: false).enumerated().compactMap { place, text in
        place % 2 == 1 ? String(text) : nil
      }
    }
    trials.left -= sentences.count + all.joined().count
    return all.contains(where: \.isEmpty) || all.joined().count > 4 ? [] : Array(all.joined())
  }

  /// What to say about `text`, in which `found` is wrong, where it says in other words what the language can say; nil where it
  /// does not, or where a sentence to write is shown already.
  private func reworded(_ text: String, _ found: [Diagnostic]) -> PolicyMessage? {
    guard !isReworded, trials.left > 0, !found.contains(where: Self.showsSentence) else { return nil }
    trials.left -= 1
    if let edge = EdgeParaphrase.reworded(text, isAction: targets.isAction), isSound(edge) {
      return .reworded("write '\(edge)'")
    }
    guard let reworded = Paraphrase.reworded(text, names: schedules, targets: targets.switched) else { return nil }
    if isSound(reworded) {
      let sentences = unambiguous([reworded]).filter(isSound)
      let foreign = ForeignWords.first(in: text, schedules)
      return PolicyMessage.writeSentences(sentences).map { hint in
        foreign.map { .foreignWord($0.word, english: $0.english, hint: hint) } ?? .reworded(hint)
      }
    }
    var (decoder, findings) = (self, Findings())
    decoder.isReworded = true
    _ = decoder.decode(Self.nowhere(reworded[...]), span: Self.nowhere("").span, into: &findings)
    let errors = findings.all.filter { $0.severity == .error }
    if let shown = errors.first(where: Self.showsSentence)?.hint { return .reworded(shown) }
    guard let problem = errors.first, !Self.codesOfLostSentences.contains(problem.code),
      found.contains(where: { Self.codesOfLostSentences.contains($0.code) || Self.codesOfLostWords.contains($0.code) }),
      !found.contains(where: { $0.code == problem.code })
    else { return nil }
    return .rewordedAs(reworded, but: problem.message, hint: problem.hint)
  }

  private static func showsSentence(_ diagnostic: Diagnostic) -> Bool { diagnostic.hint?.hasPrefix("write '") == true }

  /// What is found where a sentence begins in another way than the language's begin.
  private static let codesOfLostSentences = Set(
    [DiagnosticCode.sentenceState, .sentenceTarget, .sentenceWord, .targetUnknown].map(\.rawValue))
  /// The same where it goes on in words that the language does not have.
  private static let codesOfLostWords = Set([DiagnosticCode.sentenceUnexpected, .scheduleUnknown].map(\.rawValue))

  /// Whether nothing is wrong with `text` as a sentence of this policy.
  func isSound(_ text: String) -> Bool {
    var (decoder, findings) = (self, Findings())
    decoder.isTrial = true
    return decoder.decode(Self.nowhere(text[...]), span: Self.nowhere("").span, into: &findings) != nil
      && !findings.hasErrors
  }

  private func onOneLine(_ text: String) -> String {
    // Looking for the characters of a plain sentence would cost more than reading it.
    if text.isPlain { return text }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Whether all of `subjects` are targets. Proposed for one that is not is what `fits`.
  private func checkNames(
    of subjects: [NameSyntax], in scalar: Scalar, into findings: inout Findings, where fits: (Name) -> Bool
  ) -> Bool {
    var isSound = true
    for subject in subjects {
      guard let message = targets.problem(with: subject.name, schedules: scheduleNames, where: fits) else { continue }
      findings.add(message, at: scalar.span(of: subject.range))
      isSound = false
    }
    return isSound
  }

  private func checkSubjects(of syntax: SentenceSyntax, in scalar: Scalar, into findings: inout Findings) -> Bool {
    guard checkNames(of: syntax.subjects, in: scalar, into: &findings, where: { targets.takes(syntax.state, $0) })
    else { return false }
    if syntax.isAboutSwitch, let problem = switchProblem(syntax, in: scalar.text) {
      findings.add(settled(problem), at: scalar.span(of: syntax.stateRange))
      return false
    }
    for subject in syntax.subjects {
      let unsuited = targets.problem(with: syntax.state, for: subject.name) { state in
        syntax.only == nil ? rewritten(syntax, with: state, in: scalar.text).flatMap(tried) : nil
      }
      guard var problem = unsuited ?? targets.missingPermission(for: syntax.state, of: subject.name) else { continue }
      if problem.code == .targetState, syntax.only != nil || !Self.proposes(problem),
        let hint = linesForEachState(syntax, in: scalar.text)
      {
        problem.hint = hint
      }
      findings.add(problem, at: scalar.span(of: syntax.stateRange))
      return false
    }
    return true
  }

  /// `sentence` if it can be written; nil otherwise.
  private func tried(_ sentence: String) -> String? {
    if isTrial || trials.left <= 0 { return sentence }
    trials.left -= 1
    return isSound(sentence) ? sentence : nil
  }

  private static func proposes(_ message: PolicyMessage) -> Bool { message.hint?.hasPrefix("write '") == true }

  /// `write the lines 'kids off' and 'pihole paused'` for `kids, pihole off`, and the two lines that `pihole on only …` would
  /// be; nil where these cannot be written, either.
  private func linesForEachState(_ syntax: SentenceSyntax, in text: String) -> String? {
    if isTrial || trials.left <= 0 { return nil }
    var groups: [(names: [String], state: TargetState)] = []
    for subject in syntax.subjects {
      guard let states = targets.states(of: subject.name) else { return nil }
      let state = states.meant(by: syntax.state, schedules.vocabulary)
      if let place = groups.firstIndex(where: { $0.state == state }) {
        groups[place].names.append(subject.name.text)
      } else {
        groups.append(([subject.name.text], state))
      }
    }
    let when = words(of: syntax.when, without: syntax.only?.range, in: SentenceSource(text))
    let lines = groups.flatMap { group in
      let names = group.names.joined(separator: ", ")
      if syntax.only == nil { return ["\(names) \(group.state)\(when)"] }
      if group.state == .on { return ["\(names) on only\(when)"] }
      return [schedules.vocabulary.otherLine(names, than: group.state), "\(names) \(group.state)\(when)"]
        .compactMap(\.self)
    }
    trials.left -= lines.count
    guard lines.count > 1, lines.allSatisfy(isSound) else { return nil }
    return syntax.only != nil && groups.count == 1
      ? PolicyMessage.linesInsteadOfOnly(lines) : "write the lines \(lines.map { "'\($0)'" }.listed())"
  }

  /// What stands behind the state, after a space.
  private func words(of when: WhenSyntax?, without only: Range<Int>?, in source: SentenceSource) -> String {
    guard let when else { return "" }
    guard let only, when.range.overlaps(only) else { return " " + source[when.range] }
    let parts = [source[when.range.lowerBound..<only.lowerBound], source[only.upperBound..<when.range.upperBound]]
    return parts.filter { !$0.isEmpty }.map { " " + $0 }.joined()
  }

  /// `disable kids` of rules that block while they are enabled: nobody knows what is meant.
  private func switchProblem(_ syntax: SentenceSyntax, in text: String) -> PolicyMessage? {
    guard let odd = syntax.subjects.first(where: { !targets.isOnWhileEnabled($0.name) }) else { return nil }
    let pair = targets.states(of: odd.name) ?? .onOff
    let meant = pair.counterpart(of: syntax.state, in: .onOff)
    let isSwitchItself = pair == .onOff
    let states = isSwitchItself ? [syntax.state, pair.opposite(of: syntax.state)] : [meant]
    return .switchOfRule(
      SentenceSource(text)[syntax.stateRange], of: odd.name.text, isBlock: isSwitchItself,
      proposals: states.compactMap { rewritten(syntax, with: $0, in: text) })
  }

  /// `kids off weekdays` for `pause kids weekdays`.
  private func rewritten(_ syntax: SentenceSyntax, with state: TargetState, in text: String) -> String? {
    guard let first = syntax.subjects.first, let last = syntax.subjects.last else { return nil }
    let source = SentenceSource(text)
    let names = source[first.range.lowerBound..<last.range.upperBound]
    let end = max(last.range.upperBound, syntax.stateRange.upperBound)
    // A verb such as `turn` may be before both.
    return source.replacing(0..<end, with: "\(names) \(state.rawValue)")
  }
}

extension [NameSyntax] {
  /// The names, each once: who writes one twice says no more by it.
  fileprivate var namesOnce: [Name] { map(\.name).once }
}

extension [Name] {
  /// Each of them where it is for the first time.
  var once: [Name] {
    if count < 2 { return self }
    var seen: Set<Name> = []
    return filter { seen.insert($0).inserted }
  }
}
