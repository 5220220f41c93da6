import Documents
import LibYAML

extension ReadingLaws {
  /// What is laid out says the same, has every sign that it had, and is laid out.
  static func faults(ofLayout bytes: [UInt8], _ node: Node, _ diagnostics: [Diagnostic]) -> [String] {
    let isSound = !diagnostics.contains { $0.severity == .error }
    guard let text = YAMLLayout.laidOut(bytes, file: "f") else {
      return isSound ? ["a file without a mistake is not laid out"] : []
    }
    let laidOut = Array(text.utf8)
    let (again, found) = YAMLReader.read(laidOut, file: "f")
    var faults: [String] = []
    if !isSound { faults.append("a file with a mistake is laid out") }
    if found.contains(where: { $0.severity == .error }) { faults.append("what is laid out cannot be read") }
    if again.map(outline) != outline(node) { faults.append("what is laid out says something else") }
    if signs(laidOut) != signs(bytes) { faults.append("a sign is lost, or another is there") }
    if YAMLLayout.laidOut(laidOut, file: "f") != text { faults.append("what is laid out is laid out again") }
    return faults
  }

  /// All that a node says, each text with its length.
  private static func outline(_ node: Node) -> String {
    switch node.content {
    case .scalar(let scalar): "\(scalar.text.unicodeScalars.count):\(scalar.text)"
    case .sequence(let members): "[" + members.map(outline).joined(separator: ",") + "]"
    case .mapping(let entries): "{" + entries.map { "\($0.key.text)=" + outline($0.value) }.joined(separator: ",") + "}"
    }
  }

  private static func signs(_ bytes: [UInt8]) -> [UInt8] {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    return bytes.filter { !" \t\r\n".utf8.contains($0) }
  }
}
