import Controller
import Overrides

extension OverrideEnding {
  /// The words after `end`.
  init(_ words: [String]) throws(UsageError) {
    let names = TargetWords.split(words)
    guard !names.isEmpty else { throw Messages.endOfWhat }
    if names.map({ $0.lowercased() }) == ["all"] {
      self = .all
      return
    }
    if names.contains(where: { $0.lowercased() == "all" }) { throw UsageError.tooMany("all") }
    let isNumber = { (word: String) in (Int64(word) ?? 0) > 0 }
    self = .some(ids: names.filter(isNumber).map { String(Int64($0) ?? 0) }, targets: names.filter { !isNumber($0) })
  }
}
