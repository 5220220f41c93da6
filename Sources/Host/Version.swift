package import CivilTime

/// Which version this is: that of the newest entry of `.packaging/debian/changelog`, to which a test holds it.
package enum Version {
  package static let text = "0.1.0"

  /// The time of that entry, in seconds since 1970.
  package static let releasedAt: Int64 = 1_793_491_200

  /// Whether this version had been released by `now`. A clock that says no was not set yet, and nothing is written by it.
  package static func wasReleased(by now: Instant) -> Bool { now.secondsSinceEpoch >= releasedAt }
}
