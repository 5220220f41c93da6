import CivilTime
import Documents

/// Reads the entries of `tests`.
struct TestDecoder {
  private let targets: TargetTable
  private let zone: Zone?

  /// Without a zone the instants are not read; that the zone is missing is reported elsewhere.
  init(targets: TargetTable, zone: Zone?) {
    self.targets = targets
    self.zone = zone
  }

  /// The tests without a mistake.
  func decode(_ nodes: [Node], into findings: inout Findings) -> [PolicyTest] {
    nodes.compactMap { test($0, into: &findings) }
  }

  private func test(_ node: Node, into findings: inout Findings) -> PolicyTest? {
    guard
      let map = MapReader(
        node, "test", instead: "something like {at: 2026-11-20 22:00, expect: {kids: off}}", into: &findings)
    else { return nil }
    map.refuseOthers(than: PolicyKey.Test.self, in: "a test", into: &findings)
    let name = map["name"].flatMap { ValueReader.text($0, "name", into: &findings)?.text }
    let when = when(map, into: &findings)
    let expect = expectations(map, into: &findings)
    guard let when, let expect else { return nil }
    return PolicyTest(name: name, when: when, expect: expect, span: map.span)
  }

  // MARK: - When

  private func when(_ map: MapReader, into findings: inout Findings) -> PolicyTest.When? {
    switch (map["at"], map["from"], map["to"]) {
    case (let at?, nil, nil):
      guard let nodes = ValueReader.oneOrMore(at, "at", into: &findings) else { return nil }
      let instants = nodes.compactMap { instant($0, "at", into: &findings) }
      return instants.count == nodes.count ? .at(instants) : nil
    case (nil, let from?, let to?):
      let (start, end) = (instant(from, "from", into: &findings), instant(to, "to", into: &findings))
      guard let start, let end else { return nil }
      if start < end { return .throughout(start..<end) }
      findings.add(reversed(from, start, to, end), at: to.span)
      return nil
    case (_?, _, _), (nil, _, _):
      if !map.misspells(PolicyKey.Test.at, .from, .to) { findings.add(.testWhen, at: map.span) }
      return nil
    }
  }

  /// What to say of an end that is not after its `start`: both may be in an hour that clocks skip.
  private func reversed(_ from: Node, _ start: Instant, _ to: Node, _ end: Instant) -> PolicyMessage {
    guard let first = from.scalarText, let last = to.scalarText, let zone,
      let skipped = SkippedStretch(from: first, until: last, at: start, in: zone, now: start)
    else { return .testReversed(next: nightEnd(start, end)) }
    return .testSkipped(skipped, from: first, to: last)
  }

  /// `2027-01-01 02:00` for `2026-12-31 02:00` if the test begins on the same day at 22:00.
  private func nightEnd(_ start: Instant, _ end: Instant) -> String? {
    guard let zone else { return nil }
    let (evening, morning) = (zone.local(start), zone.local(end))
    let noon = 12 * 3_600
    guard evening.date == morning.date, evening.secondOfDay > noon, morning.secondOfDay <= noon else { return nil }
    return "\(morning.date.adding(days: 1)) \(morning.clockText)"
  }

  /// `2026-11-21 00:00` for `2026-11-20 24:00`.
  private func nextMidnight(_ text: String) -> String? {
    let end = " 24:00"
    guard text.hasSuffix(end), let zone, let noon = try? Instant(text.dropLast(end.count) + " 12:00", in: zone) else {
      return nil
    }
    return "\(zone.local(noon).date.adding(days: 1)) 00:00"
  }

  private func instant(_ node: Node, _ what: String, into findings: inout Findings) -> Instant? {
    guard let scalar = ValueReader.text(node, what, into: &findings), let zone else { return nil }
    do {
      return try Instant(scalar.text, in: zone)
    } catch {
      let message =
        nextMidnight(scalar.text).map { PolicyMessage.endOfDay(scalar.text, instead: $0) }
        ?? .instantForm(scalar.text, isImpossible: error == .impossible)
      findings.add(message, at: scalar.span)
      return nil
    }
  }

  // MARK: - Expectations

  private func expectations(_ map: MapReader, into findings: inout Findings) -> [PolicyTest.Expectation]? {
    guard let node = map["expect"] else {
      if !map.misspells(PolicyKey.Test.expect) {
        findings.add(.keyMissing("expect", in: "a test", example: "something like 'expect: {kids: off}'"), at: map.span)
      }
      return nil
    }
    guard let expect = MapReader(node, "expect", instead: "something like {kids: off}", into: &findings) else {
      return nil
    }
    if expect.entries.isEmpty { findings.add(.empty("expect"), at: node.span) }
    refuseTwice(expect.entries, into: &findings)
    let expectations = expect.entries.compactMap { expectation($0, into: &findings) }
    return expectations.count == expect.entries.count ? expectations : nil
  }

  /// `{kids: off, Kids: on}`, which no policy can meet.
  private func refuseTwice(_ entries: [Node.Entry], into findings: inout Findings) {
    var first: [String: SourceSpan] = [:]
    for entry in entries {
      let name = ASCII.lowercased(entry.key.text)
      if let span = first[name] {
        findings.add(
          .expectedTwice(name), at: entry.key.span, related: Diagnostic.Related(span: span, message: "first given here")
        )
      }
      first[name] = first[name] ?? entry.key.span
    }
  }

  private func expectation(_ entry: Node.Entry, into findings: inout Findings) -> PolicyTest.Expectation? {
    let name = Name(ASCII.lowercased(entry.key.text))
    if targets.isMadeOfActions(name) { return actionExpectation(name, entry, into: &findings) }
    let wanted = entry.value.scalarText.flatMap { targets.vocabulary.state($0) }
    let unknown = targets.problem(with: name) { near in wanted.map { targets.takes($0, near) } ?? true }
    if let unknown {
      findings.add(unknown, at: entry.key.span)
      return nil
    }
    let choices = targets.vocabulary.states + [.leave]
    guard let state = ValueReader.choice(entry.value, entry.key.text, of: choices, into: &findings) else { return nil }
    if let message = targets.problem(with: state, for: name, proposal: { _ in nil }) {
      findings.add(message, at: entry.value.span)
      return nil
    }
    return PolicyTest.Expectation(target: name, state: state, span: Self.span(of: entry))
  }

  /// That something is done at the time, or that it is not.
  private func actionExpectation(
    _ name: Name, _ entry: Node.Entry, into findings: inout Findings
  ) -> PolicyTest.Expectation? {
    ValueReader.choice(entry.value, entry.key.text, of: [TargetState.runs, .leave], into: &findings).map {
      PolicyTest.Expectation(target: name, state: $0, span: Self.span(of: entry))
    }
  }

  private static func span(of entry: Node.Entry) -> SourceSpan {
    SourceSpan(file: entry.key.span.file, start: entry.key.span.start, end: entry.value.span.end)
  }
}
