/// Why bytes are not a zone file that can be used.
public enum ZoneFileError: Error, Hashable, Sendable {
  /// They do not begin as a zone file does.
  case notAZoneFile
  /// They end before everything that the header promises.
  case truncated
  /// The file counts leap seconds, which no clock of this program does.
  case leapSeconds
  /// Something in the file contradicts the format.
  case malformed(Part)

  /// The parts of a zone file that can be wrong.
  public enum Part: String, Hashable, Sendable {
    case counts
    case transitions
    case localTimeTypes = "local time types"
    case abbreviations
    case footer
  }
}
