import Simulator
import TestSupport
import Testing

@testable import HTTPTransport

@Suite struct PublicKeyTests {
  private func shown(_ rig: Rig) -> Result<ShownCertificate, TransportError> {
    let (transport, endpoint) = (rig.transport(), rig.endpoint)
    return rig.loop.run { await outcome { () throws(TransportError) in try await transport.certificate(of: endpoint) } }
  }

  @Test(arguments: [false, true]) func isTheOneThatIsShownAndNothingIsSent(isRSA: Bool) throws {
    let certificate = try TestCertificate.selfSigned(for: ["DNS:console.example"], isRSA: isRSA)
    var rig = try Rig(tls: certificate, trust: .pins([certificate.pin]))
    #expect(rig.read().summary == "200")
    rig.endpoint.trust = .insecure
    let shown = try shown(rig).get()
    #expect(shown.publicKey == certificate.publicKey)
    #expect(shown.subject.contains("CN = ") && shown.validFrom.hasSuffix("GMT") && shown.validUntil.hasSuffix("GMT"))
    #expect(rig.arrived.count == 1)
    rig.endpoint.trust = .system
    #expect(rig.read().summary == "untrusted")
  }

  /// Whether authorities vouch for a server is found out without a request, too.
  @Test func isNotShownWhereItIsNotAccepted() throws {
    let certificate = try TestCertificate.selfSigned()
    var rig = try Rig(tls: certificate)
    let pem = Array(certificate.certificatePEM.utf8)
    let other = try Array(TestCertificate.selfSigned().certificatePEM.utf8)
    for (trust, isAccepted) in [
      (Endpoint.Trust.system, false), (.authorities(pem: other, pins: []), false),
      (.authorities(pem: pem, pins: []), true), (.pins([certificate.pin]), true), (.insecure, true),
    ] {
      rig.endpoint.trust = trust
      switch shown(rig) {
      case .success: #expect(isAccepted, "\(trust)")
      case .failure(let error): #expect(!isAccepted && error.kind == .untrusted, "\(trust): \(error)")
      }
    }
    #expect(rig.arrived.isEmpty)
  }

  @Test func aServerWithoutTLSShowsNone() throws {
    let rig = try Rig()
    #expect(throws: TransportError.self) { try shown(rig).get() }
    #expect(rig.arrived.isEmpty)
  }

  /// Whatever bytes come instead of a certificate, none of them lead out of it.
  @Test func noBytesTrap() throws {
    let whole = try TestCertificate.selfSigned().certificatePEM
    let lines = whole.split(separator: "\n").dropFirst().dropLast().joined()
    let cut = (0..<lines.count).map { String(lines.prefix($0)) }
    let changed = (0..<120).map { place in
      String(lines.enumerated().map { $0.offset == place ? ($0.element == "/" ? "A" : "/") : $0.element })
    }
    for text in cut + changed + ["%", "MIII", "MIT/////"] {
      _ = publicKey(ofCertificate: "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----")
    }
    #expect(publicKey(ofCertificate: "-----END CERTIFICATE----------BEGIN CERTIFICATE-----") == nil)
    #expect(
      cut.prefix(100).allSatisfy {
        publicKey(ofCertificate: "-----BEGIN CERTIFICATE-----\($0)-----END CERTIFICATE-----") == nil
      })
  }
}
