package import Approvals
import CivilTime
import Controller
package import HTTPTransport
import Hashing
import Planning
package import Policies
package import StateStore

/// An approver who acts as such, and by what that is shown.
package struct ApproverProof {
  /// Who it is said to be.
  package let person: Name
  private let means: Means

  private enum Means {
    /// A PIN that was typed.
    case pin(Secret)
    /// A session that was looked up already.
    case session
  }

  /// Whether that is a PIN.
  var isTyped: Bool { if case .pin = means { true } else { false } }

  /// Who has typed this.
  package init(of person: Name, pin typed: Secret) {
    (self.person, means) = (person, .pin(typed))
  }

  /// Who was recognised by a cookie or a token.
  package init(ofSession person: Name) {
    (self.person, means) = (person, .session)
  }

  /// Tries the PIN. Nil where it is right; else what is to be said. What was tried is written down.
  package func refusal(in store: StateStore, _ context: OverrideContext) throws(StateError) -> OverrideRefusal? {
    guard case .pin(let typed) = means else { return nil }
    guard let pin = try store.pin(of: person) else { return RequestMessages.hasNoPIN(person) }
    let (answer, after) = pin.trying(at: context.clocks) { typed.fit($0) }
    let event = event(of: answer, isTry: after != pin, context)
    if after != pin || event != nil { try store.keep(after, of: person, telling: event) }
    return RequestMessages.pinRefusal(answer, person)
  }

  /// What the history is to know of it: that it was wrong, or that somebody else typed it. While there is a wait nothing is
  /// tried; the try that begins one is.
  private func event(of answer: PersonPIN.Answer, isTry: Bool, _ context: OverrideContext) -> Event? {
    switch answer {
    case .wrong where isTry, .blocked where isTry:
      Event(at: context.now, .wrongCode, by: context.user, message: "a wrong PIN of \(person)'s")
    case .right where context.user != person.text:
      Event(at: context.now, .pinUsed, by: context.user, name: person.text)
    case .right, .wrong, .blocked, .unknown: nil
    }
  }

  /// Whether this person alone may allow what `needs` want: nil where that is so, else what is to be said.
  package func refusal(for needs: [ApprovalNeed]) -> OverrideRefusal? {
    guard needs.approvers.contains(person) else { return needs.isEmpty ? nil : RequestMessages.hasNoSay(person, needs) }
    return needs.areMet(by: [person]) ? nil : RequestMessages.othersToo(needs.missing(after: [person]))
  }
}

extension Secret {
  /// Whether it is what a hash in the state was made of.
  package func fit(_ hash: String) -> CodeDecision.Fit {
    switch reveal({ PasswordHash(kept: hash)?.verification(of: $0) }) {
    case .right: .right
    case .outOfMemory: .unknown
    case .wrong, nil: .wrong
    }
  }
}
