import Approvals
package import CivilTime
import Documents
package import Host
package import Planning
package import Policies
import Presentation
import Providers
import StateStore
import Text

extension StateSession {
  /// Remembers what a run saw and did, and hands back what is new. What cannot be written is told of and changes nothing
  /// else; it would be new again the next time, and is not handed back. `person` has asked for what the policy does not.
  package func keep(
    _ result: PassResult, policy: Policy, fingerprint: String, by person: String? = nil, _ environment: Environment
  ) -> [Event] {
    guard let store, let before = remembered.memory,
      let seen = remembered.remembering(result.report, of: policy, fingerprint, by: person)
    else { return [] }
    var after = seen.memory
    let report = result.report
    let now = report.plan.now
    // What is in the state still goes by the names and addresses of the last run.
    let moves = before.moves(to: policy)
    let remembered = remembered.moved(by: moves)
    // What a run did that was killed comes before all that this one saw.
    let isReturn = remembered.following?.hasReturned(with: fingerprint, at: now) ?? false
    let clocks = remembered.clocks.followed(by: policy, at: now, remembered.zones)
    var events =
      seen.events.filter { $0.at < now }
      + (isReturn
        ? [] : Self.policyEvents(before, fingerprint, zone: policy.zone.name, remembered.clocks.policy?.zone, at: now))
    let lost = Self.lost(after: report, before: remembered.lost)
    events += Self.systemEvents(report, before: remembered.lost, after: lost, at: now)
    events += seen.events.filter { $0.at >= now }
    let read = report.plan.systems.filter { if case .ok = $0.reading { true } else { false } }
    after.remember(addressesIn: policy, of: Set(read.map(\.name)))
    // What runs of another file found says nothing of a target of the same name.
    let known = remembered.otherPolicy(than: policy) == nil ? remembered.problems : []
    let problems = report.problems(after: known, of: policy)
    let inTheWay = ProblemNews(report, told: StateStore.renamed((try? store.notedProblems()) ?? [], moves))
    events += inTheWay.events(at: now)
    let backoffs = BackoffPolicy.after(report, result.circumstances, before: remembered.backoffs, now: now)
    let accepted = BackoffPolicy.accepted(report, result.secrets, before: remembered.accepted)
    let renewed = report.systemsOfNewTimers
    let newTimers = timersByBoot(of: renewed, result, after, environment)
    func write(_ store: StateStore, before: RecordedState) throws(StateError) {
      try store.rename(moves)
      let failures = RepeatedFailures(events, after: report, known: try store.notedFailures())
      try store.record(failures.news, before: before, after: after, at: now)
      try store.keep(notedFailures: failures.failing)
      let timers = try store.timersByBoot().filter { system, _ in
        after.failsafeTimers[system] != nil && !renewed.contains(system)
      }
      try store.keep(timersByBoot: timers.merging(newTimers) { $1 })
      try store.keep(lost: lost)
      try store.keep(credentialEnds: report.credentialEnds(after: try store.credentialEnds()))
      try store.keep(problems: problems)
      try store.keep(notedProblems: inTheWay.told)
      try store.keep(backoffs)
      try store.keep(clocks)
      try store.forgetUnreadable()
      try store.keep(accepted: accepted)
      if !failures.news.isEmpty { log(failures.news, head: try store.head(), environment) }
    }
    // What was noted on the way is there already.
    let begun = report.plan.changes.filter { report.outcomes[$0.key] != nil }
    return keep(events, beside: before.expecting(begun, at: now), in: store, environment, write)
  }

  /// Hands back `events` once `write` has put them, and all that is new beside `before`, into `store`: into a fresh one where
  /// that turns out to be damaged. What cannot be kept is told of, and not handed back.
  private func keep(
    _ events: [Event], beside before: RecordedState, in store: StateStore, _ environment: Environment,
    _ write: (StateStore, RecordedState) throws(StateError) -> Void
  ) -> [Event] {
    do throws(StateError) {
      do throws(StateError) {
        try write(store, before)
      } catch {
        // A page that was not read, but has to be written.
        guard error.kind == .damaged else { throw error }
        try write(try replaceStore(environment), RecordedState())
      }
      if let count = self.store?.leftOut, count > 0 { environment.warn(StateMessages.leftOut(String(count))) }
      return events
    } catch {
      tellNotKept(error) { environment.warn($0) }
      return []
    }
  }

