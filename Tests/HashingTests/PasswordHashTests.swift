import Testing

@testable import Hashing

/// Hashes of PINs and codes.
@Suite struct PasswordHashTests {
  private static let salted = "c2l4dGVlbiBieXRlcyEhIQ"
  /// Made by the reference implementation of Argon2, at the two costs, of `a long phrase` and `7K3M-9QXZ`.
  private static let pin =
    "$argon2id$v=19$m=65536,t=3,p=1$\(salted)$wBJ4EL0Qs/a3dCVMYJAw63fc56dan/CnDUX+oifxa3A"
  private static let code =
    "$argon2id$v=19$m=8192,t=2,p=1$\(salted)$ZJJlvs5XCfgkwIvyYQie5LkgAM4E9dtTm5QHWNL+R4k"

  @Test(arguments: [
    (pin, "a long phrase", PasswordHash.Verification.right), (code, "7K3M-9QXZ", .right),
    (pin, "a long phrasé", .wrong), (pin, "", .wrong), (pin, "a long phrase ", .wrong), (pin, "A long phrase", .wrong),
    (code, "7K3M9QXZ", .wrong), (code, "7K3M-9QXY", .wrong), (code, "7K3M-9QXZ\0", .wrong),
    (code, String(repeating: "x", count: 100_000), .wrong),
  ])
  func thoseOfTheStandardAreRead(_ text: String, _ password: String, _ verification: PasswordHash.Verification) throws {
    #expect(try #require(PasswordHash(kept: text)).verification(of: password) == verification)
  }

  @Test(
    arguments: zip(PasswordHash.Cost.allCases, ["$argon2id$v=19$m=65536,t=3,p=1$", "$argon2id$v=19$m=8192,t=2,p=1$"]))
  func whatIsHashedIsRecognized(_ cost: PasswordHash.Cost, _ beginning: String) throws {
    let hash = try #require(PasswordHash(of: "geheim äöü\0x", cost))
    #expect(hash.text.hasPrefix(beginning) && hash.text.utf8.allSatisfy { (0x21..<0x7f).contains($0) })
    let kept = try #require(PasswordHash(kept: hash.text))
    #expect(kept == hash && kept.verification(of: "geheim äöü\0x") == .right)
    #expect(kept.verification(of: "geheim äöü") == .wrong)
  }

  @Test func twoOfOneTextDiffer() throws {
    let hashes = (0..<4).compactMap { _ in PasswordHash(of: "7K3M-9QXZ", .oneTimeCode) }
    #expect(Set(hashes).count == 4)
  }

  /// Whoever could write one could have the program take all memory, or make tries cheap.
  @Test(arguments: [
    "", "7K3M-9QXZ", "$argon2id$", String(pin.dropLast()), pin + "A", pin + "\0",
    pin + String(repeating: "A", count: 99),
    pin.replacing("m=65536", with: "m=4194304"), code.replacing("m=8192", with: "m=8"),
    pin.replacing("t=3", with: "t=4294967295"), code.replacing("t=2", with: "t=1"), pin.replacing("p=1", with: "p=2"),
    "$argon2i$v=19$m=8192,t=2,p=1$\(salted)$xKt6pRXV6wOrB7D8VC95UTlptNvN/R42FZ++FeUfkNE",
    "$7$C6..../....SodiumChloride$kBGj9fHznVYFQMEn/qDCfrDevf9YDtcDdKvEqHJLV8D",
  ])
  func whatIsNoneOfOursIsNotKept(_ text: String) { #expect(PasswordHash(kept: text) == nil) }

  /// More memory than there is on any machine, and what libsodium cannot read and so says nothing of.
  @Test func withoutMemoryNothingIsSaid() {
    #expect(PasswordHash(of: "7K3M-9QXZ", passes: 2, memoryBytes: .max) == nil)
    #expect(PasswordHash(unchecked: "$argon2id$").verification(of: "7K3M-9QXZ") == .outOfMemory)
  }

  @Test func secureBytesAreAsManyAsAskedFor() {
    #expect([-1, 0, 1, 5, 32].map { SecureBytes.random($0).count } == [0, 0, 1, 5, 32])
    #expect(Set((0..<8).map { _ in SecureBytes.random(8) }).count == 8)
  }
}
