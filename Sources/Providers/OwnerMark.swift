public import Policies

/// The word by which an object says whose it is: `reconcile:home`, or `reconcile:home/emma` where it is made for one
/// target.
public struct OwnerMark: Hashable, Sendable {
  /// What every mark begins with; the owner's name follows.
  public static let prefix = "reconcile:"

  /// Who owns it.
  public var owner: String
  /// The target that it is made for.
  public var target: Name

  /// The mark of what `owner` has made for `target`.
  public init(owner: String, target: Name) {
    self.owner = owner
    self.target = target
  }

  /// The mark that `word` is; nil where it is none of what is made for a target. What nobody can be called, as `emma,`, is
  /// in no mark: somebody writes about one there.
  public init?(_ word: some StringProtocol) {
    guard word.hasPrefix(Self.prefix) else { return nil }
    let parts = word.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let owner = Name(wellFormed: String(parts[0])),
      let target = Name(wellFormed: String(parts[1]))
    else { return nil }
    self.init(owner: owner.text, target: target)
  }

  /// The word.
  public var text: String { "\(Self.prefix)\(owner)/\(target)" }
}
