import HTTPTransport
import Reconciliation
import Simulator
import TestSupport
import Testing
import UniFi

@Suite struct SocketTests {
  /// The same console as elsewhere, at the other end of a real connection and the real transport.
  @Test(arguments: [nil, try TestCertificate.selfSigned()])
  func movesASwitchOverASocket(_ tls: TestCertificate?) throws {
    let server = try LoopbackServer(
      Console.household(), tls: tls.map { ServerCertificate(certificatePEM: $0.certificatePEM, keyPEM: $0.keyPEM) })
    let endpoint = Endpoint(
      isTLS: tls != nil, host: "127.0.0.1", port: Int(server.port), basePath: "/proxy/network/integration/v1",
      trust: tls.map { .pins([$0.pin]) } ?? .system, plaintext: .loopbackOnly, timeoutSeconds: 5)
    let loop = EventLoop()
    let transport = Transport(loop: loop, userAgent: "reconcile/test")
    let observer = UniFiObserver(Console.settings(), read: transport.readDoor(for: endpoint), sleep: loop.sleep)
    let applier = UniFiApplier(after: observer, write: transport.writeDoor(for: endpoint))

    let (seen, outcome) = try loop.run {
      (try await observer.observe([.aclRule]), try await applier.apply(.bedtime()))
    }

    #expect(seen.objects.count == 6)
    #expect(outcome == .applied([]))
    #expect(server.inspect { ($0 as? UniFiConsole)?.bedtime?.isEnabled } == true)
    server.stop()
  }
}
