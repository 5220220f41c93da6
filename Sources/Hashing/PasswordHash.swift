import CSodium
import Glibc

/// What is kept of a PIN or of a one-time code: its Argon2id hash with salt and cost, in libsodium's string form
/// (`$argon2id$v=19$m=…`). Who reads it has to try every possible text, at the full cost of each.
public struct PasswordHash: Hashable, Sendable {
  /// What a hash costs whoever makes it, and whoever tries texts against it.
  ///
  /// The service lives with `MemoryMax=256M`, and in small boxes, so that libsodium's own costs for such texts
  /// (`MODERATE`: 256 MiB) would end it.
  ///
  /// | cost          | passes | memory | time   |
  /// |---------------|--------|--------|--------|
  /// | `pin`         | 3      | 64 MiB | 84 ms  |
  /// | `oneTimeCode` | 2      | 8 MiB  | 5.6 ms |
  ///
  /// (Measured: medians of 15 on one core of an EPYC; 131 ms and 9.7 ms where `sodium_init` was left out.)
  public enum Cost: CaseIterable, Sendable {
    /// For what somebody has made up, and keeps for years.
    case pin
    /// For 40 random bits that are good for ten minutes and five tries.
    case oneTimeCode

    var passes: UInt64 {
      switch self {
      case .pin: 3
      case .oneTimeCode: 2
      }
    }

    var memoryBytes: Int {
      switch self {
      case .pin: 64 << 20
      case .oneTimeCode: 8 << 20
      }
    }
  }

  /// What came of trying a text.
  public enum Verification: Hashable, Sendable {
    /// It is the text that was hashed.
    case right
    /// It is another one.
    case wrong
    /// Nobody can say: the memory for it is not there. That is no try.
    case outOfMemory
  }

  /// What is kept: printable ASCII, fewer than 128 characters.
  public let text: String

  /// Hashes `password` with a salt of its own, so that no two hashes of one text are the same; nil where the memory for
  /// that is not there. What counts is its bytes in UTF-8.
  public init?(of password: String, _ cost: Cost) {
    self.init(of: password, passes: cost.passes, memoryBytes: cost.memoryBytes)
  }

  init?(of password: String, passes: UInt64, memoryBytes: Int) {
    // Without it the slow way is taken that runs on every processor.
    guard sodium_init() >= 0 else { return nil }
    var characters = [CChar](repeating: 0, count: Self.size)
    let status = crypto_pwhash_str_alg(
      &characters, password, UInt64(password.utf8.count), passes, memoryBytes, crypto_pwhash_alg_argon2id13())
    guard status == 0 else { return nil }
    text = String(decoding: characters.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// A hash that was kept; nil for anything but Argon2id at one of the costs: whoever can write the state must not
  /// choose how much memory is taken, or how little it costs to try.
  public init?(kept text: String) {
    guard Cost.allCases.contains(where: { Self.isHash(text, of: $0) }) else { return nil }
    self.init(unchecked: text)
  }

  init(unchecked text: String) { self.text = text }

  private static func isHash(_ text: String, of cost: Cost) -> Bool {
    let beginning = "$argon2id$v=19$m=\(cost.memoryBytes >> 10),t=\(cost.passes),p=1$"
    return text.hasPrefix(beginning) && text.utf8.count == beginning.utf8.count + digits
      && !text.utf8.contains(0)
      && crypto_pwhash_argon2id_str_needs_rehash(text, cost.passes, cost.memoryBytes) == 0
  }

  /// 16 bytes of salt and 32 of the hash in base64, and what separates them.
  private static let digits = 22 + 1 + 43

  /// Tries `password`. The comparison takes as long for one that is nearly right as for any other.
  public func verification(of password: String) -> Verification {
    guard sodium_init() >= 0 else { return .outOfMemory }
    errno = 0
    if crypto_pwhash_argon2id_str_verify(text, password, UInt64(password.utf8.count)) == 0 { return .right }
    // libsodium says the same of both, but for this.
    return errno == EINVAL ? .wrong : .outOfMemory
  }

  /// The most bytes of one, its final zero included.
  private static var size: Int { crypto_pwhash_strbytes() }
}
