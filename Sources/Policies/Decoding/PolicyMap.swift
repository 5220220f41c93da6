import Documents

/// The top-level keys of all files of a policy, merged key by key.
struct PolicyMap {
  /// The documents that are maps, each with its keys.
  private let maps: [MapReader]
  /// For each of them what stands under misspelt keys, by the keys that are meant.
  private let misspelt: [[String: Node.Entry]]
  /// Whether a document is something other than a map, so that nothing is said about keys it lacks.
  let hasOtherRoot: Bool

  /// Merges the documents; those that are not maps are reported and left out.
  init(_ documents: [PolicyDocument], into findings: inout Findings) {
    maps = documents.compactMap { document in
      if case .mapping(let entries) = document.root.content {
        return MapReader(entries: entries, span: document.root.span)
      }
      findings.add(.noPolicy(document.root), at: document.root.span)
      return nil
    }
    let known = PolicyKey.Top.allCases.map(\.rawValue)
    misspelt = maps.map { $0.misspelt(among: known) }
    hasOtherRoot = maps.count < documents.count
    for map in maps { map.refuseOthers(than: PolicyKey.Top.self, in: "a policy", into: &findings) }
  }

  /// Whether one of the files has this key.
  func has(_ key: String) -> Bool { !entries(key).isEmpty }

  /// The entries of `key`, or of what is misspelt for it: that is reported, and what is under it is not missing, too.
  private func entries(_ key: String) -> [Node.Entry] {
    zip(maps, misspelt).compactMap { map, misspelt in map.entry(key) ?? misspelt[key] }
  }

  /// The value of a key that may be given once; later ones are reported, each with the place of the first.
  func single(_ key: String, into findings: inout Findings) -> Node? {
    let entries = self.entries(key)
    guard let first = entries.first else { return nil }
    for again in entries.dropFirst() {
      findings.add(
        .keyTwice(key), at: again.key.span,
        related: Diagnostic.Related(span: first.key.span, message: "first given here"))
    }
    return first.value
  }

  /// The entries of a map of names, of all files; a name defined twice is reported, as `twice` says, and left out.
  func merged(
    _ key: String, twice: (String) -> PolicyMessage = PolicyMessage.nameTwiceAlike, into findings: inout Findings
  ) -> [Node.Entry] {
    var merged: [Node.Entry] = []
    var places: [String: SourceSpan] = [:]
    for node in entries(key).map(\.value) {
      let instead = node.isEmpty ? "names and values below it, or leave the key out" : nil
      guard let map = MapReader(node, key, instead: instead, into: &findings) else { continue }
      for entry in map.entries {
        if let first = places[entry.key.text] {
          findings.add(
            twice(entry.key.text), at: entry.key.span,
            related: Diagnostic.Related(span: first, message: "first defined here"))
        } else {
          places[entry.key.text] = entry.key.span
          merged.append(entry)
        }
      }
    }
    return merged
  }

  /// The members of a list, of all files one after the other.
  func concatenated(_ key: String, into findings: inout Findings) -> [Node] {
    var all: [Node] = []
    for node in entries(key).map(\.value) {
      guard case .sequence(let members) = node.content else {
        let what = key == "tests" ? "test" : "sentence"
        let instead =
          Self.otherBullet(node).map { "'-' and a space before each \(what): \($0)" }
          ?? "each \(what) on a line of its own, after '- '"
        findings.add(
          .wrongKind(
            key, expected: "a list", found: node, instead: instead + (node.isEmpty ? ", or leave the key out" : "")),
          at: node.span)
        continue
      }
      // One list alone, which most policies have, is not copied.
      if all.isEmpty { all = members } else { all += members }
    }
    return all
  }

  /// What is before the first sentence and looks like the mark of a list; nil where that is nothing else.
  private static func otherBullet(_ node: Node) -> String? {
    guard case .scalar(let scalar) = node.content, let first = scalar.text.unicodeScalars.first, Lexer.isDash(first)
    else { return nil }
    let isHyphen = first == "-"
    let other = isHyphen ? scalar.text.unicodeScalars.dropFirst().first : first
    guard let other, isHyphen ? Lexer.isSpace(other) && !other.isASCII : true else { return nil }
    return "the \(isHyphen ? "space" : "dash") here is \(PolicyMessage.codePoint(other))"
  }

  /// Where a key that is missing would stand: the start of the first file.
  var start: SourceSpan? {
    maps.first.map { SourceSpan(file: $0.span.file, start: $0.span.start, end: $0.span.start) }
  }
}
