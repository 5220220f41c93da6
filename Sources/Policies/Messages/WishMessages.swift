/// What to say about wishes that a schedule cannot fulfil, and about words of other languages.
extension PolicyMessage {
  static func amountWish(_ target: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceWish, "this is an amount of time; a policy sets times of day and does not measure use",
      hint: "write the times, as in \(target) on only 15:00–18:00")
  }

  static let sunWish = PolicyMessage(
    .sentenceWish, "a policy cannot follow the sun, only the clock and the calendar",
    hint: "write a time, as in 21:00–07:00")

  static func momentWish(_ answer: WishedMoment.Answer) -> PolicyMessage {
    PolicyMessage(
      .sentenceWish, "this depends on when it is said; a policy names days, dates and times",
      hint: momentHint(answer))
  }

  private static func momentHint(_ answer: WishedMoment.Answer) -> String {
    let date = "write the date, as in 2026-12-24"
    return switch answer {
    case .commands(let words): "run \(words.map { "'reconcile override \($0)'" }.joined(separator: " or ")), or \(date)"
    case .example(let words): "run something like 'reconcile override \(words)', or \(date)"
    case .past: "its end is past; \(date)"
    case .unclear: "\(date), or see 'reconcile help override' for what to type when it is for once"
    }
  }

  /// `kids off 2026-12-24 for 3 days`
  static func lengthWish(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceWish, "this says how long; a policy says from when until when", proposals: proposals,
      hint: "write both ends, as in 18:00–20:00 or 2026-12-23..2027-01-06")
  }

  /// `example` is what could be typed about the target when it is time: `kids off --for 2h`.
  static func presenceWish(_ example: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceWish, "a policy cannot know who is at home or what has been done, only the clock and the calendar",
      hint: whenItIsTime(example))
  }

  static func weatherWish(_ example: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceWish, "a policy cannot know the weather, only the clock and the calendar", hint: whenItIsTime(example))
  }

  private static func whenItIsTime(_ example: String) -> String {
    "write days and times, as in weekdays 15:00–18:00, or run 'reconcile override \(example)' when it is time"
  }

  /// `kids off weekdays because homework`
  static func reason(_ target: String = "kids") -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "a sentence has no reason in it",
      hint: "write both in a map, as in {do: \(target) off 21:00–07:00, because: homework}")
  }

  static func foreignWord(
    _ word: String, english: String, proposals: [String] = [], hint: String? = nil
  ) -> PolicyMessage {
    PolicyMessage(
      .sentenceLanguage, "'\(word)' is not English; the word here is '\(english)'", proposals: proposals,
      hint: hint ?? "write \(english)")
  }
}
