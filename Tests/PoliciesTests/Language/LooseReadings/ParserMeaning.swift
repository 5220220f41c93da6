import CivilTime
import Documents
import Policies

/// What the parser makes of a sentence in a policy of some schedules, in a zone whose clock never changes.
struct ParserMeaning {
  /// When the state that is asked for holds; with `only` when the target is off. Nil where the sentence is refused.
  var timeline: LooseTimeline?
  var errors: [Diagnostic]
  /// What the warning quotes of a sentence that is accepted and leaves open what it excepts.
  var choices: [String] = []

  init(_ sentence: String, _ schedules: [String: String]) throws {
    let head = LooseHead(LooseWords.cut(sentence, names: Set(schedules.keys)))
    let opposite = head?.isOn == true ? "off" : "on"
    let targets = ["kids", "tv", "tablet", "guests", "youtube"].map { "\($0): {otherwise: \(opposite)}" }
    let text = """
      timezone: UTC
      targets: {\(targets.joined(separator: ", "))}
      schedules: {\(schedules.sorted { $0.key < $1.key }.map { "\($0.key): '\($0.value)'" }.joined(separator: ", "))}
      policy: ['\(sentence.replacing("'", with: "''"))']

      """
    let decoded = try DecodedPolicy(text, takesSketches: true)
    errors = decoded.diagnostics.filter { $0.severity == .error }
    choices = Self.quoted(decoded.diagnostics.filter { $0.severity == .warning && $0.code == "when.except" })
    timeline = nil
    guard let policy = decoded.policy, let statement = policy.statements.first, let target = statement.subjects.first
    else { return }
    let wanted = statement.atOtherTimes ?? statement.state
    let (first, last) = (LooseTimeline.shown.lowerBound, LooseTimeline.shown.upperBound)
    let range =
      Instant(secondsSinceEpoch: Int64(first) * 86400)..<Instant(secondsSinceEpoch: Int64(last) * 86400)
    let held = Evaluator(policy).timeline(of: target, in: range).filter { $0.state == wanted }
    timeline = LooseTimeline(
      held.map {
        (Int($0.range.lowerBound.secondsSinceEpoch) / 60)..<(Int($0.range.upperBound.secondsSinceEpoch) / 60)
      })
  }

  /// The sentences that the errors quote to be written.
  var proposals: [String] { Self.quoted(errors) }

  private static func quoted(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.filter { $0.hint?.hasPrefix("write '") == true }.flatMap { error in
      (error.hint ?? "").split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
  }
}
