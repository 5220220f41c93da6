import Documents

/// A statement, and which of its parts is where in the file.
struct DecodedStatement {
  var statement: Statement
  /// Where its times are written, or the first part of them; nil where it has none.
  var whenSpan: SourceSpan?
  /// The schedules whose times it takes over for days of its own.
  var schedulesBesideDays: [Name] = []
  /// What to say of ranges of it that end at midnight, unless another line goes on there.
  var openEnds = Findings()
}

extension DecodedStatement {
  /// A statement that has no id yet: `parts` are the times that `when` says. `sentence` is how it is written, unless as a
  /// map.
  init(
    _ subjects: [Name], _ state: TargetState, _ parts: [Schedule], isOnly: Bool, _ when: WhenReader, span: SourceSpan,
    sentence: String? = nil
  ) {
    statement = Statement(
      id: "", subjects: subjects, state: state, when: parts.isEmpty ? [.always] : parts,
      atOtherTimes: isOnly ? .off : nil, because: nil, span: span, sentence: sentence)
    statement.nightWords = NightWords.used(in: when.parts)
    whenSpan = when.parts.first?.scalar.span
    schedulesBesideDays = when.schedulesBesideDays
    // With `only` it is off from midnight on because somebody said so.
    openEnds = isOnly ? Findings() : when.openEnds
  }
}

/// An entry of `policy`: what holds, or what is done.
enum DecodedEntry {
  case statement(DecodedStatement)
  case edge(Edge)
}

/// Reads the entries of `policy`: sentences, or maps.
struct StatementDecoder {
  private let targets: TargetTable
  private let schedules: ScheduleNames
  private let scheduleNames: Set<Name>
  private var sentences: SentenceDecoder

  init(targets: TargetTable, schedules: ScheduleNames) {
    self.targets = targets
    self.schedules = schedules
    scheduleNames = Set(schedules.kinds.keys)
    sentences = SentenceDecoder(targets: targets, schedules: schedules)
  }

  /// The statements and edges without a mistake, numbered by their place among all entries.
  mutating func decode(
    _ nodes: [Node], into findings: inout Findings
  ) -> (statements: [DecodedStatement], edges: [Edge]) {
    var ids: [String: SourceSpan] = [:]
    var statements: [DecodedStatement] = []
    var edges: [Edge] = []
    // Room for all of them from the start: of thousands none is then moved.
    statements.reserveCapacity(nodes.count)
    for index in nodes.indices {
      if findings.areTooMany() { break }
      var found = Findings()
      let entry = decode(nodes[index], number: index + 1, ids: &ids, into: &found)
      if entry == nil, let sentence = sentenceCutByComma(nodes, at: index) {
        findings.add(.sentenceCutByComma(sentence), at: nodes[index].span)
      } else {
        findings.add(found)
      }
      switch entry {
      case .statement(let statement): statements.append(statement)
      case .edge(let edge): edges.append(edge)
      case nil: break
      }
    }
    return (statements, edges)
  }

  /// The sentence of which a comma in brackets made several entries, as in `[kids, tv off sat]`; nil where none is known.
  private func sentenceCutByComma(_ nodes: [Node], at index: Int) -> String? {
    let starts = index > 0 ? [index - 1, index] : [index]
    for start in starts {
      var texts: [String] = []
      var line: Int?
      for node in nodes[start..<min(nodes.count, index + 3)] {
        guard let text = node.scalarText, line == nil || line == node.span.start.line else { break }
        texts.append(text)
        line = node.span.end.line
        let isWhole = texts.count > 1 && start + texts.count > index
        if isWhole, sentences.isSound(texts.joined(separator: ", ")) { return texts.joined(separator: ", ") }
      }
    }
    return nil
  }

  private mutating func decode(
    _ node: Node, number: Int, ids: inout [String: SourceSpan], into findings: inout Findings
  ) -> DecodedEntry? {
    switch node.content {
    case .scalar(let scalar):
      return sentences.decode(scalar, span: node.span, into: &findings)?.called("policy-\(number)", because: nil)
    case .mapping(let entries):
      let map = MapReader(entries: entries, span: node.span)
      let entry = self.entry(map, into: &findings)
      let id = id(map, ids: &ids, into: &findings)
      let because = map["because"].flatMap { ValueReader.text($0, "because", into: &findings)?.text }
      return entry?.called(id ?? "policy-\(number)", because: because)
    case .sequence:
      findings.add(.statementIsList, at: node.span)
      return nil
    }
  }

  // MARK: - Maps

