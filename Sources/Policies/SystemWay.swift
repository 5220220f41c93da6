/// What is behind the address of a system. Kinds of one platform are ways to the same things there, and so are two passes of
/// one server.
public struct SystemWay: Hashable, Sendable {
  private let host: String
  private let platform: String

  fileprivate init(_ system: System) { (host, platform) = (system.url.plainHost, system.kind.platform) }
}

extension System {
  /// What is behind its address. One server may answer at two ports: what two of them have under one name is rather taken
  /// for one thing.
  public var way: SystemWay { SystemWay(self) }
}

extension Policy {
  /// What is behind the address of each system, by its name.
  var ways: [Name: SystemWay] { Dictionary(systems.map { ($0.name, $0.way) }) { first, _ in first } }
}
