/// The two ways in which dates come over the wire: `Sun, 06 Nov 1994 08:49:37 GMT` in a header (RFC 9110, 5.6.7) and
/// `Nov  6 08:49:37 1994 GMT` of a certificate, as OpenSSL writes it.
public enum WireDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// The instant that `text` means; nil where it is neither of the two.
  public static func instant(_ text: String) -> Instant? {
    var words = text.split { $0 == " " || $0 == "," }.map(String.init)
    guard words.popLast() == "GMT" else { return nil }
    if words.count == 5 { words.removeFirst() }
    guard words.count == 4 else { return nil }
    return Int(words[0]) == nil
      ? instant(month: words[0], day: words[1], time: words[2], year: words[3])
      : instant(month: words[1], day: words[0], time: words[3], year: words[2])
  }

  private static func instant(month: String, day: String, time: String, year: String) -> Instant? {
    let clock = time.split(separator: ":").compactMap { Int($0) }
    guard let month = months.firstIndex(of: month.lowercased()), let day = Int(day), let year = Int(year),
      clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2]),
      (1970...9999).contains(year), let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    let seconds = date.dayNumber * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    return Instant(secondsSinceEpoch: Int64(seconds))
  }
}
