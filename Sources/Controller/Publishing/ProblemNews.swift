import CivilTime
import Planning
import Policies
import Providers

/// Which targets people hear about that cannot be looked after, each once until it can, and which are as they should be again.
/// Decides; tells and remembers nothing.
///
/// A lock whose battery is flat was never tried to move, and a bedtime that cannot come about is news all the same.
struct ProblemNews: Hashable {
  /// Those of which people have yet to hear.
  var begun: [TargetProblem] = []
  /// Those that are as they should be again, and were not moved there by this run, which tells that itself.
  var over: [Over] = []
  /// All of which people have heard, afterwards, by what each is marked with.
  var told: Set<String> = []
  /// The marks of those of which people have yet to hear, and of those that are over.
  private(set) var newMarks: Set<String> = []
  private(set) var goneMarks: Set<String> = []

  /// A target that is as it should be again.
  struct Over: Hashable {
    let target: Name
    let state: TargetState

    var sentence: String { "\(target) is \(state)" }
  }

  /// No news.
  init() {}

  /// After a run that came to `report`; `told` are the marks of those of which people have heard.
  init(_ report: Report, told: Set<String>) {
    let problems = report.targetProblems
    if problems.isEmpty, told.isEmpty { return }
    let marks = Set(problems.map(Self.mark))
    begun = Self.byTarget(problems.filter { !told.contains(Self.mark(of: $0)) })
    newMarks = marks.subtracting(told)
    goneMarks = told.subtracting(marks).filter(Self.isOver(by: report))
    // What else is in its way goes on being told of.
    let gone = Set(goneMarks.map(Self.target)).subtracting(problems.map(\.target))
    over = report.inPlace(among: gone).map { Over(target: $0.target, state: $0.state) }
    self.told = told.subtracting(goneMarks).union(newMarks)
  }

  /// The same as entries of the history, made at `now`.
  func events(at now: Instant) -> [Event] {
    begun.map { problem in
      Event(
        at: now, .problem, target: problem.target, system: problem.system, state: problem.state,
        message: problem.allWords.shortened(to: 1024))
    } + over.map { Event(at: now, .problemOver, target: $0.target, state: $0.state) }
  }

  /// Whether there is nothing that people have yet to hear.
  var isEmpty: Bool { begun.isEmpty && over.isEmpty }

  /// The first of each target, with how many more there are of it, in their order.
  private static func byTarget(_ problems: [TargetProblem]) -> [TargetProblem] {
    var places: [Name: Int] = [:]
    return problems.reduce(into: []) { first, problem in
      if let place = places[problem.target] {
        first[place].others += 1
      } else {
        places[problem.target] = first.count
        first.append(problem)
      }
    }
  }

  /// The names of systems and targets have no spaces, those of objects may.
  private static func mark(of problem: TargetProblem) -> String {
    "\(problem.system?.text ?? "") \(problem.target)" + (problem.object.map { " \($0)" } ?? "")
  }

  private static func target(of mark: String) -> Name {
    let words = mark.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    return Name(words.count > 1 ? String(words[1]) : "")
  }

  /// Whether what is marked so and is a problem no longer was looked at, or is no longer asked for. A system that the policy
  /// does not have any more is never looked at again.
  private static func isOver(by report: Report) -> (_ mark: String) -> Bool {
    let asked = Set(report.plan.wanted.map(\.target))
    let read = Set(report.plan.systems.filter { $0.error == nil }.map(\.name))
    let interests = report.plan.interests.map(Set.init)
    return { mark in
      let system = Name(String(mark.prefix { $0 != " " }))
      guard asked.contains(target(of: mark)) else { return interests != nil }
      if let interests, !interests.contains(system) { return true }
      return system.text.isEmpty || read.contains(system)
    }
  }
}
