import CivilTime
import Documents

/// Reads one entry of `systems`.
enum SystemDecoder {
  static func decode(_ entry: Node.Entry, into findings: inout Findings) -> SystemTable.Entry {
    var decoded = SystemTable.Entry(name: Name(entry.key.text), kind: nil, system: nil, span: entry.key.span)
    guard let map = MapReader(entry.value, entry.key.text, into: &findings) else { return decoded }
    decoded.kind = kind(map, name: entry.key, into: &findings)
    guard let kind = decoded.kind else { return decoded }
    refuseKeys(of: map, kind: kind, name: entry.key.text, into: &findings)
    decoded.system = system(map, name: entry.key, kind: kind, into: &findings)
    return decoded
  }

  private static func kind(
    _ map: MapReader, name: Scalar, into findings: inout Findings
  ) -> SystemKind? {
    guard let node = map["kind"] else {
      findings.add(
        .keyMissing("kind", in: "the system '\(name.text)'", example: "'kind: unifi' or 'kind: pihole'"), at: name.span)
      return nil
    }
    return ValueReader.choice(node, "kind", of: SystemKind.allCases, into: &findings)
  }

  private static func refuseKeys(
    of map: MapReader, kind: SystemKind, name: String, into findings: inout Findings
  ) {
    let elsewhere = PolicyKey.System.allCases.filter { $0.kind != nil && $0.kind != kind }.map(\.rawValue)
    for entry in map.entries where elsewhere.contains(entry.key.text) {
      let instead = kind == .unifi ? "a console has 'api-key' and 'site'" : "a Pi-hole has 'password' and 'pause-limit'"
      findings.add(.keyUnsuited(entry.key.text, to: "kind '\(kind.rawValue)'", hint: instead), at: entry.key.span)
    }
    let ofBlocking = kind == .pihole ? PolicyKey.TargetOption.ofBlocking.map(\.rawValue) : []
    for entry in map.entries where ofBlocking.contains(entry.key.text) {
      findings.add(.optionOfBlocking(entry.key.text, name, BlockingHint.line(name, map)), at: entry.key.span)
    }
    MapReader(entries: map.entries.filter { !ofBlocking.contains($0.key.text) }, span: map.span)
      .refuseOthers(than: PolicyKey.System.self, in: "a system", into: &findings)
  }

  private static func system(
    _ map: MapReader, name: Scalar, kind: SystemKind, into findings: inout Findings
  ) -> System? {
    let url = url(map, name: name, into: &findings)
    let tls = TrustDecoder.decode(map["tls"], url: url, into: &findings)
    let timeout = seconds(map["timeout"], "timeout", default: 10, in: 1...600, into: &findings)
    let plaintext = map["plaintext"].flatMap { ValueReader.flag($0, "plaintext", into: &findings) } ?? false
    let details = details(map, name: name, kind: kind, into: &findings)
    guard let url, let details else { return nil }
    let system = System(
      name: Name(name.text), kind: details, url: url, tls: tls, timeoutSeconds: timeout, plaintext: plaintext,
      span: name.span)
    checkPlaintext(of: system, at: map["url"]?.span, into: &findings)
    return system
  }

  private static func url(_ map: MapReader, name: Scalar, into findings: inout Findings) -> BaseURL? {
    guard let node = map["url"] else {
      findings.add(
        .keyMissing("url", in: "the system '\(name.text)'", example: "such as 'url: https://192.168.1.1'"),
        at: name.span)
      return nil
    }
    guard let scalar = ValueReader.text(node, "url", into: &findings) else { return nil }
    switch URLReader.read(scalar.text) {
    case .success(let url): return url
    case .failure(let fault):
      findings.add(fault.wording, at: scalar.span(of: fault.range))
      return nil
    }
  }

  private static func details(
    _ map: MapReader, name: Scalar, kind: SystemKind, into findings: inout Findings
  ) -> System.Kind? {
    switch kind {
    case .unifi:
      let site = map["site"].flatMap { ValueReader.text($0, "site", into: &findings)?.text }
      guard let node = map["api-key"] else {
        findings.add(
          .keyMissing(
            "api-key", in: "the system '\(name.text)'", example: "such as 'api-key: {credential: unifi-api-key}'"),
          at: name.span)
        return nil
      }
      return SecretDecoder.decode(node, "api-key", into: &findings).map { .unifi(apiKey: $0, site: site) }
    case .pihole:
      let limit = seconds(map["pause-limit"], "pause-limit", default: 7200, in: 0...2_592_000, into: &findings)
      guard let node = map["password"] else { return .pihole(password: nil, pauseLimitSeconds: limit) }
      return SecretDecoder.decode(node, "password", into: &findings)
        .map { .pihole(password: $0, pauseLimitSeconds: limit) }
    }
  }

  private static func seconds(
    _ node: Node?, _ what: String, default: Int, in range: ClosedRange<Int64>, into findings: inout Findings
  ) -> Int {
    guard let node, let scalar = ValueReader.text(node, what, into: &findings) else { return `default` }
    if let seconds = DurationText.seconds(scalar.text), range.contains(seconds) { return Int(seconds) }
    findings.add(
      .notADuration(
        scalar.text, what, shortest: DurationText.text(seconds: range.lowerBound),
        longest: DurationText.text(seconds: range.upperBound)), at: scalar.span)
    return `default`
  }

  /// What the file's text alone decides about a secret over `http`:
  ///
  /// | host | `plaintext: true` | kind | |
  /// |---|---|---|---|
  /// | loopback | – | – | allowed |
  /// | any | yes | – | allowed |
  /// | other | no | `unifi` | refused |
  /// | a public address in figures | no | `pihole` | refused |
  /// | other | no | `pihole` | a warning: the address that is connected to decides |
  private static func checkPlaintext(of system: System, at span: SourceSpan?, into findings: inout Findings) {
    guard system.url.scheme == .http, !system.plaintext, !HostAddress.isLoopback(system.url.host) else { return }
    switch system.kind {
    case .unifi: findings.add(.plaintextSecret(system.name.text), at: span)
    case .pihole(password: nil, _): break
    case .pihole:
      findings.add(
        HostAddress.isPublic(system.url.host)
          ? .plaintextSecret(system.name.text) : .plaintextPassword(system.name.text), at: span)
    }
  }
}
