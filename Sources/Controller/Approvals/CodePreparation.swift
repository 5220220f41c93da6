import Approvals
import CivilTime
import HTTPTransport
import Hashing
import Host
import Planning
import Policies
import StateStore
import Text

/// Codes that were made for approvers and have yet to be handed over. Nobody but the one it is for is told one.
struct PreparedCode: Sendable {
  let request: ApprovalRequest
  let approver: Name
  let code: OneTimeCode
  /// By which the state knows it.
  let hash: String
}

extension StateSession {
  /// Makes a code for every approver of an open request who has none, and notes what it is known by, before anybody is
  /// told: a code that came and is not known would be good for nothing. Requests that are over end here.
  ///
  /// What goes wrong is a warning, and the next run tries again.
  func prepareCodes(_ places: Places, _ environment: Environment) -> [PreparedCode] {
    guard let store else { return [] }
    do throws(StateError) {
      let undecided = try store.requests().filter { $0.ending == nil }
      guard !undecided.isEmpty else { return [] }
      let now = ClockReading(wall: environment.now(), boot: environment.bootMoment())
      var codes: [PreparedCode] = []
      let judge = try judge(of: undecided, at: places, in: store, environment)
      for request in undecided {
        guard request.isOpen(at: now.wall) else {
          try end(request, at: now.wall, in: store)
          continue
        }
        // A code that could do nothing would only make a phone ring.
        if request.isBurned { continue }
        guard now.boot != nil else { throw StateMessages.noBootClock }
        // Whom a guard names by now is told, and whom it no longer names is not.
        let approvers = (judge.map { request.needs(by: $0, at: now.wall) } ?? request.needs).approvers
        codes += try prepare(request, for: approvers, at: now, in: store, environment)
      }
      return codes
    } catch {
      environment.warn(StateMessages.codesNotMade(error.message))
      if let hint = error.hint { environment.error("hint: \(hint.escaped)\n") }
      return []
    }
  }

  /// The policy whose guards say who has to agree to `requests`; nil where none can be read.
  private func judge(
    of requests: [ApprovalRequest], at places: Places, in store: StateStore, _ environment: Environment
  ) throws(StateError) -> GuardingPolicy? {
    let made = requests.compactMap { $0.deed.policy ?? $0.policy }.first
    return try GuardingPolicy(store, named: nil, made: made, at: places, environment)
  }

  /// What people have yet to be told beside that.
  func news(_ environment: Environment) -> [ApproverNews] {
    do throws(StateError) {
      return try store?.news() ?? []
    } catch {
      environment.warn(StateMessages.codesNotMade(error.message))
      return []
    }
  }

  private func end(_ request: ApprovalRequest, at now: Instant, in store: StateStore) throws(StateError) {
    var request = request
    request.end(.expired, at: min(now, request.expires), by: nil)
    try store.keep([request], telling: [request.event(.requestExpired, at: now, by: nil)])
  }

  private func prepare(
    _ request: ApprovalRequest, for approvers: [Name], at now: ClockReading, in store: StateStore,
    _ environment: Environment
  ) throws(StateError) -> [PreparedCode] {
    var request = request
    request.addCodes(for: approvers)
    var made: [PreparedCode] = []
    for place in request.codes.indices
    where request.codes[place].isToBeMade(at: now) && approvers.contains(request.codes[place].approver) {
      // Who has agreed, by a PIN or on the page, has nothing to do with a code.
      if request.approvedBy.contains(request.codes[place].approver) { continue }
      guard let code = OneTimeCode(random: environment.secureBytes),
        let hash = code.secret.reveal({ PasswordHash(of: $0, .oneTimeCode) })?.text
      else { throw StateMessages.noMemoryForCodes }
      request.codes[place].begin(hash: hash, at: now)
      made.append(
        PreparedCode(request: request, approver: request.codes[place].approver, code: code, hash: hash))
    }
    if !made.isEmpty { try store.note(request) }
    return made
  }
}

extension ApproverCode {
  /// After so many seconds a code that is still on its way got lost with the program that sent it.
  private static let lostSeconds: Int64 = 60

  /// Whether a code is to be made at `now`.
  func isToBeMade(at now: ClockReading) -> Bool {
    func isPast(_ seconds: Int64) -> Bool { at.map { now.isPast(seconds, since: $0) } ?? true }
    return switch standing {
    case .wanted: true
    case .sending: isPast(max(Self.lostSeconds, secondsToWait))
    case .unreachable: isPast(secondsToWait)
    case .sent, .noChannel, .used: false
    }
  }

  /// Notes that one was made, which is about to be sent.
  mutating func begin(hash: String, at now: ClockReading) {
    (standing, self.hash, at) = (.sending, hash, now)
    tries += 1
  }
}
