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

  static func fitting(_ stretches: [ClosedRange<Int64>], isAll: Bool) -> String {
    let words = stretches.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
    return "Entries that fit each other: " + words.joined(separator: "; ") + (isAll ? "." : "; and so on.")
  }

  /// That the entries before the last broken one may fit and still be made up.
  static func nothingVouches(before number: Int64) -> String {
    "No later entry vouches for those before entry \(number): whoever broke it could have made them up."
  }

  static func headFound(at number: Int64, from start: Int64) -> String {
    let (entries, were) =
      start == number ? ("It", "is as it was") : ("Entries \(start) to \(number)", "are as they were")
    return "The head that was given is that of entry \(number). \(entries) \(were) when it was noted."
  }

  /// Entry `number` has the hash that was noted, and those before it are not there, so that nobody can work it out again.
  static func headAfterGap(at number: Int64) -> String {
    "The head that was given is that of entry \(number). Entries before it were removed since, so it vouches for none of those "
      + "before."
  }

  static let headForgotten =
    "The head that was given is of an entry that is no longer kept. It vouches for none of these."

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

  /// `start` is where the entries begin that `head` vouches for; nil where the last entry is itself broken.
  static func goOn(_ head: String, from start: Int64?) -> String {
    let compare = "Compare it with a backup of the state, and keep a copy."
    guard let start else {
      return compare + " The last entry is broken: no head vouches for what is there."
    }
    return compare + " From now on, 'reconcile history --verify \(head)'\n"
      + "says whether the entries from \(start) on are still there as they are now, and nothing of those before."
  }
}
