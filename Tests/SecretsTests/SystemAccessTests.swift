import Documents
import HTTPTransport
import Policies
import Secrets
import Testing

@Suite struct SystemAccessTests {
  struct Row: Sendable, CustomStringConvertible {
    let line: String?
    let url: String
    var tls = System.TLSTrust.system
    var isUniFi = true
    var plaintext = false
    let expected: String

    var description: String { "\(line ?? "no line") → \(isUniFi ? "unifi" : "pihole") \(url) \(tls) \(plaintext)" }
  }

  static let console = "https://192.168.1.1"
  static let bound = "for https://192.168.1.1"

  static let tls: [Row] = [
    Row(line: nil, url: console, expected: "secret.not-bound"),
    Row(line: nil, url: "https://console.local", tls: .pins([pinA]), expected: "secret.not-bound"),
    Row(line: nil, url: "https://localhost.evil", expected: "secret.not-bound"),
    Row(line: nil, url: "https://127.0.0.1.evil", expected: "secret.not-bound"),
    Row(line: nil, url: "https://localhost:8443", expected: "system only-loopback"),
    Row(line: nil, url: "https://127.9.9.9", tls: .pins([pinA]), expected: "pins AAA= only-loopback"),
    Row(line: nil, url: "https://[::1]", tls: .insecure, expected: "insecure only-loopback +tls.insecure"),
    Row(line: bound, url: console, expected: "system"),
    Row(line: bound, url: console, tls: .pins([pinA, pinB]), expected: "pins AAA= BBB="),
    Row(line: bound, url: console, tls: .authorities(path: "/ca"), expected: "authorities"),
    Row(line: bound, url: console, tls: .authorities(path: "/none"), expected: "tls.ca"),
    Row(line: bound, url: console, tls: .insecure, expected: "secret.insecure"),
    Row(line: bound + " plaintext", url: console, tls: .insecure, expected: "secret.insecure"),
    Row(line: bound + " insecure", url: console, tls: .insecure, expected: "insecure +tls.insecure"),
    Row(line: bound + " insecure", url: console, expected: "system"),
    Row(line: bound + " insecure", url: console, tls: .pins([pinA]), expected: "pins AAA="),
    Row(line: "\(bound) \(pinA)", url: console, expected: "system and pins AAA="),
    Row(line: "\(bound) \(pinA)", url: console, tls: .pins([pinA, pinB]), expected: "pins AAA="),
    Row(line: "\(bound) \(pinA)", url: console, tls: .pins([pinB]), expected: "secret.other-pins"),
    Row(line: "\(bound) \(pinA)", url: console, tls: .authorities(path: "/ca"), expected: "authorities AAA="),
    Row(line: "\(bound) \(pinA)", url: console, tls: .insecure, expected: "pins AAA="),
    Row(line: "\(bound) \(pinA) insecure", url: console, tls: .insecure, expected: "pins AAA="),
    Row(line: bound, url: "https://192.168.1.2", expected: "secret.other-origin"),
    Row(line: bound, url: "https://192.168.1.1:8443", expected: "secret.other-origin"),
    Row(line: bound, url: "http://192.168.1.1", expected: "secret.other-origin"),
    Row(line: bound, url: "http://192.168.1.1:443", plaintext: true, expected: "secret.other-origin"),
    Row(line: bound, url: "https://127.0.0.1", expected: "secret.other-origin"),
    Row(line: "for https://Console.Local:443", url: "https://console.local", expected: "system"),
    Row(line: "for https://[FE80::1]:8443", url: "https://[fe80::1]:8443", expected: "system"),
  ]

  static let http: [Row] = [
    Row(line: nil, url: "http://127.0.0.1:8080", expected: "loopback only-loopback"),
    Row(line: nil, url: "http://pi.hole", isUniFi: false, expected: "secret.not-bound"),
    Row(line: nil, url: "http://pi.hole", isUniFi: false, plaintext: true, expected: "secret.not-bound"),
    Row(line: nil, url: "http://192.168.1.5", expected: "secret.not-bound"),
    Row(line: "for http://localhost", url: "http://localhost", expected: "loopback"),
    Row(line: "for http://pi.hole", url: "http://pi.hole", isUniFi: false, expected: "private +secret.over-http"),
    Row(
      line: "for http://pi.hole", url: "http://pi.hole", isUniFi: false, plaintext: true,
      expected: "private +secret.over-http"),
    Row(
      line: "for http://pi.hole plaintext", url: "http://pi.hole", isUniFi: false,
      expected: "private +secret.over-http"),
    Row(
      line: "for http://pi.hole plaintext", url: "http://pi.hole", isUniFi: false, plaintext: true,
      expected: "anywhere +secret.over-http"),
    Row(line: "for http://192.168.1.1", url: "http://192.168.1.1", expected: "secret.plaintext"),
    Row(line: "for http://192.168.1.1", url: "http://192.168.1.1", plaintext: true, expected: "secret.plaintext"),
    Row(line: "for http://192.168.1.1 plaintext", url: "http://192.168.1.1", expected: "secret.plaintext"),
    Row(
      line: "for http://192.168.1.1 insecure", url: "http://192.168.1.1", plaintext: true,
      expected: "secret.plaintext"),
    Row(
      line: "for http://192.168.1.1 plaintext", url: "http://192.168.1.1", plaintext: true,
      expected: "anywhere +secret.over-http"),
  ]

  @Test(arguments: tls + http) func isDecided(_ row: Row) throws {
    #expect(Self.decision(row, try Self.secret(row.line)) == row.expected)
  }

