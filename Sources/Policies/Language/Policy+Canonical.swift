extension Policy {
  /// The same, whose statements are shown as the language itself would write what was understood of them: a sentence, or the
  /// map that says what no single sentence can.
  public var canonical: Policy {
    var canonical = self
    for index in canonical.statements.indices {
      let statement = canonical.statements[index]
      let isOne = statement.when.count == 1 || statement.atOtherTimes != nil
      canonical.statements[index].sentence =
        isOne ? nil : SentenceText.one(of: statement) ?? SentenceText.map(of: statement)
    }
    return canonical
  }
}

extension SentenceText {
  /// `{target: kids, state: off, when: ['mon-fri 21:00–07:00 except holidays', 'sat']}`
  fileprivate static func map(of statement: Statement) -> String {
    let names = statement.subjects.map(\.text)
    let targets = names.count == 1 ? "target: \(names[0])" : "targets: [\(names.joined(separator: ", "))]"
    let parts = statement.when.map { "'\($0 == .always ? "daily" : text(of: $0))'" }
    return "{\(targets), state: \(statement.state.rawValue), when: [\(parts.joined(separator: ", "))]}"
  }
}
