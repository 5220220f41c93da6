import Overrides

/// The names by which the page may be asked for. Somebody else's name that leads here is not one: that is how a page in
/// somebody's browser would reach into the house.
struct AllowedHosts {
  private let names: Set<String>

  /// `machine` is the machine's own name.
  init(_ settings: PageSettings, machine: String?) {
    var names = Set(settings.hosts.map { $0.lowercased() })
    if let proxy = settings.proxy { names.insert(proxy.host) }
    if let machine = machine?.lowercased(), !machine.isEmpty {
      let short = machine.split(separator: ".").first.map(String.init) ?? machine
      names.formUnion([machine, short, short + ".local"])
    }
    if settings.listen.isLoopback { names.insert("localhost") }
    self.names = names
  }

  /// Whether a request that came to the address `local` may be for `host`, which is how its header has it.
  func allows(_ host: String?, at local: String) -> Bool {
    guard let name = host.flatMap(PageAddress.host) else { return false }
    if names.contains(name) { return true }
    let plain = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
    return plain == local
  }
}

/// How often an address may show what is not known here.
struct WrongTries {
  private var byAddress: [String: (count: Int, since: Int64)] = [:]

  /// So many within ten minutes.
  private static let most = 10
  private static let seconds: Int64 = 600
  /// Of more addresses than that the oldest are forgotten.
  private static let mostAddresses = 1_000

  /// Whether nothing more may be tried from there at `now`, in seconds of a clock that nobody sets.
  func isBlocked(_ address: String, at now: Int64) -> Bool {
    guard let found = byAddress[address] else { return false }
    return found.count >= Self.most && now - found.since < Self.seconds
  }

  /// One more was wrong.
  mutating func note(_ address: String, at now: Int64) {
    if let found = byAddress[address], now - found.since < Self.seconds {
      byAddress[address] = (found.count + 1, found.since)
      return
    }
    if byAddress.count >= Self.mostAddresses {
      byAddress = byAddress.filter { now - $0.value.since < Self.seconds }
      if byAddress.count >= Self.mostAddresses, let oldest = byAddress.min(by: { $0.value.since < $1.value.since }) {
        byAddress[oldest.key] = nil
      }
    }
    byAddress[address] = (1, now)
  }
}

/// Acts that were done or are being done, by the key of the form: a second tap does nothing more.
struct RecentActs {
  private var said: [String: String] = [:]
  private var order: [String] = []

  private static let most = 512

  /// Where the browser was sent for it.
  subscript(key: String) -> String? { said[key] }

  mutating func remember(_ key: String, _ place: String) {
    if said.updateValue(place, forKey: key) == nil { order.append(key) }
    if order.count > Self.most { said[order.removeFirst()] = nil }
  }
}
