/// What a server says of itself before anything is sent to it.
public struct ShownCertificate: Hashable, Sendable {
  /// The public key as DER (`SubjectPublicKeyInfo`); a pin is `sha256//` and the base64 of its SHA-256.
  public var publicKey: [UInt8]
  /// Whom the certificate names, such as `CN = console.local`. The server's own words.
  public var subject: String
  /// From when it is valid, in the words of the TLS library, such as `Nov 21 09:50:00 2026 GMT`.
  public var validFrom: String
  /// Until when it is valid, in the same words.
  public var validUntil: String

  /// A certificate from what it says.
  public init(publicKey: [UInt8], subject: String, validFrom: String, validUntil: String) {
    self.publicKey = publicKey
    self.subject = subject
    self.validFrom = validFrom
    self.validUntil = validUntil
  }

  /// The fields that are asked for, in this order.
  static let fields = ["Cert", "Subject", "Start date", "Expire date"]

  /// Reads the values of `fields`, a zero byte after each; nil where there is no certificate among them.
  init?(_ bytes: [UInt8]) {
    let values = bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    guard values.count > Self.fields.count, let key = HTTPTransport.publicKey(ofCertificate: values[0]) else {
      return nil
    }
    publicKey = key
    subject = values[1]
    validFrom = values[2]
    validUntil = values[3]
  }
}
