package import CivilTime
package import Planning
package import Policies

/// What is published of a run.
package struct RunFacts: Sendable {
  /// What it came to.
  package var report: Report
  /// What is new since the run before.
  package var events: [Event]
  /// The systems of which people hear that they were lost, or that they are back.
  package var lost: [Name]
  package var back: [Name]
  /// The names of devices that failed to move, of which people have yet to hear.
  package var stuck: [String]
  /// The changes that were not made, of which people hear.
  var failures = FailureNews()
  /// The targets that cannot be looked after, of which people hear.
  var problems = ProblemNews()
  /// The targets that are to be held back from now on and cannot be, of which people hear.
  var doubts: [TargetProblem] = []
  /// What somebody else moves again and again, or does not any more, and what patterns had selected and is gone.
  var contention = ContentionNews()
  var gone = GoneNews()
  /// The credentials that will soon be good for nothing, of which people hear.
  var ends = CredentialNews()
  /// What each of those who are told hears, where that is not the same.
  var news: [NewsReceiver: PeopleNews] = [:]
  /// The overrides that hold.
  package var overrides: [Override]
  /// Whether there was a state to read them in.
  package var knowsOverrides = true
  /// Coming changes of which people are told now.
  package var coming: [ComingChange]
  /// How long it took to read, compare and write.
  package var took: Duration
  /// In which zone times are said to people.
  package var zone: Zone
  /// All systems of the policy, in the order of the file.
  package var systems: [Name]
  /// Whether it was about some of the targets only.
  package var isPartial: Bool

  package init(
    _ report: Report, events: [Event] = [], lost: [Name] = [], back: [Name] = [], stuck: [String] = [],
    overrides: [Override] = [],
    coming: [ComingChange] = [], took: Duration = .zero, zone: Zone = .utc,
    systems: [Name]? = nil, isPartial: Bool = false
  ) {
    (self.report, self.events, self.overrides) = (report, events, overrides)
    (self.lost, self.back, self.stuck) = (lost, back, stuck)
    (self.coming, self.took, self.zone) = (coming, took, zone)
    (self.systems, self.isPartial) = (systems ?? report.plan.systems.map(\.name), isPartial)
  }

  /// The same as `receiver` hears it.
  func told(to receiver: NewsReceiver) -> RunFacts {
    guard let news = news[receiver] else { return self }
    var run = self
    (run.lost, run.back, run.stuck) = (news.systems.lost, news.systems.back, news.stuck.names)
    (run.failures, run.problems, run.doubts) = (news.failures, news.problems, news.doubts.begun)
    (run.contention, run.gone, run.coming) = (news.contention, news.gone, news.reminders.due)
    run.ends = news.ends
    return run
  }
}
