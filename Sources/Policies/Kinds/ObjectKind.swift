/// A kind of live object that has a switch, by the word that reports have for it, such as `acl-rule`. Each kind of system
/// brings its own.
public struct ObjectKind: Hashable, Comparable, Sendable {
  /// The word.
  private let word: ShortWord
  /// Whether a system has exactly one such object, which has neither a name nor an id of its own.
  public let isWhole: Bool
  /// Whether the switch is what the target's state speaks of: a lock is locked, while a rule that blocks is enabled. Then
  /// the state says all that there is to say of the switch.
  public let isDirect: Bool

  /// The kind that this word means: at most 16 lower-case letters and dashes.
  public init(_ word: String, isWhole: Bool = false, isDirect: Bool = false) {
    self.word = ShortWord(literal: word)
    self.isWhole = isWhole
    self.isDirect = isDirect
  }

  /// The word.
  public var rawValue: String { word.text }

  /// The kind that a stored text names, of which no more is known; nil where it cannot be one.
  public init?(stored text: String, isWhole: Bool) {
    guard let word = ShortWord(text),
      text.utf8.allSatisfy({ ASCII.isLowercaseLetter($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.word = word
    self.isWhole = isWhole
    isDirect = false
  }

  /// Kinds are told apart by their words.
  public static func == (left: ObjectKind, right: ObjectKind) -> Bool { left.word == right.word }

  /// By the word.
  public func hash(into hasher: inout Hasher) { hasher.combine(word) }

  /// In the order of their words.
  public static func < (left: ObjectKind, right: ObjectKind) -> Bool { left.word < right.word }
}
