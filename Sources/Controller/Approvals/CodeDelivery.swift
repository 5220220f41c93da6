import Approvals
package import CivilTime
import Documents
package import Host
import Planning
import Policies
import Presentation
import StateStore

/// Hands over codes that were made, each to its approver alone, and notes who was reached.
package struct CodeDelivery: Sendable {
  private let codes: [PreparedCode]
  private let news: [ApproverNews]
  private let zone: Zone
  private let state: StateDirectory
  private let environment: Environment

  /// How often it is looked whether the state is free.
  private static let step = Duration.milliseconds(100)
  /// For so long the state is waited for at least, in seconds, however long the telling took.
  private static let leastPatienceSeconds = 1

  /// Makes the codes that are wanted, and notes them, while `state` is held. `zone` is that in which times are said.
  package init(_ session: StateSession, _ zone: Zone, _ places: Places, _ environment: Environment) {
    codes = session.prepareCodes(places, environment)
    news = session.news(environment)
    (self.zone, self.environment, state) = (zone, environment, places.state)
  }

  /// Whether nobody is to be told anything.
  package var isEmpty: Bool { codes.isEmpty && news.isEmpty }

  /// Tells all of them, side by side, within so many seconds, and notes what came of it. What goes wrong is a warning.
  package func deliver(
    _ network: any Network, _ stop: StopSignal, within seconds: Int64 = RunTime.mostToTell
  ) async {
    guard !isEmpty else { return }
    let people = PeopleFile(environment)
    if !people.text.isEmpty { environment.error(people.text) }
    let channel = ApproverChannel(people, environment, network, stop, within: seconds)
    let start = network.uptime
    let told = await outcomes(channel)
    let left = Int(seconds - (network.uptime - start).components.seconds)
    await note(told, within: max(left, Self.leastPatienceSeconds), network, stop)
  }

  /// A message, by its place among all of them, and what came of it.
  private typealias Told = [Int: ApproverChannel.Outcome]

  private func outcomes(_ channel: ApproverChannel) async -> Told {
    let messages = codes.map(message) + news.map(message)
    return await withTaskGroup(of: (Int, ApproverChannel.Outcome).self) { group in
      for (place, message) in messages.enumerated() { group.addTask { (place, await channel.send(message)) } }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private func message(_ code: PreparedCode) -> ApproverMessage {
    let now = environment.now()
    let (request, moments) = (code.request, Moments(zone: zone, now: now))
    let (what, override) = request.parts(moments)
    return ApproverMessage(
      to: code.approver,
      .request(
        ApproverMessage.Request(
          id: request.id, asker: request.asker, what: what, until: override?.until, because: request.because,
          earlierNos: request.earlierNos, expires: request.stays ? nil : request.expires, code: code.code,
          codeSeconds: ApproverCode.goodSeconds, begins: request.stretch?.begins, ends: request.stretch?.ends)),
      at: now, zone: zone)
  }

  private func message(_ news: ApproverNews) -> ApproverMessage {
    ApproverMessage(to: news.person, .news(news.text), at: environment.now(), zone: zone)
  }

  // MARK: Afterwards

  /// Notes it as soon as the state is free: of a code that is not noted the next run makes another one. A program that
  /// stays goes on hearing what else there is.
  private func note(_ told: Told, within seconds: Int, _ network: any Network, _ stop: StopSignal) async {
    for _ in 0..<seconds * 10 {
      guard isHeld(noting: told) else { return }
      if stop.reason != nil { break }
      await network.sleep(Self.step)
    }
    guard isHeld(noting: told) else { return }
    environment.warn(StateMessages.codesNotNoted(state.path, heldFor: seconds))
  }

  /// Notes it, unless another run holds the state.
  private func isHeld(noting told: Told) -> Bool {
    do throws(StateError) {
      try StateWriting.perform(in: state, environment, waiting: 0) { (store) throws(StateError) in
        for (place, code) in codes.enumerated() {
          // Read again: what another approver's code came to is there by now.
          guard let outcome = told[place], let request = try store.requests().first(where: { $0.id == code.request.id })
          else { continue }
          try note(outcome, of: code, in: request, store)
        }
        for (place, news) in news.enumerated() {
          guard let outcome = told[codes.count + place], outcome != .cutOff else { continue }
          try store.forget(news)
        }
      }
      return false
    } catch {
      if error.kind == .busy { return true }
      environment.warn(StateMessages.codesNotNoted(error.message))
      return false
    }
  }

  private func note(
    _ outcome: ApproverChannel.Outcome, of code: PreparedCode, in request: ApprovalRequest, _ store: StateStore
  ) throws(StateError) {
    var request = request
    // Whoever decided meanwhile, or wanted a fresh one, has the last word.
    guard let place = request.codes.firstIndex(where: { $0.approver == code.approver && $0.hash == code.hash }),
      request.codes[place].standing == .sending
    else { return }
    let before = request.codes[place].trouble
    request.codes[place].settle(outcome)
    let (now, name) = (environment.now(), code.approver.text)
    switch outcome {
    case .sent: try store.keep([request], telling: [request.event(.codeSent, at: now, by: "reconcile", name: name)])
    case .cutOff: try store.note(request)
    case .noAddress, .notReached:
      let trouble = request.codes[place].trouble
      // The same trouble is told of once.
      guard trouble != before else { return try store.note(request) }
      if case .notReached = outcome {
        environment.warn(StateMessages.untold(code.approver, of: request.id, because: trouble).text)
      }
      try store.keep(
        [request], telling: [request.event(.codeNotSent, at: now, by: "reconcile", name: name, message: trouble)])
    }
  }
}

extension ApproverCode {
  fileprivate mutating func settle(_ outcome: ApproverChannel.Outcome) {
    switch outcome {
    case .sent: (standing, trouble) = (.sent, nil)
    case .noAddress: (standing, trouble) = (.noChannel, StateMessages.noChannel)
    // No try of theirs: nothing is known of their address.
    case .cutOff: (standing, tries) = (.wanted, tries - 1)
    case .notReached(let reason): (standing, trouble) = (.unreachable, reason)
    }
  }
}
