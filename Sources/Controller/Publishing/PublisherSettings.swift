package import HTTPTransport
package import Policies
package import Secrets

/// Who is told what a run did.
package struct PublisherSettings: Hashable, Sendable {
  /// The file that metrics are written to.
  package var metricsPath: String?
  /// The program that is told.
  package var program: String?
  /// The address that is told.
  package var address: BaseURL?
  /// The credential that holds such an address; there is one of the two.
  package var addressCredential: String?

  /// How they are told.
  package var format = NotificationFormat.json
  /// So many seconds before something is held back people are told; nil where nobody is.
  package var beforeSeconds: Int64?

  /// Nobody.
  package init() {}

  /// Whether anybody is told of what was done; metrics tell of every run.
  package var isToBeNotified: Bool { program != nil || address != nil || addressCredential != nil }

  /// The address that is told, as the command line gives it or as the credential holds it now; nil where none is.
  package func address(_ surroundings: SecretContext) throws(SecretError) -> BaseURL? {
    guard let addressCredential else { return address }
    let secret = try SecretReader(surroundings, kinds: []).read(.credential(name: addressCredential))
    guard secret.binding == nil, let address = secret.secret.reveal({ BaseURL(reading: $0) }) else {
      throw PublisherMessages.noAddress(in: addressCredential)
    }
    return address
  }
}

extension TransportEvent {
  /// The path that a notification to `address` is sent to.
  package static func pathOfNotification(_ address: BaseURL) -> String { address.path.isEmpty ? "/" : address.path }

  /// The same without what may be a token.
  package var withoutPath: TransportEvent {
    var event = self
    event.path = "(--notify-url)"
    return event
  }

  /// For people; not escaped.
  package var words: String {
    let status = status.map(String.init) ?? "no answer"
    return "\(system.map { $0 + ": " } ?? "")\(method) \(path) · \(status) · \(bodyBytes) bytes · \(milliseconds) ms"
  }
}
