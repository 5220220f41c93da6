/// What somebody may have meant by a time that has none of the forms.
extension MomentReader {
  /// At most two texts near to `words` that are accepted, the nearest first.
  func meant(_ words: [String]) -> [String] {
    var meant: [String] = []
    for candidate in candidates(words) where !meant.contains(candidate) {
      if (try? read(Self.words(candidate))) ?? nil != nil { meant.append(candidate) }
    }
    return Array(meant.prefix(2))
  }

  private func candidates(_ words: [String]) -> [String] {
    switch words.last {
    case "midnight"?:
      let days = words.count == 1 ? ["today", "tomorrow"] : [words.dropLast().joined(separator: " ")]
      return days.map { $0 + " 00:00" } + days.map { $0 + " 24:00" }
    default:
      let words = Self.withoutFillers(words)
      let orders = words.count == 2 ? [words, words.reversed()] : [words]
      // `21h` is the time of the clock in a policy, and `+21h` a length from now that lacks its sign.
      let hours = orders.compactMap { order in
        order.last.flatMap(Self.hours).map { (order.dropLast() + [$0]).joined(separator: " ") }
      }
      return hours + ["+" + words.joined(separator: " ")] + orders.flatMap(Self.withOtherTimes)
    }
  }

  /// `fri at 9 pm` is `fri 9pm`, `8:15 p.m.` is `8:15pm`, and `tonight 21:30` is `today 21:30`.
  private static func withoutFillers(_ words: [String]) -> [String] {
    var result: [String] = []
    for word in words where !["at", "on", "uhr", "o'clock"].contains(word) {
      let word = withPlainHalf(word)
      if ["am", "pm"].contains(word), let last = result.popLast() {
        result.append(last + word)
      } else {
        result.append(word == "tonight" && words.count > 1 ? "today" : word)
      }
    }
    return result
  }

  /// `9pm` for `9p.m.`
  private static func withPlainHalf(_ word: String) -> String {
    for (written, half) in [("a.m.", "am"), ("p.m.", "pm"), ("a.m", "am"), ("p.m", "pm")] where word.hasSuffix(written)
    {
      return word.dropLast(written.count) + half
    }
    return word
  }

  /// `21:00` for `21h`, `07:30` for `7h30`.
  private static func hours(_ word: String) -> String? {
    let parts = word.split(separator: "h", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), [0, 2].contains(parts[1].count),
      let hour = Int(parts[0]), let minute = parts[1].isEmpty ? 0 : Int(parts[1]),
      let time = TimeOfDay(hour: hour, minute: minute)
    else { return nil }
    return ClockTime.text(time)
  }

  /// The words, and what they are with the times that the last one could mean: `7:30` may be 07:30 or 7:30pm.
  private static func withOtherTimes(_ words: [String]) -> [String] {
    guard let last = words.last else { return [] }
    let others: [String]
    if case .malformed(let readings) = ClockTime.read(last) {
      others = readings
    } else {
      others = last.utf8.allSatisfy(isDigit) ? ClockTime.readings(ofBareNumber: last) : []
    }
    return ([last] + others).map { (words.dropLast() + [$0]).joined(separator: " ") }
  }
}
