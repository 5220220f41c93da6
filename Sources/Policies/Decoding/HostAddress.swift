/// What the text of a host alone says about it.
enum HostAddress {
  /// Whether the host is this machine: `localhost`, a name below it, 127.0.0.0/8 or `::1`.
  static func isLoopback(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    if let octets = octets(host) { return octets[0] == 127 }
    guard let groups = groups(host) else { return false }
    return groups == [0, 0, 0, 0, 0, 0, 0, 1] || mapped(groups).map { $0[0] == 127 } == true
  }

  /// Whether the host is an address in figures that is not one of a private network: RFC 1918, 100.64.0.0/10,
  /// link-local, loopback, fc00::/7. A name is none: what it stands for is only known when it is connected to.
  static func isPublic(_ host: String) -> Bool {
    if isLoopback(host) { return false }
    if let octets = octets(host) { return !isPrivate(octets) }
    guard let groups = groups(host) else { return false }
    if let octets = mapped(groups) { return !isPrivate(octets) }
    return groups[0] & 0xFE00 != 0xFC00 && groups[0] & 0xFFC0 != 0xFE80
  }

  /// Whether `text` may be a host's name or an IPv4 address: labels of letters, digits, `-` and `_`. A text of figures
  /// and dots must be four octets, because a resolver might take anything else for an address as well.
  static func isHostName(_ text: String) -> Bool {
    guard text.utf8.count <= 253, !text.isEmpty else { return false }
    let labels = (text.hasSuffix(".") ? text.dropLast() : text[...]).split(
      separator: ".", omittingEmptySubsequences: false)
    // However many digits they are.
    let isFigures = { (label: Substring) in !label.isEmpty && label.unicodeScalars.allSatisfy(ASCII.isDigit) }
    if let last = labels.last, isFigures(last) || last.lowercased().hasPrefix("0x") {
      return octets(text) != nil
    }
    return labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.unicodeScalars.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == "-" || $0 == "_" }
    }
  }

  /// Whether `text` is an IPv6 address, without brackets and without a zone.
  static func isIPv6(_ text: String) -> Bool { groups(text) != nil }

  /// One text for every way to write `host`: a name without the dot at its end, an IPv6 address with all of its groups.
  static func plain(_ host: String) -> String {
    guard let groups = groups(host) else { return host.hasSuffix(".") ? String(host.dropLast()) : host }
    if let octets = mapped(groups) { return octets.map(String.init).joined(separator: ".") }
    return groups.map(String.init).joined(separator: ":")
  }

  private static func isPrivate(_ octets: [Int]) -> Bool {
    switch (octets[0], octets[1]) {
    case (10, _), (127, _), (192, 168), (169, 254), (172, 16...31), (100, 64...127): true
    default: false
    }
  }

  private static func octets(_ text: String) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let octets = parts.compactMap { part in
      part.count <= 3 && (part == "0" || part.first != "0") ? ASCII.number(part) : nil
    }
    return parts.count == 4 && octets.count == 4 && octets.allSatisfy { $0 < 256 } ? octets : nil
  }

  /// The IPv4 address that `::ffff:a.b.c.d` holds.
  private static func mapped(_ groups: [Int]) -> [Int]? {
    guard groups[0..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF else { return nil }
    return [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255]
  }

  /// The eight groups of an IPv6 address.
  private static func groups(_ text: String) -> [Int]? {
    let halves = halves(text)
    guard let first = halves.first, halves.count <= 2 else { return nil }
    guard let head = groupList(first, mayEndInOctets: halves.count == 1) else { return nil }
    if halves.count == 1 { return head.count == 8 ? head : nil }
    guard let tail = groupList(halves[1], mayEndInOctets: true), head.count + tail.count < 8 else { return nil }
    return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  /// The text before and after each `::`.
  private static func halves(_ text: String) -> [Substring] {
    var halves: [Substring] = []
    var rest = text[...]
    while let colons = rest.indices.first(where: { rest[$0...].hasPrefix("::") }) {
      halves.append(rest[..<colons])
      rest = rest[rest.index(colons, offsetBy: 2)...]
    }
    return halves + [rest]
  }

  private static func groupList(_ text: Substring, mayEndInOctets: Bool) -> [Int]? {
    if text.isEmpty { return [] }
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var tail: [Int] = []
    if mayEndInOctets, let last = parts.last, let octets = octets(String(last)) {
      parts.removeLast()
      tail = [octets[0] << 8 | octets[1], octets[2] << 8 | octets[3]]
    }
    let groups = parts.compactMap { part in
      (1...4).contains(part.utf8.count) && part.unicodeScalars.allSatisfy(ASCII.isHexDigit) ? Int(part, radix: 16) : nil
    }
    return groups.count == parts.count ? groups + tail : nil
  }
}
