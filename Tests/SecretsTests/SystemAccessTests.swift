import Documents
import HTTPTransport
import PiHole
import Policies
import Secrets
import TestSupport
import Testing
import UniFi

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
    Row(line: nil, url: "https://localhost:8443", expected: "secret.not-bound"),
    Row(line: nil, url: "https://127.9.9.9", tls: .pins([pinA]), expected: "secret.not-bound"),
    Row(line: nil, url: "https://[::1]", tls: .insecure, expected: "secret.not-bound"),
    Row(line: bound, url: console, expected: "system"),
    Row(line: bound, url: console, tls: .pins([pinA, pinB]), expected: "secret.not-pinned"),
    Row(line: bound, url: console, tls: .authorities(path: "/ca"), expected: "secret.not-pinned"),
    Row(line: bound, url: console, tls: .authorities(path: "/none"), expected: "secret.not-pinned"),
    Row(line: bound, url: console, tls: .insecure, expected: "secret.insecure"),
    Row(line: bound + " plaintext", url: console, tls: .insecure, expected: "secret.insecure"),
    Row(line: "for https://localhost", url: "https://localhost", tls: .pins([pinA]), expected: "secret.not-pinned"),
    Row(line: bound + " insecure", url: console, tls: .insecure, expected: "insecure +tls.insecure"),
    Row(line: bound + " insecure", url: console, expected: "system"),
    Row(line: bound + " insecure", url: console, tls: .pins([pinA]), expected: "pins AAA="),
    Row(line: bound + " insecure", url: console, tls: .authorities(path: "/ca"), expected: "authorities"),
    Row(line: bound + " insecure", url: console, tls: .authorities(path: "/none"), expected: "tls.ca"),
    Row(line: "\(bound) \(pinA)", url: console, expected: "pins AAA="),
    Row(line: "\(bound) \(pinA) \(pinB)", url: console, expected: "pins AAA= ccc="),
    Row(line: "\(bound) \(pinA)", url: console, tls: .pins([pinA, pinB]), expected: "pins AAA="),
    Row(line: "\(bound) \(pinA)", url: console, tls: .pins([pinB]), expected: "secret.other-pins"),
    Row(line: "\(bound) \(pinA) insecure", url: console, tls: .pins([pinB]), expected: "secret.other-pins"),
    Row(line: "\(bound) \(pinA)", url: console, tls: .authorities(path: "/ca"), expected: "authorities AAA="),
    Row(line: "\(bound) \(pinA)", url: console, tls: .insecure, expected: "pins AAA="),
    Row(line: "\(bound) \(pinA) insecure", url: console, tls: .insecure, expected: "pins AAA="),
    Row(line: "\(bound) insecure \(pinA)", url: console, expected: "pins AAA="),
    Row(line: bound, url: "https://192.168.1.2", expected: "secret.other-origin"),
    Row(line: bound, url: "https://192.168.1.1:8443", expected: "secret.other-origin"),
    Row(line: bound, url: "http://192.168.1.1", expected: "secret.other-origin"),
    Row(line: bound, url: "http://192.168.1.1:443", plaintext: true, expected: "secret.other-origin"),
    Row(line: bound, url: "https://127.0.0.1", expected: "secret.other-origin"),
    Row(line: "for https://Console.Local:443", url: "https://console.local", expected: "system"),
    Row(line: "for https://[FE80::1]:8443", url: "https://[fe80::1]:8443", expected: "system"),
    Row(line: bound, url: console + "/any/path", expected: "system"),
    Row(line: bound + "/", url: console + "/any/path", expected: "system"),
    Row(line: bound + "/app", url: console + "/app/", expected: "system"),
    Row(line: bound + "/app", url: console, expected: "secret.other-origin"),
    Row(line: bound + "/app", url: console + "/App", expected: "secret.other-origin"),
    Row(line: bound + "/app", url: console + "/app/more", expected: "secret.other-origin"),
    Row(line: bound + " unifi", url: console, expected: "system"),
    Row(line: bound + " unifi", url: console, isUniFi: false, expected: "secret.other-kind"),
    Row(line: "\(bound) \(pinA) pihole", url: console, isUniFi: false, expected: "pins AAA="),
    Row(line: "\(bound) \(pinA) pihole", url: console, expected: "secret.other-kind"),
  ]

  static let http: [Row] = [
    Row(line: nil, url: "http://127.0.0.1:8080", expected: "secret.not-bound"),
    Row(line: nil, url: "http://pi.hole", isUniFi: false, expected: "secret.not-bound"),
    Row(line: nil, url: "http://pi.hole", isUniFi: false, plaintext: true, expected: "secret.not-bound"),
    Row(line: nil, url: "http://192.168.1.5", expected: "secret.not-bound"),
    Row(line: "for http://localhost", url: "http://localhost", expected: "loopback"),
    Row(line: "for http://127.0.0.1:8080", url: "http://127.0.0.1:8080", expected: "loopback"),
    Row(line: "for http://127.0.0.1:8080", url: "http://127.0.0.1:8081", expected: "secret.other-origin"),
    Row(line: "for http://127.0.0.1", url: "http://localhost", expected: "secret.other-origin"),
    Row(line: "for http://127.0.0.1 pihole", url: "http://127.0.0.1", expected: "secret.other-kind"),
    Row(line: "for http://pi.hole", url: "http://pi.hole", isUniFi: false, expected: "private +secret.over-http"),
    Row(
      line: "for http://pi.hole pihole", url: "http://pi.hole", isUniFi: false, plaintext: true,
      expected: "private +secret.over-http"),
    Row(
      line: "for http://pi.hole plaintext", url: "http://pi.hole", isUniFi: false,
      expected: "private +secret.over-http"),
    Row(
      line: "for http://pi.hole plaintext pihole", url: "http://pi.hole", isUniFi: false, plaintext: true,
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
    #expect(try Self.decision(row, Self.secret(row.line)) == row.expected)
  }

  static let withoutSecret: [Row] = [
    Row(line: nil, url: "http://pi.hole", isUniFi: false, expected: "anywhere"),
    Row(line: nil, url: "https://pi.hole", isUniFi: false, expected: "system"),
    Row(line: nil, url: "https://pi.hole", tls: .pins([pinA]), isUniFi: false, expected: "pins AAA="),
    Row(line: nil, url: "https://pi.hole", tls: .insecure, isUniFi: false, expected: "insecure +tls.insecure"),
    Row(line: nil, url: "https://pi.hole", tls: .authorities(path: "/ca"), isUniFi: false, expected: "authorities"),
  ]

  @Test(arguments: withoutSecret) func withoutASecretThePolicyDecides(_ row: Row) throws {
    #expect(try Self.decision(row, nil) == row.expected)
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

  struct Refusal: Sendable {
    let row: Row
    var source = SecretSource.file(path: "/s")
    let message: String
    let hint: String
  }

  static let refusals: [Refusal] = [
    Refusal(
      row: Row(line: nil, url: console, expected: ""), source: .credential(name: "n", path: "/c/n"),
      message: "the credential 'n' ('/c/n') does not say that it may be sent to 'https://192.168.1.1'",
      hint: "add as line 2 of '/c/n': for https://192.168.1.1 unifi"),
    Refusal(
      row: Row(line: nil, url: "http://127.0.0.1:8080", isUniFi: false, plaintext: true, expected: ""),
      source: .environment(name: "V"),
      message: "the environment variable 'V' does not say that it may be sent to 'http://127.0.0.1:8080'",
      hint: "set V_FOR to: for http://127.0.0.1:8080 pihole"),
    Refusal(
      row: Row(line: nil, url: console + "/app", tls: .pins([pinA]), expected: ""),
      message: "the secret '/s' does not say that it may be sent to 'https://192.168.1.1/app'",
      hint: "if 'reconcile trust gateway' shows the same key, "
        + "add as line 2 of '/s': for https://192.168.1.1/app unifi \(pinA)"),
    Refusal(
      row: Row(line: nil, url: console, tls: .insecure, expected: ""), source: .environment(name: "V"),
      message: "the environment variable 'V' does not say that it may be sent to 'https://192.168.1.1'",
      hint: "'reconcile trust gateway' prints the line with its key; without one, "
        + "set V_FOR to: for https://192.168.1.1 unifi insecure"),
    Refusal(
      row: Row(line: nil, url: "http://pi.hole:8080", isUniFi: false, plaintext: true, expected: ""),
      message: "the secret '/s' does not say that it may be sent to 'http://pi.hole:8080'",
      hint: "add as line 2 of '/s': for http://pi.hole:8080 pihole plaintext"),
    Refusal(
      row: Row(line: bound, url: console, tls: .insecure, expected: ""),
      message: "the secret '/s' does not allow 'insecure' for system 'gateway'",
      hint: "'reconcile trust gateway' prints the line with its key; without one, "
        + "change line 2 of '/s' to: for https://192.168.1.1 unifi insecure"),
    Refusal(
      row: Row(line: bound, url: console, tls: .pins([pinA, pinB]), expected: ""), source: .environment(name: "V"),
      message:
        "the environment variable 'V' names no key, and does not let a policy choose the 'pin' of system 'gateway'",
      hint: "if 'reconcile trust gateway' shows the same key, "
        + "set V_FOR to: for https://192.168.1.1 unifi \(pinA) \(pinB)"),
    Refusal(
      row: Row(line: bound, url: console, tls: .authorities(path: "/ca"), expected: ""),
      message: "the secret '/s' names no key, and does not let a policy choose the 'ca' of system 'gateway'",
      hint: "add that authority to this machine's trust store and remove 'tls' from the policy; "
        + "or 'reconcile trust gateway' prints the line with its key; or, to leave the choice to the policy, "
        + "change line 2 of '/s' to: for https://192.168.1.1 unifi insecure"),
    Refusal(
      row: Row(line: "\(bound) \(pinA)", url: "https://192.168.1.9", expected: ""),
      message: "the secret '/s' is for 'https://192.168.1.1', and system 'gateway' is at 'https://192.168.1.9'",
      hint: "if the system has moved, change line 2 of '/s' to: for https://192.168.1.9 unifi \(pinA)"),
    Refusal(
      row: Row(line: "\(bound)/topic", url: "https://192.168.1.9", expected: ""),
      message: "the secret '/s' is for 'https://192.168.1.1', and system 'gateway' is at 'https://192.168.1.9'",
      hint: "if the system has moved, change line 2 of '/s' to: for https://192.168.1.9 unifi"),
    Refusal(
      row: Row(line: bound + "/app", url: console + "/other", expected: ""),
      message: "the secret '/s' is for another path of 'https://192.168.1.1', "
        + "and system 'gateway' is at 'https://192.168.1.1/other'",
      hint: "if the system has moved, change line 2 of '/s' to: for https://192.168.1.1/other unifi"),
    Refusal(
      row: Row(line: bound + " unifi", url: console, isUniFi: false, expected: ""),
      message: "the secret '/s' is for a system of kind 'unifi', and 'gateway' is of kind 'pihole'",
      hint: "if that is intended, change line 2 of '/s' to: for https://192.168.1.1 pihole"),
    Refusal(
      row: Row(line: "for http://192.168.1.1", url: "http://192.168.1.1", plaintext: true, expected: ""),
      message: "the secret '/s' would be sent over plain http to 'http://192.168.1.1'",
      hint: "use https; if there is none, change line 2 of '/s' to: for http://192.168.1.1 unifi plaintext"),
    Refusal(
      row: Row(line: "for http://192.168.1.1 plaintext", url: "http://192.168.1.1", expected: ""),
      message: "the secret '/s' would be sent over plain http to 'http://192.168.1.1'",
      hint: "use https; if there is none, write 'plaintext: true' in the policy, "
        + "and: change line 2 of '/s' to: for http://192.168.1.1 unifi plaintext"),
    Refusal(
      row: Row(line: "\(bound) \(pinA)", url: console, tls: .pins([pinB]), expected: ""),
      message: "the pins of system 'gateway' and those of the secret '/s' differ",
      hint: "'reconcile trust gateway' shows the key that the system has"),
  ]

  @Test(arguments: refusals.indices) func aRefusalSaysWhatToWrite(_ index: Int) throws {
    let refusal = Self.refusals[index]
    var secret = try Self.secret(refusal.row.line)
    secret.source = refusal.source
    let error = #expect(throws: SecretError.self) {
      try SystemAccess(to: Self.system(refusal.row), secret: secret) { _ in [] }
    }
    #expect(error?.message.text == refusal.message)
    #expect(error?.message.hint == refusal.hint)
  }

  @Test(arguments: tls + http) func noErrorShowsTheSecret(_ row: Row) throws {
    let (system, secret) = (try Self.system(row), try Self.secret(row.line))
    do throws(SecretError) {
      let access = try SystemAccess(to: system, secret: secret) {
        (path) throws(SecretError) in try Self.authorities(path)
      }
      #expect(!"\(access)".contains("hush"))
    } catch {
      #expect(!"\(error)".contains("hush"))
    }
  }
}

