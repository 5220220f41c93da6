/// The notes of a state: texts by their names. There are no others.
enum StateNote: String, CaseIterable {
  /// What tells the policy of the last run from others.
  case policy
  /// When a run last wrote that it ran.
  case heartbeat
  /// Since when the clock has not leapt.
  case clockSteadySince = "clock-steady-since"
  /// The hash of the last entry that is no longer kept.
  case anchor
  /// Its number.
  case anchorNumber = "anchor-number"
  /// The number of the last request that was made.
  case lastRequest = "last-request"
  /// The systems that could not be read.
  case lost
  /// What people have heard of.
  case toldLost = "told-lost"
  case toldStuck = "told-stuck"
  case toldFailures = "told-failures"
  case toldProblems = "told-problems"
  case toldDoubts = "told-doubts"
  case toldContended = "told-contended"
  case toldGone = "told-gone"
  case toldEnds = "told-ends"
  case toldChanges = "told-changes"
  /// What they are told again, as they did not take it.
  case untakenNews = "untaken-news"
  /// What the machine's journal was told of.
  case toldWarnings = "told-warnings"
  case trouble
  /// What the history tells of.
  case notedFailures = "noted-failures"
  case notedProblems = "noted-problems"
  /// What the last run could not do.
  case problems
  /// The credentials that will soon be good for nothing.
  case credentialEnds = "credential-ends"
  /// The secrets that systems accepted.
  case acceptedSecrets = "accepted-secrets"
  /// Where systems were.
  case addresses
  /// What systems said that are left alone.
  case refusals
  case busy
  /// Actions that are due, begun or settled.
  case actions
  /// How the last action of each target ended.
  case endedActions = "ended-actions"
  /// When the timers of pauses ring, by the clock that nobody sets.
  case timersByBoot = "timers-by-boot"
  /// The time zones that the last run went by.
  case zone
  case clocks
  /// Which policy is followed, and which were before.
  case followed
  case followedBefore = "followed-before"
  /// The last text without errors of a policy: one for each, and one of an earlier version, which kept no other.
  case goodPolicy = "good-policy"
  /// What was looked up in the catalogue of a system: one for each.
  case lookups
  /// The address of the page.
  case page

  /// Whether a new file takes it over of a damaged one: what runs go by, and what people have heard. What speaks of the entries
  /// stays with them, and so does when a run last wrote: the next one writes everything.
  var outlivesDamage: Bool {
    switch self {
    case .heartbeat, .clockSteadySince, .anchor, .anchorNumber, .notedFailures, .notedProblems: false
    case .policy, .lastRequest, .lost, .toldLost, .toldStuck, .toldFailures, .toldProblems, .toldDoubts, .toldContended,
      .toldGone, .toldEnds, .toldChanges, .untakenNews, .toldWarnings, .trouble, .problems, .credentialEnds,
      .acceptedSecrets, .addresses, .refusals, .busy, .actions, .endedActions, .timersByBoot, .zone, .clocks, .followed,
      .followedBefore, .goodPolicy, .lookups, .page:
      true
    }
  }

  /// What is between its word and what it is about; nil where there is only one.
  private var separator: Character? {
    switch self {
    case .goodPolicy: ":"
    case .lookups: "-"
    default: nil
    }
  }

  /// The name of the one that is about `subject`, such as `lookups-gateway`; of the only one where there is none.
  func name(of subject: String? = nil) -> String {
    guard let subject, let separator else { return rawValue }
    return "\(rawValue)\(separator)\(subject)"
  }

  /// What the note called `name` is about; nil for others than these, and the one about nothing.
  func subject(of name: String) -> String? {
    let start = self.name(of: "")
    return separator != nil && name.hasPrefix(start) ? String(name.dropFirst(start.count)) : nil
  }

  /// Reads the name and the text of each: the only one, and those about something. To search the index for a name, SQLite reads
  /// other texts as well, of which one may be broken: `+` has it look at the names alone.
  var reading: (sql: String, values: [Value]) {
    let sql = "SELECT name, value FROM notes WHERE +name = ?"
    guard let separator, let byte = separator.asciiValue else { return (sql, [.text(rawValue)]) }
    // In the order of bytes, what begins with one byte ends where the next one begins.
    let end = "\(rawValue)\(Character(UnicodeScalar(byte + 1)))"
    return (sql + " OR +name >= ? AND +name < ?", [.text(rawValue), .text(name(of: "")), .text(end)])
  }
}

extension Database {
  /// The text that was noted; nil where none was. No other text is read, as for `StateNote.reading`.
  func note(_ note: StateNote) throws(StateError) -> String? {
    try rows("SELECT value FROM notes WHERE +name = ?", [.text(note.rawValue)]).first?[0].text
  }

  /// The names and texts of all notes of one sort.
  func notes(_ note: StateNote) throws(StateError) -> [[Value]] {
    let (sql, values) = note.reading
    return try rows(sql, values)
  }
}

extension StateStore {
  /// The text that was noted; nil where none was.
  func note(_ note: StateNote) throws(StateError) -> String? { try database.note(note) }

  /// Notes `text`, about `subject` where there is one for each.
  func setNote(_ note: StateNote, of subject: String? = nil, _ text: String) throws(StateError) {
    try database.rows(
      "INSERT OR REPLACE INTO notes(name, value) VALUES(?, ?)", [.text(note.name(of: subject)), .text(text)])
  }

  /// Takes the note called `name` away.
  func removeNote(named name: String) throws(StateError) {
    try database.rows("DELETE FROM notes WHERE name = ?", [.text(name)])
  }
}
