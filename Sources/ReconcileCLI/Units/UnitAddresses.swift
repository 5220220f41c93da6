import Controller
import HTTPTransport
import Policies

/// With whom a service may talk.
enum UnitAddresses {
  /// This machine and every address that no public network routes, in systemd's words: for systems that are not known yet,
  /// or found by name, which takes somebody to ask.
  static let home = [
    "localhost", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "link-local", "fc00::/7",
  ]

  /// The addresses of the systems of `policy` and of the servers that tell `people`, each once, in the order of the file;
  /// those of a home where one of them has a name instead.
  static func allowed(by policy: Policy, _ people: PeopleFile) -> [String] {
    let hosts = policy.systems.map(\.url.host) + people.topics.map(\.topic.url.host)
    let addresses = hosts.compactMap(address)
    return addresses.reduce(into: addresses.count < hosts.count ? home : ["localhost"]) { allowed, address in
      if !allowed.contains(address) { allowed.append(address) }
    }
  }

  /// Why more is allowed than these.
  static func notes(on policy: Policy, _ people: PeopleFile) -> [String] {
    let system = policy.systems.first { address($0.url.host) == nil }
    let told = people.topics.filter { address($0.topic.url.host) == nil }
    return (system.map { [UnitsMessages.foundByName($0.name.text)] } ?? [])
      + told.map { UnitsMessages.toldByName($0.person.text) }
  }

  /// An address in numbers, without a zone, or this machine; nil for another name.
  private static func address(_ host: String) -> String? {
    let host = String(host.prefix { $0 != "%" })
    return host == "localhost" || AddressClass(address: host) != nil ? host : nil
  }
}
