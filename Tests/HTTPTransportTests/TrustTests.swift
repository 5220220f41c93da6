import HTTPTransport
import Simulator
import TestSupport
import Testing

/// Certificates are made once for the suite: it takes a while.
private struct Certificates: Sendable {
  let own: TestCertificate
  let signed: TestCertificate
  let authority: TestCertificate
  let elsewhere: TestCertificate
  let elsewhereAuthority: TestCertificate

  init() throws {
    own = try .selfSigned()
    (signed, authority) = try TestCertificate.signed()
    (elsewhere, elsewhereAuthority) = try TestCertificate.signed(for: ["DNS:console.example"])
  }
}

@Suite struct TrustTests {
  private static let made = Result { try Certificates() }
  private static let wrongPin = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

  private typealias Row = (
    id: String, served: any KeyPath<Certificates, TestCertificate> & Sendable,
    trust: @Sendable (Certificates) -> Endpoint.Trust,
    expected: String
  )

  private static func pem(_ certificate: TestCertificate) -> [UInt8] { Array(certificate.certificatePEM.utf8) }

  private static let rows: [Row] = [
    ("self-signed, system", \.own, { _ in .system }, "untrusted: it is self-signed"),
    ("signed, system", \.signed, { _ in .system }, "untrusted: its authority is unknown"),
    ("pin", \.own, { .pins([$0.own.pin]) }, "200"),
    ("one of two pins", \.own, { .pins([wrongPin, $0.own.pin]) }, "200"),
    ("wrong pin", \.own, { _ in .pins([wrongPin]) }, "untrusted"),
    ("another's pin", \.own, { .pins([$0.signed.pin]) }, "untrusted"),
    ("pin of the authority", \.signed, { .pins([$0.authority.pin]) }, "untrusted"),
    ("no pins", \.own, { _ in .pins([]) }, "failed"),
    ("pin for another name", \.elsewhere, { .pins([$0.elsewhere.pin]) }, "200"),
    ("authority", \.signed, { .authorities(pem: pem($0.authority), pins: []) }, "200"),
    (
      "wrong authority", \.signed, { .authorities(pem: pem($0.elsewhereAuthority), pins: []) },
      "untrusted: its authority is unknown"
    ),
    (
      "authority, another name", \.elsewhere, { .authorities(pem: pem($0.elsewhereAuthority), pins: []) },
      "untrusted: it is issued for another name"
    ),
    ("authority and pin", \.signed, { .authorities(pem: pem($0.authority), pins: [$0.signed.pin]) }, "200"),
    ("authority, wrong pin", \.signed, { .authorities(pem: pem($0.authority), pins: [wrongPin]) }, "untrusted"),
    (
      "pin, wrong authority", \.signed,
      { .authorities(pem: pem($0.elsewhereAuthority), pins: [$0.signed.pin]) },
      "untrusted: its authority is unknown"
    ),
    ("no authority", \.signed, { _ in .authorities(pem: Array("nonsense".utf8), pins: []) }, "untrusted"),
    ("insecure", \.elsewhere, { _ in .insecure }, "200"),
  ]

  @Test(arguments: rows.indices) func decidesBeforeAnythingIsSent(_ index: Int) throws {
    let row = Self.rows[index]
    let certificates = try Self.made.get()
    let rig = try Rig(tls: certificates[keyPath: row.served], trust: row.trust(certificates))
    let result = rig.read(.openSession("/", headers: [.init("X-API-KEY", Secret("k"))], body: [1]))
    let parts = row.expected.split(separator: ":", maxSplits: 1)
    #expect(result.summary == parts[0], "\(row.id): \(result.message)")
    #expect(parts.count == 1 || result.message.hasSuffix(":\(parts[1])"), "\(row.id): \(result.message)")
    #expect(rig.arrived.count == (row.expected == "200" ? 1 : 0), "\(row.id)")
  }

  /// A connection that was opened on lax conditions must not carry a request on stricter ones.
  @Test func aConnectionIsNotSharedBetweenTrusts() throws {
    let certificates = try Self.made.get()
    var rig = try Rig(tls: certificates.own, trust: .insecure)
    #expect(rig.read().summary == "200")
    let stricter: [Endpoint.Trust] = [
      .pins([Self.wrongPin]), .system,
      .authorities(pem: Self.pem(certificates.authority), pins: []),
      .pins([certificates.own.pin.lowercased()]),
    ]
    for trust in stricter {
      rig.endpoint.trust = trust
      #expect(rig.read().summary == "untrusted", "\(trust)")
    }
    rig.endpoint.trust = .pins([certificates.own.pin])
    #expect(rig.read().summary == "200")
    #expect(rig.arrived.count == 2)
  }

  @Test func aConnectionOverTLSIsReused() throws {
    let certificates = try Self.made.get()
    let rig = try Rig(tls: certificates.own, trust: .pins([certificates.own.pin]))
    for _ in 1...5 { #expect(rig.read().summary == "200") }
    #expect(rig.server.connectionsOpened == 1)
  }
}
