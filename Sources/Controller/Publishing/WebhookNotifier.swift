import HTTPTransport
import Host
import JSONTree
import Planning
import Policies
import Providers

/// Tells an address what was done: one POST, no secret of ours, no redirect followed, plain `http` only within the home.
struct WebhookNotifier {
  let network: any Network
  /// How long it may take, in seconds.
  let seconds: Int64

  /// Why that went wrong; nil where it did not.
  func tell(_ notification: Notification, _ address: BaseURL, as format: NotificationFormat) async -> String? {
    let endpoint = Endpoint(
      isTLS: address.scheme == .https, host: address.host, port: address.port, basePath: "", trust: .system,
      plaintext: .privateAddresses, timeoutSeconds: Int(seconds))
    do throws(TransportError) {
      let request = Self.request(notification, TransportEvent.pathOfNotification(address), as: format)
      let status = try await network.writeTransport(for: endpoint).write(request).status
      return 200..<300 ~= status ? nil : PublisherMessages.answered(address, status)
    } catch {
      return PublisherMessages.notSent(address, error.message)
    }
  }

  private static func request(_ notification: Notification, _ path: String, as format: NotificationFormat)
    -> WriteRequest
  {
    switch format {
    case .json: return .post(path, body: notification.json.bytes)
    case .text:
      let text = notification.text
      return .post(path, headers: text.fields.fields, body: Array(text.body.utf8))
    }
  }
}
