import CivilTime
import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import PiHole

/// A run over real sockets, on the event loop that a real run uses.
@Suite struct SocketTests {
  @Test("a run over sockets, whole or ended while the login is on its way", arguments: [false, true])
  func run(isEnded: Bool) throws {
    let task = Mutex<Task<Outcome?, Never>?>(nil)
    var staged = Staged(PiHole(password: "right"))
    if isEnded { staged.before(request: 1) { _ in task.withLock { $0?.cancel() } } }
    let server = try LoopbackServer(staged, now: { Double(PretendRun.start) })
    defer { server.stop() }
    let loop = EventLoop()
    let transport = Transport(loop: loop, userAgent: "reconcile/test")
    let endpoint = Endpoint(
      isTLS: false, host: "127.0.0.1", port: Int(server.port), basePath: "/api", trust: .system,
      plaintext: .loopbackOnly, timeoutSeconds: 10)
    let session = PiHoleSession(
      settings: PiHoleSettings(system: Name("pihole"), password: Secret("right")),
      transport: transport.readTransport(for: endpoint), sleep: loop.sleep, random: { 0.5 })
    let observer = PiHoleObserver(session: session, now: { PretendRun.now })
    let applier = PiHoleApplier(
      session: session, transport: transport.writeTransport(for: endpoint), now: { PretendRun.now })
    let outcome = loop.run {
      let work = Task(executorPreference: loop) {
        _ = try? await observer.observe([.blocking])
        let outcome = try? await applier.apply(ApplierStory.pause)
        await observer.close()
        return outcome
      }
      task.withLock { $0 = work }
      return await work.value
    }
    let stage = server.inspect { $0 as? Staged<PiHole> }
    #expect(outcome == (isEnded ? nil : .applied([])))
    #expect(stage?.system.blocking.isActive == isEnded)
    #expect(stage?.system.seats.taken == 0)
    #expect(stage?.log.last?.method == "DELETE" && stage?.log.last?.status == 204)
    #expect(server.connectionsOpened == 1)
  }

  /// What a Pi-hole without its file of versions says behind that error must not cost a change or the logout.
  @Test("changes while the version is answered twice", arguments: [false, true])
  func answeredTwice(isTLS: Bool) throws {
    var piHole = PiHole(password: "right")
    piHole.hasVersionsFile = false
    let certificate = isTLS ? try TestCertificate.selfSigned() : nil
    let server = try LoopbackServer(
      Staged(piHole), tls: certificate.map { ServerCertificate(certificatePEM: $0.certificatePEM, keyPEM: $0.keyPEM) },
      now: { Double(PretendRun.start) })
    defer { server.stop() }
    let loop = EventLoop()
    let transport = Transport(loop: loop, userAgent: "reconcile/test")
    let endpoint = Endpoint(
      isTLS: isTLS, host: "127.0.0.1", port: Int(server.port), basePath: "/api",
      trust: certificate.map { .pins([$0.pin]) } ?? .system, plaintext: .loopbackOnly, timeoutSeconds: 10)
    let session = PiHoleSession(
      settings: PiHoleSettings(system: Name("pihole"), password: Secret("right")),
      transport: transport.readTransport(for: endpoint), sleep: loop.sleep, random: { 0.5 })
    let observer = PiHoleObserver(session: session, now: { PretendRun.now })
    let applier = PiHoleApplier(
      session: session, transport: transport.writeTransport(for: endpoint), now: { PretendRun.now })
    for change in [PretendRun.change(.active, to: .paused), PretendRun.change(.paused, to: .active)] {
      let (warnings, outcome) = loop.run {
        let warnings = (try? await observer.observe([.blocking]))?.warnings.map(\.code)
        return (warnings, try? await applier.apply(change))
      }
      #expect(warnings == ["pihole.version-unknown"])
      #expect(outcome == .applied([]))
    }
    loop.run { await observer.close() }
    let stage = server.inspect { $0 as? Staged<PiHole> }
    #expect(stage?.system.seats.taken == 0)
    #expect(stage?.writes.map(\.method) == ["POST", "POST"])
    #expect(stage?.log.filter { $0.method == "DELETE" }.map(\.status) == [204], "logged out at once")
  }

  @Test(
    "an entry comes and goes over sockets, whatever is in it",
    arguments: [#"^a+/b\?c=1&d$;querytype=A"#, "...", "ü %2F"])
  func entry(text: String) throws {
    let server = try LoopbackServer(Staged(PiHole.household()), now: { Double(PretendRun.start) })
    defer { server.stop() }
    let loop = EventLoop()
    let transport = Transport(loop: loop, userAgent: "reconcile/test")
    let endpoint = Endpoint(
      isTLS: false, host: "127.0.0.1", port: Int(server.port), basePath: "/api", trust: .system,
      plaintext: .loopbackOnly, timeoutSeconds: 10)
    let session = PiHoleSession(
      settings: PiHoleSettings(system: Name("pihole"), password: Secret("right")),
      transport: transport.readTransport(for: endpoint), sleep: loop.sleep, random: { 0.5 })
    let applier = PiHoleApplier(
      session: session, transport: transport.writeTransport(for: endpoint), now: { PretendRun.now })
    let changes = [
      Change.entry(text, isRegex: true, .absent, .enabled), .entry(text, isRegex: true, .enabled, .disabled),
      .entry(text, isRegex: true, .disabled, .absent),
    ]
    for (change, names) in zip(changes, [[text], [text], []]) {
      let outcome = loop.run { await Task(executorPreference: loop) { try? await applier.apply(change) }.value }
      let system = server.inspect { ($0 as? Staged<PiHole>)?.system }
      #expect(outcome == .applied([]))
      #expect(system?.gravity.domains.filter { $0.comment == "reconcile:home" && $0.id > 4 }.map(\.name) == names)
    }
    loop.run { await Task(executorPreference: loop) { await session.close() }.value }
  }
}
