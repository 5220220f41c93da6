import Documents
import Text

/// What two targets name in the same words. An object belongs to one target, so neither of them would switch it.
///
/// What only the system can tell, such as which objects a pattern fits, a run sees.
enum NamedTwice {
  private struct Object: Hashable {
    var system: Name
    var kind: ObjectKind
    var words: Words
  }

  private enum Words: Hashable {
    case name(FoldedName)
    case pattern(FoldedName)
    case id(String)
    case domain(DomainEntries.List, String)
    case regex(DomainEntries.List, String)
    /// The one switch of a system.
    case whole
  }

  /// A warning for each target that names what one above it does, in the order of the file.
  static func warnings(on policy: Policy) -> [Diagnostic] {
    var first: [Object: Target] = [:]
    return policy.targets.compactMap { target in
      guard let system = target.selector.system, let kind = target.selector.object else { return nil }
      var shared: [(text: String, with: Target)] = []
      for (words, text) in words(of: target.selector) {
        let object = Object(system: system, kind: kind, words: words)
        guard let other = first[object] else {
          first[object] = target
          continue
        }
        // Within one target each object is picked once.
        if other.name != target.name { shared.append((text, other)) }
      }
      guard let other = shared.first?.with else { return nil }
      let texts = shared.filter { $0.with.name == other.name }.map(\.text)
      return PolicyMessage.namedTwice(texts, by: target.name, and: other.name)
        .at(target.span, related: Diagnostic.Related(span: other.span, message: "this target names it, too"))
    }
  }

  /// What `selector` names, and how the file writes it.
  private static func words(of selector: Selector) -> [(Words, String)] {
    switch selector {
    case .objects(_, _, let names, _):
      // What `not` takes out may be named in any other way.
      names.excluded.isEmpty ? names.included.map { (words(of: $0), $0.asWritten) } : []
    case .entries(_, _, let entries):
      entries.exact.map { (.domain(entries.list, Punycode.readable($0)), $0) }
        + entries.regex.map { (.regex(entries.list, $0), "regex:\($0)") }
    case .whole(let system, _): [(.whole, system.text)]
    // A device may be in two targets, and two may tell a system to do the same.
    case .devices, .action, .targets, .unspecified: []
    }
  }

  private static func words(of name: ObjectName) -> Words {
    switch name {
    case .name(let name): .name(FoldedName(name))
    case .pattern(let pattern): .pattern(FoldedName(pattern))
    case .id(let id): .id(id.lowercased())
    }
  }
}
