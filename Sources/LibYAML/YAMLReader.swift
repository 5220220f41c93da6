public import Documents

/// YAML text to a tree of nodes in which every scalar is text.
public enum YAMLReader {
  /// Reads one document from `bytes` and takes what it needs from `budget`.
  ///
  /// Errors: more than the budget, deeper than `ReadingBudget.maximumDepth`, no UTF-8, control characters, no document
  /// or a second one, duplicate keys, keys that are no scalars, tags, merge keys, aliases without an anchor, and syntax.
  /// All of them are reported that can be found without guessing; a syntax error and a limit end the reading.
  ///
  /// There is a node whenever the text could be followed to its end, even if there are errors, so that whoever reads on
  /// finds further problems; a file with an error must not be used. What cannot be read is left out: the second value
  /// of a duplicate key, an entry whose alias means nothing. A node that comes from an alias has the span of the alias,
  /// what stands inside it the place where it was written.
  public static func read(
    _ bytes: [UInt8], file: String, budget: inout ReadingBudget, isOneOfSeveral: Bool = false
  ) -> (node: Node?, diagnostics: [Diagnostic]) {
    guard bytes.count <= budget.bytes else { return (nil, [Messages(file: file).tooLarge()]) }
    budget.bytes -= bytes.count
    let check = EncodingCheck(bytes, file: file)
    guard check.isReadable else { return (nil, check.diagnostics) }
    var builder = TreeBuilder(
      source: check.source, scalars: check.scalars, budget: budget, isOneOfSeveral: isOneOfSeveral)
    build(&builder, from: check.sanitized)
    budget = builder.budget
    return (builder.root, (check.diagnostics + builder.diagnostics).inTextOrder())
  }

  /// Reads one document with a budget of its own.
  public static func read(_ bytes: [UInt8], file: String) -> (node: Node?, diagnostics: [Diagnostic]) {
    var budget = ReadingBudget()
    return read(bytes, file: file, budget: &budget)
  }

  private static func build(_ builder: inout TreeBuilder, from text: [UInt8]) {
    text.withUnsafeBufferPointer { input in
      guard let stream = EventStream(input) else { return builder.fail(.outOfMemory) }
      while !builder.isFinished {
        switch stream.next() {
        case .success(let event): builder.take(event)
        case .failure(let failure): builder.fail(failure)
        }
      }
    }
  }
}
