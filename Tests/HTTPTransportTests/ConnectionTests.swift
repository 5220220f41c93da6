import CCurl
import Glibc
import Simulator
import TestSupport
import Testing

@testable import HTTPTransport

@Suite struct ConnectionTests {
  @Test func aHundredRequestsShareAFewConnections() throws {
    let rig = try Rig { _, _ in .init(status: 200, delivery: .delayed(milliseconds: 1)) }
    let (loop, transport) = (rig.loop, rig.transport().readTransport(for: rig.endpoint))
    let answered = loop.run {
      await withTaskGroup(of: String.self) { group in
        for _ in 1...100 {
          group.addTask { await outcome { () throws(TransportError) in try await transport.read(.get("/")) }.summary }
        }
        return await group.reduce(into: 0) { $0 += $1 == "200" ? 1 : 0 }
      }
    }
    #expect(answered == 100)
    #expect((2...4).contains(rig.server.mostConnectionsAtOnce))
    #expect(rig.server.connectionsOpened <= 4)
  }

  /// Twenty requests of 500 ms, four at a time, take longer than the two seconds that each of them may.
  @Test func waitingInLineIsNotPartOfTheTime() throws {
    var rig = try Rig { _, _ in .init(status: 200, delivery: .delayed(milliseconds: 500)) }
    rig.endpoint.timeoutSeconds = 2
    let (loop, transport) = (rig.loop, rig.transport().readTransport(for: rig.endpoint))
    let summaries = loop.run {
      await withTaskGroup(of: String.self) { group in
        for _ in 1...20 {
          group.addTask { await outcome { () throws(TransportError) in try await transport.read(.get("/")) }.summary }
        }
        return await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
    }
    #expect(summaries == ["200"])
  }

  @Test func oneAfterAnotherUsesOneConnection() throws {
    let rig = try Rig()
    for _ in 1...5 { _ = rig.read() }
    _ = rig.write(.put("/", body: [1]))
    #expect(rig.arrived.count == 6)
    #expect(rig.server.connectionsOpened == 1)
  }

  /// Requests and answers that follow each other make a conversation, in which the kernel acknowledges late; a server
  /// that sends header and body apart then waits 40 ms with each body. Asked of the sockets themselves.
  @Test(arguments: [false, true], [0, 34, 40_000])
  func answersAreAcknowledgedAtOnce(isTLS: Bool, bytes: Int) throws {
    let certificate = isTLS ? try TestCertificate.selfSigned() : nil
    let body = [UInt8](repeating: 65, count: bytes)
    let rig = try Rig(tls: certificate, trust: certificate.map { .pins([$0.pin]) } ?? .system, answersApart: true) {
      _, _ in .init(status: 200, body: body)
    }
    for number in 1...6 {
      #expect(try rig.read().get().body == body)
      #expect(rig.acknowledgements == [1], "after answer \(number)")
    }
    #expect(rig.server.connectionsOpened == 1)
  }

  /// Each answer on its own connection, and each connection found again when it is used a second time.
  @Test func severalAtOnceAreAcknowledgedToo() throws {
    let rig = try Rig { _, _ in .init(status: 200, body: [65], delivery: .delayed(milliseconds: 50)) }
    let (loop, transport) = (rig.loop, rig.transport().readTransport(for: rig.endpoint))
    for _ in 1...4 {
      loop.run {
        await withTaskGroup(of: Void.self) { group in
          for _ in 1...4 {
            group.addTask { _ = await outcome { () throws(TransportError) in try await transport.read(.get("/")) } }
          }
        }
      }
      #expect(rig.acknowledgements == Array(repeating: 1, count: rig.server.connectionsOpened))
    }
    #expect((2...4).contains(rig.server.connectionsOpened))
  }

  /// A socket that is closed is forgotten: its number is soon another's.
  @Test func closedSocketsAreForgotten() throws {
    let rig = try Rig { number, _ in .init(status: number.isMultiple(of: 2) ? 500 : 200) }
    #expect((1...6).map { _ in rig.read().summary } == ["200", "500", "200", "500", "200", "500"])
    #expect(rig.server.connectionsOpened == 3 && rig.acknowledgements == [])
    _ = rig.read()
    #expect(rig.acknowledgements == [1])
  }

  @Test func noThreadIsStarted() throws {
    let rig = try Rig()
    let caller = pthread_self()
    let (loop, transport) = (rig.loop, rig.transport().readTransport(for: rig.endpoint))
    let thread = loop.run {
      _ = await outcome { () throws(TransportError) in try await transport.read(.get("/")) }
      return pthread_self()
    }
    #expect(thread == caller)
  }
}

extension Rig {
  /// Of each open socket of the loop whether it acknowledges at once (1) or late (0).
  fileprivate var acknowledgements: [Int32] {
    let modes = Shared<[Int32]>([])
    loop.perform { state in modes.change { $0 = state.transfers.sockets.all.map(rc_acknowledges_now) } }
    loop.run {}
    return modes.value
  }
}
