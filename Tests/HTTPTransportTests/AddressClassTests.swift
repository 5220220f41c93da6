import HTTPTransport
import Testing

@Suite struct AddressClassTests {
  static let cases: [(address: String, expected: AddressClass?)] = [
    ("127.0.0.1", .loopback), ("127.255.255.254", .loopback), ("::1", .loopback), ("::ffff:127.0.0.1", .loopback),
    ("126.255.255.255", .elsewhere), ("128.0.0.1", .elsewhere), ("::2", .elsewhere), ("::", .elsewhere),
    ("10.0.0.1", .privateNetwork), ("11.0.0.1", .elsewhere), ("9.255.255.255", .elsewhere),
    ("172.15.255.255", .elsewhere), ("172.16.0.0", .privateNetwork), ("172.31.255.255", .privateNetwork),
    ("172.32.0.0", .elsewhere), ("192.168.1.1", .privateNetwork), ("192.167.1.1", .elsewhere),
    ("192.169.1.1", .elsewhere), ("100.63.255.255", .elsewhere), ("100.64.0.0", .privateNetwork),
    ("100.127.255.255", .privateNetwork), ("100.128.0.0", .elsewhere), ("169.254.10.10", .privateNetwork),
    ("169.253.1.1", .elsewhere), ("8.8.8.8", .elsewhere), ("0.0.0.0", .elsewhere),
    ("fe80::1", .privateNetwork), ("fe80::1%eth0", .privateNetwork), ("febf::1", .privateNetwork),
    ("fec0::1", .elsewhere), ("fc00::1", .privateNetwork), ("fdff::1", .privateNetwork), ("fe00::1", .elsewhere),
    ("fb00::1", .elsewhere), ("2001:db8::1", .elsewhere), ("::ffff:10.1.2.3", .privateNetwork),
    ("::ffff:8.8.8.8", .elsewhere), ("::10.0.0.1", .elsewhere), ("64:ff9b::7f00:1", .elsewhere),
    ("localhost", nil), ("127.1", nil), ("127.0.0.1.example", nil), ("", nil), ("0x7f.0.0.1", nil), ("[::1]", nil),
  ]

  @Test(arguments: cases) func isClassed(_ row: (address: String, expected: AddressClass?)) {
    #expect(AddressClass(address: row.address) == row.expected)
  }
}
