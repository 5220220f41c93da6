import HTTPTransport
import Policies

/// Who is told what a run did, as the command line says.
struct Audience: Hashable, Sendable {
  /// The file that metrics are written to.
  var metricsPath: String?
  /// The program that is told.
  var program: String?
  /// The address that is told.
  var address: BaseURL?

  /// Whether anybody is told of what was done; metrics tell of every run.
  var isToBeNotified: Bool { program != nil || address != nil }

  init(_ invocation: Invocation) throws(UsageError) {
    metricsPath = invocation.value(.metrics)
    program = invocation.value(.notifyCommand)
    if let program, !program.hasPrefix("/") { throw UsageError.notAPath(.notifyCommand) }
    guard let text = invocation.value(.notifyURL) else { return }
    guard let address = BaseURL(reading: text) else { throw UsageError.notAnAddress }
    self.address = address
  }
}

extension TransportEvent {
  /// The path that a notification to `address` is sent to.
  static func pathOfNotification(_ address: BaseURL) -> String { address.path.isEmpty ? "/" : address.path }

  /// The same without what may be a token.
  var withoutPath: TransportEvent {
    var event = self
    event.path = "(--notify-url)"
    return event
  }

  /// For a person; not escaped.
  var words: String {
    let status = status.map(String.init) ?? "no answer"
    return "\(system.map { $0 + ": " } ?? "")\(method) \(path) · \(status) · \(bodyBytes) bytes · \(milliseconds) ms"
  }
}
