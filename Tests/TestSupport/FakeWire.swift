public import HTTPTransport
public import Providers
import Planning
public import Simulator

/// A transport without a network: both doors lead to a pretend system in memory.
///
/// Time stands still but for what a provider sleeps through. Faults can be set for the k-th request from now.
public actor FakeWire<System: PretendSystem>: ReadTransport, WriteTransport {
  /// An exchange as it was asked for.
  public struct Entry: Sendable, CustomStringConvertible {
    /// `GET`, `PUT` and so on.
    public var method: String
    /// Path and query, the endpoint's base included.
    public var target: String
    /// Empty where there was none.
    public var body: [UInt8]
    /// Whether it came through the write door.
    public var isWrite: Bool

    /// Such as `PUT /x`.
    public var description: String { "\(method) \(target)" }
  }

  /// The pretend system as it is.
  public private(set) var system: System
  /// Every exchange since the log was last cleared.
  public private(set) var log: [Entry] = []
  /// The exchanges since then that a fault befell.
  public private(set) var struck: [Entry] = []
  /// Seconds since 1970.
  public private(set) var clock: Double
  private let basePath: String
  /// How long an exchange may take that does not say so itself.
  private static var usualSeconds: Int { 10 }
  private var faults: [(countdown: Int, kind: WireFault)] = []
  private var happenings: [(fits: @Sendable (Entry) -> Bool, change: @Sendable (inout System) -> Void)] = []

  /// A wire to `system`, whose clock starts at `clock`; `basePath` is put before every path.
  public init(_ system: System, basePath: String, clock: Double = 1_790_000_000) {
    self.system = system
    self.basePath = basePath
    self.clock = clock
  }

  /// One exchange through the read door.
  public func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    try exchange(request.method, request.path, request.headers, request.body ?? [], isWrite: false, seconds: nil)
  }

  /// One exchange through the write door.
  public func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    try exchange(
      request.method, request.path, request.headers, request.body, isWrite: true,
      seconds: request.answerSeconds > 0 ? request.answerSeconds : nil)
  }

  /// Lets `kind` happen to the `number`-th request from now, counted from 1.
  public func fail(request number: Int, with kind: WireFault) { faults.append((number, kind)) }

  /// Takes away faults that have not happened, and says whether there were any.
  @discardableResult
  public func heal() -> Bool {
    defer { faults = [] }
    return !faults.isEmpty
  }

  /// Looks at the pretend system, or changes it behind the provider's back.
  public func inspect<Result: Sendable>(_ use: @Sendable (inout System) -> Result) -> Result { use(&system) }

  /// Lets `change` happen just before the next request that `fits`, as if by hand.
  public func beforeNext(
    _ fits: @escaping @Sendable (Entry) -> Bool, _ change: @escaping @Sendable (inout System) -> Void
  ) {
    happenings.append((fits, change))
  }

  /// Forgets the exchanges so far.
  public func clearLog() { (log, struck) = ([], []) }

  /// Lets `duration` pass.
  public func pass(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    clock += Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// A sleep that takes no time but the pretend system's.
  public nonisolated var sleep: Sleep {
    { duration in await self.pass(duration) }
  }

  private func exchange(
    _ method: String, _ path: String, _ headers: [HeaderField], _ body: [UInt8], isWrite: Bool,
    seconds: Int?
  ) throws(TransportError) -> Response {
    var request = SimulatedRequest(
      method: method, target: basePath + path, headers: headers.map { ($0.name, $0.revealed) }, body: body)
    let entry = Entry(method: method, target: request.target, body: body, isWrite: isWrite)
    log.append(entry)
    if let due = happenings.firstIndex(where: { $0.fits(entry) }) { happenings.remove(at: due).change(&system) }
    guard let fault = faultThatIsDue() else {
      var answer = system.respond(to: request, at: clock)
      while case .unfinished(let milliseconds) = answer.delivery {
        // Whoever hangs up ends it.
        if answer.isCancellable, milliseconds > (seconds ?? Self.usualSeconds) * 1000 {
          answer.delivery = .delayed(milliseconds: milliseconds)
          break
        }
        pass(.milliseconds(milliseconds))
        request.step += 1
        answer = system.respond(to: request, at: clock)
      }
      return try delivered(answer, within: seconds ?? Self.usualSeconds)
    }
    struck.append(entry)
    let answer = fault.takesEffect ? system.respond(to: request, at: clock) : SimulatedResponse(status: 200)
    return try delivered(fault.spoil(answer), within: seconds ?? Self.usualSeconds)
  }

  private func faultThatIsDue() -> WireFault? {
    let due = faults.first { $0.countdown == 1 }
    faults = faults.filter { $0.countdown > 1 }.map { ($0.countdown - 1, $0.kind) }
    return due?.kind
  }

  private func delivered(
    _ answer: SimulatedResponse, within seconds: Int
  ) throws(TransportError) -> Response {
    switch answer.delivery {
    case .whole, .followed, .unfinished: break
    case .lost, .truncated: throw TransportError(.broken, "the connection was closed")
    case .delayed(let milliseconds):
      pass(.milliseconds(min(milliseconds, seconds * 1000)))
      if milliseconds > seconds * 1000 { throw TransportError(.timedOut, "no answer within \(seconds) s") }
    }
    if answer.body.count > 16 << 20 { throw TransportError(.tooLarge, "the answer is over 16 MiB") }
    return Response(status: answer.status, headers: answer.headers, body: answer.body)
  }
}

extension HeaderField {
  /// What goes over the wire.
  fileprivate var revealed: String {
    switch value {
    case .plain(let text): text
    case .secret(let secret): secret.reveal { $0 }
    }
  }
}