  private mutating func entry(_ map: MapReader, into findings: inout Findings) -> DecodedEntry? {
    switch statement(map, into: &findings) {
    case .edge(var edge):
      if let node = map["grace"] {
        edge.graceSeconds = ValueReader.seconds(
          node, "grace", default: Edge.usualGrace, in: Edge.graces, into: &findings)
      }
      return .edge(edge)
    case .statement(let statement):
      if let entry = map.entry("grace") { findings.add(.graceWithoutEdge, at: entry.key.span) }
      return .statement(statement)
    case nil: return nil
    }
  }

  private mutating func statement(_ map: MapReader, into findings: inout Findings) -> DecodedEntry? {
    if let (message, span) = sentenceWithColon(map) {
      findings.add(message, at: span)
      return nil
    }
    map.refuseOthers(than: PolicyKey.Statement.self, in: "a statement", into: &findings)
    guard let node = map["do"] else { return fields(map, into: &findings).map { .statement($0) } }
    for field in PolicyKey.Statement.fields.map(\.rawValue) {
      if let entry = map.entry(field) {
        findings.add(.exclusive(["do", field], in: "a statement"), at: entry.key.span)
      }
    }
    guard let scalar = ValueReader.sentence(node, "do", into: &findings) else { return nil }
    return sentences.decode(scalar, span: map.span, into: &findings)
  }

  /// What to say of `kids off: 21:00–07:00`, which YAML reads as a map; nil where it is no sentence without its colon, either.
  private func sentenceWithColon(_ map: MapReader) -> (PolicyMessage, SourceSpan)? {
    guard map.entries.count == 1, PolicyKey.Statement(rawValue: map.entries[0].key.text) == nil,
      let value = map.entries[0].value.scalarText
    else { return nil }
    let key = map.entries[0].key
    let sentence = "\(key.text) \(value)"
    if sentences.isSound(sentence) { return (.sentenceWithColon(sentence), key.span) }
    let first = key.text.prefix { !$0.isWhitespace && $0 != "," }
    return schedules.isTarget(Name(ASCII.lowercased(String(first))))
      ? (.sentenceWithColon(nil), key.span) : nil
  }

  private func fields(_ map: MapReader, into findings: inout Findings) -> DecodedStatement? {
    let wanted = map["state"]?.scalarText.flatMap { schedules.vocabulary.state(ASCII.lowercased($0)) }
    let subjects = subjects(map, wanted, into: &findings)
    let state = state(map, into: &findings)
    let when = when(map, into: &findings)
    let parts = when.resolve(names: schedules, isAfterOnly: map["only"] != nil, into: &findings)
    guard let subjects, let state, let parts else { return nil }
    for subject in subjects {
      let unsuited = targets.problem(with: state.value, for: subject, proposal: { _ in nil })
      guard var message = unsuited ?? targets.missingPermission(for: state.value, of: subject) else { continue }
      if map["only"] != nil, message.code == .targetState,
        let lines = linesInsteadOfOnly(subjects, state.value, parts)
      {
        message.hint = PolicyMessage.linesInsteadOfOnly(lines)
      }
      findings.add(message, at: state.span)
      return nil
    }
    let only = map["only"]
    if let only, let (message, span) = onlyProblem(when, parts, subjects, state, at: only.span) {
      findings.add(message, at: span)
      return nil
    }
    return DecodedStatement(subjects, state.value, parts, isOnly: only != nil, when, span: map.span)
  }

  /// The sentences that say `only` of targets with other words for their states; nil where they cannot be written.
  private func linesInsteadOfOnly(_ subjects: [Name], _ state: TargetState, _ parts: [Schedule]) -> [String]? {
    let pairs = Set(subjects.map { targets.states(of: $0) })
    guard pairs.count == 1, let pair = pairs.first ?? nil else { return nil }
    let names = subjects.map(\.text).joined(separator: ", ")
    let meant = pair.meant(by: state, schedules.vocabulary)
    guard let others = schedules.vocabulary.otherLine(names, than: meant) else { return nil }
    let lines = [others] + parts.map { "\(names) \(meant) \(SentenceText.text(of: $0))" }
    return lines.allSatisfy(sentences.isSound) ? lines : nil
  }

  /// What is under `when`, or under `only` instead.
  private func when(_ map: MapReader, into findings: inout Findings) -> WhenReader {
    if map["when"] != nil, let entry = map.entry("only") {
      findings.add(.exclusive(["when", "only"], in: "a statement"), at: entry.key.span)
    }
    if let node = map["only"] { return WhenReader(node, "only", schedules, into: &findings) }
    return map["when"].map { WhenReader($0, "when", schedules, into: &findings) } ?? WhenReader(parts: [])
  }

