import HTTPTransport
import Policies
import Secrets

/// One message as an ntfy server takes it: a POST to the topic, the text as the body, the rest in header fields.
struct NtfyDelivery {
  /// Plain `http` goes to this machine, and where the file says so to what is within the home.
  let endpoint: Endpoint
  let request: WriteRequest

  /// Reads the token of `topic`, which goes where its own second line says, or, as the file that names it is the
  /// machine's own too, where that says. It is to be taken within so many seconds.
  init(
    _ message: ApproverMessage, to topic: NtfyTopic, within seconds: Int64, _ surroundings: SecretContext
  ) throws(SecretError) {
    let token = try topic.token.map { (reference) throws(SecretError) in
      try SecretReader(surroundings, kinds: []).read(reference)
    }
    if let binding = token?.binding, !binding.fits(topic.url) { throw ApproverMessages.otherAddress }
    let pins = token?.binding?.pins ?? []
    var endpoint = Endpoint(
      isTLS: topic.url.scheme == .https, host: topic.url.host, port: topic.url.port, basePath: "",
      trust: pins.isEmpty ? .system : .pins(pins), plaintext: topic.plaintext ? .privateAddresses : .loopbackOnly,
      timeoutSeconds: Int(seconds))
    endpoint.system = message.approver.text
    endpoint.shownPath = "(ntfy)"
    self.endpoint = endpoint
    let bearer = token.map { HeaderField("Authorization", Secret("Bearer " + $0.secret.reveal(\.self))) }
    request = .post(
      topic.url.path, headers: Self.fields(message) + (bearer.map { [$0] } ?? []), body: Array(Self.body(message).utf8))
  }

  private static func fields(_ message: ApproverMessage) -> [HeaderField] {
    let (priority, tag) =
      switch message.content {
      case .request: ("high", "key")
      case .news: ("default", "information_source")
      }
    return NtfyFields(title: title(message), priority: priority, tag: tag).fields
  }

  /// What has one line alone is the body.
  private static func title(_ message: ApproverMessage) -> String {
    message.lines.isEmpty ? "reconcile" : message.title
  }

  private static func body(_ message: ApproverMessage) -> String {
    message.lines.isEmpty ? message.title : message.lines.joined(separator: "\n")
  }
}
