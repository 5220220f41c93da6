import Documents
import Text

/// Why what is at a path cannot be trusted: somebody else may change it, or put something else in its place.
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
    case .writable(let permissions):
      "the \(noun) '\(path)' may be written by others (mode \(permissions.asPermissions))"
    }
  }

  /// The command that mends it, for `caller`; nil if there is none that could be right, as somebody's own folder stays
  /// that.
  public func remedy(for caller: UInt32) -> String? {
    switch reason {
    case .writable: return "chmod go-w \(ShellWord.word(path))"
    case .owner where isGoal: return "\(caller == 0 ? "" : "sudo ")chown -R \(caller) \(ShellWord.word(path))"
    case .owner: return nil
    }
  }
}