  /// When the timers ring that the run may have set on `systems`, by the clock that nobody sets. `result` says how long ago
  /// it began: the wall clock may have been set since.
  private func timersByBoot(
    of systems: Set<Name>, _ result: PassResult, _ after: RecordedState, _ environment: Environment
  ) -> [Name: BootMoment] {
    guard !systems.isEmpty, let now = environment.bootMoment() else { return [:] }
    let began = result.report.plan.now
    let pairs = systems.compactMap { system in
      after.failsafeTimers[system].map { (system, now + ($0 - began - result.took.components.seconds)) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func policyEvents(
    _ before: RecordedState, _ fingerprint: String, zone: String, _ zoneBefore: String?, at now: Instant
  ) -> [Event] {
    // An edit of the zone that waited for approvers holds once they agreed, and the text is the same then.
    let moved = zoneBefore.flatMap { $0 == zone ? nil : "\($0) → \(zone)" }
    guard before.policy != fingerprint || moved != nil else { return [] }
    return [Event(at: now, .policy, name: moved, message: PolicyFingerprint.short(fingerprint))]
  }

  /// A system that was left alone stays what it was. One that a run of all targets does not look at is missed by nobody.
  private static func lost(after report: Report, before: Set<Name>) -> Set<Name> {
    let missed = report.plan.interests.map { before.intersection($0) } ?? before
    return report.plan.systems.reduce(into: missed) { lost, system in
      switch system.reading {
      case .ok: lost.remove(system.name)
      case .failed(let error): if error.kind != .cancelled { lost.insert(system.name) }
      }
    }
  }

  private static func systemEvents(
    _ report: Report, before: Set<Name>, after: Set<Name>, at now: Instant
  ) -> [Event] {
    report.plan.systems.compactMap { system in
      switch (before.contains(system.name), after.contains(system.name)) {
      case (false, true): Event(at: now, .systemLost, system: system.name, message: system.error?.message.text)
      case (true, false): Event(at: now, .systemBack, system: system.name)
      case (true, true), (false, false): nil
      }
    }
  }

  /// Under systemd the head of the chain is noted where only root can edit it.
  private func log(_ events: [Event], head: String, _ environment: Environment) {
    guard environment.errorIsJournal else { return }
    for event in events where event.kind == .change && event.outcome == "applied" {
      environment.error(StateMessages.logLine(event).escaped + "\n")
    }
    environment.error(StateMessages.headLine(head) + "\n")
  }

  // MARK: News

  /// What a run has to tell beside what the one before told.
  package enum News: Hashable, Sendable {
    /// Nothing but how many there are of each.
    case none
    /// All but the warnings that were told in these words.
    case report(toldWarnings: Set<String>)

    /// All that there is to tell.
    package static let whole = News.report(toldWarnings: [])
  }

  /// What a run whose reports all go to the journal of the machine has to tell beside what the one before told: a timer need
  /// not write the same lines every minute, nor the same warnings with everything that it moves.
  package func news(_ report: Report, _ events: [Event], _ zone: Zone, _ environment: Environment) -> News {
    guard environment.outputIsJournal else { return .whole }
    let trouble = ReportDigest.trouble(report, zone).joined(separator: "\n")
    guard let store else { return report.summary.applied > 0 || !trouble.isEmpty ? .whole : .none }
    let (last, told) = (try? store.lastTrouble(), (try? store.toldWarnings()) ?? [])
    let hasMore = last != trouble || report.summary.applied > 0 || events.contains { $0.kind == .policy }
    do throws(StateError) {
      try store.keepTrouble(trouble)
      if hasMore { try store.keep(toldWarnings: Set(report.plan.warnings.map(\.wholeText))) }
    } catch {
      tellNotKept(error) { environment.warn($0) }
    }
    return hasMore ? .report(toldWarnings: told) : .none
  }
}

extension Report {
  /// The same without the warnings that were `told`.
  package func without(warnings told: Set<String>) -> Report {
    var report = self
    if !told.isEmpty { report.plan.warnings.removeAll { told.contains($0.wholeText) } }
    return report
  }
}

extension Finding {
  /// What it is about, and all that it says: in other words it is news.
  fileprivate var wholeText: String {
    "\(system?.text ?? "") \(target?.text ?? "") \(message.text)"
  }
}
