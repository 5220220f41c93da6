extension Response {
  /// Whether this is HTML, by its type or by its first byte that is no white space: what is in front of a system, or is
  /// there while it starts, answers so.
  public var isWebPage: Bool {
    if header("Content-Type")?.lowercased().hasPrefix("text/html") == true { return true }
    return body.first { $0 != 0x20 && !(0x09...0x0D).contains($0) } == UInt8(ascii: "<")
  }
}
