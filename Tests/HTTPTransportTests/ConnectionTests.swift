import Glibc
import HTTPTransport
import Simulator
import Testing

@Suite struct ConnectionTests {
  @Test func aHundredRequestsShareAFewConnections() throws {
    let rig = try Rig { _, _ in .init(status: 200, delivery: .delayed(milliseconds: 1)) }
    let (loop, door) = (rig.loop, rig.transport().readDoor(for: rig.endpoint))
    let answered = loop.run {
      await withTaskGroup(of: String.self) { group in
        for _ in 1...100 {
          group.addTask { await outcome { () throws(TransportError) in try await door.read(.get("/")) }.summary }
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
    let (loop, door) = (rig.loop, rig.transport().readDoor(for: rig.endpoint))
    let summaries = loop.run {
      await withTaskGroup(of: String.self) { group in
        for _ in 1...20 {
          group.addTask { await outcome { () throws(TransportError) in try await door.read(.get("/")) }.summary }
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

  @Test func noThreadIsStarted() throws {
    let rig = try Rig()
    let caller = pthread_self()
    let (loop, door) = (rig.loop, rig.transport().readDoor(for: rig.endpoint))
    let thread = loop.run {
      _ = await outcome { () throws(TransportError) in try await door.read(.get("/")) }
      return pthread_self()
    }
    #expect(thread == caller)
  }
}
