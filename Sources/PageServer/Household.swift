import Approvals
import CivilTime
package import Controller
package import Host
import Overrides
import Page
import Planning
package import Policies
import Presentation
package import StateStore

/// What the policy and the state say, read again when one of them was touched.
package struct Household {
  /// The policy as it is followed.
  package let policy: Policy
  /// Where that policy and the state are, whatever the command line names: what people do here is done to this policy.
  let places: Places
  /// The policy's file as it was read, be it good or broken.
  package let read: LoadedPolicy
  /// The files of that policy, its calendars among them.
  var files: [String] { [read.path] + read.fileNames }
  /// What judges requests; nil while there is no state.
  private let judge: GuardingPolicy?
  /// Whether there is a state.
  var hasState: Bool { judge != nil }
  private var snapshot: StateSnapshot { judge?.remembered ?? StateSnapshot() }
  private let requests: [ApprovalRequest]
  private let events: [Event]
  /// What acts for people, by hash.
  let devices: [String: JoinedDevice]

  /// When the policy was first read as it is; nil where it is as it was when the server began.
  private(set) var editedAt: Instant?

  /// So much of the past is read, in seconds.
  private static let toldSeconds: Int64 = 3 * 86_400

  /// Nil where no policy can be read; throws where the state cannot be.
  package init?(_ places: Places, _ environment: Environment) throws(StateError) {
    let now = environment.now()
    let named = LoadedPolicy(path: places.policy, followedAt: places.state.path, environment)
    guard let store = try StateStore(reading: places.state.path) else {
      guard let policy = named.policy else { return nil }
      (self.policy, self.places, read) = (policy, places, named)
      (judge, requests, events, devices) = (nil, [], [], [:])
      return
    }
    guard let judge = try GuardingPolicy(store, named: named.policy, made: nil, at: places, environment) else {
      return nil
    }
    policy = judge.policy
    read = judge.read ?? named
    self.places = Places(policy: read.path, state: places.state, again: places.again)
    self.judge = judge
    requests = try store.requests()
    events = try store.entries(since: now + -Self.toldSeconds).compactMap(\.event)
    devices = Dictionary(try store.devices().map { ($0.hash, $0) }) { first, _ in first }
  }

  /// Notes that it is read at `now`, after `known`.
  mutating func note(after known: Household?, at now: Instant) {
    guard let known else { return }
    editedAt = known.read.fingerprint == read.fingerprint && known.read.path == read.path ? known.editedAt : now
  }

  /// By whose clocks its times are told.
  func zone(at now: Instant) -> Zone { ActiveOverrides.zone(of: policy, snapshot, now: now) }

  /// All that is known now.
  func facts(at now: Instant) -> PageFacts {
    let overriding = ActiveOverrides(policy, snapshot, now: now)
    let checked = snapshot.lastLook(beside: LastRun.read(places.state.path), at: now)
    let open = requests.filter { $0.isOpen(at: now) }.map { request in
      var request = request
      if let judge { request.needs = request.needs(by: judge, at: now) }
      return request
    }
    var problems: [Name: [String]] = [:]
    for problem in snapshot.problems {
      if let target = problem.target { problems[target, default: []].append(problem.text) }
    }
    var facts = PageFacts(
      policy: overriding.policy, overlay: overriding.overlay, overrides: overriding.overrides, requests: open,
      memory: overriding.remembered.memory, lost: overriding.remembered.lost, problems: problems, events: events,
      checkedAt: checked,
      isBroken: read.policy == nil, now: now)
    facts.holds = overriding.holds
    facts.editedAt = editedAt
    facts.past = requests.filter { !$0.isOpen(at: now) }
    for override in overriding.overrides { facts.agreed[override.id] = agreed(to: override) }
    facts.isUnwritable = StateStore.obstacle(in: places.state.path) != nil || !Version.wasReleased(by: now)
    for request in open {
      let grant = RequestGrant(request, judge, snapshot.overrides, at: now)
      if grant.isIdle { facts.idle.insert(request.id) }
      facts.locked[request.id] = grant.lockedUntil
    }
    return facts
  }

  /// Who agreed to `override`, which was made as it was asked for; nil where nobody had to.
  private func agreed(to override: Override) -> [String]? {
    let request = requests.first { request in
      guard case .make(let wanted) = request.deed, request.ending == .approved else { return false }
      return request.asker == override.by && request.endedAt == override.madeAt
        && wanted.contains { $0.target == override.target && $0.state == override.state }
    }
    let people = request?.approvedBy.map(\.text).filter { $0 != override.by } ?? []
    return people.isEmpty ? nil : people
  }

  /// The request of this number, open or not.
  func request(_ id: String) -> ApprovalRequest? { requests.first { $0.id == id } }

  /// Whether the week of some targets has no more to draw than `TimelineView.most`.
  func canDrawWeek(of targets: [Name], at now: Instant) -> Bool {
    !weekView(of: targets, titled: "", in: .english, at: now).isTooMuch
  }

  /// The week of some targets, as a picture; nil where it has too much to draw.
  func week(of targets: [Name], titled title: String, in words: TimelineWords, at now: Instant) -> String? {
    let view = weekView(of: targets, titled: title, in: words, at: now)
    return view.isTooMuch ? nil : view.text(in: .svg, Style(isOn: false))
  }

  private func weekView(
    of targets: [Name], titled title: String, in words: TimelineWords, at now: Instant
  ) -> TimelineView {
    let overriding = ActiveOverrides(policy, snapshot, now: now)
    var policy = overriding.policy
    policy.path = title
    let shown = ShownOverrides(
      policy: policy, overlay: overriding.overlay,
      known: Dictionary(overriding.overrides.map { ($0.id, $0) }) { first, _ in first }, warnings: [])
    let zone = policy.zone
    let today = zone.local(now).date
    let start = zone.midnight(of: today)
    let end = zone.midnight(of: today.adding(days: 7))
    return TimelineView(shown: shown, targets: targets, range: start..<end, now: now, words: words)
  }
}
