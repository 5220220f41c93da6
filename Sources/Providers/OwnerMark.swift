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
  public init?(_ word: Substring) {
    guard word.utf8.starts(with: Self.prefix.utf8) else { return nil }
    let names = word.utf8.dropFirst(Self.prefix.utf8.count)
    // A second slash is in no name.
    guard let slash = names.firstIndex(of: UInt8(ascii: "/")),
      let owner = Name(wellFormed: String(decoding: names[..<slash], as: UTF8.self)),
      let target = Name(wellFormed: String(decoding: names[slash...].dropFirst(), as: UTF8.self))
    else { return nil }
    self.init(owner: owner.text, target: target)
  }

  /// The word.
  public var text: String { "\(Self.prefix)\(owner)/\(target)" }
}
