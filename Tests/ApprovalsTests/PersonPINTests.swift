import CivilTime
import Testing

@testable import Approvals

/// PINs: which may be chosen, and how long everybody waits after wrong ones.
@Suite struct PersonPINTests {
  private static func clocks(_ seconds: Int64) -> ClockReading {
    ClockReading(
      wall: Instant(secondsSinceEpoch: 1_795_200_000 + seconds), boot: BootMoment(boot: "a", seconds: 500 + seconds))
  }

  @Test(
    arguments: [
      ("40917723", nil), ("4091772", .short), ("", .short), ("correct hors", nil), ("correct hor", .short),
      ("4091772a", .short), ("11111111", .plain), ("12345678", .plain), ("87654321", .plain), ("12345679", nil),
      ("aaaaaaaaaaaa", .plain), ("abcdefghijkl", .plain), ("\u{1F511}\u{1F511}\u{1F511}", .short),
      (String(repeating: "ab", count: 64), nil), (String(repeating: "ab", count: 64) + "a", .long),
      // Digits of other scripts are characters like any other.
      ("٤٠٩١٧٧٢٣", .short),
    ] as [(String, PersonPIN.Flaw?)]) func mayBeChosenOrNot(_ text: String, _ flaw: PersonPIN.Flaw?)
  {
    #expect(PersonPIN.flaw(of: text) == flaw)
  }

  /// An hour, then twice as long each time, a day at most; a right one ends it.
  @Test func eachWaitIsTwiceAsLong() {
    var (pin, time) = (PersonPIN(hash: "right"), Int64(0))
    func tries(_ text: String) -> PersonPIN.Answer {
      let (answer, after) = pin.trying(at: Self.clocks(time)) { $0 == text ? .right : .wrong }
      pin = after
      return answer
    }
    #expect(pin.waitSeconds == 0 && !pin.isBlocked(at: Self.clocks(0)))
    for hours in [1, 2, 4, 8, 16, 24, 24, 24, 24, 24, 24] as [Int64] {
      for left in [4, 3, 2, 1] { #expect(tries("wrong") == .wrong(left: left)) }
      #expect(tries("wrong") == .blocked(seconds: hours * 3_600))
      time += hours * 3_600 - 1
      #expect(tries("right") == .blocked(seconds: hours * 3_600), "not a second too early, and a right one neither")
      time += 1
    }
    #expect(tries("right") == .right)
    #expect(pin == PersonPIN(hash: "right"))
    for _ in 0..<4 { _ = tries("wrong") }
    #expect(tries("wrong") == .blocked(seconds: 3_600))
  }

  /// Where there is not enough memory to find out, that was no try.
  @Test func whatCannotBeFoundOutIsNoTry() {
    var pin = PersonPIN(hash: "right")
    pin.wrong = 4
    let (answer, after) = pin.trying(at: Self.clocks(0)) { _ in .unknown }
    #expect(answer == .unknown && after == pin)
  }
}
