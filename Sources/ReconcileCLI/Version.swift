/// Which version this is.
enum Version {
  static let text = "0.1.0"

  /// No clock of a machine that runs this version is earlier than this, in seconds since 1970: 2026-11-01T00:00:00Z. An
  /// earlier clock was not set yet, and nothing is written by it.
  static let releasedAt: Int64 = 1_793_491_200
}
