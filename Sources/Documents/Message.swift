/// What somebody should know: what was found, and what to do about it. Every problem of the program says it with one of
/// these; a `Diagnostic` adds the place in a text, a `Finding` the system and the object.
public struct Message: Hashable, Sendable {
  /// A stable name such as `object.not-found`, for machines and for the docs.
  public var code: String
  /// What was found: lower case, no full stop, names in single quotes.
  public var text: String
  /// What to do about it, or nil where the text says it.
  public var hint: String?
  /// Whether it may be over a little later without anybody doing anything.
  public var mayPass: Bool

  /// Something that somebody should know.
  public init(code: String, _ text: String, hint: String? = nil, mayPass: Bool = false) {
    self.code = code
    self.text = text
    self.hint = hint
    self.mayPass = mayPass
  }
}
