package import CivilTime
package import Host
import Policies
import Providers
import Planning
import StateStore

/// A pass that enforces the policy, between what the state knows before it and what it remembers after it. An apply is one
/// of them; a program that stays makes one after the other.
package struct EnforcingPass {
  /// What reads and writes the systems.
  package let pass: Pass
  private let followed: FollowedPolicy
  private let state: StateSession
  private let environment: Environment
  private let backoffsBefore: [Name: Backoff]
  /// Whether it is about some of the targets only.
  private let isPartial: Bool
  /// The requests that held edits wait for, by target.
  let asked: [Name: String]

  /// Follows `followed` from now on. `asksAll`: systems too that are to be left alone, as somebody looks on, who wants to
  /// know now and not in a quarter of an hour.
  package init(
    _ followed: FollowedPolicy, in state: StateSession, _ settings: PassSettings, _ environment: Environment,
    asksAll: Bool
  ) throws(UsageError) {
    let news = state.follow(followed.policy, environment) + state.untoldApprovers(at: environment.now())
    var remembered = state.remembered.beside(followed.fingerprint).expectingOnly(of: followed.policy)
    remembered.isFollowedFromNow = remembered.otherPolicy(than: followed.policy) != nil
    remembered.approved = state.settleEdits(followed, environment)
    asked = remembered.approved.asked
    if asksAll { remembered.backoffs = [:] }
    (self.followed, self.state, self.environment) = (followed, state, environment)
    backoffsBefore = remembered.backoffs
    isPartial = !settings.targets.isEmpty
    var pass = try Pass(
      followed.policy, settings, environment, now: environment.now(), remembered, warnings: followed.warnings + news)
    pass.journal = state.journal(for: pass.actions, environment)
    pass.notes = state.notes(for: pass.policy, followed.fingerprint, at: pass.now)
    self.pass = pass
  }

  /// Remembers what the pass came to, and hands back what is to be published of it, and when people are next to be told
  /// of what is to come; nil where they are not.
  package func remember(
    _ result: PassResult, for publishing: PublisherSettings
  ) -> (run: RunFacts, nextReminder: Instant?) {
    var (run, nextReminder) = facts(of: result, for: publishing)
    run.report.toldBefore = state.told
    run.knowsOverrides = state.remembered.readAt != nil
    return (run, nextReminder)
  }

  private func facts(
    of result: PassResult, for publishing: PublisherSettings
  ) -> (run: RunFacts, nextReminder: Instant?) {
    let events = state.keep(result, policy: pass.policy, fingerprint: followed.fingerprint, environment)
    var run = RunFacts(
      result.report, events: events, overrides: pass.overrides, took: result.took, zone: pass.policy.zone,
      systems: pass.policy.systems.map(\.name), isPartial: isPartial)
    guard publishing.isToBeNotified else { return (run, nil) }
    let pairs = pass.policy.targets.compactMap { target in target.selector.system.map { (target.name, $0) } }
    let coming = publishing.beforeSeconds.map { (changes: comingChanges(before: $0), before: $0) }
    func facts(_ store: StateStore) throws(StateError) -> PeopleNews.Facts {
      PeopleNews.Facts(
        report: result.report, lost: try store.lostSystems(), objects: try store.newsworthyObjects(),
        systems: Dictionary(pairs) { first, _ in first }, coming: coming)
    }
    run.news = state.news(
      facts, for: publishing.receivers, hasOther: { Notification.hasNews(result.report, $0.failures) }
    ) { environment.warn($0) }
    return (run, run.news.values.compactMap(\.reminders.next).min())
  }

  private func comingChanges(before: Int64) -> [ComingChange] {
    func reminders(within seconds: Int64) -> [ComingChange] {
      pass.comingChanges(before: pass.now + before + seconds)
    }
    let day = reminders(within: 86_400)
    // Nearly always something is held back within a day; else it is looked for longer.
    let isNone = day.allSatisfy { $0.at + -before <= pass.now }
    return isNone ? reminders(within: 40 * 86_400) : day
  }

  /// The systems that are to be left alone from now on.
  func backoffs(after result: PassResult) -> [Name: Backoff] {
    BackoffPolicy.after(result.report, result.circumstances, before: backoffsBefore, now: pass.now)
  }
}
