import Documents
import Policies
import Providers

/// The targets that name one object, and whose it is.
struct Claims {
  /// In the order of the file.
  private(set) var names: [Name] = []
  private var first = Int.max
  /// Whose it is: the one that goes before all others; nil if there is none.
  private var owner: Name?

  /// Whether more than one target names it.
  var isShared: Bool { names.count > 1 }

  /// `target` names it, too.
  mutating func add(_ target: Target) {
    if target.precedence < first {
      (first, owner) = (target.precedence, target.name)
    } else if target.precedence == first {
      owner = nil
    }
    names.append(target.name)
  }

  /// Why `target`, one of those that name it, must not touch it: it is another's, in the words of `another`, or nobody's,
  /// in the words of `shared`. Nil where it is this target's alone.
  func refusal(
    for target: Name, _ shared: ([Name]) -> Message, another: (Name) -> Message = Messages.isOf
  ) -> Message? {
    guard isShared else { return nil }
    guard let owner else { return shared(names) }
    return owner == target ? nil : another(owner)
  }
}
