package import CivilTime
package import Policies

/// A link that lets a browser act for a person from then on. It is good once, and only its hash is kept.
package struct JoinLink: Hashable, Sendable {
  /// For whom.
  package var person: Name
  /// What the browser's device is called; nil where nobody said.
  package var device: String?
  /// The SHA-256 of what is in the link, in hexadecimal digits: 256 bits that nobody chose need no slow hash.
  package var hash: String
  /// When it was made.
  package var made: ClockReading

  /// For so many seconds it is good.
  package static let seconds: Int64 = 15 * 60

  /// A link that was made.
  package init(person: Name, device: String?, hash: String, made: ClockReading) {
    (self.person, self.device, self.hash, self.made) = (person, device, hash, made)
  }

  /// The first moment at which it cannot be used any more, by a clock that nobody sets.
  package var expires: Instant { made.wall + Self.seconds }

  /// Whether it can still be used.
  package func isGood(at now: ClockReading) -> Bool { !now.isPast(Self.seconds, since: made) }
}

/// A browser, or a program, that acts for a person: it shows 256 bits, of which only a hash is kept.
package struct JoinedDevice: Hashable, Sendable {
  /// For whom.
  package var person: Name
  /// What it is called; nil where nobody said.
  package var name: String?
  /// The SHA-256 of what it shows, in hexadecimal digits.
  package var hash: String
  /// Since when.
  package var joined: Instant
  /// Whether it is a program, which shows its token with every request, and no browser.
  package var isProgram: Bool

  /// For so many seconds it counts: 400 days, the longest that a browser keeps a cookie.
  package static let seconds: Int64 = 400 * 86_400

  /// A device that joined.
  package init(person: Name, name: String?, hash: String, joined: Instant, isProgram: Bool) {
    (self.person, self.name, self.hash) = (person, name, hash)
    (self.joined, self.isProgram) = (joined, isProgram)
  }

  /// The first moment at which it does not count any more.
  package var expires: Instant { joined + Self.seconds }

  /// What it is called where somebody is to name it: eight digits, the same for as long as it counts.
  package var id: String { String(hash.prefix(8)) }

  /// Whether it counts at `now`.
  package func counts(at now: Instant) -> Bool { now < expires }
}
