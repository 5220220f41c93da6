import CivilTime
import Documents
import Planning
import Policies
import Providers
import Text

/// What people hear of that patterns had selected and that is gone, each once. Decides; tells and remembers nothing.
///
/// Runs that tell nobody see it, too: by their events alone, people would hear nothing of what such a run saw first.
struct GoneNews: Hashable {
  /// Those of which people have yet to hear, in order.
  var objects: [GoneObject] = []
  /// Those of which people have heard, afterwards.
  var told: Set<String> = []
  /// What those are marked with of which people have yet to hear.
  private(set) var newMarks: Set<String> = []

  /// No news.
  init() {}

  /// `objects` are those that a run at `now` missed, as they are remembered, as far as they are of `targets`; `told` are those of
  /// which people have heard.
  init(_ objects: [ObjectKey: RecordedObject], of targets: Set<Name>, at now: Instant, told: Set<String>) {
    let gone = RecordedState(objects: objects).gone(at: now).filter { targets.contains($0.target) }
    self.objects = gone.filter { !told.contains(Self.mark(of: $0.key)) }
    newMarks = Set(self.objects.map { Self.mark(of: $0.key) })
    self.told = Set(gone.map { Self.mark(of: $0.key) })
  }

  /// In sentences; of many the first and how many more there are.
  var sentences: [String] {
    let others = objects.count - NotificationText.mostFailures
    return objects.prefix(NotificationText.mostFailures).map { object in
      "\(object.target): \(object.name.quoted) \(object.becoming.text)"
    } + (others > 0 ? ["and \(others) more that patterns selected and that are gone"] : [])
  }

  private static func mark(of key: ObjectKey) -> String { "\(key.system) \(key.kind.rawValue) \(key.id)" }
}
