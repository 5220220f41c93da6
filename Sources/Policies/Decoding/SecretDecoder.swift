import Documents

/// Reads where a secret is found. No message shows a value that may be a secret written in the wrong place.
enum SecretDecoder {
  /// The reference that `node`, the value of `key`, is. `literal` is what is said of a secret that is there itself,
  /// where that is no policy.
  static func decode(
    _ node: Node, _ key: String, literal: PolicyMessage? = nil, into findings: inout Findings
  ) -> SecretReference? {
    guard case .mapping(let entries) = node.content else {
      findings.add(literal ?? .literalSecret(key), at: node.span)
      return nil
    }
    let map = MapReader(entries: entries, span: node.span)
    let keys = PolicyKey.Secret.allCases
    let given = keys.filter { map[$0.rawValue] != nil }
    // An unknown key may be the secret itself: it is not shown.
    guard map.entries.count == 1, let kind = given.first, let value = map[kind.rawValue] else {
      findings.add(.secretReference(key), at: node.span)
      return nil
    }
    guard case .scalar(let scalar) = value.content else {
      findings.add(.secretReference(key), at: value.span)
      return nil
    }
    return reference(kind, scalar, into: &findings)
  }

  private static func reference(
    _ kind: PolicyKey.Secret, _ scalar: Scalar, into findings: inout Findings
  ) -> SecretReference? {
    let text = scalar.text
    switch kind {
    case .credential:
      if isCredentialName(text) { return .credential(name: text) }
      findings.add(.credentialName, at: scalar.span)
    case .file:
      if text.hasPrefix("/"), text.unicodeScalars.count > 1, !text.unicodeScalars.contains(where: ValueReader.isControl)
      {
        return .file(path: text)
      }
      findings.add(.secretPath, at: scalar.span)
    case .env:
      if isVariableName(text) { return .environment(name: text) }
      findings.add(.variableName, at: scalar.span)
    }
    return nil
  }

  /// `[A-Za-z0-9_.-]{1,64}`, but not a step through folders.
  private static func isCredentialName(_ text: String) -> Bool {
    (1...64).contains(text.unicodeScalars.count) && text != "." && text != ".."
      && text.unicodeScalars.allSatisfy {
        ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == "_" || $0 == "." || $0 == "-"
      }
  }

  /// `[A-Za-z_][A-Za-z0-9_]*`
  private static func isVariableName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !ASCII.isDigit(first) else { return false }
    return text.unicodeScalars.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == "_" }
  }
}
