import Documents
import JSONTree
import Text

/// How a first policy refers to live objects.
public struct DraftName: Sendable {
  /// Its name, or `id:` and its id.
  private let text: String
  /// Its name where `text` is an id.
  private let name: String?

  /// By name where that says which one of `objects` is meant and can be written; else by id.
  public init(_ object: ObservedObject, among objects: ObjectNameCounts) {
    if object.isNamedPlainly(among: objects) {
      (text, name) = (object.name, nil)
    } else {
      (text, name) = ("id:" + (object.id ?? ""), object.name.shortened())
    }
  }

  /// As a member of a list, with its name behind it where it is an id.
  public var item: String { Self.item(text) + (name.map { " # \(EscapedText.terminal($0))" } ?? "") }

  /// `text` as a member of a list, quoted.
  public static func item(_ text: String) -> String { "- " + JSON.string(text).text }
}

extension ObservedObject {
  /// Whether its name, written into a policy, means this one of `objects` and no other: alone of its kind, no pattern,
  /// not too long to be read, and nothing that needs an escape.
  public func isNamedPlainly(among objects: ObjectNameCounts) -> Bool {
    objects.isAlone(self) && !name.isEmpty && name.shortened() == name && EscapedText.terminal(name) == name
      && !name.contains { "*?".contains($0) }
      && !name.lowercased().hasPrefix("id:") && name.unicodeScalars.allSatisfy(Self.isPrintable)
      && name.first != " " && name.last != " "
  }

  /// What YAML allows in a text without an escape (1.1, 5.1).
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
