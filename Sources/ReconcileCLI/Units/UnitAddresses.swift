import HTTPTransport
import Policies

/// With whom a service may talk.
enum UnitAddresses {
  /// This machine and every address that no public network routes, in systemd's words: for systems that are not known yet,
  /// or found by name, which takes somebody to ask.
  static let home = [
    "localhost", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "link-local", "fc00::/7",
  ]

  /// The addresses of the systems of `policy`, each once, in the order of the file; those of a home where one of the
  /// systems has a name instead.
  static func allowed(by policy: Policy) -> [String] {
    let start = byName(policy) == nil ? ["localhost"] : home
    return policy.systems.compactMap(address).reduce(into: start) { allowed, address in
      if !allowed.contains(address) { allowed.append(address) }
    }
  }

  /// Why more is allowed than the systems themselves.
  static func notes(on policy: Policy) -> [String] {
    byName(policy).map { [UnitsMessages.foundByName($0.name.text)] } ?? []
  }

  private static func byName(_ policy: Policy) -> System? { policy.systems.first { address($0) == nil } }

  /// The address of a system in numbers, without a zone; nil where it has a name.
  private static func address(_ system: System) -> String? {
    let host = String(system.url.host.prefix { $0 != "%" })
    return AddressClass(address: host) == nil ? nil : host
  }
}
