public import Policies
import Providers

/// Two policy files that share a state and have one object in common, so that each moves it to where the other does not want it.
public struct Rivals: Hashable, Sendable {
  /// The target that has it in each, by the file's path.
  public var targets: [String: Name]

  /// The files at these paths, each with the target that has it there.
  public init(_ targets: [String: Name]) { self.targets = targets }

  /// Their paths, in order.
  public var paths: [String] { targets.keys.sorted() }

  /// `'/etc/g1.yaml' and '/etc/g2.yaml' move it by turns`
  public var words: String { Self.words(paths) }

  /// The same of these paths.
  public static func words(_ paths: [String]) -> String {
    paths.map(\.quoted).joined(separator: " and ") + " move it by turns"
  }
}
