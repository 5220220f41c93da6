/// What a statement, `otherwise` or an override wants of a target, by its word.
public struct TargetState: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The word: at most 15 lower-case letters, so that copying it costs nothing to speak of.
  public let rawValue: String
  /// Whether something is held back in it, as in `off` and `paused`.
  public let isOff: Bool

  /// A state of a pair.
  init(_ word: String, isOff: Bool) {
    rawValue = word
    self.isOff = isOff
  }

  /// The state that a stored text names; nil where it cannot be one. What a word means that only a kind of system has is
  /// for the kinds of its policy to say: see `SystemKinds.state(_:)`.
  public init?(rawValue text: String) {
    if let own = Self.own.first(where: { $0.rawValue == text }) {
      self = own
    } else {
      guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy(ASCII.isLowercaseLetter) else { return nil }
      self.init(text, isOff: false)
    }
  }

  /// The word.
  public var description: String { rawValue }

  /// States are told apart by their words.
  public static func == (left: TargetState, right: TargetState) -> Bool { left.rawValue == right.rawValue }

  /// By the word.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// Nothing is held back.
  public static let on = StatePair.onOff.on
  /// Something is.
  public static let off = StatePair.onOff.off
  /// It works, of what can be paused.
  public static let active = StatePair.activePaused.on
  /// It does not, for a while.
  public static let paused = StatePair.activePaused.off
  /// Nothing is wanted and nothing written. Only `otherwise` says so.
  public static let leave = TargetState("leave", isOff: false)

  private static let own: [TargetState] = [.on, .off, .active, .paused, .leave]
}
