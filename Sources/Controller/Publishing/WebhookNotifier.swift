import HTTPTransport
import Host
import JSONTree
import Policies
import Providers
import Planning

/// Tells an address what was done: one POST, no secret of ours, no redirect followed, plain `http` only within the home.
struct WebhookNotifier {
  let network: any Network

  /// Why that went wrong; nil where it did not.
  func tell(_ notification: Notification, _ address: BaseURL) async -> String? {
    let endpoint = Endpoint(
      isTLS: address.scheme == .https, host: address.host, port: address.port, basePath: "", trust: .system,
      plaintext: .privateAddresses, timeoutSeconds: Int(CommandNotifier.limitSeconds))
    let request = WriteRequest.post(TransportEvent.pathOfNotification(address), body: notification.json.bytes)
    do throws(TransportError) {
      let status = try await network.writeTransport(for: endpoint).write(request).status
      return 200..<300 ~= status ? nil : PublisherMessages.answered(address, status)
    } catch {
      return PublisherMessages.notSent(address, error.message)
    }
  }
}
