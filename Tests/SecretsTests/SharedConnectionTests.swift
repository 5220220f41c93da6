import Documents
import HTTPTransport
import Policies
import Testing

@testable import Secrets

/// Whether a secret may go over the connection of another one, such as the code of a lock over that of the token.
@Suite struct SharedConnectionTests {
  typealias Row = SystemAccessTests.Row

  struct Pair: Sendable, CustomStringConvertible {
    /// Behind `for ADDRESS`: of the secret whose connection it is, and of the one that is to go over it.
    let owner: String
    let other: String
    var url = SystemAccessTests.console
    var tls = System.TLSTrust.system
    var plaintext = false
    let expected: String

    var description: String { "'\(owner)' and '\(other)' to \(url) \(tls) → \(expected)" }
  }

  static let pairs: [Pair] = [
    Pair(owner: "", other: "", expected: "goes"),
    Pair(owner: "", other: " \(pinA)", expected: "secret.other-connection"),
    Pair(owner: "", other: " insecure", expected: "goes"),
    Pair(owner: " \(pinA)", other: " \(pinA)", expected: "goes"),
    Pair(owner: " \(pinA)", other: " \(pinB) \(pinA)", expected: "goes"),
    Pair(owner: " \(pinA) \(pinB)", other: " \(pinA)", expected: "secret.other-connection"),
    Pair(owner: " \(pinA)", other: " \(pinB)", expected: "secret.other-connection"),
    Pair(owner: " \(pinA)", other: " \(pinB) insecure", expected: "secret.other-connection"),
    Pair(owner: " \(pinA)", other: "", expected: "secret.other-connection"),
    Pair(owner: " \(pinA)", other: " insecure", expected: "goes"),
    Pair(owner: " insecure", other: " insecure", tls: .insecure, expected: "goes"),
    Pair(owner: " insecure", other: " \(pinA)", tls: .insecure, expected: "secret.other-connection"),
    Pair(owner: " insecure", other: "", tls: .insecure, expected: "secret.insecure"),
    Pair(owner: " \(pinA)", other: " insecure", tls: .insecure, expected: "goes"),
    Pair(owner: " insecure", other: " \(pinA)", tls: .pins([pinA]), expected: "goes"),
    Pair(owner: " insecure", other: " \(pinA)", tls: .pins([pinA, pinB]), expected: "secret.other-connection"),
    Pair(owner: " insecure", other: " \(pinB)", tls: .pins([pinA]), expected: "secret.other-pins"),
    Pair(owner: " insecure", other: " insecure", tls: .authorities(path: "/ca"), expected: "goes"),
    Pair(owner: " \(pinA)", other: " \(pinA)", tls: .authorities(path: "/ca"), expected: "goes"),
    Pair(owner: " insecure", other: " \(pinA)", tls: .authorities(path: "/ca"), expected: "secret.other-connection"),
    Pair(owner: " \(pinB)", other: " \(pinA)", tls: .authorities(path: "/ca"), expected: "secret.other-connection"),
    Pair(owner: " pihole", other: " unifi", expected: "secret.other-kind"),
    Pair(owner: "", other: "", url: "http://pi.hole", expected: "goes"),
    Pair(owner: "", other: " plaintext", url: "http://pi.hole", plaintext: true, expected: "goes"),
    Pair(owner: " plaintext", other: " plaintext", url: "http://pi.hole", plaintext: true, expected: "goes"),
    Pair(owner: " plaintext", other: "", url: "http://pi.hole", plaintext: true, expected: "secret.other-connection"),
    Pair(owner: " plaintext", other: "", url: "http://127.0.0.1", plaintext: true, expected: "goes"),
  ]

  @Test(arguments: pairs) func isDecided(_ pair: Pair) throws {
    let row = Row(
      line: nil, url: pair.url, tls: pair.tls, isUniFi: false, plaintext: pair.plaintext, expected: pair.expected)
    let system = try SystemAccessTests.system(row)
    let (owner, other) = (
      try SystemAccessTests.secret("for \(pair.url)\(pair.owner)"),
      try SystemAccessTests.secret("for \(pair.url)\(pair.other)")
    )
    let endpoint = try SystemAccess(to: system, secret: owner) {
      (path) throws(SecretError) in try SystemAccessTests.authorities(path)
    }.endpoint
    do throws(SecretError) {
      try other.mayGo(to: system, over: endpoint) { (path) throws(SecretError) in
        try SystemAccessTests.authorities(path)
      }
      #expect(pair.expected == "goes")
    } catch {
      #expect(error.message.code == pair.expected, "\(error.message.text)")
    }
  }
}
