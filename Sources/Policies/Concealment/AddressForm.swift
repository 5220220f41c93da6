/// Tells an address from the path of a file.
public enum AddressForm {
  /// Whether `text` has the form of an address, which somebody may keep as a secret. Every sentence of a policy is asked about.
  public static func isAddress(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains { place in
      bytes[place] == UInt8(ascii: ":")
        && (bytes[(place + 1)...].starts(with: slashes) || isCalendarScheme(bytes[..<place]))
    }
  }

  private static let slashes = Array("//".utf8)
  private static let calendarScheme = Array("webcal".utf8)

  /// Whether `text` ends as the addresses of calendars begin, in small or capital letters.
  private static func isCalendarScheme(_ text: ArraySlice<UInt8>) -> Bool {
    text.suffix(calendarScheme.count).map { $0 | 0x20 } == calendarScheme
  }
}
