import Host
import Policies
import StateStore

/// The troubles of which people hear after a run: systems, devices that are stuck, changes that
/// were not made, targets that cannot be looked after. They are
/// noted as told before anybody is told; of what nobody took that is taken back, so that the next run tells it.
///
/// A loss and a notifier that cannot be reached often have the same cause, and what was never told cannot be over.
struct TroubleNews: Hashable, Sendable {
  var lost: Set<Name> = []
  var back: Set<Name> = []
  /// What devices and changes are marked with.
  var stuck: Set<String> = []
  var failures: Set<String> = []
  /// What targets are marked with that cannot be looked after, and that can be again.
  var problems: Set<String> = []
  var overProblems: Set<String> = []
  /// What credentials are marked with that will soon be good for nothing.
  var ends: Set<String> = []

  /// So often in a row the same is told to nobody; after that it counts as told.
  static let mostTries = 10

  /// No news.
  init() {}

  init(
    _ systems: SystemNews, _ stuck: StuckNews, _ failures: FailureNews, _ problems: ProblemNews, _ ends: CredentialNews
  ) {
    (lost, back) = (Set(systems.lost), Set(systems.back))
    (self.stuck, self.failures) = (stuck.newMarks, failures.newMarks)
    (self.problems, overProblems) = (problems.newMarks, problems.goneMarks)
    self.ends = ends.newMarks
  }

  var isEmpty: Bool { self == TroubleNews() }

  /// Nobody took it. What another run has noted since stays.
  func takeBack(in store: StateStore) throws(StateError) {
    let tries = try store.untakenTries() + 1
    guard tries < Self.mostTries else { return }
    try store.keep(untakenTries: tries)
    try store.keep(toldLost: try store.toldLost().subtracting(lost).union(back))
    try store.keep(toldStuck: try store.toldStuck().subtracting(stuck))
    try store.keep(toldFailures: try store.toldFailures().subtracting(failures))
    try store.keep(toldProblems: try store.toldProblems().subtracting(problems).union(overProblems))
    try store.keep(toldEnds: try store.toldEnds().subtracting(ends))
  }

  /// The same as soon as the state in `directory` is free, within a second. If it is not, it counts as told.
  func takeBack(in directory: StateDirectory, _ environment: Environment) {
    if isEmpty { return }
    do throws(StateError) {
      try StateWriting.perform(in: directory, environment, waiting: 1) { (store) throws(StateError) in
        try takeBack(in: store)
      }
    } catch {
      environment.warn(PublisherMessages.notTakenBack(error.message))
    }
  }
}

extension StateSession {
  /// Begins to count anew once there is `news` no longer: somebody took it, or it was given up.
  func forgetTries(after news: TroubleNews, warn: (String) -> Void) {
    guard let store, news.isEmpty else { return }
    do throws(StateError) {
      try store.keep(untakenTries: 0)
    } catch {
      tellNotKept(error, warn)
    }
  }
}
