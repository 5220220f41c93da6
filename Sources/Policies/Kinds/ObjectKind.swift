/// A kind of live object that has a switch, by the word that reports have for it, such as `acl-rule`. Each kind of system
/// brings its own.
public struct ObjectKind: Hashable, Comparable, Sendable {
  /// The word: lower-case letters and dashes.
  public let rawValue: String
  /// Whether a system has exactly one such object, which has neither a name nor an id of its own.
  public let isWhole: Bool

  /// The kind that this word means.
  public init(_ word: String, isWhole: Bool = false) {
    rawValue = word
    self.isWhole = isWhole
  }

  /// The kind that a stored text names; nil where it cannot be one.
  public init?(stored text: String, isWhole: Bool) {
    guard (1...63).contains(text.utf8.count),
      text.utf8.allSatisfy({ ASCII.isLowercaseLetter($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.init(text, isWhole: isWhole)
  }

  /// Kinds are told apart by their words.
  public static func == (left: ObjectKind, right: ObjectKind) -> Bool { left.rawValue == right.rawValue }

  /// By the word.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// In the order of their words.
  public static func < (left: ObjectKind, right: ObjectKind) -> Bool { left.rawValue < right.rawValue }
}
