import Approvals
import Controller
import Documents
import HTTPTransport
import Hashing
import Host
import JSONTree
import Planning
import Policies
import Presentation
import StateStore
import Overrides

/// Choosing a PIN, or taking one away.
struct PINChange {
  private let person: Name
  private let context: OverrideContext
  private let environment: Environment

  init(_ person: Name, _ context: OverrideContext, _ environment: Environment) {
    (self.person, self.context, self.environment) = (person, context, environment)
  }

  /// What came of it.
  private enum Done {
    case written
    case refused(OverrideRefusal)
  }

  /// Asks for the old one where there is one, and twice for the new one.
  func choose(_ output: OutputSettings) throws(UsageError) -> ExitStatus {
    guard environment.inputIsTerminal else { return refuse(PeopleMessages.noTerminal) }
    guard mayChoose else { return refuse(PeopleMessages.onlyOwn(person)) }
    let hasOne: Bool
    do throws(StateError) {
      hasOne = try StateStore(reading: context.places.state.path)?.pin(of: person) != nil
    } catch {
      return error.report(environment, hint: nil)
    }
    var old: ApproverProof?
    if hasOne { old = try ApproverProof(of: person, asking: PeopleMessages.askForOld(person), environment) }
    guard let new = HiddenLine.read(PeopleMessages.askForNew(person), environment) else { throw RequestMessages.noPIN }
    if let flaw = new.reveal({ PersonPIN.flaw(of: $0) }) { return refuse(PeopleMessages.flaw(flaw)) }
    let again = HiddenLine.read(PeopleMessages.askAgain, environment)
    guard again.map({ $0.reveal { text in new.reveal { $0 == text } } }) == true else {
      return refuse(PeopleMessages.notTheSame)
    }
    guard let hash = new.reveal({ PasswordHash(of: $0, .pin) })?.text else { return refuse(RequestMessages.noMemory) }
    return write(output, "pin-set", PeopleMessages.chosen(person)) { (context, store) throws(StateError) in
      if let refusal = try old?.refusal(in: store, context) { return .refused(refusal) }
      // Somebody may have chosen one meanwhile.
      if old == nil, try store.pin(of: person) != nil { return .refused(PeopleMessages.hasOne(person)) }
      try store.keep(
        PersonPIN(hash: hash), of: person,
        telling: Event(at: context.now, .pinSet, by: context.person, name: person.text))
      return .written
    }
  }

  /// Takes it away; the person is told by whoever enforces the policy.
  func reset(_ output: OutputSettings) throws(UsageError) -> ExitStatus {
    guard environment.isRoot, !environment.isForSomebodyElse else { return refuse(PeopleMessages.onlyRoot(person)) }
    return write(output, "pin-reset", PeopleMessages.taken(person)) { (context, store) throws(StateError) in
      guard try store.pin(of: person) != nil else { return .refused(RequestMessages.hasNoPIN(person)) }
      try store.keep(
        nil, of: person, telling: Event(at: context.now, .pinReset, by: context.person, name: person.text))
      // Nobody else can be told.
      if context.policy?.people.contains(where: { $0.name == person }) ?? false {
        try store.keep(ApproverNews(person: person, text: PeopleMessages.wasTaken(by: context.person)))
      }
      return .written
    }
  }

  /// Whoever is logged in by that name, and root.
  private var mayChoose: Bool {
    environment.isRoot && !environment.isForSomebodyElse || context.person == person.text
  }

  private func write(
    _ output: OutputSettings, _ deed: String, _ words: String,
    _ body: (OverrideContext, StateStore) throws(StateError) -> Done
  ) -> ExitStatus {
    do throws(StateError) {
      let done = try StateWriting.perform(in: context.places.state, environment) { (store) throws(StateError) in
        try body(context.asOfNow(), store)
      }
      if case .refused(let refusal) = done { return refuse(refusal) }
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
    }
    let json = JSON.object([
      .formatVersion, .init("deed", .string(deed)), .init("person", .string(person.text)),
    ])
    environment.output(output.format == .json ? json.line : words + "\n")
    return .success
  }

  private func refuse(_ refusal: OverrideRefusal) -> ExitStatus {
    environment.refuse(refusal.message, hint: refusal.hint)
    return .refused
  }
}
