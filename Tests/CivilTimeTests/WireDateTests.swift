import CivilTime
import Testing

@Suite struct WireDateTests {
  static let dates: [(String, Int64?)] = [
    ("Fri, 20 Nov 2026 20:00:04 GMT", 1_795_204_804), ("Nov 20 20:00:04 2026 GMT", 1_795_204_804),
    ("Jan  1 00:00:00 1970 GMT", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Feb 29 12:00:00 2028 GMT", 1_835_438_400),
    ("Feb 30 12:00:00 2028 GMT", nil), ("Nov 20 24:00:00 2026 GMT", nil), ("Nov 20 20:00:04 2026 CET", nil),
    ("Friday, 20-Nov-26 20:00:04 GMT", nil), ("Nov 20 20:00 2026 GMT", nil), ("", nil), ("GMT", nil),
    ("Fri, 20 Nov 99999999999999999999 20:00:04 GMT", nil), ("Nov 20 20:00:04 2026 GMT GMT", nil),
  ]

  @Test(arguments: dates) func isRead(_ text: String, _ seconds: Int64?) {
    #expect(WireDate.instant(text)?.secondsSinceEpoch == seconds)
  }
}
