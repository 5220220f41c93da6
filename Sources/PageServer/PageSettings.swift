package import Controller
package import Overrides

/// How the page is served.
package struct PageSettings: Sendable {
  /// Where the policy and the state are.
  package var places: Places
  /// Where it listens, unless systemd hands it a socket.
  package var listen: ListenAddress
  /// Other names that it is reached by.
  package var hosts: [String]
  /// The texts of a certificate and its key, in PEM; nil for plain http.
  package var tls: TLS?
  /// Where people reach it who come by a proxy on this machine; nil if there is none.
  package var proxy: PageAddress?

  /// A certificate and its key.
  package struct TLS: Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
  }

  package init(places: Places, listen: ListenAddress, hosts: [String], tls: TLS?, proxy: PageAddress?) {
    self.places = places
    self.listen = listen
    self.hosts = hosts
    self.tls = tls
    self.proxy = proxy
  }
}

/// A numeric address and a port.
package struct ListenAddress: Hashable, Sendable {
  /// Without brackets, also of IPv6.
  package var address: String
  package var port: UInt16

  /// For this machine alone: whoever is to reach it from elsewhere says so.
  package static let usual = ListenAddress(address: "127.0.0.1", port: 8383)

  package init(address: String, port: UInt16) { (self.address, self.port) = (address, port) }

  /// Of `127.0.0.1:8383`, `[::]:8383`, or a port alone, which is the usual address; nil for anything else.
  package init?(_ text: String) {
    let colon = text.lastIndex(of: ":")
    let port = colon.map { String(text[text.index(after: $0)...]) } ?? text
    guard let number = UInt16(port), port.allSatisfy(\.isNumber) else { return nil }
    var host = colon.map { String(text[..<$0]) } ?? Self.usual.address
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, host.allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" }) else { return nil }
    self.init(address: host, port: number)
  }

  /// As an address of a page has it.
  package var host: String { address.contains(":") ? "[\(address)]" : address }
  /// Whether nobody but this machine gets there.
  var isLoopback: Bool { Self.isLoopback(address) }
  /// Whether it stands for every address of the machine.
  var isEvery: Bool { address == "0.0.0.0" || address == "::" }

  static func isLoopback(_ address: String) -> Bool { address.hasPrefix("127.") || address == "::1" }
}
