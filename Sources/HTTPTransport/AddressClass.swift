import Glibc

/// How near an IP address is.
public enum AddressClass: Hashable, Sendable {
  /// This machine: 127.0.0.0/8 and ::1.
  case loopback
  /// Addresses that no public network routes: RFC 1918, 100.64.0.0/10, link-local and fc00::/7.
  case privateNetwork
  /// Any other.
  case elsewhere

  /// The class of an address in numbers; nil where `text` is none, such as a host's name.
  ///
  /// An IPv4 address inside an IPv6 one (`::ffff:10.0.0.1`) is judged as the IPv4 address; a zone (`%eth0`) is ignored.
  public init?(address text: String) {
    let bare = text.prefix { $0 != "%" }
    if let four = Self.bytes(String(bare), family: AF_INET, count: 4) {
      self = Self.ofIPv4(four)
    } else if let sixteen = Self.bytes(String(bare), family: AF_INET6, count: 16) {
      self = Self.ofIPv6(sixteen)
    } else {
      return nil
    }
  }

  private static func bytes(_ text: String, family: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }

  private static func ofIPv4(_ bytes: [UInt8]) -> AddressClass {
    switch (bytes[0], bytes[1]) {
    case (127, _): .loopback
    case (10, _), (172, 16...31), (192, 168), (100, 64...127), (169, 254): .privateNetwork
    case _: .elsewhere
    }
  }

  private static func ofIPv6(_ bytes: [UInt8]) -> AddressClass {
    let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff]
    if bytes.starts(with: mapped) { return ofIPv4(Array(bytes[12...])) }
    if bytes == Array(repeating: 0, count: 15) + [1] { return .loopback }
    let isLinkLocal = bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
    let isUniqueLocal = bytes[0] & 0xfe == 0xfc
    return isLinkLocal || isUniqueLocal ? .privateNetwork : .elsewhere
  }
}

extension Endpoint {
  /// Whether a request may be sent to an address of this class.
  ///
  /// | rule               | loopback | private | elsewhere |
  /// |--------------------|----------|---------|-----------|
  /// | TLS                | yes      | yes     | yes       |
  /// | `loopbackOnly`     | yes      | no      | no        |
  /// | `privateAddresses` | yes      | yes     | no        |
  /// | `anywhere`         | yes      | yes     | yes       |
  func allows(_ address: AddressClass) -> Bool {
    if isTLS { return true }
    switch plaintext {
    case .loopbackOnly: return address == .loopback
    case .privateAddresses: return address != .elsewhere
    case .anywhere: return true
    }
  }
}
