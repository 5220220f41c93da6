/// Something wrong, or doubtful, in a text somebody wrote.
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    case error
    case warning
    /// Nothing is doubtful; it says what somebody may not expect.
    case note
  }

  /// An error keeps the file from being used; a warning and a note do not.
  public var severity: Severity
  /// A stable name such as `time.range`, for machines and for the docs.
  public var code: String
  /// What was found: lower case, no full stop, names in single quotes.
  public var message: String
  /// What to do about it, or nil where the message says it.
  public var hint: String?
  /// Where; nil where there is no text to point at (a missing file).
  public var span: SourceSpan?
  /// A second place that belongs to it, such as the first definition of a name defined twice.
  public var related: Related?

  /// A second place and what is there.
  public struct Related: Hashable, Sendable {
    /// Where.
    public var span: SourceSpan
    /// What is there, such as `first defined here`.
    public var message: String

    /// A second place and what is there.
    public init(span: SourceSpan, message: String) {
      self.span = span
      self.message = message
    }
  }

  /// Something wrong or doubtful.
  public init(
    _ severity: Severity, code: String, _ message: String, hint: String? = nil, at span: SourceSpan?,
    related: Related? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.hint = hint
    self.span = span
    self.related = related
  }
}
