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
  /// What to do, or nil if the message says it.
  var hint: String?
  /// Whole sentences to write instead of the one in question: its possible readings. Each has yet to be tried: see
  /// `settled(_:)`.
  var proposals: [String] = []
  /// How many of them have to be accepted for any to be shown: of several readings one alone would be taken for the only one.
  var fewestProposals = 1
  /// What comes before them in the hint.
  var lead = "write "
  /// What comes after them.
  var trail = ""

  init(_ code: DiagnosticCode, _ message: String, proposals: [String] = [], hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.proposals = proposals
  }

  /// The same message, with its accepted proposals as its hint, each once: what a hint says to write can be written. If
  /// none is accepted, the hint stays.
  func settled(_ isAccepted: (String) -> Bool) -> PolicyMessage {
    guard !proposals.isEmpty else { return self }
    var settled = self
    settled.proposals = []
    var seen: Set<String> = []
    let sound = proposals.filter { seen.insert($0).inserted && isAccepted($0) }
    if sound.count >= fewestProposals { settled.hint = lead + Self.alternatives(sound.map { "'\($0)'" }) + trail }
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

  /// `write 'kids off'`, `write 'kids off' or 'kids on'`; nil for none.
  static func writeSentences(_ sentences: [String]) -> String? { write(sentences.map { "'\($0)'" }) }

  /// `write 'kids off'`; nil for none.
  static func writeSentence(_ sentence: String?) -> String? { sentence.map { "write '\($0)'" } }

  /// `a, b or c`
  static func alternatives(_ choices: [String]) -> String { choices.listed("or") }

  /// The first few of `members`, for a hint.
  static func someOf(_ members: [String]) -> String {
    members.count <= 12 ? members.listed() : members.prefix(12).joined(separator: ", ") + " and others"
  }

  /// `did you mean 'kids'?`, or `otherwise` if nothing is near.
  static func didYouMean(_ suggestion: String?, otherwise: String? = nil) -> String? {
    suggestion.map { "did you mean '\($0)'?" } ?? otherwise
  }

  /// The word at a place of a sentence, or that it ends there; follows a comma.
  static func found(_ word: String?) -> String { word.map { "found '\($0)'" } ?? "but the sentence ends" }
}
