/// What to say about wishes that a schedule cannot fulfil, and about words of other languages.
extension PolicyMessage {
  /// `target`, `state` and `length` are those of the sentence, for the command to type.
  static func wish(_ wish: Wishes.Wish, target: String?, state: TargetState?, length: String?) -> PolicyMessage {
    let name = target ?? "kids"
    let command = "reconcile override \(name) \(state ?? .off) --for \(length ?? "2h")"
    switch wish {
    case .amount:
      return PolicyMessage(
        .sentenceWish, "this is an amount of time; a policy sets times of day and does not measure use",
        hint: "write the times, as in \(name) on only 15:00–18:00")
    case .sun:
      return PolicyMessage(
        .sentenceWish, "a policy cannot follow the sun, only the clock and the calendar",
        hint: "write a time, as in 21:00–07:00")
    case .moment:
      return PolicyMessage(
        .sentenceWish, "this depends on when it is said; a policy names days, dates and times",
        hint: "run '\(command)', or write the date, as in 2026-12-24")
    case .presence:
      return PolicyMessage(
        .sentenceWish, "a policy cannot know who is at home or what has been done, only the clock and the calendar",
        hint: "write days and times, as in weekdays 15:00–18:00, or run '\(command)' when it is time")
    case .weather:
      return PolicyMessage(
        .sentenceWish, "a policy cannot know the weather, only the clock and the calendar",
        hint: "write days and times, as in weekdays 15:00–18:00, or run '\(command)' when it is time")
    case .reason:
      return reason(name)
    }
  }

  /// `kids off weekdays because homework`
  static func reason(_ target: String = "kids") -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "a sentence has no reason in it",
      hint: "write both in a map, as in {do: \(target) off 21:00–07:00, because: homework}")
  }

  static func foreignWord(_ word: String, english: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceLanguage, "'\(word)' is not English; the word here is '\(english)'", proposals: proposals,
      hint: "write \(english)")
  }
}
