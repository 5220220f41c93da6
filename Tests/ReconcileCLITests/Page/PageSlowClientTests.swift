import Foundation
import TestSupport
import Testing

/// Beside the other tests of the page, as it waits for most of its time.
@Suite(.waitsForPrograms) struct PageSlowClientTests {
  /// Who sends a request byte by byte is cut off, and keeps nobody else out meanwhile.
  @Test func slowClientsAreCutOff() throws {
    let page = try ServedPage()
    let slow = try (0..<15).map { _ in try Wire(page.port) }
    for wire in slow { wire.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ") }
    let begin = ContinuousClock.now
    var isCutOff = false
    while ContinuousClock.now - begin < .seconds(20), !isCutOff {
      #expect(try page.get("/style.css").status == 200)
      isCutOff = slow.allSatisfy { !$0.send("a") || $0.isEnded(within: 0) }
      Thread.sleep(forTimeInterval: 0.5)
    }
    #expect(isCutOff && ContinuousClock.now - begin > .seconds(8), "ten seconds for a request")
  }
}
