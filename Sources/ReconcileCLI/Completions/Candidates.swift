/// What a shell can propose where a word is missing.
enum Candidates: Hashable, Sendable {
  /// One of these.
  case words([String])
  /// What the program itself knows of the policy and the state; if it cannot say, these. Files too where `orFiles` says so.
  case live(CompletionWords.Kind, else: [String], orFiles: Bool = false)
  /// A file or a directory.
  case files
  /// Only the person knows.
  case unknown
}

/// The shells that can be taught the command line.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script that teaches it, with the options of `table`.
  func script(_ table: OptionTable) -> String {
    switch self {
    case .bash: BashCompletions(table: table).script
    case .zsh: ZshCompletions(table: table).script
    case .fish: FishCompletions(table: table).script
    }
  }
}