extension SystemAccessTests {
  static func authorities(_ path: String) throws(SecretError) -> [UInt8] {
    if path == "/ca" { return [1] }
    throw SecretError(code: "tls.ca", "absent")
  }

  static func secret(_ line: String?) throws(SecretError) -> BoundSecret {
    try BoundSecret(
      text: Array((["hush"] + (line.map { [$0] } ?? [])).joined(separator: "\n").utf8),
      kinds: SystemKinds.shipped.names, source: .file(path: "/s"))
  }

  static func system(_ row: Row) throws -> System {
    let place = SourcePosition(line: 1, column: 1)
    return System(
      name: Name("gateway"),
      kind: row.isUniFi ? .unifi : .pihole,
      url: try #require(BaseURL(reading: row.url)), tls: row.tls, timeoutSeconds: 10, plaintext: row.plaintext,
      secret: row.isUniFi ? .file(path: "/s") : nil, settings: [:],
      span: SourceSpan(file: "p", start: place, end: place))
  }

  private static func decision(_ row: Row, _ secret: BoundSecret?) throws -> String {
    let system = try system(row)
    do throws(SecretError) {
      let access = try SystemAccess(to: system, secret: secret) {
        (path) throws(SecretError) in try authorities(path)
      }
      let endpoint = access.endpoint
      let rule = endpoint.isTLS ? shown(endpoint.trust) : [shown(endpoint.plaintext)]
      return (rule + access.warnings.map { "+\($0.code)" }).joined(separator: " ")
    } catch {
      return error.message.code
    }
  }

  private static func shown(_ trust: Endpoint.Trust) -> [String] {
    switch trust {
    case .system: ["system"]
    case .pins(let pins): ["pins"] + pins.map { String($0.suffix(4)) }
    case .authorities(_, let pins): ["authorities"] + pins.map { String($0.suffix(4)) }
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
