import Documents
import HTTPTransport
import Hashing
import Testing

@testable import Approvals

/// Codes as they are made, and as people type them.
@Suite struct OneTimeCodeTests {
  private static func code(_ bytes: [UInt8]) -> String? { OneTimeCode { _ in bytes }?.secret.reveal(\.self) }

  @Test(
    arguments: [
      ([0, 0, 0, 0, 0], "0000-0000"), ([0xff, 0xff, 0xff, 0xff, 0xff], "ZZZZ-ZZZZ"), ([0, 0, 0, 0, 1], "0000-0001"),
      ([0x80, 0, 0, 0, 0], "G000-0000"),
      // Every digit once, in their order.
      ([0x00, 0x44, 0x32, 0x14, 0xc7], "0123-4567"), ([0x42, 0x54, 0xb6, 0x35, 0xcf], "89AB-CDEF"),
      ([0x84, 0x65, 0x3a, 0x56, 0xd7], "GHJK-MNPQ"), ([0xc6, 0x75, 0xbe, 0x77, 0xdf], "RSTV-WXYZ"),
      ([], nil), ([1, 2, 3, 4], nil), ([1, 2, 3, 4, 5, 6], nil),
    ] as [([UInt8], String?)]) func areMadeOfFiveBytes(_ bytes: [UInt8], _ code: String?)
  {
    #expect(Self.code(bytes) == code)
  }

  @Test func fiveBytesAreAskedFor() {
    var asked: [Int] = []
    _ = OneTimeCode { count in
      asked.append(count)
      return SecureBytes.random(count)
    }
    #expect(asked == [5])
  }

  private typealias Reading = Result<String, OneTimeCode.Mistake>

  private static func reading(_ typed: String) -> Reading {
    do throws(OneTimeCode.Mistake) {
      return .success(try OneTimeCode(typed: Secret(typed)).secret.reveal(\.self))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    "7K3M-9QXZ", "7k3m-9qxz", "7K3M9QXZ", " 7 k 3 m 9 q x z ", "--7K3M----9QXZ-", "7K3M\u{2011}9QXZ",
    "7K3M\u{2010}9QXZ",
    "7K3M\u{A0}9QXZ", "\t7K3M 9QXZ\t",
  ]) func caseSpacesAndHyphensDoNotMatter(_ typed: String) {
    #expect(Self.reading(typed) == .success("7K3M-9QXZ"))
  }

  @Test(arguments: [("OoIi-lL01", "0011-1101"), ("0o0O-1I1l", "0000-1111"), ("ABCD-EFGH", "ABCD-EFGH")])
  func whatLooksLikeADigitIsIt(_ typed: String, _ code: String) {
    #expect(Self.reading(typed) == .success(code))
  }

  @Test(
    arguments: [
      ("", .length), ("-", .length), ("7K3M-9QX", .length), ("7K3M-9QXZ0", .length), ("7K3M-9QXZ 7K3M-9QXZ", .length),
      ("7U3M-9QXZ", .character), ("7u3m-9qxz", .character), ("7K3M-9QX!", .character), ("7K3M_9QXZ", .character),
      ("7K3M–9QXZ", .character), ("７K3M-9QXZ", .character), ("7Ｋ3M-9QXZ", .character), ("7K3M-9QXſ", .character),
      ("7K3M-9QXı", .character), ("7K3M-9QXZ\n", .character), ("7K3M\0-9QXZ", .character),
      ("7K3M-9QXZ\u{301}", .character), ("é", .character), ("ß", .character), ("7\u{212A}3M-9QXZ", .character),
    ] as [(String, OneTimeCode.Mistake)])
  func anythingElseIsNone(_ typed: String, _ mistake: OneTimeCode.Mistake) {
    #expect(Self.reading(typed) == .failure(mistake))
  }

  /// What was made is read again as itself, also from somebody who writes it in another way.
  @Test(arguments: 0..<50) func isReadAsItWasMade(_ seed: Int) throws {
    let bytes = (0..<5).map { UInt8(truncatingIfNeeded: (seed &* 2_654_435_761) >> ($0 * 5)) }
    let code = try #require(Self.code(bytes))
    for typed in [code, code.lowercased(), code.replacing("-", with: " "), code.replacing("1", with: "l")] {
      #expect(Self.reading(typed) == .success(code))
    }
  }

  @Test func nothingOfItIsShown() throws {
    let code = try OneTimeCode(typed: Secret("7K3M-9QXZ"))
    var text = "\(code) \(String(reflecting: code))\n"
    dump(code, to: &text)
    dump([code as OneTimeCode?], to: &text)
    #expect(text == "*** ***\n- ***\n▿ 1 element\n  ▿ Optional(***)\n    - some: ***\n")
  }

  @Test(arguments: [OneTimeCode.Mistake.character, .length]) func whatIsSaidHelps(_ mistake: OneTimeCode.Mistake) {
    #expect(mistake.message.hint == "type the eight letters and digits, as in 7K3M-9QXZ")
    #expect(mistake.message.code == "approval.no-code" && mistake.message.text.hasPrefix("that is not a code: "))
  }
}
