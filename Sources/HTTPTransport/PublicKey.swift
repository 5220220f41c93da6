import Hashing

/// The public key of a certificate in PEM form, as DER (`SubjectPublicKeyInfo`): what a pin is the SHA-256 of.
///
/// Nil where the text is no certificate.
func publicKey(ofCertificate pem: String) -> [UInt8]? {
  guard let der = certificateBytes(pem) else { return nil }
  var outer = DERReader(der[...])
  guard var certificate = outer.enter(), var fields = certificate.enter() else { return nil }
  // RFC 5280, 4.1: version [0] (may be left out), serial number, algorithm, issuer, validity, subject, key.
  if fields.tag == 0xa0 { fields.skip() }
  for _ in 1...5 { fields.skip() }
  return fields.tag == 0x30 ? fields.whole().map(Array.init) : nil
}

/// The bytes between the two marker lines.
private func certificateBytes(_ pem: String) -> [UInt8]? {
  let lines = pem.split(whereSeparator: \.isNewline)
  guard let begin = lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"),
    let end = lines.firstIndex(of: "-----END CERTIFICATE-----"), begin < end
  else { return nil }
  return Digest.bytes(base64: lines[(begin + 1)..<end].joined())
}

/// Walks over values in DER; every reading that would leave the bytes gives nil.
private struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The kind of the value that comes next.
  var tag: UInt8? { rest.first }

  /// Goes into the next value.
  mutating func enter() -> DERReader? {
    guard let (header, length) = extent() else { return nil }
    defer { rest = rest.dropFirst(header + length) }
    return DERReader(rest.dropFirst(header).prefix(length))
  }

  /// Takes the next value with its tag and length.
  mutating func whole() -> ArraySlice<UInt8>? {
    guard let (header, length) = extent() else { return nil }
    defer { rest = rest.dropFirst(header + length) }
    return rest.prefix(header + length)
  }

  /// Passes the next value by; nothing is left if there is none.
  mutating func skip() {
    if whole() == nil { rest = [] }
  }

  private func extent() -> (header: Int, length: Int)? {
    let bytes = Array(rest.prefix(6))
    guard bytes.count >= 2 else { return nil }
    let count = Int(bytes[1] & 0x7f)
    guard bytes[1] & 0x80 != 0 else { return fits(2, count) }
    guard (1...4).contains(count), bytes.count >= 2 + count else { return nil }
    return fits(2 + count, bytes[2..<(2 + count)].reduce(0) { $0 << 8 | Int($1) })
  }

  private func fits(_ header: Int, _ length: Int) -> (header: Int, length: Int)? {
    header + length <= rest.count ? (header, length) : nil
  }
}
