import Foundation
import HTTPTransport
import Simulator
import Testing

@Suite struct CancellationTests {
  static let requests: [(id: String, expected: String, arrivals: Int)] = [
    ("read", "cancelled", 1), ("write", "200", 1), ("close", "200", 1),
  ]

  private static func send(_ id: String, _ transport: Transport, _ endpoint: Endpoint) async -> Result<
    Response, TransportError
  > {
    await outcome { () throws(TransportError) in
      switch id {
      case "read": try await transport.readTransport(for: endpoint).read(.get("/"))
      case "write": try await transport.writeTransport(for: endpoint).write(.put("/", body: []))
      case _: try await transport.readTransport(for: endpoint).read(.closeSession("/"))
      }
    }
  }

  /// The answer comes after a second; what is given up at once is over long before, and the others wait for it.
  @Test(arguments: requests) func whileItIsUnderWay(_ row: (id: String, expected: String, arrivals: Int)) throws {
    let rig = try Rig { _, _ in .init(status: 200, delivery: .delayed(milliseconds: 1000)) }
    let (loop, transport, endpoint) = (rig.loop, rig.transport(), rig.endpoint)
    let result = loop.run {
      let task = Task(executorPreference: loop) { await Self.send(row.id, transport, endpoint) }
      while rig.arrived.isEmpty { await loop.sleep(.milliseconds(1)) }
      task.cancel()
      return await task.value
    }
    #expect(result.summary == row.expected)
    #expect(rig.arrived.count == row.arrivals)
  }

  static let before: [(id: String, expected: String, arrivals: Int)] = [
    ("read", "cancelled", 0), ("write", "cancelled", 0), ("close", "200", 1),
  ]

  @Test(arguments: before) func beforeItBegins(_ row: (id: String, expected: String, arrivals: Int)) throws {
    let rig = try Rig()
    let (loop, transport, endpoint) = (rig.loop, rig.transport(), rig.endpoint)
    let result = loop.run {
      let task = Task(executorPreference: loop) { await Self.send(row.id, transport, endpoint) }
      task.cancel()
      return await task.value
    }
    #expect(result.summary == row.expected)
    #expect(rig.arrived.count == row.arrivals)
  }

  /// A write that waits in line behind others has not begun, and is given up.
  @Test func aWriteInLineIsNotSent() throws {
    let rig = try Rig { _, _ in .init(status: 200, delivery: .delayed(milliseconds: 1000)) }
    let (loop, transport, endpoint) = (rig.loop, rig.transport(), rig.endpoint)
    let summaries = loop.run {
      let tasks = (1...5).map { _ in
        Task(executorPreference: loop) { await Self.send("write", transport, endpoint).summary }
      }
      while rig.arrived.count < 4 { await loop.sleep(.milliseconds(1)) }
      for task in tasks { task.cancel() }
      var summaries: [String] = []
      for task in tasks { summaries.append(await task.value) }
      return summaries
    }
    #expect(summaries.sorted() == ["200", "200", "200", "200", "cancelled"])
    #expect(rig.arrived.count == 4)
  }

  /// Cancelled from another thread at every stage: none may be lost, or the test would wait for the server's answers.
  @Test func fromAnotherThread() throws {
    let rig = try Rig { _, _ in .init(status: 200, delivery: .delayed(milliseconds: 60_000)) }
    let (loop, transport) = (rig.loop, rig.transport())
    var endpoint = rig.endpoint
    endpoint.timeoutSeconds = 50
    let target = endpoint
    let summaries = loop.run {
      await withTaskGroup(of: String.self) { group in
        for number in 0..<100 {
          group.addTask {
            let task = Task(executorPreference: loop) { await Self.send("read", transport, target) }
            Thread.detachNewThread {
              usleep(UInt32(number * 50))
              task.cancel()
            }
            return await task.value.summary
          }
        }
        return await group.reduce(into: [String]()) { $0.append($1) }
      }
    }
    #expect(summaries == Array(repeating: "cancelled", count: 100))
  }
}

@Suite struct AbandonmentTests {
  /// A read, a write and the end of a session hang; everything is given up.
  @Test func everyExchangeEndsAndNoneBegins() throws {
    let rig = try Rig { _, _ in .init(status: 200, delivery: .delayed(milliseconds: 600_000)) }
    var endpoint = rig.endpoint
    endpoint.timeoutSeconds = 600
    let (loop, transport) = (rig.loop, rig.transport())
    let (reading, writing) = (transport.readTransport(for: endpoint), transport.writeTransport(for: endpoint))
    let summaries = loop.run {
      await withTaskGroup(of: String.self) { group in
        group.addTask { await outcome { () throws(TransportError) in try await reading.read(.get("/")) }.summary }
        for _ in 1...6 {
          group.addTask {
            await outcome { () throws(TransportError) in try await writing.write(.put("/", body: [1])) }.summary
          }
        }
        group.addTask {
          await outcome { () throws(TransportError) in try await reading.read(.closeSession("/")) }.summary
        }
        while rig.arrived.count < 4 { await loop.sleep(.milliseconds(1)) }
        transport.cancelAll()
        var ends = await group.reduce(into: [String]()) { $0.append($1) }
        ends.append(
          await outcome { () throws(TransportError) in try await reading.read(.closeSession("/")) }.summary)
        return ends
      }
    }
    #expect(summaries == Array(repeating: "cancelled", count: 9))
    #expect(rig.arrived.count == 4, "those that waited in line were never sent")
    rig.server.stop()
  }

  /// What waits only to ask again ends, before and after; other waits go on.
  @Test func everyPauseEnds() throws {
    let rig = try Rig { _, _ in .init(status: 200) }
    let (loop, transport) = (rig.loop, rig.transport())
    let began = ContinuousClock.now
    let ended = loop.run {
      let ended = await withTaskGroup(of: String.self) { group in
        for name in ["first", "second"] {
          group.addTask {
            await transport.pause(.seconds(60))
            return name
          }
        }
        group.addTask {
          await loop.sleep(.milliseconds(300))
          return "sleep"
        }
        group.addTask {
          await loop.sleep(.milliseconds(50))
          transport.cancelAll()
          await transport.pause(.seconds(60))
          return "later"
        }
        return await group.reduce(into: [String]()) { $0.append($1) }
      }
      transport.resume()
      let resumed = ContinuousClock.now
      await transport.pause(.milliseconds(100))
      #expect(ContinuousClock.now - resumed >= .milliseconds(100), "it is another run")
      return ended
    }
    #expect(Set(ended.prefix(3)) == ["first", "second", "later"] && ended.last == "sleep", "\(ended)")
    #expect(ContinuousClock.now - began < .seconds(50))
    rig.server.stop()
  }
}
