import HTTPTransport
import Host

/// Who is asked for the addresses of names on this machine.
enum NameServers {
  /// Those that no home network has, in the order of resolv.conf(5): a service may talk to the others anyway.
  static func elsewhere(_ files: any Files) -> [String] {
    let bytes = (try? files.bytes(of: "/etc/resolv.conf", limit: 1 << 16)) ?? []
    let servers = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.count > 1 && words[0] == "nameserver" ? String(words[1]) : nil
    }
    // The resolver asks no more of them.
    return servers.prefix(3).reduce(into: []) { found, server in
      if AddressClass(address: server) == .elsewhere, !server.contains("%"), !found.contains(server) {
        found.append(server)
      }
    }
  }
}
