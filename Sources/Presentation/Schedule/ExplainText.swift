package import CivilTime
import Documents
package import Planning
package import Policies
import Text

/// Why things are as they are, as people read it, for a terminal of 80 columns.
package struct ExplainText {
  private let policy: Policy
  private let explanations: [Explanation]
  private let actions: [ActionExplanation]
  /// What of them has fallen due and is still to be done.
  private let open: [OpenAction]
  private let instant: Instant
  private let moments: Moments
  private let listsLines: Bool
  private let doubts: Doubts
  private let style: Style

  /// What is not known to be as it is wanted.
  package struct Doubts {
    var targets: Set<Name> = []
    var unsure: [Name: String] = [:]
    /// By what each is about: a target, or a system as a whole.
    private var ofTargets: [Name: [Note]] = [:]
    private var ofSystems: [Name: [Note]] = [:]

    /// What is said of something, with the mark before it.
    struct Note {
      var place: Int
      var mark: String
      var text: String
    }

    /// Nothing is known to be in doubt.
    package init() {}

    /// These `targets`: some because of `problems` and `warnings`, some `unsure` for a reason in a few words.
    package init(_ targets: Set<Name>, unsure: [Name: String], problems: [Finding], warnings: [Finding]) {
      (self.targets, self.unsure) = (targets, unsure)
      for (place, (mark, finding)) in (problems.map { ("!", $0) } + warnings.map { ("~", $0) }).enumerated() {
        let note = Note(place: place, mark: mark, text: finding.message.text)
        if let target = finding.target {
          ofTargets[target, default: []].append(note)
        } else if let system = finding.system {
          ofSystems[system, default: []].append(note)
        }
      }
    }

    /// What is said of `target`, or of its `system`, problems first.
    func notes(_ target: Name, on system: Name?) -> [Note] {
      let own = (ofTargets[target] ?? []) + (system.flatMap { ofSystems[$0] } ?? [])
      return own.sorted { $0.place < $1.place }
    }
  }

  /// `listsLines`: whether each line about the targets is listed as it is understood.
  package init(
    _ explanations: [Explanation], actions: [ActionExplanation] = [], open: [OpenAction] = [], policy: Policy,
    at instant: Instant, listsLines: Bool = false, doubts: Doubts = Doubts(), style: Style
  ) {
    self.doubts = doubts
    self.policy = policy
    self.explanations = explanations
    self.actions = actions
    self.open = open
    self.instant = instant
    moments = Moments(zone: policy.zone, now: instant)
    self.listsLines = listsLines
    self.style = style
  }

  /// All of it, ending in a line feed.
  package var text: String {
    var lines = [[policy.path, policy.zone.name, moments.full].map(\.escaped).joined(separator: " · ")]
    if explanations.isEmpty, actions.isEmpty { lines += ["", "The policy has no targets."] }
    for explanation in explanations { lines += [""] + section(explanation) }
    for action in actions { lines += [""] + section(action) }
    if listsLines { lines += understood }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ explanation: Explanation) -> [String] {
    let verdict = explanation.verdict
    let isDoubtful = verdict.state != .leave && doubts.targets.contains(explanation.target)
    let words = isDoubtful ? "should be \(verdict.state.inWords)" : verdict.state.inWords
    let state = style.strong("\(explanation.target.text): \(words)")
    let unsure = doubts.unsure[explanation.target] ?? ""
    return ["  \(state)\(stretch(verdict))" + (unsure.isEmpty ? "" : ", \(unsure)")] + notes(explanation.target)
      + why(explanation) + beaten(explanation) + moved(explanation)
      + pause(verdict) + row("next", next(explanation))
  }

  /// What `status` says of `target`, or of its system.
  private func notes(_ target: Name) -> [String] {
    let system = policy.target(target)?.selector.system
    return doubts.notes(target, on: system).flatMap { row($0.mark, $0.text) }
  }

  /// Each line about the targets in the language's own spelling.
  private var understood: [String] {
    let lines = StatementWords.about(explanations.map(\.target) + actions.map(\.target), in: policy)
    if lines.isEmpty { return [] }
    return ["", "  " + style.strong("lines")]
      + lines.flatMap { style.wrapped("\($0.name): \($0.sentence)".escaped, indent: "    ", following: "      ") }
  }

  /// What has no state, but times.
  private func section(_ action: ActionExplanation) -> [String] {
    let open = open.filter { $0.due.key.target == action.target }
    if !open.isEmpty { return section(action, open) }
    guard let first = action.first else {
      return ["  " + style.strong("\(action.target.text): never runs")] + notes(action.target)
        + row("why", policy.names(action.target) ? "none of its days comes before 2100" : "no statement names it")
    }
    let words = StatementWords(edge: first.edge, policy)
    return ["  " + style.strong("\(action.target.text): runs \(moments.short(first.at))")] + notes(action.target)
      + row("unless", first.keeper.map { $0.words(moments) } ?? "")
      + quoted(words, label: "why") + row("", words.because.map { "because: \($0)" } ?? "")
      + next(zip(action.next, action.keepers).dropFirst())
  }

  /// What of `action` is still to be done comes before its next time.
  private func section(_ action: ActionExplanation, _ open: [OpenAction]) -> [String] {
    open.enumerated().flatMap { number, open in
      let words = "\(action.target.text): due \(moments.short(open.due.key.at)), \(open.words(moments))"
      return ["  " + style.strong(words)] + (number == 0 ? notes(action.target) : [])
        + row("unless", open.keeper.map { $0.words(moments) } ?? "")
        + (open.due.edge.map { quoted(StatementWords(edge: $0, policy), label: "why") } ?? [])
    } + next(zip(action.next, action.keepers).prefix(1))
  }

  private func next(_ times: some Sequence<(Occurrence, DoorKeeper?)>) -> [String] {
    times.flatMap { then, keeper in
      let words = StatementWords(edge: then.edge, policy)
      return row("next", "runs \(moments.short(then.at)), \(words.name): \(words.sentence)")
        + row("", keeper.map { "unless " + $0.words(moments) } ?? "")
    }
  }

  /// ` since 20:30, until Sat 07:00`
  private func stretch(_ verdict: Verdict) -> String {
    let ends = moments.short(verdict.since, to: verdict.until)
    let since = ends.start.map { "since \($0)" }
    let until = ends.end.map { "until \($0)" }
    if since == nil, until == nil { return ", always" }
    return " " + [since, until ?? endless].compactMap { $0 }.joined(separator: ", ")
  }

  /// What has no end before 2100, until when times are worked out: near it and after it that says little.
  private var endless: String {
    if instant >= Evaluator.horizon { return "with an unknown end" }
    return Evaluator.horizon.secondsSinceEpoch - instant.secondsSinceEpoch < Self.year
      ? "with no end before 2100" : "with no end"
  }

  private static let year: Int64 = 366 * 86_400

  private func why(_ explanation: Explanation) -> [String] {
    if let override = explanation.override { return why(override) }
    let isBack = explanation.verdict.isPutBack
    return why(explanation.verdict, explanation.target)
      + row("", isBack ? policy.putBackSentence(explanation.target) : "")
  }

  private func why(_ override: Override) -> [String] {
    return row("why", "\(override.name) by \(override.by), \(range(override))")
      + row("", override.because.map { "because: \($0)" } ?? "")
  }

  private func range(_ override: Override) -> String {
    moments.stretch(override.from, override.until)
  }

  /// What holds too and does not decide: older overrides, then earlier statements.
  private func beaten(_ explanation: Explanation) -> [String] {
    let label = { (number: Int) in number == 0 ? "beats" : "" }
    let overrides = explanation.beatenOverrides
    if overrides.isEmpty, explanation.beaten.isEmpty {
      return explanation.verdict.overridden.map { state in
        row("beats", "no statement applies at this time; without this it would be \(state.inWords)")
      } ?? []
    }
    return overrides.enumerated().flatMap { number, override in row(label(number), words(override)) }
      + explanation.beaten.enumerated().flatMap { number, index in
        quoted(StatementWords(index, policy), label: label(overrides.count + number))
      }
  }

  /// What has moved an end of the stretch to where no line of the policy has it.
  private func moved(_ explanation: Explanation) -> [String] {
    explanation.movedBy.enumerated().flatMap { number, override in
      row(number == 0 ? "moved" : "", words(override))
    }
  }

  /// `override 3 by anna: on from 21:00 until 21:30`
  private func words(_ override: Override) -> String {
    "\(override.name) by \(override.by): \(override.state.inWords) \(range(override))"
  }

  private func why(_ verdict: Verdict, _ target: Name) -> [String] {
    guard let words = verdict.decidedBy.words(policy) else {
      if verdict.state == .leave, !policy.names(target) {
        return row("why", "no statement names it, so it is left alone")
      }
      return row("why", "no statement applies at this time, so it is \(verdict.state.inWords)")
    }
    return quoted(words, label: "why") + row("", words.because.map { "because: \($0)" } ?? "")
  }

  /// The end of a pause.
  private func pause(_ verdict: Verdict) -> [String] {
    guard verdict.state == .paused else { return [] }
    return row("pause", verdict.pauseEnds.map { "ends \(moments.short($0))" } ?? "has no end")
  }

  private func next(_ explanation: Explanation) -> String {
    guard let change = explanation.next else { return "nothing changes before 2100" }
    let words = change.decidedBy.words(policy)
    let isBack = explanation.verdict.putBackAt == change.at
    let back = isBack ? policy.putBackWords(explanation.target) + " and " : ""
    return "\(back)\(change.to.inWords) from \(moments.short(change.at)), "
      + (words.map { "\($0.name): \($0.sentence)" } ?? explanation.nextOverride?.name
        ?? change.decidedBy.name(policy))
  }

  // MARK: Rows

  private func quoted(_ words: StatementWords, label: String) -> [String] {
    row(label, "\(words.id): \(words.sentence)") + row("", words.place).map { style.faint($0) }
  }

  /// A label in a column of its own, and a text beside it.
  private func row(_ label: String, _ text: String) -> [String] {
    style.wrapped(text.escaped, indent: "    " + padded(label, to: 7))
  }
}
