import Testing

@testable import Hashing

/// Signatures, and base64 in the alphabet of URLs.
@Suite struct SignatureTests {
  /// RFC 8032, 7.1, the first two tests.
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", [UInt8](),
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", [0x72],
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
  ]) func areThoseOfTheStandard(_ seed: String, _ publicKey: String, _ message: [UInt8], _ signature: String) throws {
    let key = try #require(SigningKey(seed: Self.bytes(hex: seed)))
    #expect(Digest.hex(key.publicKey) == publicKey)
    #expect(Digest.hex(key.signature(of: message)) == signature)
    #expect(key.reveal { Digest.hex($0) } == seed)
  }

  private static func bytes(hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
  }

  @Test(arguments: [0, 31, 33, 64]) func aSeedHas32Bytes(_ count: Int) {
    #expect(SigningKey(seed: [UInt8](repeating: 1, count: count)) == nil)
  }

  @Test func newOnesDiffer() {
    #expect(Set((0..<8).map { _ in SigningKey.random().publicKey }).count == 8)
  }

  @Test func nothingOfItIsShown() {
    var text = "\(SigningKey.random())"
    dump(SigningKey.random(), to: &text)
    #expect(text == "***- ***\n")
  }

  /// RFC 4648, section 10, without padding.
  @Test(arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("ü?~", "w7w_fg"), ("~~~>", "fn5-Pg")])
  func base64urlIsThatOfTheStandard(_ text: String, _ encoded: String) {
    #expect(Digest.base64url(Array(text.utf8)) == encoded)
    #expect(Digest.bytes(base64url: encoded) == Array(text.utf8))
  }

  @Test(arguments: ["Zg==", "Z", "Zm9v!", "Zm 9v", "Zm+/", "ÄÄÄÄ", "="]) func whatIsNoneIsNoBytes(_ text: String) {
    #expect(Digest.bytes(base64url: text) == nil)
  }
}
