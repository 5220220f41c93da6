import Approvals
import Foundation
import Testing

@testable import Host
@testable import ReconcileCLI

/// What the machine that this runs on says of its clock and gives of its randomness.
@Suite struct BootClockTests {
  @Test func isThatOfTheMachine() throws {
    let environment = Environment.live(.shipped)
    let earlier = try #require(environment.bootMoment())
    let later = try #require(environment.bootMoment())
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    #expect(earlier.boot + "\n" == boot && later.boot == earlier.boot)
    #expect(earlier.seconds > 0 && (earlier.seconds...earlier.seconds + 60).contains(later.seconds))
    let uptime = try String(contentsOfFile: "/proc/uptime", encoding: .utf8)
    let seconds = try #require(uptime.split(separator: ".").first.flatMap { Int64($0) })
    #expect(abs(seconds - later.seconds) < 60, "both count the time in which the machine slept")
  }

  @Test func bytesAreNoTwoTimesTheSame() {
    let environment = Environment.live(.shipped)
    #expect(Set((0..<8).map { _ in environment.secureBytes(5) }).count == 8)
  }
}
