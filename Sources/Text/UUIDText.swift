extension String {
  /// Whether it has the form of a UUID, so that it can be in a path as it is, and is no other's in the world.
  ///
  /// Every id of every page of a list is asked about, so it looks at bytes, each once.
  public var isUUID: Bool {
    var text = self
    return text.withUTF8 { bytes in
      if bytes.count != 36 { return false }
      for place in 0..<36 {
        let isDash = place == 8 || place == 13 || place == 18 || place == 23
        if isDash ? bytes[place] != 0x2D : !isHexDigit(bytes[place]) { return false }
      }
      return true
    }
  }
}

private func isHexDigit(_ byte: UInt8) -> Bool {
  // 0x20 makes a letter small.
  0x30 <= byte && byte <= 0x39 || 0x61 <= byte | 0x20 && byte | 0x20 <= 0x66
}
