/// Whether the near end of a policy is about a connection.
extension ClientTraffic {
  func isMet(bySource filter: JSONValue?) -> Bool {
    guard let filter else { return true }
    guard isPort(49_152, in: filter["portFilter"]), isSource(of: filter) else { return false }
    guard let hardware = filter["macAddressFilter"]?.text else { return true }
    return isMine(hardware)
  }

  private func isSource(of filter: JSONValue) -> Bool {
    switch filter["type"]?.text {
    case "PORT": true
    case "MAC_ADDRESS":
      (filter["macAddressFilter"]?["macAddresses"]?.elements ?? []).compactMap(\.text).contains(where: isMine)
    case "NETWORK": isInNetwork(of: filter["networkFilter"])
    case "IP_ADDRESS": isAddress(client.ipAddress, in: filter["ipAddressFilter"])
    // Regions, tunnels and the lower half of IPv6 addresses are of nothing that a household has.
    default: false
    }
  }

  private func isMine(_ hardware: String) -> Bool { client.macAddress?.lowercased() == hardware.lowercased() }

  private func isInNetwork(of filter: JSONValue?) -> Bool {
    let named = (filter?["networkIds"]?.elements ?? []).compactMap { $0.text?.lowercased() }
    return named.contains(network?.id ?? "") != (filter?["matchOpposite"] == true)
  }

  /// What is in a list of the console is not known here, so a filter that names one is about nothing.
  func isPort(_ port: Int, in filter: JSONValue?) -> Bool {
    guard let filter else { return true }
    guard let items = filter["items"]?.elements else { return false }
    let isIt = items.contains { item in
      let first = item["value"]?.whole ?? item["start"]?.whole
      let last = item["value"]?.whole ?? item["stop"]?.whole
      guard let first, let last, first <= last else { return false }
      return (first...last).contains(port)
    }
    return isIt != (filter["matchOpposite"] == true)
  }

  /// Addresses of version 4 only: clients have no others here.
  func isAddress(_ address: String?, in filter: JSONValue?) -> Bool {
    guard let items = filter?["items"]?.elements else { return false }
    let number = address.flatMap(Self.number)
    let isIt = items.contains { item in
      guard let number else { return false }
      if let text = item["value"]?.text { return Self.subnet(text)?.contains(number) ?? false }
      guard let first = item["start"]?.text.flatMap(Self.number), let last = item["stop"]?.text.flatMap(Self.number)
      else { return false }
      return first <= number && number <= last
    }
    return isIt != (filter?["matchOpposite"] == true)
  }

  private static func number(_ address: String) -> UInt32? {
    let parts = address.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count == 4 else { return nil }
    return parts.reduce(0) { sum, part in sum.flatMap { sum in part.map { sum << 8 | UInt32($0) } } }
  }

  /// The addresses that `10.0.0.0/8` or `10.0.0.1` means.
  private static func subnet(_ text: String) -> ClosedRange<UInt32>? {
    let sides = text.split(separator: "/")
    guard let address = sides.first.flatMap({ number(String($0)) }) else { return nil }
    guard let bits = sides.count > 1 ? UInt32(sides[1]) : 32, bits <= 32 else { return nil }
    let rest: UInt32 = bits == 0 ? .max : (1 << (32 - bits)) - 1
    return (address & ~rest)...(address | rest)
  }
}
