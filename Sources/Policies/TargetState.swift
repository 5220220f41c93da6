/// What a statement, `otherwise` or an override wants of a target, by its word.
public struct TargetState: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The word.
  private let word: ShortWord
  /// Whether something is held back in it, as in `off` and `paused`.
  public let isOff: Bool

  /// A state of a pair.
  init(_ word: String, isOff: Bool) {
    self.word = ShortWord(literal: word)
    self.isOff = isOff
  }

  /// The word: at most 16 lower-case letters.
  public var rawValue: String { word.text }

  /// The state that a stored text names; nil where it cannot be one. What a word means that only a kind of system has is
  /// for the kinds of its policy to say: see `SystemKinds.state(_:)`.
  public init?(rawValue text: String) {
    if let own = Self.own.first(where: { $0.rawValue == text }) {
      self = own
    } else {
      guard let word = ShortWord(text), text.utf8.allSatisfy(ASCII.isLowercaseLetter) else { return nil }
      (self.word, isOff) = (word, false)
    }
  }

  /// The word.
  public var description: String { word.text }

  /// States are told apart by their words.
  public static func == (left: TargetState, right: TargetState) -> Bool { left.word == right.word }

  /// By the word.
  public func hash(into hasher: inout Hasher) { hasher.combine(word) }

  /// Nothing is held back.
  public static let on = StatePair.onOff.on
  /// Something is.
  public static let off = StatePair.onOff.off
  /// It works, of what can be paused.
  public static let active = StatePair.activePaused.on
  /// It does not, for a while.
  public static let paused = StatePair.activePaused.off
  /// What `expect` and reports call it that something is done at a time. No target is ever in this state.
  public static let runs = TargetState("runs", isOff: false)
  /// Nothing is wanted and nothing written. Only `otherwise` says so.
  public static let leave = TargetState("leave", isOff: false)

  private static let own: [TargetState] = StatePair.ofLanguage.flatMap(\.states) + [.leave]
}
