package import CivilTime
package import HTTPTransport
import Hashing
package import Providers

/// What a server's certificate comes to.
package struct SeenCertificate: Hashable, Sendable {
  /// The server's own words.
  package var subject: String
  /// `sha256//` and the base64 of the key's SHA-256.
  package var pin: String
  /// Nil where the date is not understood.
  package var validFrom: Instant?
  /// Nil where the date is not understood.
  package var validUntil: Instant?

  package init(_ shown: ShownCertificate) {
    subject = shown.subject
    pin = "sha256//" + Digest.base64(Digest.sha256(shown.publicKey))
    validFrom = WireDate.instant(shown.validFrom)
    validUntil = WireDate.instant(shown.validUntil)
  }

  /// Whether it is one that the system makes for itself, by how long it is valid.
  package func isMade(as own: Checkup.OwnCertificate) -> Bool {
    guard let validFrom, let validUntil else { return false }
    return abs(validUntil - validFrom - own.days * Self.day) <= Self.day
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