  static let withoutSecret: [Row] = [
    Row(line: nil, url: "http://pi.hole", isUniFi: false, expected: "anywhere"),
    Row(line: nil, url: "https://pi.hole", isUniFi: false, expected: "system"),
    Row(line: nil, url: "https://pi.hole", tls: .pins([pinA]), isUniFi: false, expected: "pins AAA="),
    Row(line: nil, url: "https://pi.hole", tls: .insecure, isUniFi: false, expected: "insecure +tls.insecure"),
  ]

  @Test(arguments: withoutSecret) func withoutASecretThePolicyDecides(_ row: Row) {
    #expect(Self.decision(row, nil) == row.expected)
  }

  @Test func theEndpointIsTheSystems() throws {
    let row = Row(line: Self.bound, url: Self.console, expected: "")
    var system = try Self.system(row)
    system.url.path = "/api"
    system.timeoutSeconds = 7
    let access = try SystemAccess(to: system, secret: try Self.secret(Self.bound)) { _ in [] }
    #expect(
      access.endpoint
        == Endpoint(
          isTLS: true, host: "192.168.1.1", port: 443, basePath: "/api", trust: .system, plaintext: .loopbackOnly,
          timeoutSeconds: 7))
  }

  static let hints: [(row: Row, source: SecretSource, hint: String)] = [
    (
      Row(line: nil, url: console, expected: ""), .credential(name: "n", path: "/c/n"),
      "add as line 2 of '/c/n': for https://192.168.1.1"
    ),
    (
      Row(line: nil, url: console, tls: .pins([pinA]), expected: ""), .file(path: "/s"),
      "add as line 2 of '/s': for https://192.168.1.1 \(pinA)"
    ),
    (
      Row(line: nil, url: console, tls: .insecure, expected: ""), .environment(name: "V"),
      "set V_FOR to: for https://192.168.1.1 insecure"
    ),
    (
      Row(line: nil, url: "http://pi.hole:8080", isUniFi: false, plaintext: true, expected: ""), .file(path: "/s"),
      "add as line 2 of '/s': for http://pi.hole:8080 plaintext"
    ),
  ]

  /// The line of the hint is the one that works: it is read back and tried.
  @Test(arguments: hints.indices) func theHintIsTheLineToAdd(_ index: Int) throws {
    let (row, source, hint) = Self.hints[index]
    let system = try Self.system(row)
    let secret = BoundSecret(secret: Secret("hush"), binding: nil, source: source)
    let error = #expect(throws: SecretError.self) { try SystemAccess(to: system, secret: secret) { _ in [] } }
    #expect(error?.hint == hint)
    let line = try #require(hint.firstRange(of: "for ").map { String(hint[$0.lowerBound...]) })
    #expect(Self.decision(row, try Self.secret(line)).contains("secret.over-http") == (row.plaintext))
    #expect(!Self.decision(row, try Self.secret(line)).hasPrefix("secret."))
  }

  @Test(arguments: tls + http) func noErrorShowsTheSecret(_ row: Row) throws {
    do throws(SecretError) {
      let access = try SystemAccess(to: try Self.system(row), secret: try Self.secret(row.line)) {
        (path) throws(SecretError) in try Self.authorities(path)
      }
      #expect(!"\(access)".contains("hush"))
    } catch {
      #expect(!"\(error)".contains("hush"))
    }
  }
}

extension SystemAccessTests {
  private static func authorities(_ path: String) throws(SecretError) -> [UInt8] {
    if path == "/ca" { return [1] }
    throw SecretError(code: "tls.ca", "absent")
  }

  private static func secret(_ line: String?) throws(SecretError) -> BoundSecret {
    try BoundSecret(
      text: Array((["hush"] + (line.map { [$0] } ?? [])).joined(separator: "\n").utf8), source: .file(path: "/s"))
  }

  /// The address is read by the code that reads a secret's line: there is one grammar for both.
  private static func system(_ row: Row) throws(SecretError) -> System {
    guard let origin = try secret("for " + row.url).binding else { throw SecretError(code: "test", row.url) }
    let place = SourcePosition(line: 1, column: 1)
    return System(
      name: Name("gateway"),
      kind: row.isUniFi
        ? .unifi(apiKey: .file(path: "/s"), site: nil) : .pihole(password: nil, pauseLimitSeconds: 7200),
      url: BaseURL(scheme: origin.scheme, host: origin.host, port: origin.port, path: ""), tls: row.tls,
      timeoutSeconds: 10, plaintext: row.plaintext, span: SourceSpan(file: "p", start: place, end: place))
  }

  private static func decision(_ row: Row, _ secret: BoundSecret?) -> String {
    do throws(SecretError) {
      let access = try SystemAccess(to: try system(row), secret: secret) {
        (path) throws(SecretError) in try authorities(path)
      }
      let endpoint = access.endpoint
      let rule = endpoint.isTLS ? shown(endpoint.trust) : [shown(endpoint.plaintext)]
      let loopback = endpoint.onlyLoopback ? ["only-loopback"] : []
      return (rule + loopback + access.warnings.map { "+\($0.code)" }).joined(separator: " ")
    } catch {
      return error.code
    }
  }

  private static func shown(_ trust: Endpoint.Trust) -> [String] {
    switch trust {
    case .system: ["system"]
    case .pins(let pins): ["pins"] + pins.map { String($0.suffix(4)) }
    case .authorities(_, let pins): ["authorities"] + pins.map { String($0.suffix(4)) }
    case .systemAndPins(let pins): ["system and pins"] + pins.map { String($0.suffix(4)) }
    case .insecure: ["insecure"]
    }
  }

  private static func shown(_ rule: Endpoint.PlaintextRule) -> String {
    switch rule {
    case .loopbackOnly: "loopback"
    case .privateAddresses: "private"
    case .anywhere: "anywhere"
    }
  }
}
