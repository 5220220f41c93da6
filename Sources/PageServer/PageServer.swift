import CPageServer
import CivilTime
import Controller
import Glibc
package import Host
package import Overrides

/// Serves the page, on the one thread of the program: between two steps of the library that reads requests nothing else
/// happens, so that nothing here needs a lock.
///
/// `@unchecked`: everything runs on the network's executor, which is one thread.
package final class PageServer: @unchecked Sendable {
  private var settings: PageSettings
  private let environment: Environment
  private let wake = WakeSignal()
  private let known: KnownHousehold
  private let answers: PageAnswers

  private var server: OpaquePointer?
  /// The files that are listened to; nil where that has to begin again.
  private var attended: [String]? = []
  private var open: UInt32 = 0
  private var nextStep: Int64 = -1
  /// Whether much was done since it last rested: it has begun, or a request has come.
  private var isWarm = true

  /// What a client may take.
  private static let limits = page_limits(
    connections: 300, connections_an_address: 20, seconds: 10, header_bytes: 16_384, body_bytes: 65_536)

  package init(_ settings: PageSettings, _ environment: Environment) {
    self.settings = settings
    self.environment = environment
    known = KnownHousehold(settings.places, environment) { [wake] in wake.send(.clock) }
    answers = PageAnswers(
      settings, environment, known: known, hosts: AllowedHosts(settings, machine: Self.machineName()))
  }

  /// Why it cannot be served.
  package enum Problem: Error {
    /// libmicrohttpd is not there.
    case noLibrary
    /// Nothing can listen there.
    case socket(String)
    /// It cannot begin, as with a certificate and a key that do not belong together.
    case refused
  }

  /// Whether nobody but this machine gets there.
  package var isForThisMachine: Bool { settings.listen.isLoopback }

  private static func machineName() -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  // MARK: From the beginning to the end

  /// Begins to listen. Returns the address by which people are to come.
  package func begin() throws(Problem) -> PageAddress {
    guard page_server_load() == 1 else { throw .noLibrary }
    let socket = try socket()
    var listening = [CChar](repeating: 0, count: 64)
    let port = page_server_port(socket, &listening, listening.count)
    let bound = String(decoding: listening.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    // A socket of systemd's listens where its unit says.
    if !bound.isEmpty { settings.listen = ListenAddress(address: bound, port: port) }
    answers.hosts = AllowedHosts(settings, machine: Self.machineName())
    var limits = Self.limits
    // Behind a proxy all come from one address; how many they are is counted where they are known.
    if settings.proxy != nil { limits.connections_an_address = limits.connections }
    let handlers = page_handlers(
      context: Unmanaged.passUnretained(self).toOpaque(),
      arrived: { context, exchange in
        guard let context, let exchange else { return }
        Unmanaged<PageServer>.fromOpaque(context).takeUnretainedValue().arrived(Incoming(exchange: exchange))
      },
      ended: { context, exchange in
        guard let context, let exchange else { return }
        Unmanaged<PageServer>.fromOpaque(context).takeUnretainedValue().answers.forget(Incoming(exchange: exchange))
      })
    server = page_server_begin(socket, settings.tls?.key, settings.tls?.certificate, limits, handlers)
    guard server != nil else {
      close(socket)
      throw .refused
    }
    return address(port)
  }

  /// The socket that systemd hands over, else one of its own.
  private func socket() throws(Problem) -> Int32 {
    if environment.variable("LISTEN_PID").flatMap(Int32.init) == getpid(),
      let count = environment.variable("LISTEN_FDS").flatMap(Int.init), count > 0
    {
      // The first after those that every program has.
      let handed: Int32 = 3
      _ = fcntl(handed, F_SETFD, FD_CLOEXEC)
      _ = fcntl(handed, F_SETFL, fcntl(handed, F_GETFL) | O_NONBLOCK)
      return handed
    }
    let socket = page_server_listen(settings.listen.address, settings.listen.port)
    guard socket >= 0 else { throw .socket(String(cString: strerror(errno))) }
    return socket
  }

  private func address(_ port: UInt16) -> PageAddress {
    if let proxy = settings.proxy { return proxy }
    let isSecure = settings.tls != nil
    let machine = Self.machineName().map { $0.contains(".") ? $0 : $0 + ".local" }
    let host =
      settings.hosts.first ?? (settings.listen.isLoopback ? "localhost" : settings.listen.isEvery ? machine : nil)
      ?? settings.listen.host
    let isUsual = port == (isSecure ? 443 : 80)
    let text = "\(isSecure ? "https" : "http")://\(host)\(isUsual ? "" : ":\(port)")"
    return PageAddress(text) ?? .localhost(port: port)
  }

  /// Serves until it is to end.
  package func serve(_ network: any Network, _ stop: StopSignal) async -> ExitStatus {
    guard let server else { return .failure }
    let ending = stop.whenRequested { [wake] _ in wake.send(.stop) }
    let events = environment.listen(wake, network)
    let descriptor = page_server_descriptor(server)
    network.listen(to: descriptor) { [self] in
      // Whoever sleeps has to look at the clock again where somebody has come.
      let before = open
      step()
      if open != before || answers.isWaiting { wake.send(.clock) }
    }
    environment.notify(ServiceNotice.ready)
    step()
    var told = environment.now().secondsSinceEpoch / 60
    while stop.reason == nil {
      let reason = await wake.sleep(pause(), network)
      if reason == .stop { break }
      if reason == .files || reason == .reload {
        known.touch()
        // A folder that was put instead of another one is a new one to listen to.
        attended = nil
      }
      // Where nobody looks, that something was touched is all there is to know.
      let wanted = open > 0 ? known.files : []
      if attended != wanted {
        events.attend(to: wanted)
        attended = wanted
        known.touch()
        answers.tell()
      }
      answers.flush()
      let minute = environment.now().secondsSinceEpoch / 60
      if minute != told {
        told = minute
        answers.tell()
      }
      step()
    }
    environment.notify(ServiceNotice.stopping)
    network.stopListening(to: descriptor)
    stop.forget(ending)
    events.close()
    answers.end()
    page_server_end(server)
    self.server = nil
    return stop.reason?.status ?? .success
  }

  /// How long nothing has to be looked at: for ever where nobody is there.
  private func pause() -> Duration {
    if answers.isWaiting { return .milliseconds(50) }
    let library: Duration = nextStep < 0 ? .seconds(86_400) : .milliseconds(max(nextStep, 1))
    guard open > 0 else { return library }
    // Pages that are open hear of every minute; whoever is not done with a request is looked after every second.
    let second = environment.now().secondsSinceEpoch % 60
    let others: Duration = Int(open) > answers.openPages ? .seconds(1) : .seconds(60 - second)
    return min(library, others)
  }

  private func step() {
    guard let server else { return }
    nextStep = page_server_run(server)
    open = page_server_sweep(server)
    guard isWarm, open == 0, !answers.isWaiting else { return }
    isWarm = false
    page_give_back_code()
  }

  private func arrived(_ incoming: Incoming) {
    isWarm = true
    answers.take(incoming)
  }
}
