extension EasyControl {
  /// What the server makes up.
  public enum Invention: Hashable, Sendable {
    /// Ten characters that an administrator passes on.
    case code
    /// What the QR code carries besides the code.
    case scanToken
    /// `guest_` and 32 hex digits.
    case guestID
    /// The name of a token, 32 hex digits.
    case tokenID
    /// 32 characters.
    case nonce
  }

  /// Makes up what is not lined up.
  struct Inventor: Sendable {
    var linedUp: [Invention: [String]] = [:]
    private var randomness: Randomness

    init(seed: UInt64) {
      randomness = Randomness(seed: seed)
    }

    mutating func bytes(_ count: Int) -> [UInt8] { randomness.bytes(count) }

    mutating func next(_ kind: Invention) -> String {
      if let first = linedUp[kind]?.first {
        linedUp[kind]?.removeFirst()
        return first
      }
      return switch kind {
      case .code: code()
      case .scanToken: Seal.base64url(bytes(32))
      case .guestID: "guest_" + Seal.hex(bytes(16))
      case .tokenID: Seal.hex(bytes(16))
      case .nonce: Seal.base64url(bytes(24))
      }
    }

    private mutating func code() -> String {
      let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
      return String((0..<10).map { _ in characters[Int(randomness.next() % 36)] })
    }
  }
}
