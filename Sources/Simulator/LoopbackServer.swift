import CMicroHTTPD
import Glibc
import Synchronization

/// A certificate and its private key, both as PEM text.
public struct ServerCertificate: Sendable {
  /// The certificate, and after it those that lead to its authority.
  public var certificatePEM: String
  /// The certificate's private key.
  public var keyPEM: String

  /// A certificate and its private key.
  public init(certificatePEM: String, keyPEM: String) {
    self.certificatePEM = certificatePEM
    self.keyPEM = keyPEM
  }
}

/// Serves a pretend system on 127.0.0.1 through libmicrohttpd.
///
/// Every connection has a thread of its own, so a delayed answer holds up no other connection; the system itself
/// answers one request at a time.
public final class LoopbackServer: Sendable {
  /// The most bytes of a request's body that are accepted; a longer one is answered with 413 and not shown to the
  /// system.
  public static let largestRequestBody = 4 << 20

  /// The port that is listened on.
  public let port: UInt16
  private let service: LoopbackService
  /// libmicrohttpd locks for itself; the pointer is only ever taken out of here once, by the one that stops.
  private let daemon: Mutex<DaemonPointer?>

  /// Why a server did not start.
  public struct StartError: Error, Hashable, Sendable {
    /// What was found: lower case, no full stop.
    public var message: String
  }

  /// Starts to serve `system` on 127.0.0.1.
  ///
  /// `port` 0 takes any free one. With `tls` the server speaks TLS only. With `answersApart` the header and the body of
  /// an answer are sent apart, the body only when the header was acknowledged, as a real Pi-hole does: a client that
  /// delays its acknowledgements waits for it. `now` gives seconds since 1970. Throws where the port is taken or the
  /// certificate is not usable.
  public init(
    _ system: any PretendSystem, port: UInt16 = 0, tls: ServerCertificate? = nil, answersApart: Bool = false,
    now: @escaping @Sendable () -> Double = LoopbackServer.wallClock
  ) throws(StartError) {
    let service = LoopbackService(system, answersApart: answersApart, now: now)
    guard let pointer = startDaemon(service, port: port, tls: tls) else {
      throw StartError(message: "no server could be started on 127.0.0.1:\(port)")
    }
    self.service = service
    self.port = rc_bound_port(pointer)
    self.daemon = Mutex(DaemonPointer(pointer: pointer))
  }

  deinit { stop() }

  /// Looks at the system, or changes it, between two requests.
  public func inspect<Result: Sendable>(_ use: (inout any PretendSystem) -> Result) -> Result {
    service.inspect(use)
  }

  /// How many connections were opened so far.
  public var connectionsOpened: Int { service.connections.withLock { $0.opened } }

  /// How many connections were open at once at most.
  public var mostConnectionsAtOnce: Int { service.connections.withLock { $0.most } }

  /// Closes every connection and stops listening. A second call does nothing.
  public func stop() {
    let taken = daemon.withLock { held in
      defer { held = nil }
      return held
    }
    guard let taken else { return }
    service.wakeDelayed()
    MHD_stop_daemon(taken.pointer)
  }

  /// Seconds since 1970 by the machine's clock.
  public static let wallClock: @Sendable () -> Double = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A daemon of libmicrohttpd.
///
/// `@unchecked`: the library's own locks guard what it points to.
private struct DaemonPointer: @unchecked Sendable {
  let pointer: OpaquePointer
}

private func startDaemon(_ service: LoopbackService, port: UInt16, tls: ServerCertificate?) -> OpaquePointer? {
  let context = Unmanaged.passUnretained(service).toOpaque()
  func start(_ key: UnsafePointer<CChar>?, _ certificate: UnsafePointer<CChar>?) -> OpaquePointer? {
    rc_start_daemon(
      port, key, certificate, context, loopbackRequestBegan, loopbackRequestProgressed, loopbackRequestEnded,
      loopbackConnectionChanged)
  }
  guard let tls else { return start(nil, nil) }
  return start(tls.keyPEM, tls.certificatePEM)
}
