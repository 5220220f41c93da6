internal import JSONTree
internal import TextSearch

/// Where a member stands in a body, as the console names it: `$.sourceFilter.macAddresses`, `$.items[0].value`.
struct MemberPath: Hashable, Sendable, CustomStringConvertible {
  /// One step further in.
  enum Step: Hashable, Sendable {
    case member(String)
    case element(Int)
  }

  /// From the outermost inwards; never empty, and begins with a member.
  let steps: [Step]

  /// Reads the form above; nil for anything else.
  init?(_ text: some StringProtocol) {
    guard text.hasPrefix("$.") else { return nil }
    var steps: [Step] = []
    for part in text.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let name = pieces.first, !name.isEmpty else { return nil }
      steps.append(.member(String(name)))
      for piece in pieces.dropFirst() {
        guard piece.hasSuffix("]"), let index = Int(piece.dropLast()), index >= 0 else { return nil }
        steps.append(.element(index))
      }
    }
    self.steps = steps
  }

  /// The first path that `message` holds in single quotes.
  init?(quotedIn message: String) {
    let candidates = message.split(separator: "'", omittingEmptySubsequences: false).lazy.compactMap { MemberPath($0) }
    guard let first = candidates.first else { return nil }
    self = first
  }

  /// `sourceFilter.macAddresses`.
  var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .member(let name): text += (text.isEmpty ? "" : ".") + name
      case .element(let index): text += "[\(index)]"
      }
    }
  }
}

extension MemberPath {
  /// Whether `documented` has this member.
  func isOne(of documented: DocumentedMembers) -> Bool { documented.contain(names) }

  /// Whether a passphrase or the like stands here. Without it, a WiFi network could be open to everybody.
  var isSecret: Bool { names.contains(where: isNameOfSecret) }

  private var names: [String] {
    steps.compactMap { step in
      if case .member(let name) = step { name } else { nil }
    }
  }
}

/// Whether a member called `name` holds what must never be seen.
func isNameOfSecret(_ name: String) -> Bool {
  ["passphrase", "password", "secret"].contains { name.lowercased().holds($0) }
}

extension JSON {
  /// The same tree without exactly the member at `path`; nil where there is none.
  func removing(_ path: MemberPath) -> JSON? { removing(path.steps[...]) }

  private func removing(_ steps: ArraySlice<MemberPath.Step>) -> JSON? {
    guard let step = steps.first else { return nil }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      guard let value = self[name] else { return nil }
      if rest.isEmpty { return removing([name]) }
      return value.removing(rest).flatMap { replacing(name, with: $0) }
    case .element(let index):
      guard case .array(var elements) = self, elements.indices.contains(index), !rest.isEmpty,
        let changed = elements[index].removing(rest)
      else { return nil }
      elements[index] = changed
      return .array(elements)
    }
  }
}
