import Foundation
import HTTPTransport
import Testing

@Suite struct EventLoopTests {
  @Test func everythingRunsOnTheCallersThread() {
    let loop = EventLoop()
    let caller = pthread_self()
    let threads = loop.run {
      var seen = [pthread_self()]
      await loop.sleep(.milliseconds(2))
      seen.append(pthread_self())
      await withTaskGroup(of: pthread_t.self) { group in
        for wait in 1...5 {
          group.addTask {
            await loop.sleep(.milliseconds(wait))
            return pthread_self()
          }
        }
        for await thread in group { seen.append(thread) }
      }
      return seen
    }
    #expect(threads == Array(repeating: caller, count: 7))
  }

  @Test func givesWhatTheBodyThrows() {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      try EventLoop().run { () async throws(Broken) -> Int in throw Broken() }
    }
  }

  @Test func timersFireInOrderOfTheirTimes() {
    let loop = EventLoop()
    let order = Shared<[Int]>([])
    loop.run {
      await withTaskGroup { group in
        for wait in [30, 10, 20] {
          group.addTask {
            await loop.sleep(.milliseconds(wait))
            order.change { $0.append(wait) }
          }
        }
      }
    }
    #expect(order.value == [10, 20, 30])
  }

  @Test(arguments: [false, true]) func aCancelledSleepEnds(cancelledBefore: Bool) {
    let loop = EventLoop()
    // Would the sleep not end, neither would the test.
    let ended = loop.run {
      let task = Task(executorPreference: loop) { await loop.sleep(.seconds(100_000)) }
      if !cancelledBefore { await loop.sleep(.milliseconds(5)) }
      task.cancel()
      await task.value
      return true
    }
    #expect(ended)
  }

  @Test func anotherThreadWakesTheLoop() {
    let loop = EventLoop()
    let answer = loop.run {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: 42) }
      }
    }
    #expect(answer == 42)
  }

  @Test func aWatchedDescriptorCallsUntilItIsUnwatched() {
    let loop = EventLoop()
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    let (reading, writing) = (ends[0], ends[1])
    let calls = Shared(0)
    loop.run {
      loop.watch(fileDescriptor: reading) {
        var byte: UInt8 = 0
        calls.change { $0 += read(reading, &byte, 1) }
      }
      for _ in 1...3 {
        write(writing, "x", 1)
        await loop.sleep(.milliseconds(5))
      }
      loop.unwatch(fileDescriptor: reading)
      write(writing, "x", 1)
      await loop.sleep(.milliseconds(5))
    }
    close(reading)
    close(writing)
    #expect(calls.value == 3)
  }

  @Test func runsAgainAfterItHasEnded() {
    let loop = EventLoop()
    #expect((1...3).map { number in loop.run { number * 2 } } == [2, 4, 6])
  }
}
