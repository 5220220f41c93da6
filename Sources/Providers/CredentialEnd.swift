public import CivilTime
public import Documents

/// That a credential will soon be good for nothing: from when on, or after how many more uses.
public struct CredentialEnd: Hashable, Sendable {
  /// What is left of it.
  public enum Left: Hashable, Sendable {
    case until(Instant)
    case uses(Int)
  }

  /// A stable name of what is said of it.
  public var code: String
  /// What people call it, as in `the guest pass`.
  public var noun: String
  /// When it ends, or how often it can still be used.
  public var left: Left
  /// How somebody gets another one.
  public var remedy: String

  /// That a credential will soon be good for nothing.
  public init(code: String, _ noun: String, _ left: Left, remedy: String) {
    (self.code, self.noun, self.left, self.remedy) = (code, noun, left, remedy)
  }

  /// `the guest pass is good only until Sat 12:36`; `words` says an instant to whoever reads it.
  public func message(_ words: (Instant) -> String) -> Message {
    let text =
      switch left {
      case .until(let end): "\(noun) is good only until \(words(end))"
      case .uses(0): "\(noun) has no uses left"
      case .uses(1): "\(noun) has 1 use left"
      case .uses(let count): "\(noun) has \(count) uses left"
      }
    return Message(code: code, text, hint: remedy)
  }
}
