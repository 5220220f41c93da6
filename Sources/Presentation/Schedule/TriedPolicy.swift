package import CivilTime
import Documents
package import JSONTree
package import Policies
import Text

/// What sentences mean that somebody tries: in the language's own spelling, in plain words, and by the clock.
package struct TriedPolicy {
  private let sentences: [String]
  private let policy: Policy
  /// Nil where the targets were made up for the sentences.
  private let path: String?
  private let next: NextChanges
  private let timeline: TimelineView
  private let moments: Moments

  /// `sentences` as `policy` understood them, beside the policy at `path`; `range` is what the strips show.
  package init(_ sentences: [String], _ policy: Policy, path: String?, now: Instant, range: Range<Instant>) {
    self.sentences = sentences
    self.policy = policy
    self.path = path
    moments = Moments(zone: policy.zone, now: now)
    let names = sentences.indices.map { number in
      ("policy-\(number + 1)", sentences.count == 1 ? "this sentence" : "sentence \(number + 1)")
    }
    let shown = ShownOverrides(policy, named: Dictionary(names, uniquingKeysWith: { first, _ in first }))
    let subjects = policy.statements.flatMap(\.subjects) + policy.edges.flatMap(\.subjects)
    let named = Set(policy.members(of: subjects))
    let targets = policy.members(of: policy.targets.map(\.name)).filter(named.contains)
    next = NextChanges(shown, of: targets, now: now, hours: 48)
    timeline = TimelineView(shown: shown, targets: targets, range: range, now: now)
  }

  /// One sentence: what it is in the language's own spelling, and in plain words.
  private struct Meaning {
    var canonical: [String]
    var words: String
  }

  private func meaning(_ number: Int) -> Meaning? {
    let id = "policy-\(number + 1)"
    if let statement = policy.statements.first(where: { $0.id == id }) {
      return Meaning(
        canonical: SentenceText.sentences(of: statement),
        words: Self.words(statement.subjects, PlainWords.text(of: statement)))
    }
    return policy.edges.first { $0.id == id }.map { edge in
      Meaning(canonical: [edge.sentence], words: Self.words(edge.subjects, PlainWords.text(of: edge)))
    }
  }

  private static func words(_ subjects: [Name], _ text: String) -> String {
    "\(subjects.map(\.text).listed()): \(text)"
  }

  /// For a terminal.
  package func text(_ style: Style) -> String {
    let meanings = sentences.indices.compactMap(meaning)
    let sentences = meanings.flatMap { meaning in
      meaning.canonical.flatMap { style.wrapped($0.escaped, indent: "", following: "  ") }.map(style.strong)
        + style.wrapped(meaning.words.escaped, indent: "  ", following: "    ")
    }
    let place = [path, policy.zone.name, moments.full].compactMap { $0?.escaped }.joined(separator: " · ")
    let lines =
      sentences + style.wrapped(otherwise, indent: "  ", following: "    ") + [""] + style.wrapped(place, indent: "")
      + [""] + next.lines(style) + TimelineText(timeline, style: style).lines
    return lines.joined(separator: "\n") + "\n"
  }

  /// `at other times: kids on, front-door left alone`
  private var otherwise: String {
    let states = timeline.targets.filter(hasOtherTimes).compactMap { name in
      policy.targets.first { $0.name == name }?.otherwise.map { "\(name.text) \($0.inWords)" }
    }
    return states.isEmpty ? "" : "at other times: " + states.joined(separator: ", ")
  }

  /// Whether the sentences leave a time of a year from now on to what is otherwise.
  private func hasOtherTimes(_ target: Name) -> Bool {
    let year = moments.now..<moments.now + 366 * 86_400
    return Evaluator(policy).timeline(of: target, in: year).contains { $0.decidedBy == .otherwise }
  }

  /// As one object, its keys in a fixed order.
  package var json: JSON {
    let meanings = sentences.indices.map { number -> JSON in
      let meaning = meaning(number)
      return .object([
        .init("sentence", .string(sentences[number])),
        .init("canonical", .array((meaning?.canonical ?? []).map { .string($0) })),
        .init("words", .text(meaning?.words)),
      ])
    }
    return .object([
      .formatVersion, .init("command", .string("try")), .init("policy", .text(path)),
      .init("timezone", .string(policy.zone.name)), .init("sentences", .array(meanings)), .init("next", next.json),
      .init("timeline", TimelineJSON(timeline).json),
    ])
  }
}
