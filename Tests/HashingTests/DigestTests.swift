import Testing

@testable import Hashing

/// Fingerprints, and bytes as text and back.
@Suite struct DigestTests {
  /// RFC 4648, section 10.
  private static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ]

  @Test(arguments: vectors) func base64IsThatOfTheStandard(_ text: String, _ encoded: String) {
    #expect(Digest.base64(Array(text.utf8)) == encoded)
    #expect(Digest.bytes(base64: encoded) == Array(text.utf8))
  }

  @Test(arguments: ["Zg", "Zg=", "Zg===", "Z", "Zm9v!", "Zm 9v", "Zm9v\n", "Zm-_", "ÄÄÄÄ", "=", "===="])
  func whatIsNoBase64IsNoBytes(_ text: String) {
    #expect(Digest.bytes(base64: text) == nil)
  }

  @Test func everyByteComesBack() {
    for count in 0...300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
      #expect(Digest.bytes(base64: Digest.base64(bytes)) == bytes)
    }
  }

  /// FIPS 180-2, appendix B.
  @Test func sha256IsThatOfTheStandard() {
    #expect(
      Digest.hex(Digest.sha256(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
