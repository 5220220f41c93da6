import CivilTime
import Documents
import Text

/// Reads one entry of `systems`.
enum SystemDecoder {
  static func decode(
    _ entry: Node.Entry, _ kinds: SystemKinds, into findings: inout Findings
  ) -> SystemTable.Entry {
    var decoded = SystemTable.Entry(name: Name(entry.key.text), kind: nil, system: nil, span: entry.key.span)
    guard let map = MapReader(entry.value, entry.key.text, into: &findings) else { return decoded }
    decoded.kind = kind(map, name: entry.key, kinds, into: &findings)
    guard let kind = decoded.kind else { return decoded }
    refuseKeys(of: map, kind: kind, kinds, name: entry.key.text, into: &findings)
    decoded.system = system(map, name: entry.key, kind: kind, kinds, into: &findings)
    return decoded
  }

  private static func kind(
    _ map: MapReader, name: Scalar, _ kinds: SystemKinds, into findings: inout Findings
  ) -> SystemKind? {
    guard let node = map["kind"] else {
      findings.add(
        .keyMissing(
          "kind", in: "the system '\(name.text)'",
          example: PolicyMessage.alternatives(kinds.names.map { "'kind: \($0)'" })),
        at: name.span)
      return nil
    }
    return ValueReader.choice(node, "kind", of: kinds.names.map(Word.init), into: &findings)
      .flatMap { kinds.named($0.rawValue) }
  }

  /// What systems may have, whatever their kind.
  private static func keys(_ kinds: SystemKinds) -> [String] {
    PolicyKey.System.allCases.map(\.rawValue) + kinds.settingKeys
  }

  private static func refuseKeys(
    of map: MapReader, kind: SystemKind, _ kinds: SystemKinds, name: String, into findings: inout Findings
  ) {
    let own = kind.settings.map(\.key)
    let others = kinds.settingKeys.filter { !own.contains($0) }
    for entry in map.entries where others.contains(entry.key.text) {
      let instead = own.isEmpty ? nil : "\(kind.one) has \(own.map { "'\($0)'" }.listed())"
      findings.add(.keyUnsuited(entry.key.text, to: "kind '\(kind.name)'", hint: instead), at: entry.key.span)
    }
    let ofTarget = kind.ownTarget == nil ? [] : PolicyKey.TargetOption.ofOwnTarget.map(\.rawValue)
    for entry in map.entries where ofTarget.contains(entry.key.text) {
      let line = OwnTargetHint.line(name, map, kind.ownTarget)
      findings.add(.optionOfOwnTarget(entry.key.text, name, line), at: entry.key.span)
    }
    MapReader(entries: map.entries.filter { !ofTarget.contains($0.key.text) }, span: map.span)
      .refuseOthers(than: keys(kinds), in: "a system", into: &findings)
  }

  private static func system(
    _ map: MapReader, name: Scalar, kind: SystemKind, _ kinds: SystemKinds, into findings: inout Findings
  ) -> System? {
    let url = url(map, name: name, kinds, into: &findings)
    let tls = TrustDecoder.decode(map["tls"], url: url, into: &findings)
    let timeout = ValueReader.seconds(map["timeout"], "timeout", default: 10, in: 1...600, into: &findings)
    let plaintext = map["plaintext"].flatMap { ValueReader.flag($0, "plaintext", into: &findings) } ?? false
    let details = Details(map, name: name, kind: kind, keys: keys(kinds), into: &findings)
    guard let url, details.isWhole else { return nil }
    let system = System(
      name: Name(name.text), kind: kind, url: url, tls: tls, timeoutSeconds: timeout, plaintext: plaintext,
      secret: details.secret, settings: details.settings, span: name.span)
    checkPlaintext(of: system, at: map["url"]?.span, into: &findings)
    return system
  }

  private static func url(
    _ map: MapReader, name: Scalar, _ kinds: SystemKinds, into findings: inout Findings
  ) -> BaseURL? {
    guard let node = map["url"] else {
      if !map.misspells(["url"], among: keys(kinds)) {
        findings.add(
          .keyMissing("url", in: "the system '\(name.text)'", example: "something like 'url: https://192.168.1.1'"),
          at: name.span)
      }
      return nil
    }
    guard let scalar = ValueReader.text(node, "url", into: &findings) else { return nil }
    switch URLReader.read(scalar.text) {
    case .success(let url): return url
    case .failure(let fault):
      findings.add(fault.message, at: scalar.span(of: fault.range))
      return nil
    }
  }

  /// What comes after the keys that only its kind has.
  private struct Details {
    var secret: SecretReference?
    var settings: [String: System.SettingValue] = [:]
    /// Whether what is required is there and can be read.
    var isWhole = true

    /// `keys` are those that a system may have.
    init(_ map: MapReader, name: Scalar, kind: SystemKind, keys: [String], into findings: inout Findings) {
      for setting in kind.settings { read(setting, map, name, keys, into: &findings) }
    }

    private mutating func read(
      _ setting: SystemSetting, _ map: MapReader, _ name: Scalar, _ keys: [String], into findings: inout Findings
    ) {
      let node = map[setting.key]
      switch setting.form {
      case .text:
        let text = node.flatMap { ValueReader.text($0, setting.key, into: &findings)?.text }
        settings[setting.key] = text.map { .text($0) }
      case .texts:
        let texts = node.flatMap { ValueReader.list($0, setting.key, into: &findings) }?
          .compactMap { ValueReader.text($0, setting.key, into: &findings)?.text }
        settings[setting.key] = texts.map { .texts($0) }
      case .flag:
        let flag = node.flatMap { ValueReader.flag($0, setting.key, into: &findings) }
        settings[setting.key] = flag.map { .flag($0) }
      case .duration(let usual, let range):
        let length = ValueReader.seconds(node, setting.key, default: usual, in: range, into: &findings)
        settings[setting.key] = .seconds(length)
      case .secret(let isRequired, let example):
        if let node {
          secret = SecretDecoder.decode(node, setting.key, into: &findings)
          isWhole = isWhole && secret != nil
        } else if isRequired {
          isWhole = false
          if map.misspells([setting.key], among: keys) { return }
          findings.add(
            .keyMissing(
              setting.key, in: "the system '\(name.text)'", example: "something like '\(setting.key): \(example)'"),
            at: name.span)
        }
      }
    }
  }

  /// What the file's text alone decides about a secret over `http`:
  ///
  /// | host | `plaintext: true` | the kind's rule | |
  /// |---|---|---|---|
  /// | loopback | – | – | allowed |
  /// | any | yes | – | allowed |
  /// | other | no | `refused` | refused |
  /// | a public address in figures | no | `privateAddresses` | refused |
  /// | other | no | `privateAddresses` | a warning: the address that is connected to decides |
  private static func checkPlaintext(of system: System, at span: SourceSpan?, into findings: inout Findings) {
    guard system.url.scheme == .http, !system.plaintext, !HostAddress.isLoopback(system.url.host) else { return }
    switch system.kind.plaintext {
    case .privateAddresses where system.secret == nil: break
    case .privateAddresses(let hint) where !HostAddress.isPublic(system.url.host):
      let what = system.kind.secretSetting?.help.title.lowercased() ?? "secret"
      findings.add(.plaintextAtHome(what, of: system.name.text, hint: hint), at: span)
    case .refused, .privateAddresses: findings.add(.plaintextSecret(system.name.text), at: span)
    }
  }
}

/// A word among others that are known only when the program runs.
struct Word: RawRepresentable {
  var rawValue: String
}
