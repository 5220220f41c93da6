extension UInt32 {
  /// These permission bits as `chmod` takes them, in four digits or more: `0600`.
  public var asPermissions: String {
    let digits = String(self, radix: 8)
    return String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}
