import Controller
import Documents
import HTTPTransport
import Host
import Policies
import Secrets
import Text

/// With whom a service may talk.
enum UnitAddresses {
  /// This machine and every address that no public network routes, in systemd's words: for systems that are not known yet,
  /// or found by name.
  static let home = [
    "localhost", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "link-local", "fc00::/7",
  ]

  /// The server that is notified.
  enum Notified {
    case host(String)
    /// Its address is in a credential that only root can read, or that holds none.
    case unread
    /// Its address is in a credential that is not there.
    case absent
  }

  /// The addresses of the systems of `policy`, of the servers that tell `people`, and of the one that is `notified`, each
  /// once, in this order. Before them those of a home and of the name `servers` elsewhere, if one of them has a name instead, or
  /// is not known.
  static func allowed(
    by policy: Policy, _ people: PeopleFile, _ notified: Notified?, asking servers: [String]
  ) -> [String] {
    let hosts = hosts(of: policy, people, notified)
    let addresses = hosts.compactMap(\.address)
    let before = addresses.count < hosts.count ? home + servers : ["localhost"]
    return (before + addresses).uniqued()
  }

  private static func hosts(of policy: Policy, _ people: PeopleFile, _ notified: Notified?) -> [Notified] {
    let named = policy.systems.map(\.url.host) + people.topics.map(\.topic.url.host)
    return named.map(Notified.host) + [notified].compactMap(\.self)
  }

  /// Why more is allowed than these.
  static func notes(
    on policy: Policy, _ people: PeopleFile, _ notified: Notified?, asking servers: [String]
  ) -> [String] {
    let system = policy.systems.first { address($0.url.host) == nil }
    let told = people.topics.filter { address($0.topic.url.host) == nil }
    let isNamed = hosts(of: policy, people, notified).contains { $0.address == nil }
    return (system.map { [UnitsMessages.foundByName($0.name.text)] } ?? [])
      + told.map { UnitsMessages.toldByName($0.person.text) } + [notified?.note].compactMap(\.self)
      + (isNamed && !servers.isEmpty ? [UnitsMessages.nameServers(servers)] : [])
  }

  /// An address in numbers, without a zone, or this machine; nil for another name.
  fileprivate static func address(_ host: String) -> String? {
    let host = String(host.prefix { $0 != "%" })
    return host == "localhost" || AddressClass(address: host) != nil ? host : nil
  }
}

extension UnitAddresses.Notified {
  /// The one that `notifications` name; nil for nobody.
  init?(_ notifications: PublisherSettings, _ environment: Environment) {
    guard notifications.addressCredential != nil else { return nil }
    do throws(SecretError) {
      guard let url = try notifications.address(environment.secrets) else { return nil }
      self = .host(url.host)
    } catch {
      self = error.message.code == "secret.not-found" ? .absent : .unread
    }
  }

  fileprivate var address: String? {
    switch self {
    case .host(let host): UnitAddresses.address(host)
    case .unread, .absent: nil
    }
  }

  /// Why more is allowed than its address; nil if that is known.
  fileprivate var note: String? {
    switch self {
    case .host: address == nil ? UnitsMessages.notifiedByName : nil
    case .unread: UnitsMessages.notifiedUnread
    case .absent: UnitsMessages.notifiedAbsent
    }
  }
}
