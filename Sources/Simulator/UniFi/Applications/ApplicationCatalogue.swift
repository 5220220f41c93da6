/// The applications and categories that a console can tell apart.
public struct ApplicationCatalogue: Sendable {
  /// In the order they are listed.
  public var categories: [Category]
  /// In the order they are listed.
  public var applications: [Application]

  /// A group of applications.
  public struct Category: Hashable, Sendable {
    /// Fits into 32 bits.
    public var id: Int
    /// What the web page shows.
    public var name: String

    /// A category from its parts.
    public init(id: Int, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// Something whose traffic the console can tell from other traffic.
  public struct Application: Hashable, Sendable {
    /// Fits into 32 bits.
    public var id: Int
    /// What the web page shows.
    public var name: String
    /// The group it belongs to, which no answer tells.
    public var category: Int

    /// An application from its parts. Known ids have the number of their category in the upper half; that they always
    /// do is a guess.
    public init(id: Int, name: String, category: Int? = nil) {
      self.id = id
      self.name = name
      self.category = category ?? id >> 16
    }
  }

  /// A catalogue from its parts.
  public init(categories: [Category] = [], applications: [Application] = []) {
    self.categories = categories
    self.applications = applications
  }

  /// The application with this name; nil if there is none.
  public func application(_ name: String) -> Application? { applications.first { $0.name == name } }

  /// The category with this name; nil if there is none.
  public func category(_ name: String) -> Category? { categories.first { $0.name == name } }

  /// Calls an application something else, as updates of a console do; the id stays. False if there is none.
  @discardableResult
  public mutating func rename(application name: String, to other: String) -> Bool {
    guard let place = applications.firstIndex(where: { $0.name == name }) else { return false }
    applications[place].name = other
    return true
  }
}
