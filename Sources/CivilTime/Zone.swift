/// The offsets of one time zone for all time: explicit changes, then the rule of the zone file's footer.
public struct Zone: Sendable {
  /// The IANA name, such as `Europe/Berlin`.
  public let name: String
}
