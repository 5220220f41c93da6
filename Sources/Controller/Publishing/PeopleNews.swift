import CivilTime
import Planning
import Policies
import Providers
import StateStore

/// What people hear after a run, beside what it did. Decides; tells and remembers nothing.
struct PeopleNews: Hashable, Sendable {
  var systems = SystemNews()
  var stuck = StuckNews()
  var failures = FailureNews()
  var problems = ProblemNews()
  var doubts = DoubtNews()
  var contention = ContentionNews()
  var gone = GoneNews()
  var ends = CredentialNews()
  var reminders = Reminders()
  /// How often what of it was told in vain, and when.
  var untaken: [NewsMark: UntakenNews] = [:]

  /// What there is to know of a run.
  struct Facts {
    var report: Report
    /// The systems that cannot be read.
    var lost: Set<Name>
    /// The objects that may be news beyond the run that saw it, as they are remembered.
    var objects: [ObjectKey: RecordedObject]
    /// The system that each target is on.
    var systems: [Name: Name]
    /// What is held back soon, of which people are told so many seconds beforehand; nil where they are told of nothing.
    var coming: (changes: [ComingChange], before: Int64)?
  }

  /// No news.
  init() {}

  /// `told` is of what people have heard.
  init(_ facts: Facts, told: Told) {
    let report = facts.report
    systems = SystemNews(report, lost: facts.lost, told: told.lost)
    stuck = StuckNews(facts.objects.filter { $0.value.tries != nil }, told: told.stuck)
    failures = FailureNews(report, told: told.failures)
    problems = ProblemNews(report, told: told.problems)
    let doubts = Doubts(report, lost: facts.lost, systems: facts.systems)
    let failed = failures.failed.isEmpty ? [] : report.plan.entries.filter { failures.failed.contains($0.key) }
    self.doubts = DoubtNews(
      report, doubts, told: told.doubts, besides: Set(problems.begun.map(\.target) + failed.map(\.target)))
    contention = ContentionNews(report, facts.objects, told: told.contended)
    gone = GoneNews(facts.objects, of: Set(facts.systems.keys), at: report.plan.now, told: told.gone)
    ends = CredentialNews(report, told: told.ends)
    reminders.told = told.changes
    if let (changes, before) = facts.coming {
      reminders = Reminders(changes, told: told.changes, before: before, now: report.plan.now)
      for place in reminders.due.indices { reminders.due[place].doubt = doubts[reminders.due[place].target]?.words }
    }
  }

  /// Of what people have heard once all of it was told.
  var told: Told {
    var told = Told()
    (told.lost, told.stuck) = (systems.told, stuck.told)
    (told.failures, told.problems, told.doubts) = (failures.told, problems.told, doubts.told)
    (told.contended, told.gone, told.changes) = (contention.told, gone.told, reminders.told)
    told.ends = ends.told
    return told
  }

  /// What is known again of it where nobody takes it.
  var marks: Set<NewsMark> {
    func marks(_ sort: NewsMark.Sort, _ about: some Sequence<String>) -> [NewsMark] {
      about.map { NewsMark(sort, $0) }
    }
    return Set(
      marks(.lost, systems.lost.map(\.text)) + marks(.back, systems.back.map(\.text)) + marks(.stuck, stuck.newMarks)
        + marks(.failure, failures.newMarks) + marks(.failureOver, failures.goneMarks)
        + marks(.problem, problems.newMarks) + marks(.problemOver, problems.goneMarks)
        + marks(.doubt, doubts.newMarks) + marks(.contended, contention.newMarks)
        + marks(.contendedOver, contention.goneMarks) + marks(.gone, gone.newMarks) + marks(.ending, ends.newMarks)
        + marks(.coming, reminders.due.map { Told.mark(of: ToldChange(target: $0.target, at: $0.at)) }))
  }

  /// Whether all of it was told in vain so often that it is left for a while.
  func isWaiting(at now: Instant) -> Bool {
    let marks = marks
    return !marks.isEmpty && marks.allSatisfy { untaken[$0]?.isWaiting(at: now) ?? false }
  }

  /// The same in which nothing is told: of what goes on failing people have heard, or do later.
  var unsaid: PeopleNews {
    var news = PeopleNews()
    news.failures.known = failures.known.union(failures.failed)
    return news
  }
}
