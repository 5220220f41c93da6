import Policies
import Reconciliation

/// How the lines of a report read. Those that differ in nothing but their object read alike: there may be thousands of
/// them, and their words are found once.
struct LineLooks {
  /// A line without its object, and what became of its change.
  private struct Key: Hashable {
    var line: Line
    var outcome: Outcome?

    init(_ line: Line, _ outcome: Outcome?) {
      (self.line, self.outcome) = (line, outcome)
      (self.line.id, self.line.name, self.line.qualifier, self.line.entry) = (nil, "", nil, nil)
    }

    /// By what tells most looks apart; to hash all of thousands of lines would take as long as to find their words.
    func hash(into hasher: inout Hasher) {
      hasher.combine(line.target)
      hasher.combine(line.action)
      hasher.combine(line.from?.position)
    }
  }

  private let overrides: [Override]
  private let moments: Moments
  private var places: [Key: Int] = [:]
  /// The words of each look, by its place.
  private(set) var words: [LineWords] = []

  /// `overrides` are those that hold.
  init(overrides: [Override], moments: Moments) {
    self.overrides = overrides
    self.moments = moments
  }

  /// Where the look of `line` is among the `words`.
  mutating func place(of line: Line, outcome: Outcome?) -> Int {
    let key = Key(line, outcome)
    if let place = places[key] { return place }
    places[key] = words.count
    words.append(LineWords(line, outcome: outcome, overrides: overrides, moments: moments))
    return words.count - 1
  }
}
