/// What a shell can propose where a word is missing.
enum Candidates: Hashable, Sendable {
  /// One of these.
  case words([String])
  /// A file or a directory.
  case files
  /// Only the person knows.
  case unknown
}
