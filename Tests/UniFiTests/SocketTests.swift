import HTTPTransport
import Providers
import Planning
import Simulator
import TestSupport
import Testing
import UniFi

@Suite struct SocketTests {
  /// The same console as elsewhere, at the other end of a real connection and the real transport.
  @Test(arguments: [nil, try TestCertificate.selfSigned()])
  func movesSwitchesOverASocket(_ tls: TestCertificate?) throws {
    let server = try LoopbackServer(
      Console.household(), tls: tls.map { ServerCertificate(certificatePEM: $0.certificatePEM, keyPEM: $0.keyPEM) })
    let endpoint = Endpoint(
      isTLS: tls != nil, host: "127.0.0.1", port: Int(server.port), basePath: "/proxy/network/integration/v1",
      trust: tls.map { .pins([$0.pin]) } ?? .system, plaintext: .loopbackOnly, timeoutSeconds: 5)
    let loop = EventLoop()
    let transport = Transport(loop: loop, userAgent: "reconcile/test")
    let observer = UniFiObserver(Console.settings(), read: transport.readTransport(for: endpoint), sleep: loop.sleep)
    let applier = UniFiApplier(after: observer, write: transport.writeTransport(for: endpoint))

    let switches: [Console.Switch] = [.rule, .policy, .wifi]
    let (seen, outcomes) = try loop.run {
      let seen = try await observer.observe([.aclRule, .firewallPolicy, .wifi])
      var outcomes: [Outcome] = []
      for own in switches { outcomes.append(try await applier.apply(.moving(own))) }
      return (seen, outcomes)
    }

    #expect(Set(seen.objects.map(\.kind)) == [.aclRule, .firewallPolicy, .wifi])
    #expect(outcomes == [.applied([]), .applied([]), .applied([])])
    let isMoved = switches.map { own in server.inspect { ($0 as? UniFiConsole)?[own]?["enabled"] } == true }
    #expect(isMoved == [true, true, true])
    server.stop()
  }
}
