/// Why the state file cannot be used, or not written.
public struct StateError: Error, Hashable, Sendable {
  /// The kinds of failure; only the first keeps a run from writing to systems.
  public enum Kind: Hashable, Sendable {
    /// This user may not open it or make it, or something else is where it should be.
    case forbidden
    /// Somebody else may write it, or a folder on the way to it.
    case untrusted
    /// This user may not write it.
    case readOnly
    /// Its file system is read-only, for everybody.
    case readOnlyDisk
    /// There is no room left.
    case full
    /// A later version of reconcile wrote it.
    case newer
    /// What is in it is no state file, or it was damaged.
    case damaged
    /// Somebody else holds it.
    case busy
    /// A writer was killed, and what it has left could not be undone for a reader.
    case unfinished
    /// It was there, and is not any more.
    case missing
    /// The clock cannot be right, and nothing is written by it.
    case clock
    /// Anything else.
    case failed
  }

  /// What kind of failure.
  public var kind: Kind
  /// What was found, with the path in single quotes.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// Why the state file cannot be used.
  public init(_ kind: Kind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }
}
