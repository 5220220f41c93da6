import Text

/// What `history --verify` says.
enum VerificationMessages {
  static func forgotten(_ count: Int64) -> String {
    count == 1 ? "the 1 before is no longer kept" : "the \(count) before are no longer kept"
  }

  /// Entry `number` of the time `when` does not fit; `missing` are numbers before it that are not there.
  static func broken(_ number: Int64, at when: String?, missing: ClosedRange<Int64>?) -> String {
    let time = when.map { " (\($0))" } ?? ""
    guard let missing else {
      return "broken at entry \(number)\(time): it, or the entry before it, was edited or removed"
    }
    return missing.count == 1
      ? "broken at entry \(number)\(time): entry \(missing.lowerBound) before it was removed"
      : "broken at entry \(number)\(time): entries \(missing.lowerBound) to \(missing.upperBound) before it were removed"
  }

  static func moreBreaks(_ count: Int) -> String {
    count == 1 ? "broken at 1 more entry" : "broken at \(count) more entries"
  }

  static func intact(before number: Int64) -> String { "All entries before entry \(number) are as they were written." }

  static func fitting(_ stretches: [ClosedRange<Int64>], isAll: Bool) -> String {
    let words = stretches.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
    let isOne = stretches.count == 1 && stretches[0].count == 1
    return (isOne ? "Entry \(words[0]) after it fits it" : "Entries \(words.listed()) fit each other")
      + (isAll ? "." : ", and so on.")
  }

  static let headFound = "The head that was given is among the entries that fit."

  /// `firstKept` is when the first entry was made, where others were before it.
  static func headMissing(firstKept: String?) -> [String] {
    let older = firstKept.map {
      [", this is another state,", "or the head is older than the entries that are kept, from \($0) on"]
    }
    guard let older else {
      return [
        "the head that was given is not among the entries: what came after it was cut off,", "or this is another state",
      ]
    }
    return ["the head that was given is not among the entries: what came after it was cut off" + older[0], older[1]]
  }

  static let differs = "the entries are unbroken, but the data beside them does not match:"
  static let alsoDiffers = "The data beside the entries does not match:"

  static func begunAnew(_ name: String) -> String {
    "The history begins again, as the state was damaged: what was before is in '\(name)'."
  }

  static func goOn(_ head: String) -> String {
    "Compare it with a backup of the state. From now on, 'reconcile history --verify \(head)'\n"
      + "says whether all entries until now are still there."
  }
}
