import CivilTime
import Hashing
import Overrides
import Page
import Policies

/// The page on which it is said what came of a form. Its address is good for a minute and for one cookie: neither a reload
/// later nor somebody's link says what has not just happened.
struct SaidAddress: Equatable {
  let said: Words.Said
  /// The id of the card or the request at which it is said.
  let about: String?
  /// The targets for which something was ended.
  let targets: [Name]

  private static let goodSeconds: Int64 = 60

  init(_ said: Words.Said, about: String? = nil, targets: [Name] = []) {
    (self.said, self.about, self.targets) = (said, about, targets)
  }

  /// Nil where `query` says nothing that `token` has just been told.
  init?(_ query: [String: String], _ token: DeviceToken, at now: Instant) {
    guard let said = query["said"].flatMap(Words.Said.init), let end = query["until"].flatMap(Int64.init) else {
      return nil
    }
    self.init(
      said, about: query["at"], targets: (query["for"] ?? "").split(separator: ",").map { Name(String($0)) })
    let (first, last) = (now.secondsSinceEpoch, now.secondsSinceEpoch + Self.goodSeconds)
    guard (first...last).contains(end), query["by"] == mark(token, end) else { return nil }
  }

  /// As the browser with `token` is sent there at `now`.
  func text(_ token: DeviceToken, at now: Instant) -> String {
    let end = now.secondsSinceEpoch + Self.goodSeconds
    let place = about.map { "&at=\($0)" } ?? ""
    let all = targets.isEmpty ? "" : "&for=\(list)"
    return "/?said=\(said.rawValue)\(place)\(all)&until=\(end)&by=\(mark(token, end))#said"
  }

  private var list: String { targets.map(\.text).joined(separator: ",") }

  /// What nobody can make who does not have the cookie.
  private func mark(_ token: DeviceToken, _ end: Int64) -> String {
    let text = "said:\(token.text):\(said.rawValue):\(about ?? ""):\(list):\(end)"
    return Digest.base64url(Array(Digest.sha256(Array(text.utf8)).prefix(16)))
  }
}
