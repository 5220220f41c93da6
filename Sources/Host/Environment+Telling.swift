import Documents
import Text

extension Environment {
  /// Tells of something on standard error that changes no exit status.
  package func warn(_ message: String) { error("reconcile: warning: \(message.escaped)\n") }

  /// Tells what is as it should be, and somebody may want to know.
  package func note(_ message: String) { error("reconcile: note: \(message.escaped)\n") }

  /// Says why nothing is done.
  package func refuse(_ message: String, hint: String?) {
    error("reconcile: \(message.escaped)\n")
    if let hint { error("hint: \(hint.escaped)\n") }
  }
}
