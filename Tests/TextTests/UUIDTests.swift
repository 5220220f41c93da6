import Testing
import Text

/// What can be in a path as it is.
@Suite struct UUIDTests {
  private static let id = Array("0aF9e8d7-c6b5-4a39-8271-605f4e3d2c1b")

  /// Each character of one byte at each place.
  @Test(arguments: id.indices) func everyCharacter(place: Int) {
    for byte in UInt8(0)..<128 {
      let character = Character(Unicode.Scalar(byte))
      var id = Self.id
      id[place] = character
      #expect(String(id).isUUID == (Self.id[place] == "-" ? character == "-" : character.isHexDigit), "\(byte)")
    }
  }

  @Test(arguments: [0, 1, 35, 37, 72]) func anotherLength(_ length: Int) {
    #expect(!String((Self.id + Self.id).prefix(length)).isUUID)
  }

  @Test func ofTheSameLengthInBytes() { #expect(!("é" + String(Self.id.dropFirst(2))).isUUID) }
}
