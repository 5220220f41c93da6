public import Policies
public import Text

/// A name of the policy, made ready to be held against many objects.
public enum NameTest {
  /// Exactly this one.
  case name(FoldedName)
  /// What fits it.
  case pattern(NamePattern)
  /// The one of this id, in lower case.
  case id(String)

  /// `name`, made ready.
  public init(_ name: ObjectName) {
    self =
      switch name {
      case .name(let text): .name(FoldedName(text))
      case .pattern(let pattern): .pattern(NamePattern(pattern))
      case .id(let id): .id(id.lowercased())
      }
  }

  /// Whether it means the object that is called `name`.
  public func fits(_ name: FoldedName, id: @autoclosure () -> String?) -> Bool {
    switch self {
    case .name(let wanted): wanted == name
    case .pattern(let pattern): pattern.fits(name)
    case .id(let wanted): id()?.lowercased() == wanted
    }
  }
}

extension ObjectNames {
  /// Whether they name an object that is called `name`.
  public func fit(_ name: String, id: String?) -> Bool {
    let folded = FoldedName(name)
    let fits = { (wanted: ObjectName) in NameTest(wanted).fits(folded, id: id) }
    return included.contains(where: fits) && !excluded.contains(where: fits)
  }
}
