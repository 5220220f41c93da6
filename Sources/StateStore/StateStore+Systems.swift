import JSONTree
public import Planning
public import Policies
public import Providers

extension StateStore {
  /// The systems that could not be read when they were last asked.
  public func lostSystems() throws(StateError) -> Set<Name> { try names(in: .lost) }

  /// Replaces them by `lost`; writes nothing where they are the same.
  public func keep(lost: Set<Name>) throws(StateError) { try keep(lost, in: .lost) }

  /// The changes of which the history says that they fail, by what each is marked with.
  public func notedFailures() throws(StateError) -> Set<String> { try marks(in: .notedFailures) }

  /// Replaces them by `noted`; writes nothing where they are the same.
  public func keep(notedFailures noted: Set<String>) throws(StateError) { try keep(noted, marksIn: .notedFailures) }

  /// The targets that cannot be looked after of which the history says so, by what each is marked with.
  public func notedProblems() throws(StateError) -> Set<String> { try marks(in: .notedProblems) }

  /// Replaces them by `noted`; writes nothing where they are the same.
  public func keep(notedProblems noted: Set<String>) throws(StateError) { try keep(noted, marksIn: .notedProblems) }

  /// The credentials of systems that will soon be good for nothing, as they were when their systems were last read.
  public func credentialEnds() throws(StateError) -> [Name: [CredentialEnd]] {
    let ends = try marks(in: .credentialEnds).sorted().compactMap { mark -> (Name, CredentialEnd)? in
      let words = mark.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2, let end = CredentialEnd(stored: String(words[1])) else { return nil }
      return (Name(String(words[0])), end)
    }
    return Dictionary(grouping: ends, by: \.0).mapValues { $0.map(\.1) }
  }

  /// Replaces them by `ends`; writes nothing where they are the same.
  public func keep(credentialEnds ends: [Name: [CredentialEnd]]) throws(StateError) {
    try keep(
      Set(ends.flatMap { system, ends in ends.map { "\(system) \($0.stored)" } }), marksIn: .credentialEnds)
  }

  /// At which address each system was when it was last read.
  func addresses() throws(StateError) -> [Name: SystemAddress] {
    let members = try note(.addresses).flatMap { try? JSON(parsing: Array($0.utf8)) }?.members ?? []
    let pairs = members.compactMap { member in
      member.value.string.flatMap(SystemAddress.init(stored:)).map { (Name(member.name), $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Replaces them by `addresses`.
  func keep(addresses: [Name: SystemAddress]) throws(StateError) {
    let members = addresses.sorted { $0.key < $1.key }.map { JSON.Member($0.key.text, .string($0.value.stored)) }
    try setNote(.addresses, JSON.object(members).text)
  }

  /// Lets what people have heard of systems go by the names of now.
  public func rename(_ moves: SystemMoves) throws(StateError) {
    if moves.renamed.isEmpty { return }
    try keep(Set(try names(in: .toldLost).map(moves.now)), in: .toldLost)
    for note: StateNote in [
      .toldStuck, .toldFailures, .notedFailures, .toldProblems, .notedProblems, .toldContended, .toldGone, .toldEnds,
      .credentialEnds,
    ] { try keep(Self.renamed(try marks(in: note), moves), marksIn: note) }
    try renameUntaken(moves)
  }

  /// The same by the names that systems have after `moves`: each of `marks` begins with the name of its system.
  public static func renamed(_ marks: Set<String>, _ moves: SystemMoves) -> Set<String> {
    let now = marks.map { mark in
      let words = mark.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      return words.count == 2 ? "\(moves.now(Name(String(words[0])))) \(words[1])" : mark
    }
    return Set(now)
  }

  func marks(in note: StateNote) throws(StateError) -> Set<String> {
    let marks = try self.note(note).flatMap { try? JSON(parsing: Array($0.utf8)) }?.elements ?? []
    return Set(marks.compactMap(\.string))
  }

  func keep(_ wanted: Set<String>, marksIn note: StateNote) throws(StateError) {
    if try marks(in: note) != wanted { try setNote(note, JSON.array(wanted.sorted().map { .string($0) }).text) }
  }

  func names(in note: StateNote) throws(StateError) -> Set<Name> {
    Set((try self.note(note) ?? "").split(separator: " ").map { Name(String($0)) })
  }

  func keep(_ wanted: Set<Name>, in note: StateNote) throws(StateError) {
    if try names(in: note) != wanted { try setNote(note, wanted.sorted().map(\.text).joined(separator: " ")) }
  }

  /// What the last run that was told of in the machine's journal found out of place; nil where none was.
  public func lastTrouble() throws(StateError) -> String? { try note(.trouble) }

  /// Replaces it by `trouble`; writes nothing where it is the same.
  public func keepTrouble(_ trouble: String) throws(StateError) {
    if try lastTrouble() != trouble { try setNote(.trouble, trouble) }
  }

  /// What the last report in the machine's journal warned of, word for word.
  public func toldWarnings() throws(StateError) -> Set<String> { try marks(in: .toldWarnings) }

  /// Replaces it by `told`; writes nothing where it is the same.
  public func keep(toldWarnings told: Set<String>) throws(StateError) { try keep(told, marksIn: .toldWarnings) }
}

extension StateStore {
  /// What the last run could not do, beside systems that it could not read.
  public func problems() throws(StateError) -> [RecordedProblem] {
    (try note(.problems) ?? "").split(separator: "\n").compactMap { RecordedProblem(stored: $0) }
  }

  /// Replaces them by `problems`; writes nothing where they are the same.
  public func keep(problems: [RecordedProblem]) throws(StateError) {
    let kept = problems.prefix(Self.mostProblems).map(\.stored).joined(separator: "\n")
    if try note(.problems) ?? "" != kept { try setNote(.problems, kept) }
  }

  /// More are not of use to anybody, and every run would write them.
  static let mostProblems = 100
}

extension StateStore {
  /// The secrets that systems accepted, by eight bits of a hash of each, with the refusals since.
  public func acceptedSecrets() throws(StateError) -> [Name: AcceptedSecret] {
    var accepted: [Name: AcceptedSecret] = [:]
    for word in (try note(.acceptedSecrets) ?? "").split(separator: " ") {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let refusals = Int(parts[2]).flatMap(Int.init(storedCount:)) else { continue }
      accepted[Name(String(parts[0]))] = AcceptedSecret(fingerprint: String(parts[1]), refusals: refusals)
    }
    return accepted
  }

  /// Replaces them by `accepted`; writes nothing where they are the same.
  public func keep(accepted: [Name: AcceptedSecret]) throws(StateError) {
    guard try acceptedSecrets() != accepted else { return }
    let words = accepted.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.fingerprint):\($0.value.refusals)" }
    try setNote(.acceptedSecrets, words.joined(separator: " "))
  }
}
