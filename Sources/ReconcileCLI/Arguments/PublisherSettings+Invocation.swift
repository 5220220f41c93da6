import Controller
import Policies
import Secrets

extension PublisherSettings {
  /// As the command line says.
  init(_ invocation: Invocation) throws(UsageError) {
    self.init()
    metricsPath = invocation.value(.metrics)
    program = invocation.value(.notifyCommand)
    if let program, !program.hasPrefix("/") { throw UsageError.notAPath(.notifyCommand) }
    addressCredential = try Self.addressCredential(invocation)
    guard let text = invocation.value(.notifyURL) else { return }
    guard let address = BaseURL(reading: text) else { throw UsageError.notAnAddress }
    self.address = address
  }

  /// The name of the credential that holds the address; nil where none is given.
  static func addressCredential(_ invocation: Invocation) throws(UsageError) -> String? {
    guard let name = invocation.value(.notifyCredential) else { return nil }
    guard SecretReader.isCredentialName(name) else { throw UsageError.notACredential }
    if invocation.value(.notifyURL) != nil { throw UsageError.addressTwice }
    return name
  }
}
