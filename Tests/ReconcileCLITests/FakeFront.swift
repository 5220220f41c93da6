import HTTPTransport
import Simulator

@testable import Doctor

/// What is between this machine and the pretend systems: names, certificates, clocks.
struct FakeFront: Sendable {
  /// The certificate of each host that speaks TLS; the console's is its own and trusted by nobody else.
  var certificates: [String: FakeCertificate] = ["192.168.1.1": FakeCertificate(flaw: nil)]
  /// What each host shows before the first request, where that is another certificate.
  var shownAtFirst: [String: FakeCertificate] = [:]
  /// How far the clock of each host is ahead, in seconds; nil for no `Date` in its answers.
  var clockLead: [String: Int64] = [:]
  /// This machine's clock.
  var now: Int64 = 1_795_204_804

  func certificate(of endpoint: Endpoint) throws(TransportError) -> ShownCertificate {
    if endpoint.host.hasSuffix(".invalid") {
      throw TransportError(.unresolved, "no address is known for '\(endpoint.host)'")
    }
    guard let found = shownAtFirst[endpoint.host] ?? certificates[endpoint.host] else {
      throw TransportError(.refused, "cannot connect to '\(endpoint.host):\(endpoint.port)': nothing listens there")
    }
    try check(endpoint)
    return found.shown
  }

  /// Lets a request pass, or says why not.
  func check(_ endpoint: Endpoint) throws(TransportError) {
    if endpoint.host.hasSuffix(".invalid") {
      throw TransportError(.unresolved, "no address is known for '\(endpoint.host)'")
    }
    guard endpoint.isTLS, let found = certificates[endpoint.host] else { return }
    let flaw: CertificateFlaw? =
      switch endpoint.trust {
      case .pins(let pins): pins.contains(found.pin) ? nil : .otherKey
      case .system, .authorities: found.flaw
      case .insecure: nil
      }
    if let flaw { throw TransportError(.untrusted, "the certificate is not accepted", flaw: flaw) }
  }
}

/// A certificate of a pretend system.
struct FakeCertificate: Sendable {
  var subject = "CN = unifi.local"
  var validFrom = "Nov 21 00:00:00 2025 GMT"
  var validUntil = "Nov 21 00:00:00 2035 GMT"
  var key: [UInt8] = [1, 2, 3]
  /// What the machine's trust store has against it.
  var flaw: CertificateFlaw? = .selfSigned

  var shown: ShownCertificate {
    ShownCertificate(publicKey: key, subject: subject, validFrom: validFrom, validUntil: validUntil)
  }

  var pin: String { SeenCertificate(shown).pin }

  /// One of those that a Pi-hole makes for itself.
  static let madeByPiHole = FakeCertificate(
    subject: "CN = pi.hole", validFrom: "Nov  1 10:00:00 2026 GMT", validUntil: "Dec 18 10:00:00 2026 GMT")
}

/// A door behind the front.
struct FrontDoor: ReadTransport, WriteTransport {
  var front: FakeFront
  var endpoint: Endpoint
  var inner: any ReadTransport & WriteTransport

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    try front.check(endpoint)
    return dated(try await inner.read(request))
  }

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    try front.check(endpoint)
    return dated(try await inner.write(request))
  }

  private func dated(_ response: Response) -> Response {
    guard let lead = front.clockLead[endpoint.host] else { return response }
    var response = response
    response.headers.append(("Date", Self.date(front.now + lead)))
    return response
  }

  /// As a header has it. The tests' times are all on one day.
  private static func date(_ seconds: Int64) -> String {
    let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "Fri, 20 Nov 2026 \(clock.joined(separator: ":")) GMT"
  }
}
