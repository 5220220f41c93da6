/// Why what stands at a path cannot be trusted: somebody else may change it, or put something else in its place.
public struct TrustFlaw: Error, Hashable, Sendable {
  /// What is wrong with it.
  public enum Reason: Hashable, Sendable {
    /// It belongs to this user, who is neither root nor the caller.
    case owner(UInt32)
    /// Its group or everybody may write there; the permission bits, such as `0o777`.
    case writable(permissions: UInt32)
  }

  /// The folder, file or link, without links in it.
  public var path: String
  /// What is wrong.
  public var reason: Reason
  /// `folder`, `file` or `link`.
  public var noun: String
  /// Whether it is what was asked for, and not a folder on the way to it.
  public var isGoal: Bool

  /// What was found: `the folder '/srv/x' may be written by others (mode 0777)`.
  public var words: String {
    switch reason {
    case .owner(let user): "the \(noun) '\(path)' belongs to user \(user), who is neither root nor you"
    case .writable(let permissions): "the \(noun) '\(path)' may be written by others (mode \(Self.octal(permissions)))"
    }
  }

  /// The command that mends it, for `caller`; nil where there is none that could be right, as somebody's own folder stays
  /// that.
  public func remedy(for caller: UInt32) -> String? {
    switch reason {
    case .writable: return "chmod go-w \(Self.word(path))"
    case .owner where isGoal: return "\(caller == 0 ? "" : "sudo ")chown -R \(caller) \(Self.word(path))"
    case .owner: return nil
    }
  }

  private static func octal(_ permissions: UInt32) -> String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// One word of a shell.
  private static func word(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    if isPlain { return path }
    return "'" + path.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }
}
