import HTTPTransport
import Host
import Providers
import Planning

/// A network to read from whose doors try again where that may help, as long as the run may go on.
struct RetryingNetwork: ReadingThrough {
  let network: any ReadingNetwork
  private let pace: RetryingReader.Pace

  /// `random` gives a number in `0..<1`. Waits end when `stop` is requested, and none goes beyond the run's deadline.
  init(_ network: any ReadingNetwork, stop: StopSignal, random: @escaping @Sendable () -> Double) {
    self.network = network
    pace = RetryingReader.Pace(
      sleep: { duration in await stop.whileReading(on: network.executor) { await network.sleep(duration) } },
      timeLeft: { stop.timeLeft(at: network.uptime) }, random: random)
  }

  func readTransport(for endpoint: Endpoint) -> any ReadTransport {
    RetryingReader(network.readTransport(for: endpoint), pace: pace)
  }
}
