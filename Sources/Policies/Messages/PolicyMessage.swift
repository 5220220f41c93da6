import Documents
import Text

/// What a diagnostic says, without the place.
///
/// The texts themselves are in the extensions of this type, one file for each part of a policy.
struct PolicyMessage: Error, Hashable {
  /// An error keeps the file from being used.
  var severity: Diagnostic.Severity = .error
  /// The stable name.
  var code: DiagnosticCode
  /// What was found.
  var message: String
  /// What to do, or nil where the message says it.
  var hint: String?
  /// Whole sentences to write in place of the one in question: the readings that it may have. Each has still to be tried:
  /// see `settled(_:)`.
  var proposals: [String] = []
  /// What stands before them in the hint.
  var lead = "write "

  init(_ code: DiagnosticCode, _ message: String, proposals: [String] = [], hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.proposals = proposals
  }

  /// The same with those of its proposals as its hint that `isAccepted` in their place, each once: what a hint says to
  /// write can be written. Without any the hint stays.
  func settled(_ isAccepted: (String) -> Bool) -> PolicyMessage {
    guard !proposals.isEmpty else { return self }
    var settled = self
    settled.proposals = []
    var seen: Set<String> = []
    let sound = proposals.filter { seen.insert($0).inserted && isAccepted($0) }
    if !sound.isEmpty { settled.hint = lead + Self.alternatives(sound.map { "'\($0)'" }) }
    return settled
  }

  /// The same as a warning.
  var asWarning: PolicyMessage {
    var warning = self
    warning.severity = .warning
    return warning
  }

  /// The same as a note.
  var asNote: PolicyMessage {
    var note = self
    note.severity = .note
    return note
  }

  /// The diagnostic at a place.
  func at(_ span: SourceSpan?, related: Diagnostic.Related? = nil) -> Diagnostic {
    Diagnostic(severity, code: code.rawValue, message, hint: hint, at: span, related: related)
  }

  // MARK: - Parts of sentences

  /// `write 21:00`, `write 07:00 or 7pm`; nil for none.
  static func write(_ readings: [String]) -> String? {
    readings.isEmpty ? nil : "write " + alternatives(readings)
  }

  /// `write 'kids off'`; nil for none.
  static func writeSentence(_ sentence: String?) -> String? { sentence.map { "write '\($0)'" } }

  /// `a, b or c`
  static func alternatives(_ choices: [String]) -> String { choices.listed("or") }

  /// The first few of `members`, for a hint.
  static func someOf(_ members: [String]) -> String {
    members.count <= 12 ? members.listed() : members.prefix(12).joined(separator: ", ") + " and others"
  }

  /// `did you mean 'kids'?`, or `otherwise` where nothing is near.
  static func didYouMean(_ suggestion: String?, otherwise: String? = nil) -> String? {
    suggestion.map { "did you mean '\($0)'?" } ?? otherwise
  }

  /// What a sentence holds at a place, or that it ends there.
  static func found(_ word: String?) -> String { word.map { "found '\($0)'" } ?? "the sentence ends" }
}
