/// Names compared the way people compare them: by Unicode canonical equivalence, without case.
public struct FoldedName: Hashable, Sendable {
  /// That form.
  public let text: String

  /// The form of `name` that is equal for all spellings of it. Upper case first, so that `ß` meets `SS` and a final
  /// sigma meets a plain one.
  public init(_ name: String) { text = name.uppercased().lowercased() }
}
