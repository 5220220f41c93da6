import Controller
import HTTPTransport
import Host
import Providers
import Synchronization
import TestSupport
import Testing

/// When the kernel's timer comes, which ends a run that does not end itself.
@Suite struct DeadlineTests {
  private static let seconds: Int64 = 4

  /// A network on which somebody notes for when the timer was set.
  private struct TimedNetwork: ReadingThrough {
    let network: any ReadingNetwork
    let timers: Timers

    func readTransport(for endpoint: Endpoint) -> any ReadTransport { network.readTransport(for: endpoint) }

    func endProcess(after seconds: Int64?) {
      if let seconds { timers.ends.withLock { $0.append(network.uptime + .seconds(seconds)) } }
    }
  }

  private final class Timers: Sendable {
    let ends = Mutex<[Duration]>([])
  }

  /// The ends for which the timer was set in a run in which something that has begun at the end of its time holds it up.
  private static func ends(holding patience: Duration) -> [Duration] {
    let (time, timers, stop) = (FakeTime { _ in }, Timers(), StopSignal())
    let network = TimedNetwork(
      network: FakeNetwork(PretendHousehold(), time, log: nil, diary: Diary()), timers: timers)
    time.run {
      await Deadline(seconds).limit(network, stop) {
        await time.sleep(.seconds(seconds))
        _ = stop.hold(until: network.uptime + patience)
        await time.sleep(.seconds(200))
      }
    }
    return timers.ends.withLock(\.self)
  }

  @Test("what stands nowhere half way puts the timer off by nothing") func answers() {
    #expect(Self.ends(holding: Patience.answer) == [.seconds(Self.seconds)])
  }

  @Test("what moves is waited for first") func doors() {
    let ends = Self.ends(holding: .seconds(70))
    #expect(ends.first == .seconds(Self.seconds))
    #expect(ends.count > 1 && ends.dropFirst().allSatisfy { $0 >= .seconds(Self.seconds + 70) }, "\(ends.prefix(9))")
  }
}
