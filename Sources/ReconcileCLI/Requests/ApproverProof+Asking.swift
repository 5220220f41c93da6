import Controller
import HTTPTransport
import Host
import Overrides
import Policies

extension ApproverProof {
  /// Asks for the PIN of who is named by `--as`; nil where nobody is.
  init?(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    guard let name = invocation.value(.`as`).map({ Name($0.lowercased()) }) else { return nil }
    try self.init(of: name, asking: RequestMessages.askForPIN(name), environment)
  }

  /// Asks for the PIN of `person` with `question`.
  init(of person: Name, asking question: String, _ environment: Environment) throws(UsageError) {
    guard let typed = HiddenLine.read(question, environment) else { throw RequestMessages.noPIN }
    self.init(of: person, pin: typed)
  }
}
