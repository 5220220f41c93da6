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
