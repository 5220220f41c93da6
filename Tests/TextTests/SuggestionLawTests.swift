import TestSupport
import Testing
import Text

/// What is near, against the definition itself: letters left out, put in, changed, or swapped, each at most once.
@Suite("near words") struct SuggestionLawTests {
  @Test("a word is near where the definition says so", arguments: 0..<40 as Range<UInt64>) func near(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let word = Self.word(&random)
      let candidates = (0..<6).map { _ in random.oneIn(2) ? Self.word(&random) : Self.slip(word, &random) }
      let bound = Suggestion.mostSlips(in: word.count)
      let near = candidates.map { (Self.slips(Array(word), Array($0)), $0) }
        .filter { $0.0 <= bound && $0.0 < max(word.count, $0.1.count) }
      #expect(Suggestion.nearest(to: word, among: candidates) == near.min { $0 < $1 }?.1, "\(word): \(candidates)")
    }
  }

  @Test("only what fits is near") func fits() {
    #expect(Suggestion.nearest(to: "kidz", among: ["kids", "kidd"]) == "kidd")
    #expect(Suggestion.nearest(to: "kidz", among: ["kids", "kidd"]) { $0 != "kidd" } == "kids")
    #expect(Suggestion.nearest(to: "kidz", among: ["kids", "kidd"]) { _ in false } == nil)
  }

  @Test(
    "what a word denies is never near it, nor what denies it",
    arguments: [
      ("unpaused", "paused"), ("inactive", "active"), ("unlocked", "locked"), ("disapprove", "approve"),
      ("unapply", "apply"), ("untrust", "trust"), ("no-holidays", "holidays"), ("NoHoliday", "holidays"),
      ("non-holidays", "Holidays"), ("unapproves", "approve"), ("last-good", "no-last-good"),
    ]) func opposite(_ word: String, _ other: String)
  {
    #expect(Suggestion.nearest(to: word, among: [other]) == nil)
    #expect(Suggestion.nearest(to: other, among: [word]) == nil)
  }

  @Test(
    "what begins alike by chance is near",
    arguments: [
      ("intrenet", "internet"), ("dekstop", "desktop"), ("notifcations", "notifications"), ("unlcoked", "unlocked"),
      ("inacitve", "inactive"), ("nokia", "nokias"),
    ]) func alike(_ word: String, _ other: String)
  {
    #expect(Suggestion.nearest(to: word, among: [other]) == other)
  }

  @Test("a denial alone is near nothing", arguments: ["no", "non", "Not"]) func denial(_ word: String) {
    #expect(Suggestion.nearest(to: word, among: ["on", "mon", "note"]) == nil)
    #expect(Suggestion.similar(to: word, among: ["on", "mon", "note"]) != nil)
  }

  @Test("what is longer than anybody types is near nothing", arguments: [(256, true), (257, false)])
  func long(_ count: Int, _ isCompared: Bool) {
    let word = String(repeating: "a", count: count)
    let slip = String(repeating: "a", count: count - 1) + "b"
    #expect(Suggestion.nearest(to: word, among: [slip]) == (isCompared ? slip : nil))
    #expect(Suggestion.nearest(to: String(word.dropLast()), among: [word]) == (isCompared ? word : nil))
  }

  private static func word(_ random: inout SplitMix64) -> String {
    String((0..<random.int(in: 1..<11)).map { _ in random.pick(["a", "b", "c"] as [Character]) })
  }

  private static func slip(_ word: String, _ random: inout SplitMix64) -> String {
    var letters = Array(word)
    for _ in 0..<random.int(in: 1..<4) {
      let place = random.int(in: 0..<letters.count + 1)
      switch random.int(in: 0..<3) {
      case 0 where place < letters.count && letters.count > 1: letters.remove(at: place)
      case 1 where place + 1 < letters.count: letters.swapAt(place, place + 1)
      default: letters.insert("b", at: place)
      }
    }
    return String(letters)
  }

  /// From the ends of both words backwards, every way tried.
  private static func slips(_ left: [Character], _ right: [Character]) -> Int {
    var known: [[Int]: Int] = [:]
    func slips(_ row: Int, _ column: Int) -> Int {
      if row == 0 || column == 0 { return row + column }
      if let value = known[[row, column]] { return value }
      let isSame = left[row - 1] == right[column - 1]
      var ways = [
        slips(row - 1, column) + 1, slips(row, column - 1) + 1, slips(row - 1, column - 1) + (isSame ? 0 : 1),
      ]
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        ways.append(slips(row - 2, column - 2) + 1)
      }
      let value = ways.min() ?? 0
      known[[row, column]] = value
      return value
    }
    return slips(left.count, right.count)
  }
}
