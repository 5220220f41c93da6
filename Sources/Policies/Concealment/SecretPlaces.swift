public import Documents
import Text

/// The lines of a policy that may hold a secret written where only the way to one belongs, so that no output shows it.
///
/// Three ways find them, because each misses what another sees: the text by its lines (also where it is no YAML), the
/// tree (also where an alias leads away from the key), and the diagnostics that know it.
public struct SecretPlaces: Sendable {
  /// What may be a secret, by line.
  private var texts: [SourceLine: [String]] = [:]

  /// The lines of which nothing may be shown.
  public var lines: Set<SourceLine> { Set(texts.keys) }

  /// Looks through the files of a policy, and the trees of those that could be read.
  public init(sources: [SourceText], documents: [PolicyDocument]) {
    for source in sources { texts.merge(SecretLines(source).texts, uniquingKeysWith: +) }
    for document in documents {
      look(into: document.root)
      if case .mapping(let entries) = document.root.content {
        for entry in entries where entry.key.text == "schedules" { concealAddresses(in: entry.value) }
        for entry in entries where entry.key.text == "policy" { concealAddresses(amongWordsOf: entry.value) }
      }
    }
    for source in sources { conceal(repetitionsIn: source) }
  }

  /// The same with the lines of which `diagnostics` know that they may hold a secret.
  public func concealing(_ diagnostics: [Diagnostic]) -> SecretPlaces {
    var places = self
    for diagnostic in diagnostics where Self.concealingCodes.contains(diagnostic.code) {
      for line in diagnostic.span?.lines ?? [] { places.texts[line, default: []] += [] }
    }
    return places
  }

  /// The codes of diagnostics that know that their lines may hold a secret.
  private static let concealingCodes = Set(DiagnosticCode.allCases.filter(\.concealsSource).map(\.rawValue))

  /// A secret that is found in one place is not shown in another either. Short texts are left out, which may be any
  /// word, and all but the first few, so that a file full of them costs little.
  private mutating func conceal(repetitionsIn source: SourceText) {
    let secrets = Set(texts.values.joined().map(Self.withoutMarks)).filter { $0.count >= 6 }.sorted().prefix(32)
    guard !secrets.isEmpty else { return }
    for number in 1...source.lineCount {
      guard let line = source.line(number) else { continue }
      let text = ASCII.text(line)
      let found = secrets.filter { text.holds($0) }
      if !found.isEmpty { texts[SourceLine(file: source.file, line: number), default: []] += found }
    }
  }

  /// `text` without what YAML puts around a value.
  private static func withoutMarks(_ text: String) -> String {
    let marks = "-?:!&*|>@%`[]{}\"', "
    let end = text.lastIndex { !marks.contains($0) }
    return end.map { String(text[...$0].drop { marks.contains($0) }) } ?? ""
  }

  private mutating func look(into node: Node) {
    switch node.content {
    case .scalar: break
    case .sequence(let members): for member in members { look(into: member) }
    case .mapping(let entries):
      for entry in entries {
        // Where one is not below the key of a secret, what should be its name may be the secret itself.
        if SecretKeys.contains(entry.key.text.unicodeScalars) || entry.key.text == SecretKeys.references[0] {
          conceal(entry.value)
        } else {
          look(into: entry.value)
        }
      }
    }
  }

  /// Whoever knows the address of a calendar can often read it.
  private mutating func concealAddresses(in node: Node) {
    switch node.content {
    case .scalar(let scalar): if AddressForm.isAddress(scalar.text) { conceal(scalar) }
    case .sequence(let members): for member in members { concealAddresses(in: member) }
    case .mapping(let entries): for entry in entries { concealAddresses(in: entry.value) }
    }
  }

  /// The same in sentences, of which the rest is no secret. A reason may name a page for all to read.
  private mutating func concealAddresses(amongWordsOf node: Node) {
    switch node.content {
    case .scalar(let scalar):
      guard AddressForm.isAddress(scalar.text) else { return }
      for word in scalar.text.split(whereSeparator: \.isWhitespace).map(String.init) where AddressForm.isAddress(word) {
        for line in scalar.span.lines { texts[line, default: []].append(word) }
      }
    case .sequence(let members): for member in members { concealAddresses(amongWordsOf: member) }
    case .mapping(let entries):
      for entry in entries where entry.key.text != "because" { concealAddresses(amongWordsOf: entry.value) }
    }
  }

  private mutating func conceal(_ node: Node) {
    switch node.content {
    case .scalar(let scalar): conceal(scalar)
    case .sequence(let members): for member in members { conceal(member) }
    case .mapping(let entries):
      if entries.count == 1, SecretKeys.references.contains(entries[0].key.text) { return }
      for entry in entries {
        conceal(entry.key)
        conceal(entry.value)
      }
    }
  }

  private mutating func conceal(_ scalar: Scalar) {
    if scalar.text.isEmpty { return }
    for line in scalar.span.lines { texts[line, default: []].append(scalar.text) }
  }

  // MARK: - Messages

  /// `diagnostics` without what they quote of texts that may be secrets.
  public func redacted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    texts.isEmpty ? diagnostics : diagnostics.map(redacted)
  }

  /// `diagnostic` without what it quotes of a text that may be a secret.
  public func redacted(_ diagnostic: Diagnostic) -> Diagnostic {
    // Whoever knows that it speaks of a secret quotes nothing.
    if Self.concealingCodes.contains(diagnostic.code) { return diagnostic }
    let secrets = (diagnostic.span?.lines ?? []).flatMap { texts[$0] ?? [] }
    guard !secrets.isEmpty else { return diagnostic }
    var redacted = diagnostic
    redacted.message = Self.redacted(diagnostic.message, secrets)
    redacted.hint = diagnostic.hint.map { Self.redacted($0, secrets) }
    return redacted
  }

  /// Messages put in single quotes what they quote. A secret may hold such quotes itself, so that the parts between are
  /// looked at too.
  private static func redacted(_ text: String, _ secrets: [String]) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        let isQuoted = index % 2 == 1
        return secrets.contains { shows($0, part, isQuoted: isQuoted) } ? "…" : String(part)
      }
      .joined(separator: "'")
  }

  private static func shows(_ secret: String, _ part: Substring, isQuoted: Bool) -> Bool {
    // The marks of an anchor and of an alias may be the first character of a password.
    let shown = part.drop { $0 == " " || $0 == "&" || $0 == "*" }
    if shown.count >= (isQuoted ? 2 : 3), secret.holds(shown) { return true }
    return isQuoted && secret.count >= 3 && part.holds(secret)
  }
}
