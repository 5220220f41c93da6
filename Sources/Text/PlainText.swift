/// Plain text is spaces and the characters of ASCII that are seen. Nearly every policy is nothing else, so that it pays
/// to ask before one character after the other is looked at.
extension String {
  /// Whether the text is plain.
  public var isPlain: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      // Numbers and no early way out: such a loop is taken many bytes at a time.
      bytes.reduce(0 as UInt8) { $0 | ($1.isPlain ? 0 : 1) } == 0
    } ?? utf8.allSatisfy(\.isPlain)
  }
}

extension UInt8 {
  /// Whether the byte is a plain character.
  var isPlain: Bool { (0x20...0x7E).contains(self) }
}

extension Unicode.Scalar {
  /// Whether the scalar is a plain character.
  public var isPlain: Bool { (0x20...0x7E).contains(value) }
}
