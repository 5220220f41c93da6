import Documents
import HTTPTransport
import PiHole
import Policies
import Secrets
import TestSupport
import Testing
import UniFi

/// Whether a secret may be sent, said once more and in another way: connection by connection.
///
/// A policy that somebody else edits is any policy; so a law about all systems is a law about all edits.
@Suite struct TrustLawTests {
  /// What somebody wrote into the second line of a secret.
  struct Line: Sendable {
    var isHTTPS: Bool
    var host: String
    var port: Int
    var path: String
    var kind: SystemKind?
    var pins: Set<String>
    var insecure: Bool
    var plaintext: Bool
  }

  /// One server that a request could reach.
  struct Server: Sendable {
    var key: String
    var isTrustedByMachine: Bool
    var isSignedByAuthority: Bool
    var address: AddressClass
  }

  static let keys = [pinA, pinB, "sha256//" + String(repeating: "0", count: 43) + "="]
  static let servers: [Server] = keys.flatMap { key in
    [true, false].flatMap { machine in
      [true, false].flatMap { authority in
        [AddressClass.loopback, .privateNetwork, .elsewhere].map {
          Server(key: key, isTrustedByMachine: machine, isSignedByAuthority: authority, address: $0)
        }
      }
    }
  }

  // MARK: The second definition

  /// Whether `line` by itself lets the secret go to this system on this server.
  static func allows(_ line: Line?, _ system: System, _ server: Server) -> Bool {
    guard let line else { return false }
    let url = system.url
    guard line.isHTTPS == (url.scheme == .https), line.host == url.host, line.port == url.port else { return false }
    if !line.path.isEmpty && line.path != url.path { return false }
    if let kind = line.kind, kind.name != word(system) { return false }
    if line.isHTTPS {
      return line.pins.isEmpty ? server.isTrustedByMachine || line.insecure : line.pins.contains(server.key)
    }
    if server.address == .loopback || line.plaintext { return true }
    return server.address == .privateNetwork && word(system) == "pihole"
  }

  /// Whether the policy by itself wants it to go there. A key in the line takes the place of the trust store.
  static func wants(_ line: Line?, _ system: System, _ server: Server) -> Bool {
    if system.url.scheme == .https {
      return switch system.tls {
      case .system: server.isTrustedByMachine || line?.pins.isEmpty == false
      case .pins(let pins): pins.contains(server.key)
      case .authorities: server.isSignedByAuthority
      case .insecure: true
      }
    }
    if server.address == .loopback { return true }
    if ["localhost", "127.0.0.1", "::1"].contains(system.url.host) { return false }
    if system.plaintext && line?.plaintext == true { return true }
    return server.address == .privateNetwork && word(system) == "pihole"
  }

  /// Whether no request is to be made at all, on whichever server: what both would have to allow is nothing, or the
  /// policy chooses the trust of a line that leaves it to nobody.
  static func isRefused(_ line: Line?, _ system: System) -> Bool {
    guard let line else { return true }
    let chooses = system.url.scheme == .https && system.tls != .system
    if chooses && line.pins.isEmpty && !line.insecure { return true }
    if system.url.scheme == .http, word(system) == "unifi",
      !["localhost", "127.0.0.1", "::1"].contains(system.url.host)
    {
      return !servers.contains { $0.address == .elsewhere && allows(line, system, $0) && wants(line, system, $0) }
    }
    return !servers.contains { allows(line, system, $0) && wants(line, system, $0) }
  }

  private static func word(_ system: System) -> String { system.kind.name }

  // MARK: What is built

  /// Whether a request to `endpoint` that reached `server` would be sent.
  static func isSent(_ endpoint: Endpoint, _ server: Server) -> Bool {
    if endpoint.isTLS {
      return switch endpoint.trust {
      case .system: server.isTrustedByMachine
      case .pins(let pins): pins.contains(server.key)
      case .authorities(_, let pins): server.isSignedByAuthority && (pins.isEmpty || pins.contains(server.key))
      case .insecure: true
      }
    }
    return switch endpoint.plaintext {
    case .loopbackOnly: server.address == .loopback
    case .privateAddresses: server.address != .elsewhere
    case .anywhere: true
    }
  }

  // MARK: Random cases

  static let hosts = ["192.168.1.1", "127.0.0.1", "localhost", "console.home", "::1", "203.0.113.9"]

  static func line(_ random: inout SplitMix64) -> Line? {
    if random.oneIn(12) { return nil }
    let isHTTPS = !random.oneIn(3)
    return Line(
      isHTTPS: isHTTPS, host: random.pick(hosts),
      port: random.pick(isHTTPS ? [443, 443, 8443] : [80, 80, 8443]),
      path: random.pick(["", "", "", "/app"]),
      kind: random.pick([nil, nil, .unifi, .pihole]),
      pins: isHTTPS ? Set(keys.filter { _ in random.oneIn(4) }) : [],
      insecure: random.oneIn(4), plaintext: random.oneIn(3))
  }

