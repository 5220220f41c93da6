/// What was looked up in a catalogue of a system that is too long to be read by every run; it holds for one version.
public struct Lookups: Hashable, Sendable {
  /// The version of the system.
  public var version: String
  /// What was found, by what was looked for.
  public var found: [String: String]

  /// What was looked up.
  public init(version: String, found: [String: String] = [:]) {
    self.version = version
    self.found = found
  }
}
