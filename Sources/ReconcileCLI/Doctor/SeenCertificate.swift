import CivilTime
import HTTPTransport
import Hashing
import Policies

/// What a server's certificate comes to.
struct SeenCertificate: Hashable, Sendable {
  /// The server's own words.
  var subject: String
  /// `sha256//` and the base64 of the key's SHA-256.
  var pin: String
  /// Nil where the date is not understood.
  var validFrom: Instant?
  /// Nil where the date is not understood.
  var validUntil: Instant?

  init(_ shown: ShownCertificate) {
    subject = shown.subject
    pin = "sha256//" + Digest.base64(Digest.sha256(shown.publicKey))
    validFrom = WireDate.instant(shown.validFrom)
    validUntil = WireDate.instant(shown.validUntil)
  }

  /// Whether it is one that a Pi-hole makes for itself: for `pi.hole` and for 47 days, with another key each time.
  /// (Measured with FTL 6.4.1; `webserver.domain` may give it another name, so the days decide.)
  func isMadeByPiHole(_ system: System) -> Bool {
    guard case .pihole = system.kind, let validFrom, let validUntil else { return false }
    return abs(validUntil - validFrom - 47 * Self.day) <= Self.day
  }

  /// Whole days until it ends, negative where it has ended; nil where the date is not understood.
  func daysLeft(at now: Instant) -> Int64? {
    validUntil.map { end in
      let seconds = end - now
      return seconds < 0 ? -1 : seconds / Self.day
    }
  }

  private static let day: Int64 = 86_400
}
