extension BuilderOS {
  /// A service or a project that the host keeps.
  public struct Capsule: Hashable, Sendable {
    /// What it is called in paths.
    public var id: String
    /// For people.
    public var title: String
    /// What it is for.
    public var purpose = ""
    /// Where in its life it is, such as `active`; says nothing about running. Nil where it is not told.
    public var status: String? = "active"
    /// As it is told.
    public var createdAt = "2024-09-15T08:00:00Z"
    /// As it is told.
    public var updatedAt = "2025-10-21T16:45:00Z"
    /// Where it is on the host.
    public var path = ""
    /// In order.
    public var tags: [String] = []
    /// Whether it runs, which the API does not tell.
    public var isRunning: Bool
    /// Why every action fails, with 200 all the same.
    public var failure: String?
    /// What an action prints.
    public var output = ""

    /// A capsule of which little is known.
    public init(_ id: String, title: String? = nil, isRunning: Bool = false) {
      self.id = id
      self.title = title ?? id
      self.isRunning = isRunning
    }

    /// As a list has it, or as it is told alone.
    func describe(_ shape: Shape, alone: Bool) -> JSONValue {
      switch shape {
      case .guide:
        var object: JSONValue = ["id": .string(id), "name": .string(title), "description": .string(purpose)]
        if let status { object["status"] = .string(status) }
        object["createdAt"] = .string(createdAt)
        object["updatedAt"] = .string(updatedAt)
        object["path"] = .string(path)
        object["tags"] = .array(tags.map { .string($0) })
        return object
      case .later:
        var object: JSONValue = ["name": .string(id), "title": .string(title), "purpose": .string(purpose)]
        if alone {
          object["path"] = .string(path)
          object["directories"] = []
        }
        return object
      }
    }

    /// About its files, not about its running.
    var metrics: JSONValue {
      ["totalFiles": 42, "linesOfCode": 3847, "lastModified": .string(updatedAt), "diskUsage": 2_457_600]
    }
  }

  /// The list of capsules.
  var list: JSONValue {
    let capsules = JSONValue.array(capsules.map { $0.describe(shape, alone: false) })
    return switch shape {
    case .guide: capsules
    case .later: ["count": .number(String(self.capsules.count)), "capsules": capsules]
    }
  }
}
