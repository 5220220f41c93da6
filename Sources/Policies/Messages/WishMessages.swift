/// What to say about wishes that are none of a schedule, and about words of other languages.
extension PolicyMessage {
  static func wish(_ wish: Wishes.Wish, target: String?) -> PolicyMessage {
    let name = target ?? "kids"
    switch wish {
    case .amount:
      return PolicyMessage(
        .sentenceWish,
        "this is an amount of time, and a policy says at what times: how long something was used nobody "
          + "counts here", hint: "write the times, as in \(name) on only 15:00–18:00")
    case .sun:
      return PolicyMessage(
        .sentenceWish, "the sun is not looked at: a policy knows the clock and the calendar",
        hint: "write a time, as in 21:00–07:00")
    case .moment:
      return PolicyMessage(
        .sentenceWish, "this is about one moment, and a policy says what holds again and again",
        hint: "type reconcile override \(name) off --for 2h, or write the date, as in 2026-12-24")
    case .presence:
      return PolicyMessage(
        .sentenceWish, "who is at home and what was done nobody knows here: a policy knows the clock and the calendar",
        hint: "write days and times, as in weekdays 15:00–18:00; what holds for a while is reconcile override \(name)")
    case .weather:
      return PolicyMessage(
        .sentenceWish, "the weather is not looked at: a policy knows the clock and the calendar",
        hint: "write days and times; what holds for a while is reconcile override \(name)")
    }
  }

  static func foreignWord(_ word: String, english: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceLanguage, "'\(word)' is not English: it is '\(english)' here", proposals: proposals,
      hint: "write \(english)")
  }
}
