package import HTTPTransport
package import Providers

/// Where what needs the network is run.
package protocol NetworkHost: Sendable {
  /// Runs `body` to its end, and returns what it returns. `log` is told of every exchange.
  func run<Value: Sendable>(
    log: Environment.ExchangeLog?, _ body: @escaping @Sendable (any Network, StopSignal) async -> Value
  ) -> Value
  /// Ends the whole process if it still works a while after so many seconds; nil takes that back.
  func endProcess(after seconds: Int64?)
}

extension NetworkHost {
  /// Where time is pretended, nobody is ended by it.
  package func endProcess(after seconds: Int64?) {}
}

/// The part of the network that a dry run is handed: it has no transport to write through.
package protocol ReadingNetwork: Sendable {
  /// The transport for requests that change nothing.
  func readTransport(for endpoint: Endpoint) -> any ReadTransport
  /// The certificate that a server shows, if the endpoint's trust accepts it; no request is sent.
  func certificate(of endpoint: Endpoint) async throws(TransportError) -> ShownCertificate
  /// Waits; returns early when the task is cancelled.
  var sleep: Sleep { get }
  /// Waits as `sleep` does, and no longer than until every exchange is given up: for what waits only to ask again.
  var pause: Sleep { get }
  /// Time since some moment in the past, by the clock that `sleep` goes by.
  var uptime: Duration { get }
  /// What tasks of their own have to run on; nil for wherever.
  var executor: (any TaskExecutor)? { get }
  /// Ends every exchange that is under way, as cancelled, and every pause; and from then on every further one at once.
  func cancelAll()
  /// Ends the whole process if it still works a while after so many seconds; nil takes that back.
  func endProcess(after seconds: Int64?)
}

extension ReadingNetwork {
  /// Where time is pretended, nobody is ended by it.
  package func endProcess(after seconds: Int64?) {}
}

/// A network to read from that hands on to another one what it does not do itself.
package protocol ReadingThrough: ReadingNetwork {
  /// The other one.
  var network: any ReadingNetwork { get }
}

extension ReadingThrough {
  package func certificate(of endpoint: Endpoint) async throws(TransportError) -> ShownCertificate {
    try await network.certificate(of: endpoint)
  }

  package var sleep: Sleep { network.sleep }
  package var pause: Sleep { network.pause }
  package var uptime: Duration { network.uptime }
  package var executor: (any TaskExecutor)? { network.executor }
  package func cancelAll() { network.cancelAll() }
  package func endProcess(after seconds: Int64?) { network.endProcess(after: seconds) }
}

/// The whole network, as an apply is handed it.
package protocol Network: ReadingNetwork {
  /// The transport for requests that change something.
  func writeTransport(for endpoint: Endpoint) -> any WriteTransport
  /// Lets exchanges begin again after `cancelAll`: the next run is another one.
  func resume()
  /// Calls `whenReadable` whenever `fileDescriptor` can be read, between two steps of what runs on the network.
  func listen(to fileDescriptor: Int32, whenReadable: @escaping @Sendable () -> Void)
  /// Ends that.
  func stopListening(to fileDescriptor: Int32)
}
