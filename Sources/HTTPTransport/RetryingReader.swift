/// A read transport that tries a GET again where `RetryPolicy` says so.
///
/// The opening and closing of a session are passed on as they are: a login takes a seat each time, and who opened a
/// session knows best when it is closed. There is no such transport for writes: a write is never repeated on a doubt.
public struct RetryingReader: ReadTransport {
  /// What a wait depends on.
  public struct Pace: Sendable {
    let sleep: @Sendable (Duration) async -> Void
    let timeLeft: @Sendable () -> Duration
    let random: @Sendable () -> Double

    /// `sleep` waits, and returns early when the run is to end; `timeLeft` is what is left of the run, zero when it is
    /// to end; `random` gives a number in `0..<1`.
    public init(
      sleep: @escaping @Sendable (Duration) async -> Void, timeLeft: @escaping @Sendable () -> Duration,
      random: @escaping @Sendable () -> Double
    ) {
      self.sleep = sleep
      self.timeLeft = timeLeft
      self.random = random
    }
  }

  private let transport: any ReadTransport
  private let pace: Pace

  /// A patient way through `transport`.
  public init(_ transport: any ReadTransport, pace: Pace) {
    self.transport = transport
    self.pace = pace
  }

  /// One exchange, or up to `RetryPolicy.mostTries` for a GET. What comes back is the outcome of the last of them.
  public func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    guard request.method == "GET" else { return try await transport.read(request) }
    var attempt = 1
    while true {
      let outcome = await outcome(of: request)
      let left = pace.timeLeft()
      switch RetryPolicy.decision(on: outcome, attempt: attempt, timeLeft: left, random: pace.random()) {
      case .giveUp: return try outcome.get()
      case .tryAgain(let wait): await pace.sleep(wait)
      }
      // What was found still is what is known, when the run ends before another try.
      guard !Task.isCancelled, pace.timeLeft() > .zero else { return try outcome.get() }
      attempt += 1
    }
  }

  private func outcome(of request: ReadRequest) async -> Result<Response, TransportError> {
    do throws(TransportError) { return .success(try await transport.read(request)) } catch { return .failure(error) }
  }
}
