import Providers
import Planning
import TestSupport
import Testing
import Text

/// Patterns against an oracle that knows no short cuts: a star fits nothing, or one character and then itself again.
@Suite struct NamePatternTests {
  private static func fits(_ pattern: [Character], _ name: [Character]) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = Array(pattern.dropFirst())
    if first == "*" {
      return fits(rest, name) || (!name.isEmpty && fits(pattern, Array(name.dropFirst())))
    }
    guard let character = name.first else { return false }
    return (first == "?" || first == character) && fits(rest, Array(name.dropFirst()))
  }

  /// Letters of one byte and of several, and two that make one character together.
  private static let letters = ["a", "b", "-", "é", "e\u{301}", "\r", "\n", "\u{1F468}\u{200D}\u{1F469}"]

  private static func text(of pieces: [String], _ random: inout SplitMix64) -> String {
    // Most names are ASCII, and those are compared by another way than others.
    let pieces = random.oneIn(2) ? Array(pieces.prefix(while: { $0 != "é" })) + pieces.suffix(2) : pieces
    return (0..<random.int(in: 0..<8)).map { _ in random.pick(pieces) }.joined()
  }

  @Test(arguments: UInt64(0)..<200)
  func fitsWhatTheOracleFits(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let pattern = Self.text(of: Self.letters + ["*", "?"], &random)
      let name = (0..<random.int(in: 0..<8)).map { _ in random.pick(Self.letters) }.joined()
      let plain = (0..<random.int(in: 0..<8)).map { _ in random.pick(["a", "b", "-", "\r", "\n"]) }.joined()
      for name in [name, plain] {
        #expect(
          NamePattern(pattern).fits(FoldedName(name)) == Self.fits(Array(pattern), Array(name)),
          "\(pattern.debugDescription) \(name.debugDescription)")
      }
    }
  }
}
