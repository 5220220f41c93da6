import HTTPTransport
import Policies

/// What `reconcile trust` prints of a certificate.
struct TrustText {
  private let system: System
  private let certificate: ShownCertificate

  init(_ system: System, _ certificate: ShownCertificate) {
    self.system = system
    self.certificate = certificate
  }

  /// The whole, ending in a line feed.
  var text: String {
    """
    \(system.name)  \(system.url.origin.escaped)
      key      \(pin)
      names    \(certificate.subject.escaped)
      valid    \(certificate.validFrom.escaped) until \(certificate.validUntil.escaped)
      policy   \(verdict)

    Whoever answers there now has this key. Make sure that it is your system
    (that you are at home, and that nobody else is in between), then write

      in the policy            tls: {pin: "\(pin)"}
      in the secret, line 2    for \(system.url.origin.escaped) \(pin)

    """
  }

  private var pin: String { "sha256//" + Digest.base64(Digest.sha256(certificate.publicKey)) }

  private var verdict: String {
    switch system.tls {
    case .pins(let pins): pins.contains(pin) ? "pins this key" : "pins another key: it would not be accepted"
    case .authorities(let path): "trusts the authorities in '\(path.escaped)'"
    case .system: "trusts whom this machine trusts"
    case .insecure: "does not check the certificate"
    }
  }
}
