import Approvals
import CivilTime
import Controller
import HTTPTransport
import Hashing
import Host
import Planning
import Policies
import StateStore

/// An approver who acts by a PIN, at a terminal or through a pipe.
struct ApproverProof {
  /// Who it is said to be.
  let person: Name
  private let typed: Secret

  /// Asks for the PIN of who is named by `--as`; nil where nobody is.
  init?(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    guard let name = invocation.value(.`as`).map({ Name($0.lowercased()) }) else { return nil }
    try self.init(of: name, asking: RequestMessages.askForPIN(name), environment)
  }

  /// Asks for the PIN of `person` with `question`.
  init(of person: Name, asking question: String, _ environment: Environment) throws(UsageError) {
    guard let typed = HiddenLine.read(question, environment) else { throw RequestMessages.noPIN }
    (self.person, self.typed) = (person, typed)
  }

  /// Tries the PIN. Nil where it is right; else what is to be said. What was tried is written down.
  func refusal(in store: StateStore, _ context: OverrideContext) throws(StateError) -> OverrideRefusal? {
    guard let pin = try store.pin(of: person) else { return RequestMessages.hasNoPIN(person) }
    let (answer, after) = pin.trying(at: context.clocks) { typed.fit($0) }
    if after != pin {
      let isWrong = answer != .right
      try store.keep(
        after, of: person,
        telling: isWrong
          ? Event(at: context.now, .wrongCode, by: context.person, message: "a wrong PIN of \(person)'s") : nil)
    }
    return RequestMessages.pinRefusal(answer, person)
  }

  /// Whether this person alone may allow what `needs` want: nil where that is so, else what is to be said.
  func refusal(for needs: [ApprovalNeed]) -> OverrideRefusal? {
    guard needs.approvers.contains(person) else { return needs.isEmpty ? nil : RequestMessages.hasNoSay(person, needs) }
    return needs.areMet(by: [person]) ? nil : RequestMessages.othersToo(needs.missing(after: [person]))
  }
}

extension Secret {
  /// Whether it is what a hash in the state was made of.
  func fit(_ hash: String) -> CodeDecision.Fit {
    switch reveal({ PasswordHash(kept: hash)?.verification(of: $0) }) {
    case .right: .right
    case .outOfMemory: .unknown
    case .wrong, nil: .wrong
    }
  }
}
