import Planning
import Policies
import Providers

/// Which devices people hear about that failed to move, each once until it is where it should be. Decides; tells and
/// remembers nothing.
///
/// Runs that tell nobody see them, too: by their events alone, people would hear nothing of what such a run saw first.
struct StuckNews: Hashable {
  /// What those are called of which people have yet to hear, in the order of their keys.
  var names: [String] = []
  /// Those of which people have heard, afterwards.
  var told: Set<String> = []
  /// What those are marked with of which people have yet to hear.
  private(set) var newMarks: Set<String> = []

  /// No news.
  init() {}

  /// `objects` are those that failed to move and did not since, as they are remembered after a run; `told` are those of which
  /// people have heard.
  init(_ objects: [ObjectKey: RecordedObject], told: Set<String>) {
    let stuck = objects.sorted { $0.key < $1.key }
    names = stuck.filter { !told.contains(Self.mark(of: $0.key)) }.map { $0.value.name ?? $0.key.system.text }
    self.told = Set(stuck.map { Self.mark(of: $0.key) })
    newMarks = self.told.subtracting(told)
  }

  private static func mark(of key: ObjectKey) -> String { "\(key.system) \(key.kind.rawValue) \(key.id)" }
}
