import HTTPTransport
import JSONTree
import Policies
import Providers
import Text

/// Asks one BuilderOS host. The transport leads to that address and nowhere else, and follows nobody elsewhere.
struct BuilderOSClient: Sendable {
  let system: Name
  private let secret: Secret
  private let transport: any ReadTransport

  /// One that asks `system` through `transport`.
  init(system: Name, secret: Secret, transport: any ReadTransport) {
    self.system = system
    self.secret = secret
    self.transport = transport
  }

  /// How many capsules are taken: hosts have dozens of them.
  static let mostCapsules = 5000

  /// Every capsule, in either of the two shapes in which hosts list them: an array, or an object around one. Throws where
  /// there are more than are taken.
  func capsules() async throws(ProviderError) -> [Capsule] {
    let response = try await exchange("/capsules")
    guard (200..<300).contains(response.status) else { throw BuilderOSMessages.failure(response, quoting: words) }
    if response.isWebPage { throw BuilderOSMessages.webPage }
    let text: JSONText
    do throws(JSONSyntaxError) {
      text = try JSONText(checking: response.body, within: .capsules)
    } catch {
      throw error.isOverBudget ? BuilderOSMessages.tooMuch(error) : BuilderOSMessages.notJSON(error)
    }
    let list = text.elementCount == nil ? text["capsules"] : text
    if let count = list?.elementCount, count > Self.mostCapsules {
      throw BuilderOSMessages.tooMany(count, most: Self.mostCapsules)
    }
    guard let elements = list?.elements else { throw BuilderOSMessages.notUnderstood }
    return elements.compactMap { Capsule($0) }
  }

  /// The version that the host says it has; nil where it does not say. It says so to anybody: nothing about the key
  /// follows from it, and nothing else of the answer means the same on every host.
  func version() async throws(ProviderError) -> String? {
    let response = try await exchange("/status")
    guard response.status == 200 else { return nil }
    let text = try? JSONText(checking: response.body, within: .small)
    return text?["version"]?.string.flatMap(quotable)?.shortened(to: 64)
  }

  /// The header that every request has. Throws where the secret cannot be a key.
  func authorisation() throws(ProviderError) -> HeaderField { try APIKey(secret).header }

  /// What an answer says in words: its `error` or its `message`, or the text that it is; nil for a page or nothing.
  /// Cut, and without the key, should the host repeat it.
  func words(_ response: Response) -> String? {
    if response.isWebPage { return nil }
    let tree = try? JSONText(checking: response.body, within: .action)
    let said =
      tree == nil
      ? String(decoding: response.body.prefix(1024), as: UTF8.self) : (tree?["error"] ?? tree?["message"])?.string
    return said.flatMap(quotable)
  }

  /// `text` of the host as it may be shown; nil where nothing is left of it.
  func quotable(_ text: String) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let safe = secret.hidden(in: words).shortened(to: 200)
    return safe.isEmpty ? nil : safe
  }

  private func exchange(_ path: String) async throws(ProviderError) -> Response {
    let header = try authorisation()
    do throws(TransportError) {
      return try await transport.read(.get(path, headers: [header]))
    } catch {
      throw ProviderError(error)
    }
  }
}

extension JSONBudget {
  /// For a list of capsules: hosts have dozens of them.
  static let capsules = JSONBudget(bytes: 4 << 20, values: 262_144)
  /// For the answer to an action: a few members, one of which may be all that the action has printed.
  static let action = JSONBudget(bytes: 16 << 20, values: 1024)
}
