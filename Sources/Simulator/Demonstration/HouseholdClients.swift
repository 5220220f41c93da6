/// Who is at home.
extension Household {
  /// Twelve that are there, wired, on the WiFis, as guests and through a tunnel, and one that is not.
  static let clients = [
    client(1, "iPad", "02:00:00:aa:bb:01", "192.168.40.21"),
    client(2, "Printer", "02:00:00:aa:bb:30", "192.168.1.30", type: "WIRED"),
    client(3, "Games console", "02:00:00:aa:bb:02", nil, isConnected: false, network: kidsNetwork),
    client(4, "Emma's iPad", "02:00:5e:00:53:01", "192.168.40.22"),
    client(5, "Emma's phone", "02:00:5e:00:53:02", "192.168.40.23"),
    client(6, "Living room console", "02:00:5e:00:53:03", "192.168.40.24", type: "WIRED"),
    client(7, "Anna's phone", "02:00:5e:00:53:10", "192.168.1.21"),
    client(8, "Ben's laptop", "00:00:5e:00:53:11", "192.168.1.22"),
    client(9, "TV", "00:00:5e:00:53:12", "192.168.1.23", type: "WIRED"),
    client(10, "Thermostat", "00:00:5E:00:53:13", nil, network: homeNetwork),
    client(11, "Visitor's phone", "02:00:5e:00:53:20", "192.168.50.21", access: .guest(isAuthorized: true)),
    client(12, "Visitor's tablet", "02:00:5e:00:53:21", "192.168.50.22", access: .guest(isAuthorized: false)),
    UniFiClient(id: id(13), name: "Ben's laptop (VPN)", type: "VPN", ipAddress: "192.168.200.2"),
  ]

  private static func id(_ number: Int) -> String {
    "c1a0f2d4-6f59-4a7e-9a10-3a1f5a3e7b" + (number < 10 ? "0" : "") + String(number)
  }

  private static func client(
    _ number: Int, _ name: String, _ hardware: String, _ address: String?, type: String = "WIRELESS",
    isConnected: Bool = true, access: ClientAccess = .usual, network: String? = nil
  ) -> UniFiClient {
    UniFiClient(
      id: id(number), name: name, type: type, macAddress: hardware, ipAddress: address, uplink: hallSwitch,
      isConnected: isConnected, access: access, network: network)
  }
}