  /// What is wrong with fields that have `only`, and where; nil where nothing is.
  private func onlyProblem(
    _ when: WhenReader, _ schedules: [Schedule], _ subjects: [Name], _ state: (value: TargetState, span: SourceSpan),
    at span: SourceSpan
  ) -> (PolicyMessage, SourceSpan)? {
    let names = subjects.map(\.text).joined(separator: ", ")
    guard state.value == .on else {
      let sentences = schedules.map { "\(names) \(state.value) \(SentenceText.text(of: $0))" }
      let alone = sentences.first ?? "\(names) \(state.value)"
      let before = self.schedules.vocabulary.otherLine(names, than: state.value)
      return (.onlyState(state.value.rawValue, alone: alone, before: before), state.span)
    }
    return OnlyTimes.problem(
      when.parts.map(\.syntax), meaning: schedules, of: subjects, isInPlace: true, names: self.schedules
    ).map { ($0, span) }
  }

  private func subjects(_ map: MapReader, _ wanted: TargetState?, into findings: inout Findings) -> [Name]? {
    let one = map["target"]
    let many = map["targets"]
    if one != nil, let entry = map.entry("targets") {
      findings.add(.exclusive(["target", "targets"], in: "a statement"), at: entry.key.span)
    }
    if one == nil, many == nil, !map.misspells(PolicyKey.Statement.do, .target, .targets) {
      findings.add(.statementForm, at: map.span)
    }
    let nodes = one.map { [$0] } ?? many.flatMap { ValueReader.list($0, "targets", into: &findings) }
    guard let nodes else { return nil }
    if let one, case .sequence = one.content {
      findings.add(.wrongKind("target", expected: "text", found: one, instead: "'targets' before a list"), at: one.span)
      return nil
    }
    let what = one == nil ? "targets" : "target"
    let names = nodes.compactMap { subject($0, what, wanted, into: &findings) }
    return names.count == nodes.count ? names.once : nil
  }

  private func subject(
    _ node: Node, _ what: String, _ wanted: TargetState?, into findings: inout Findings
  ) -> Name? {
    guard let scalar = ValueReader.text(node, what, into: &findings) else { return nil }
    let name = Name(ASCII.lowercased(scalar.text))
    let message = targets.problem(with: name, schedules: scheduleNames) { near in
      wanted.map { targets.takes($0, near) } ?? true
    }
    guard var message else { return name }
    if let list = knownTargets(scalar.text) { message.hint = "write targets: [\(list.joined(separator: ", "))]" }
    findings.add(message, at: scalar.span)
    return nil
  }

  /// The targets that `text` names with commas between them; nil where it does not, or one of them is unknown.
  private func knownTargets(_ text: String) -> [String]? {
    let names = text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
    guard names.count > 1 else { return nil }
    return names.allSatisfy { targets.problem(with: Name(ASCII.lowercased($0))) == nil } ? names : nil
  }

  private func state(_ map: MapReader, into findings: inout Findings) -> (value: TargetState, span: SourceSpan)? {
    guard let node = map["state"] else {
      if map["target"] != nil || map["targets"] != nil, !map.misspells(PolicyKey.Statement.state) {
        findings.add(.keyMissing("state", in: "a statement", example: "something like 'state: off'"), at: map.span)
      }
      return nil
    }
    if case .scalar(let scalar) = node.content, scalar.text == "leave" {
      findings.add(.leaveInStatement("state"), at: scalar.span)
      return nil
    }
    let words = schedules.vocabulary
    return ValueReader.choice(
      node, "state", of: words.states, shown: words.shown.flatMap(\.states), into: &findings
    ).map { ($0, node.span) }
  }

  // MARK: - Ids

  private func id(
    _ map: MapReader, ids: inout [String: SourceSpan], into findings: inout Findings
  ) -> String? {
    guard let node = map["id"], let scalar = ValueReader.text(node, "id", into: &findings) else { return nil }
    let id = scalar.text
    if !NameRules.isWellFormed(id) {
      findings.add(.statementID(id), at: scalar.span)
    } else if id == "otherwise" || isNumbered(id) {
      findings.add(.statementIDTaken(id), at: scalar.span)
    } else if let first = ids[id] {
      findings.add(
        .statementIDTwice(id), at: scalar.span, related: Diagnostic.Related(span: first, message: "first given here"))
    }
    ids[id] = ids[id] ?? scalar.span
    return id
  }

  private func isNumbered(_ id: String) -> Bool {
    id.hasPrefix("policy-") && id.unicodeScalars.dropFirst(7).allSatisfy(ASCII.isDigit)
  }
}

extension DecodedEntry {
  /// The same with a name, and with why somebody wants it.
  fileprivate func called(_ id: String, because: String?) -> DecodedEntry {
    switch self {
    case .statement(var decoded):
      (decoded.statement.id, decoded.statement.because) = (id, because)
      return .statement(decoded)
    case .edge(var edge):
      (edge.id, edge.because) = (id, because)
      return .edge(edge)
    }
  }
}
