import Foundation
import ReadingLaws
import TestSupport
import Testing

/// Edits of a genuine state at random; `FORGERIES` asks for more of them.
@Suite struct ForgeryLawTests {
  private static let count = ProcessInfo.processInfo.environment["FORGERIES"].flatMap { UInt64($0) } ?? 60

  @Test func nothingForgedIsFollowed() {
    for seed in 0..<Self.count {
      var random = SplitMix64(seed: seed)
      let script = (0..<Int.random(in: 1...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(ReadingLaws.brokenByForgery(script) == [], "seed \(seed): \(script)")
    }
  }
}
