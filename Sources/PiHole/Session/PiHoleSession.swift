public import HTTPTransport
public import Providers

/// One session with one Pi-hole, shared by all that speak to it in a run.
///
/// Seats are scarce (16 unless configured otherwise, shared with the web interface), so a run takes one and gives it
/// back: the first request that needs it logs in, `close` logs out. Logins come one after the other, because Pi-hole
/// checks at most three passwords in a second and an app password counts twice.
///
/// The session id is taken from the body of the login's answer and from nowhere else: the `Set-Cookie` of any answer
/// may hold the id of somebody else's session. It is kept in memory only.
public actor PiHoleSession {
  /// What opens the transport for one request.
  struct Pass: Sendable {
    /// Which login it came from.
    let login: Int
    /// The session id; nil where the Pi-hole has no password, or the policy gives none.
    let sid: Secret?

    /// What a request presents. Never the login: with a valid id presented, a wrong password is answered as right.
    var headers: [HeaderField] { sid.map { [HeaderField("X-FTL-SID", $0)] } ?? [] }
  }

  private enum State {
    case idle
    case opening(Task<Result<Pass, ProviderError>, Never>)
    case open(Pass)
    /// The password is wrong: it is not tried again.
    case refused(ProviderError)
    case closed
  }

  /// How often a password is tried that is refused every time, before it is called wrong. Three logins in one second
  /// with a right app password are all answered as if it were wrong, and nothing in the answers tells. But they do not
  /// meet again and again: of a million logins, six at once, five refusals met one, and six none. (Simulated.)
  static let mostTries = 6

  /// How often it is tried where it will not be called wrong: because others were told to wait, or because it was
  /// accepted before.
  static let mostTriesInDoubt = 3

  /// How long to wait after so many tries: at least 1 second, as the throttle counts by the second, and up to 2.5, 4,
  /// 5.5, 7 and 8.5, as `random` in `0..<1` says, so that those who came at the same time do not come back at the same
  /// time.
  static func pause(afterTries tries: Int, _ random: Double) -> Duration {
    .milliseconds(1000 + Int64(Double(1500 * tries) * random))
  }

  /// How long to wait before a failed logout is tried once more.
  static let logoutPause: Duration = .milliseconds(1100)

  /// How long to wait, each time once in a run, where another program has locked the database, as an update of gravity
  /// does. Pi-hole itself never waits for it. (Measured.)
  static let databasePauses: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)]

  nonisolated let settings: PiHoleSettings
  nonisolated let transport: any ReadTransport
  private let sleep: Sleep
  private let random: @Sendable () -> Double
  private var state = State.idle
  private var logins = 0
  private var seats: [Secret] = []
  private var databasePauses = PiHoleSession.databasePauses[...]
  nonisolated let pauses = LoginPauses()

  /// A session that is opened when it is first needed. `random` gives a number in `0..<1`.
  public init(
    settings: PiHoleSettings, transport: any ReadTransport, sleep: @escaping Sleep,
    random: @escaping @Sendable () -> Double
  ) {
    self.settings = settings
    self.transport = transport
    self.sleep = sleep
    self.random = random
  }

  /// What must not be in any text that is shown.
  var secrets: [Secret] { seats + (settings.password.map { [$0] } ?? []) }

  /// Waits for a locked database; false where the run has waited for it long enough, or was ended. What is locked is so
  /// for all that is left to do, and so the patience is one for the whole run.
  func waitForDatabase() async -> Bool {
    guard !Task.isCancelled, let pause = databasePauses.popFirst() else { return false }
    await sleep(pause)
    return !Task.isCancelled
  }

  /// Gives back every seat that was taken; called once, also after a failure or a cancellation.
  ///
  /// Waits for a login that is under way, because only its answer says which seat it took, and not for the next try. A
  /// seat whose login was never answered stays taken until Pi-hole frees it, half an hour later unless configured
  /// otherwise.
  public func close() async {
    let opening: Task<Result<Pass, ProviderError>, Never>? = if case .opening(let task) = state { task } else { nil }
    state = .closed
    pauses.end()
    _ = await opening?.value
    let taken = seats
    seats = []
    await withoutCancellation {
      let stillTaken = await self.leave(taken)
      if stillTaken.isEmpty { return }
      await self.sleep(Self.logoutPause)
      _ = await self.leave(stillTaken)
    }
  }

  /// The pass for a request, after a login if there is none yet.
  func pass() async throws(ProviderError) -> Pass {
    guard settings.password != nil else { return Pass(login: 0, sid: nil) }
    switch state {
    case .open(let pass): return pass
    case .refused(let error): throw error
    case .closed: throw .sessionClosed
    case .opening(let task): return try await pauses.outcome(of: task).get()
    case .idle: return try await begin()
    }
  }

  /// The pass for the one repetition of a request that was answered 401: a new one, unless another request has seen to
  /// that meanwhile.
  func pass(after refused: Pass) async throws(ProviderError) -> Pass {
    guard settings.password != nil else { throw .passwordMissing }
    guard case .open(let current) = state, current.login == refused.login else { return try await pass() }
    return try await begin(leaving: refused.sid)
  }

  /// Logs in. `seat` is that of a session which was refused: it may go on all the same, as after a restart, and must not
  /// be one of those that a login finds taken.
  private func begin(leaving seat: Secret? = nil) async throws(ProviderError) -> Pass {
    let task = unstructured { await self.open(leaving: seat) }
    state = .opening(task)
    return try await pauses.outcome(of: task).get()
  }

  private func open(leaving seat: Secret?) async -> Result<Pass, ProviderError> {
    if let seat, !pauses.isOver, await isLeft(seat) {
      seats.removeAll { $0.reveal { taken in seat.reveal { $0 == taken } } }
    }
    let result = await logIn().map { sid in
      logins += 1
      // A seat stays on the list even when a later login replaces it: a Pi-hole that restarts refuses an id for a
      // moment and then knows it again.
      if let sid { seats.append(sid) }
      return Pass(login: logins, sid: sid)
    }
    guard case .opening = state else { return .failure(.sessionClosed) }
    switch result {
    case .success(let pass): state = .open(pass)
    case .failure(let error): state = error.isAboutPassword ? .refused(error) : .idle
    }
    return result
  }

  private func logIn() async -> Result<Secret?, ProviderError> {
    var answer = await tryPassword()
    var tries = 1
    var isDoubted = settings.isPasswordKnown || answer.isThrottled
    while answer.isWorthAnotherTry, tries < (isDoubted ? Self.mostTriesInDoubt : Self.mostTries) {
      await pauses.wait(Self.pause(afterTries: tries, random()), sleep)
      // What was refused so far may have met others: it is not wrong for that.
      guard !pauses.isOver else { return .failure(.ended) }
      answer = await tryPassword()
      tries += 1
      isDoubted = isDoubted || answer.isThrottled
    }
    switch answer {
    case .granted(let sid): return .success(sid)
    case .refused where isDoubted:
      return .failure(.refusalDoubted(wasAccepted: settings.isPasswordKnown))
    case .refused(let wantsSecondFactor): return .failure(.wrongPassword(wantsSecondFactor: wantsSecondFactor))
    case .throttled(let error), .failed(let error): return .failure(error)
    }
  }

  private func tryPassword() async -> LoginReply {
    guard let password = settings.password else { return .failed(.passwordMissing) }
    do {
      return LoginReply(
        Reply(try await transport.read(.openSession("/auth", headers: [.json], body: LoginReply.request(password)))))
    } catch {
      return .failed(ProviderError(error, from: settings.system))
    }
  }

  /// Logs out of each of `taken`, and gives back those for which one more try is right.
  private func leave(_ taken: [Secret]) async -> [Secret] {
    var stillTaken: [Secret] = []
    for seat in taken where await !isLeft(seat) { stillTaken.append(seat) }
    return stillTaken
  }

  /// Whether a logout has left nothing to do.
  ///
  /// | answer | seat | one more try |
  /// |---|---|---|
  /// | 204 | free | no |
  /// | none in time | not known; a second try would wait as long | no |
  /// | 401 | free already, or taken: a Pi-hole that restarts refuses ids that it knows a moment later, and something in front of it may refuse them for reasons of its own | yes |
  /// | any other, or none at all | taken, as while Pi-hole restarts | yes |
  private func isLeft(_ sid: Secret) async -> Bool {
    do {
      return try await transport.read(.closeSession("/auth", headers: [HeaderField("X-FTL-SID", sid)])).status == 204
    } catch {
      return error.kind == .timedOut
    }
  }
}
