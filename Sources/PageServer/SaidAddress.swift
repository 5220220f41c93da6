import CivilTime
import Hashing
import Overrides
import Page

/// The page on which it is said what came of a form. Its address is good for a minute and for one cookie: neither a reload
/// later nor somebody's link says what has not just happened.
struct SaidAddress: Equatable {
  let said: Words.Said
  /// The id of the card or the request at which it is said.
  let about: String?

  private static let goodSeconds: Int64 = 60

  init(_ said: Words.Said, about: String? = nil) { (self.said, self.about) = (said, about) }

  /// Nil where `query` says nothing that `token` has just been told.
  init?(_ query: [String: String], _ token: DeviceToken, at now: Instant) {
    guard let said = query["said"].flatMap(Words.Said.init), let end = query["until"].flatMap(Int64.init) else {
      return nil
    }
    self.init(said, about: query["at"])
    let (first, last) = (now.secondsSinceEpoch, now.secondsSinceEpoch + Self.goodSeconds)
    guard (first...last).contains(end), query["by"] == mark(token, end) else { return nil }
  }

  /// As the browser with `token` is sent there at `now`.
  func text(_ token: DeviceToken, at now: Instant) -> String {
    let end = now.secondsSinceEpoch + Self.goodSeconds
    let place = about.map { "&at=\($0)" } ?? ""
    return "/?said=\(said.rawValue)\(place)&until=\(end)&by=\(mark(token, end))#said"
  }

  /// What nobody can make who does not have the cookie.
  private func mark(_ token: DeviceToken, _ end: Int64) -> String {
    let text = "said:\(token.text):\(said.rawValue):\(about ?? ""):\(end)"
    return Digest.base64url(Array(Digest.sha256(Array(text.utf8)).prefix(16)))
  }
}
