extension Policy {
  /// The same, whose statements are shown as the language itself would write what was understood of them.
  public var canonical: Policy {
    var canonical = self
    for index in canonical.statements.indices { canonical.statements[index].sentence = nil }
    return canonical
  }
}
