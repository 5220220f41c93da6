/// Eight bytes of a text, looked at together: the first of them is the lowest.
struct EightBytes {
  /// The highest bit of each byte.
  static let highest: UInt64 = 0x8080_8080_8080_8080
  /// The lowest bit of each byte.
  private static let lowest: UInt64 = 0x0101_0101_0101_0101

  private let bytes: UInt64

  /// Those that begin at `start`, which all have to be there.
  init(_ start: UnsafeRawPointer) { bytes = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) }

  /// How many there are before the first quote, backslash or control character.
  var plainBytes: Int {
    let found =
      zeros(in: bytes ^ Self.all(UInt8(ascii: "\""))) | zeros(in: bytes ^ Self.all(UInt8(ascii: "\\"))) | controls
    return found.trailingZeroBitCount / 8
  }

  /// The first `count` of them, zeros for the others.
  func first(_ count: Int) -> UInt64 { bytes & ~(UInt64.max << (8 * UInt64(count))) }

  private static func all(_ byte: UInt8) -> UInt64 { lowest * UInt64(byte) }

  /// The highest bit of the first byte that is zero; a byte behind it may have its bit, too, without being zero, as the
  /// subtraction borrows from it.
  private func zeros(in word: UInt64) -> UInt64 { (word &- Self.lowest) & ~word & Self.highest }

  /// The same of bytes less than 32.
  private var controls: UInt64 { (bytes &- Self.all(0x20)) & ~bytes & Self.highest }
}
