import JSONTree

extension JSON {
  /// The tree for people to read: two spaces a level, and a list of plain values on one line where it is short.
  package var indented: String { lines(indent: "") + "\n" }

  private func lines(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { inner + JSON.string($0.name).text + ": " + $0.value.lines(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let elements) where !elements.isEmpty:
      if let line = plainLine(elements) { return line }
      return "[\n" + elements.map { inner + $0.lines(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .null, .bool, .number, .string, .array, .object: return text
    }
  }

  private func plainLine(_ elements: [JSON]) -> String? {
    let isPlain = elements.allSatisfy { element in
      switch element {
      case .null, .bool, .number, .string: true
      case .array, .object: false
      }
    }
    let line = "[" + elements.map(\.text).joined(separator: ", ") + "]"
    return isPlain && line.count <= 80 ? line : nil
  }
}
