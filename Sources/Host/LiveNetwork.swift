import Glibc
import HTTPTransport
import Providers
import Text

/// The real network: libcurl on one event loop, on the thread that calls.
struct LiveNetwork: Network {
  private let loop: EventLoop
  private let transport: Transport
  private let began = ContinuousClock.now
  /// Whether the process is there for this alone, and may be ended when its time is over.
  private let isProcess: Bool

  init(_ loop: EventLoop, log: Environment.ExchangeLog?, isProcess: Bool = false) {
    self.loop = loop
    self.isProcess = isProcess
    transport = Transport(loop: loop, userAgent: "reconcile/" + Version.text, log: log)
  }

  func readTransport(for endpoint: Endpoint) -> any ReadTransport { transport.readTransport(for: endpoint) }
  func certificate(of endpoint: Endpoint) async throws(TransportError) -> ShownCertificate {
    try await transport.certificate(of: endpoint)
  }

  func writeTransport(for endpoint: Endpoint) -> any WriteTransport { transport.writeTransport(for: endpoint) }
  var sleep: Sleep { loop.sleep }
  var pause: Sleep { transport.pause }
  var uptime: Duration { ContinuousClock.now - began }
  var executor: (any TaskExecutor)? { loop }
  func endProcess(after seconds: Int64?) { if isProcess { Watchdog.end(after: seconds) } }
  func cancelAll() { transport.cancelAll() }
  func resume() { transport.resume() }
  func listen(to fileDescriptor: Int32, whenReadable: @escaping @Sendable () -> Void) {
    loop.watch(fileDescriptor: fileDescriptor, whenReadable: whenReadable)
  }
  func stopListening(to fileDescriptor: Int32) { loop.unwatch(fileDescriptor: fileDescriptor) }
}

/// Runs what needs the real network on a loop of its own. SIGINT and SIGTERM ask it to stop.
struct LiveNetworkHost: NetworkHost {
  func run<Value: Sendable>(
    log: Environment.ExchangeLog?, _ body: @escaping @Sendable (any Network, StopSignal) async -> Value
  ) -> Value {
    if let problem = TransportLibrary.problem { Self.end(problem) }
    let loop = EventLoop()
    let stop = StopSignal()
    let signals = EndingSignals()
    if let signals {
      loop.watch(fileDescriptor: signals.descriptor) {
        guard let signal = signals.next() else { return }
        stop.request(signal == SIGINT ? .interrupted : .terminated)
      }
    }
    defer { signals?.close() }
    return loop.run { await body(LiveNetwork(loop, log: log, isProcess: true), stop) }
  }

  func endProcess(after seconds: Int64?) { Watchdog.end(after: seconds) }

  /// Ends the process as it ends where a library is missing that it is linked with: nothing was asked or changed yet.
  private static func end(_ problem: String) -> Never {
    StandardStream(STDERR_FILENO).write(
      "reconcile: libcurl, which it reaches systems with, cannot be loaded: \(problem.escaped)\n"
        + "hint: install the package libcurl4\n")
    exit(ExitStatus.failure.rawValue)
  }
}
