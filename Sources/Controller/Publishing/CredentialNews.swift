import CivilTime
import Documents
import Planning
import Policies
import Presentation
import Providers

/// Which credentials people hear about that will soon be good for nothing, each once. Decides; tells and remembers nothing.
///
/// A run and a doctor warn of them each time, but where a timer starts the runs nobody looks on.
struct CredentialNews: Hashable {
  /// A credential and its system.
  struct Ending: Hashable {
    let system: Name
    let end: CredentialEnd
  }

  /// Those of which people have yet to hear, in the order of the report.
  var begun: [Ending] = []
  /// All of which people have heard, afterwards, by what each is marked with.
  var told: Set<String> = []
  /// The marks of those of which people have yet to hear.
  private(set) var newMarks: Set<String> = []

  /// No news.
  init() {}

  /// After a run that came to `report`; `told` are the marks of those of which people have heard.
  init(_ report: Report, told: Set<String>) {
    let ending = report.plan.systems.flatMap { system in
      (report.plan.credentialEnds[system.name] ?? []).map { Ending(system: system.name, end: $0) }
    }
    if ending.isEmpty, told.isEmpty { return }
    begun = ending.filter { !told.contains(Self.mark(of: $0)) }
    newMarks = Set(begun.map(Self.mark))
    let unread = UnreadSystems(report)
    let kept = told.filter { unread.contains(Name(String($0.prefix { $0 != " " }))) }
    self.told = kept.union(ending.map(Self.mark))
  }

  /// Another end is another credential; of the last uses people hear once.
  private static func mark(of ending: Ending) -> String {
    switch ending.end.left {
    case .until(let end): "\(ending.system) until \(end.secondsSinceEpoch)"
    case .uses: "\(ending.system) uses"
    }
  }

  /// What people are told, in the order of the report.
  func sentences(_ moments: Moments) -> [String] {
    begun.map { StateMessages.endsSoon($0.end, of: $0.system, moments).message.text }
  }
}

extension Report {
  /// The credentials that will soon be good for nothing, where earlier runs knew of those `before`.
  func credentialEnds(after before: [Name: [CredentialEnd]]) -> [Name: [CredentialEnd]] {
    let unread = UnreadSystems(self)
    return before.filter { unread.contains($0.key) }.merging(plan.credentialEnds) { $1 }
  }
}
