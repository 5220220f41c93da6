public import Documents

/// Reads how approvers are reached:
///
///     anna: {command: /usr/local/bin/tell-anna}
///     ben: {ntfy: https://ntfy.example/ben, token: {credential: ben-ntfy}}
public enum ChannelDecoder {
  private enum Key: String, CaseIterable {
    case command
    case ntfy
    case token
    case plaintext
  }

  /// What messages about `document` may quote: the words of such a file, what they propose, and what people are called in it. What
  /// is no name may be anything.
  public static func words(in document: PolicyDocument?) -> Set<String> {
    var words = Set(Key.allCases.map(\.rawValue) + SecretKeys.references + ["plaintext: true", "http", "https"])
    if case .mapping(let entries) = document?.root.content {
      words.formUnion(entries.map(\.key.text).filter { NameRules.isWellFormed($0) })
    }
    return words
  }

  /// The addresses by the approver's name, and everything that is wrong with them, in the order of the text; nil where
  /// there is an error. An approver who is not named has no address.
  public static func decode(_ document: PolicyDocument) -> (
    addresses: [Name: ApproverAddress]?, diagnostics: [Diagnostic]
  ) {
    var findings = Findings()
    var addresses: [Name: ApproverAddress] = [:]
    for entry in MapReader(document.root, document.file, into: &findings)?.entries ?? [] {
      let name = entry.key.text
      if !NameRules.isWellFormed(name) {
        let fault: NameRules.Fault = NameRules.hasForm(name) ? .tooLong : .form
        findings.add(.nameForm(name, fault: fault, proposal: nil), at: entry.key.span)
      }
      addresses[Name(name)] = address(entry, into: &findings)
    }
    return (findings.hasErrors ? nil : addresses, findings.sorted(files: [document.file]))
  }

  private static func address(_ entry: Node.Entry, into findings: inout Findings) -> ApproverAddress? {
    let name = entry.key.text
    guard let map = MapReader(entry.value, name, into: &findings) else { return nil }
    map.refuseOthers(than: Key.self, in: "the address of '\(name)'", into: &findings)
    switch (map.entry(Key.command), map.entry(Key.ntfy)) {
    case (let command?, nil):
      for key in [Key.token, .plaintext] {
        guard let other = map.entry(key) else { continue }
        findings.add(.keyUnsuited(key.rawValue, to: "'command'"), at: other.key.span)
      }
      return program(command.value, into: &findings)
    case (nil, let ntfy?): return topic(ntfy.value, map, name, into: &findings)
    case (_?, let ntfy?): findings.add(.exclusive(["command", "ntfy"], in: "'\(name)'"), at: ntfy.key.span)
    case (nil, nil):
      // One whose key has a slip in it is not missing.
      let isWhole = map.entries.allSatisfy { Key(rawValue: $0.key.text) != nil }
      if isWhole { findings.add(.addressMissing(name), at: entry.key.span) }
    }
    return nil
  }

  private static func program(_ node: Node, into findings: inout Findings) -> ApproverAddress? {
    guard let scalar = ValueReader.text(node, Key.command.rawValue, into: &findings) else { return nil }
    if scalar.text.hasPrefix("/") { return .command(path: scalar.text) }
    findings.add(.relativePath(Key.command.rawValue), at: scalar.span)
    return nil
  }

  private static func topic(
    _ node: Node, _ map: MapReader, _ name: String, into findings: inout Findings
  ) -> ApproverAddress? {
    let token = map.entry(Key.token).flatMap {
      SecretDecoder.decode($0.value, Key.token.rawValue, literal: .literalToken, into: &findings)
    }
    let plaintext = map.entry(Key.plaintext)
    let isPlain = plaintext.flatMap { ValueReader.flag($0.value, Key.plaintext.rawValue, into: &findings) } ?? false
    guard let scalar = ValueReader.text(node, Key.ntfy.rawValue, into: &findings) else { return nil }
    switch URLReader.read(scalar.text) {
    case .failure(let fault):
      let isUser = fault.message.code == .urlUserInfo
      findings.add(isUser ? .topicUserInfo : fault.message, at: scalar.span(of: fault.range))
    case .success(let url):
      if url.path.isEmpty { findings.add(.topicMissing, at: scalar.span) }
      if url.scheme == .https, let plaintext {
        findings.add(
          .keyUnsuited(Key.plaintext.rawValue, to: "an address that starts with https://"), at: plaintext.key.span)
      }
      if url.scheme == .http { checkPlaintext(url, isPlain, name, at: scalar.span, into: &findings) }
      return .ntfy(NtfyTopic(url: url, token: token, plaintext: isPlain))
    }
    return nil
  }

  /// What the text alone decides about a code over `http`. A host's name is only known when it is connected to.
  ///
  /// | host                        | `plaintext: true` |         |
  /// |-----------------------------|-------------------|---------|
  /// | loopback                    | –                 | allowed |
  /// | a public address in figures | –                 | refused |
  /// | other                       | yes               | allowed |
  /// | other                       | no                | refused |
  private static func checkPlaintext(
    _ url: BaseURL, _ isPlain: Bool, _ name: String, at span: SourceSpan, into findings: inout Findings
  ) {
    if HostAddress.isLoopback(url.host) { return }
    if HostAddress.isPublic(url.host) {
      findings.add(.codesOverInternet(name), at: span)
    } else if !isPlain {
      findings.add(.codesOverPlainHTTP(name), at: span)
    }
  }
}

extension MapReader {
  fileprivate func entry(_ key: some RawRepresentable<String>) -> Node.Entry? { entry(key.rawValue) }
}
