/// Which version this is: that of the newest entry of `.packaging/debian/changelog`, to which a test holds it.
package enum Version {
  package static let text = "0.1.0"

  /// The time of that entry, in seconds since 1970. No clock of a machine that runs this version is earlier: such a one
  /// was not set yet, and nothing is written by it.
  package static let releasedAt: Int64 = 1_793_491_200
}
