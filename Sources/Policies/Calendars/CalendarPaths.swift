import Documents

/// The calendars that a policy names, found before it is understood: so that they are read with it.
public enum CalendarPaths {
  /// The paths as the files write them, each once, in their order.
  public static func all(in documents: [PolicyDocument]) -> [String] {
    var paths: [String] = []
    var seen: Set<String> = []
    for document in documents {
      for (_, schedule) in Self.entries(document.root, of: "schedules") {
        for (key, value) in Self.entries(schedule) where key == PolicyKey.Calendar.ics.rawValue {
          if case .scalar(let path) = value.content, seen.insert(path.text).inserted { paths.append(path.text) }
        }
      }
    }
    return paths
  }

  private static func entries(_ root: Node, of key: String) -> [(String, Node)] {
    entries(root).filter { $0.0 == key }.flatMap { entries($0.1) }
  }

  private static func entries(_ node: Node) -> [(String, Node)] {
    if case .mapping(let entries) = node.content { entries.map { ($0.key.text, $0.value) } } else { [] }
  }
}
