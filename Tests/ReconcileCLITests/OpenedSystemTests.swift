import Documents
import HTTPTransport
import PiHole
import Planning
import Policies
import Providers
import Testing

@testable import Controller

/// What is said of a system that cannot be read, besides its own words.
@Suite struct OpenedSystemTests {
  @Test(
    "a connection of plain http that is closed without an answer may have met the port for https",
    arguments: [
      (.unanswered, false, true), (.unanswered, true, false), (.broken, false, false), (.refused, false, false),
    ] as [(TransportError.Kind, Bool, Bool)])
  func portForTLS(_ kind: TransportError.Kind, _ isTLS: Bool, _ isAsked: Bool) async {
    let error = ProviderError(TransportError(kind, "in any words"))
    let result = await Self.opened(isTLS: isTLS, error).observe([])
    guard case .failure(let found) = result else {
      Issue.record("it was read")
      return
    }
    #expect(found.message.text == "in any words")
    #expect(found.message.hint == (isAsked ? PassMessages.portForTLS : nil))
  }

  private static func opened(isTLS: Bool, _ error: ProviderError) -> OpenedSystem {
    let place = SourcePosition(line: 1, column: 1)
    let system = System(
      name: Name("pihole"), kind: .pihole,
      url: BaseURL(scheme: isTLS ? .https : .http, host: "192.168.1.2", port: 443, path: ""), tls: .system,
      timeoutSeconds: 10, plaintext: !isTLS, secret: .environment(name: "P"), settings: [:],
      span: SourceSpan(file: "p", start: place, end: place))
    let endpoint = Endpoint(
      isTLS: isTLS, host: "192.168.1.2", port: 443, basePath: "", trust: .system, plaintext: .loopbackOnly,
      timeoutSeconds: 10)
    return OpenedSystem(
      system: system, endpoint: endpoint,
      connected: ConnectedSystem(observer: FailingObserver(error: error), applier: { _ in NothingToWrite() }))
  }
}

private struct FailingObserver: Observer {
  var error: ProviderError

  func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation { throw error }

  func close() async {}
}

private struct NothingToWrite: Applier {
  func apply(_ change: Change) async throws(ProviderError) -> Outcome { .applied([]) }
}
