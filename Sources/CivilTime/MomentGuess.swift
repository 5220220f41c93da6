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
      // A length from now lacks its sign only.
      return ["+" + words.joined(separator: " ")] + orders.flatMap(Self.withOtherTimes)
    }
  }

  /// `fri at 9 pm` is `fri 9pm`, and `tonight 21:30` is `today 21:30`.
  private static func withoutFillers(_ words: [String]) -> [String] {
    var result: [String] = []
    for word in words where !["at", "on"].contains(word) {
      if ["am", "pm"].contains(word), let last = result.popLast() {
        result.append(last + word)
      } else {
        result.append(word == "tonight" && words.count > 1 ? "today" : word)
      }
    }
    return result
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
