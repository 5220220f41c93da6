import CivilTime
import Planning
import Policies
import Providers

/// Which targets people hear about that somebody else moves again and again, each once until nobody does any more. Decides;
/// tells and remembers nothing.
///
/// Runs that tell nobody see it, too: by their events alone, people would hear nothing of what such a run saw first.
struct ContentionNews: Hashable {
  /// Those of which people have yet to hear, each once.
  var begun: [Fight] = []
  /// The targets that nobody else moves any more.
  var over: [Name] = []
  /// All of which people have heard, afterwards, by what each is marked with.
  var told: Set<String> = []
  /// The marks of those of which people have yet to hear, and of those that are over.
  private(set) var newMarks: Set<String> = []
  private(set) var goneMarks: Set<String> = []

  /// A target that somebody else moves again and again.
  struct Fight: Hashable {
    let target: Name
    /// What people hear, going on from its name.
    let words: String

    /// `kids: somebody else keeps changing it, and it is put right each time`
    var sentence: String { "\(target): \(words)" }
  }

  /// No news.
  init() {}

  /// After a run that came to `report`; `objects` are those that somebody else has moved lately, as they are remembered, `told`
  /// are those of which people have heard.
  init(_ report: Report, _ objects: [ObjectKey: RecordedObject], told: Set<String>) {
    let moved = objects.filter { $0.value.contention(at: report.plan.now) != nil }
    if moved.isEmpty, told.isEmpty { return }
    var (contended, seen, ended) = (Set<Name>(), Set<String>(), [Name]())
    for (entry, outcome) in report.entriesWithOutcomes {
      let mark = Self.mark(of: entry.key)
      seen.insert(mark)
      if let object = moved[entry.key] {
        contended.insert(entry.target)
        guard !told.contains(mark) else { continue }
        newMarks.insert(mark)
        let fight = Fight(target: entry.target, words: Self.words(object.rivals, outcome))
        if !begun.contains(fight) { begun.append(fight) }
      } else if told.contains(mark) {
        goneMarks.insert(mark)
        if !ended.contains(entry.target) { ended.append(entry.target) }
      }
    }
    // Of two objects of one target the second may still be moved.
    over = ended.filter { !contended.contains($0) }
    // What nothing selects any more ends without a word; of what could not be read nothing is known.
    let read = Set(report.plan.systems.filter { $0.error == nil }.map(\.name.text))
    let kept = told.subtracting(goneMarks).filter { mark in
      seen.contains(mark) || report.plan.interests == nil || !read.contains(String(mark.prefix { $0 != " " }))
    }
    self.told = kept.union(newMarks)
  }

  private static func words(_ rivals: Rivals?, _ outcome: Outcome?) -> String {
    if let rivals { return "\(rivals.words), and each undoes what the other did" }
    let isPutRight = outcome?.isUndone != true
    return "somebody else keeps changing it" + (isPutRight ? ", and it is put right each time" : "")
  }

  private static func mark(of key: ObjectKey) -> String { "\(key.system) \(key.kind.rawValue) \(key.id)" }
}
