/// The seats of a Pi-hole: a fixed number of sessions, shared with its web page.
public struct PiHoleSeats: Sendable {
  /// Seats in all.
  public var limit: Int
  /// Seconds without a request until a session is over.
  public var timeout: Double
  var seats: [Int: Session] = [:]

  struct Session: Sendable {
    var sid: String
    var csrf: String
    var loginAt: Double
    var lastActive: Double
    var validUntil: Double
    var isApp: Bool
  }

  /// Empty seats.
  public init(limit: Int = 16, timeout: Double = 1800) {
    self.limit = limit
    self.timeout = timeout
  }

  /// How many seats are taken, sessions that are over but not yet replaced included.
  public var taken: Int { seats.count }

  /// The seat of `sid`; what follows its 23 characters does not count.
  ///
  /// A session that is over is found as well: it lives until a login takes its seat.
  func seat(of sid: String) -> Int? {
    let sid = String(sid.prefix(23))
    return seats.keys.sorted().first { seats[$0]?.sid == sid }
  }

  /// Every request with a session prolongs it.
  mutating func renew(_ seat: Int, at now: Double) {
    seats[seat]?.lastActive = now
    seats[seat]?.validUntil = now + timeout
  }

  /// Takes the first seat that is free or whose session is over; nil if there is none.
  mutating func take(at now: Double, isApp: Bool, _ randomness: inout Randomness) -> Int? {
    for seat in 0..<limit {
      if let session = seats[seat], session.validUntil >= now { continue }
      seats[seat] = Session(
        sid: Self.token(&randomness), csrf: Self.token(&randomness), loginAt: now, lastActive: now,
        validUntil: now + timeout, isApp: isApp)
      return seat
    }
    return nil
  }

  mutating func leave(_ seat: Int) {
    seats[seat] = nil
  }

  /// What other programs do that log in and never out: no seat is left, and every session is fresh.
  public mutating func takeAll(at now: Double, seed: UInt64 = 3) {
    var randomness = Randomness(seed: seed)
    while take(at: now, isApp: false, &randomness) != nil {}
  }

  /// What a crash, or a change of a password, does.
  public mutating func leaveAll() {
    seats = [:]
  }

  /// 23 characters: 16 bytes in base64, cut before the second `=`.
  private static func token(_ randomness: inout Randomness) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bits: [UInt8] = []
    for byte in randomness.bytes(16) {
      for place in 0..<8 { bits.append(byte >> (7 - place) & 1) }
    }
    bits += [0, 0, 0, 0]
    let characters: [UInt8] = stride(from: 0, to: bits.count, by: 6).map { start in
      alphabet[bits[start..<(start + 6)].reduce(0) { $0 << 1 | Int($1) }]
    }
    return String(decoding: characters, as: UTF8.self) + "="
  }
}