  /// As somebody might write it: the words in any order.
  static func text(_ line: Line, _ random: inout SplitMix64) -> String {
    let host = line.host.contains(":") ? "[\(line.host)]" : line.host
    let usual = line.isHTTPS ? 443 : 80
    let port = line.port == usual && random.oneIn(2) ? "" : ":\(line.port)"
    let words =
      line.pins.sorted() + (line.kind.map { [$0.name] } ?? []) + (line.insecure ? ["insecure"] : [])
      + (line.plaintext ? ["plaintext"] : [])
    return
      (["for", "\(line.isHTTPS ? "https" : "http")://\(host)\(port)\(line.path)"]
      + words.shuffled(using: &random)).joined(separator: " ")
  }

  /// Often where the line says, so that something is allowed at all; else anywhere.
  static func system(near line: Line?, _ random: inout SplitMix64) -> System {
    let isNear = line != nil && !random.oneIn(4)
    let isHTTPS = isNear ? line?.isHTTPS == true : random.oneIn(2)
    let isUniFi = isNear && line?.kind != nil ? line?.kind == .unifi : random.oneIn(2)
    let trusts: [System.TLSTrust] = [
      .system, .insecure, .authorities(path: "/ca"), .pins([keys[0]]), .pins([keys[1], keys[2]]), .pins([keys[2]]),
    ]
    let place = SourcePosition(line: 1, column: 1)
    return System(
      name: Name("gateway"),
      kind: isUniFi ? .unifi : .pihole,
      url: BaseURL(
        scheme: isHTTPS ? .https : .http, host: (isNear ? line?.host : nil) ?? random.pick(hosts),
        port: (isNear ? line?.port : nil) ?? random.pick([80, 443, 8443]),
        path: random.oneIn(4) ? "/other" : line?.path ?? ""),
      tls: isHTTPS ? random.pick(trusts) : .system, timeoutSeconds: 10,
      plaintext: random.oneIn(2), secret: .file(path: "/s"), settings: [:],
      span: SourceSpan(file: "p", start: place, end: place))
  }

  // MARK: The laws

  @Test(arguments: 0..<8) func whatIsSentIsWhatBothAllow(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (sent, refused) = (0, 0)
    for _ in 0..<2000 {
      let line = Self.line(&random)
      let text = line.map { Self.text($0, &random) }
      let secret = try Self.secret(text)
      let system = Self.system(near: line, &random)
      let comment = Comment(rawValue: "\(text ?? "no line") → \(system.url.text) \(system.kind.name) \(system.tls)")
      do throws(SecretError) {
        let endpoint = try SystemAccess(to: system, secret: secret) { _ in [1] }.endpoint
        for server in Self.servers {
          let isSent = Self.isSent(endpoint, server)
          #expect(!isSent || Self.allows(line, system, server), "an edit of the policy widened it: \(comment)")
          #expect(isSent == (Self.allows(line, system, server) && Self.wants(line, system, server)), comment)
          if isSent { sent += 1 }
        }
        #expect(!Self.isRefused(line, system), comment)
        #expect(endpoint.host == system.url.host && endpoint.port == system.url.port)
      } catch {
        #expect(Self.isRefused(line, system), "\(error.message.code) \(comment)")
        try Self.expectTypable(error, system)
        refused += 1
      }
    }
    #expect(sent > 2000 && refused > 500, "\(sent) and \(refused): it looked at both")
  }

  /// The line that a refusal quotes is accepted when it is typed, and what it lets go is what the policy wants.
  private static func expectTypable(_ error: SecretError, _ system: System) throws {
    guard let hint = error.message.hint, let place = hint.firstRange(of: ": for ") else {
      #expect(error.message.code == "secret.other-pins", "\(error)")
      return
    }
    var system = system
    if hint.contains("'plaintext: true'") { system.plaintext = true }
    // No policy may say that of a console; the decoder refuses it.
    let isOpen = system.url.scheme == .http && !["localhost", "127.0.0.1", "::1"].contains(system.url.host)
    if isOpen, !system.plaintext, word(system) == "unifi" { return }
    let typed = try secret("for " + hint[place.upperBound...])
    #expect(throws: Never.self, "\(hint)") { try SystemAccess(to: system, secret: typed) { _ in [1] } }
    #expect(typed.binding?.kind == system.kind.name && typed.binding?.address == system.url)
    #expect(typed.binding?.allowsPlaintext != true || system.url.scheme == .http && system.plaintext)
    let isUnpinned = system.tls == .insecure || system.tls == .authorities(path: "/ca")
    #expect(typed.binding?.allowsInsecure != true || isUnpinned, "no more than the policy wants")
  }

  private static func secret(_ line: String?) throws(SecretError) -> BoundSecret {
    try BoundSecret(
      text: Array((["hush"] + (line.map { [$0] } ?? [])).joined(separator: "\n").utf8),
      kinds: SystemKinds.shipped.names, source: .file(path: "/s"))
  }

  /// What is read is written as the same, whatever the order was.
  @Test func aLineIsWrittenAsItIsRead() throws {
    var random = SplitMix64(seed: 5)
    var lines = 0
    for _ in 0..<500 {
      guard let line = Self.line(&random) else { continue }
      let binding = try #require(try Self.secret(Self.text(line, &random)).binding)
      let again = try #require(try Self.secret(binding.line).binding)
      #expect(again == binding)
      #expect(binding.line == again.line && Set(binding.pins) == line.pins && binding.kind == line.kind?.name)
      lines += 1
    }
    #expect(lines > 250)
  }
}
