import CivilTime
package import JSONTree
import Policies
import Presentation
import Providers
import Planning
import Text

/// A change of a plan file: what it is known by, and what is to be done.
package struct PlannedChange: Hashable, Sendable {
  package internal(set) var target: String
  package internal(set) var system: String
  /// What kind of object.
  package internal(set) var kind: String
  package internal(set) var id: String?
  /// Its name as its system gives it.
  package internal(set) var name: String
  var from: String
  var to: String
  /// When the wanted pause ends.
  package internal(set) var toEnds: String?
  /// What the switch comes to for its target before and after; nil where that is not known.
  var fromState: String?
  var toState: String?
  /// The groups that a domain entry is to belong to; empty for what is none.
  var groups: [String]
  /// For what the file makes and owns: what it is to be; nil for everything else.
  var content: JSON?
  /// The hours that it is to keep by its system's clock, in words; nil for what keeps none.
  var hours: String?

  /// The change of an entry of a plan; nil for one of which nothing is written.
  init?(_ entry: PlanEntry) {
    guard let change = entry.change else { return nil }
    target = change.target.text
    system = change.system.text
    kind = change.kind.rawValue
    id = change.id
    name = change.name
    from = change.from.position.rawValue
    to = change.to.position.rawValue
    toEnds = change.to.ends?.description
    groups = change.to.position == .absent ? [] : change.domainEntry?.groups ?? []
    content = change.made?.content.flatMap { try? JSON(parsing: Array($0.utf8)) }
    hours = change.made?.wantedHours?.words
    if to != SwitchState.Position.absent.rawValue {
      (fromState, toState) = (entry.fromState?.rawValue, entry.toState?.rawValue)
    }
  }

  /// What a run would have done to come to what an entry finds in place, wherever that began; nil where it does not find it
  /// so.
  init?(inPlace entry: PlanEntry) {
    guard entry.action == .none else { return nil }
    var done = entry
    done.action = .change
    self.init(done)
  }

  /// A change as a file has it; nil where something is missing or of another form.
  init?(_ json: JSON) {
    guard let target = json["target"]?.string, let system = json["system"]?.string, let kind = json["kind"]?.string,
      let name = json["name"]?.string, let from = json["from"]?.string, let to = json["to"]?.string,
      let groups = json["groups"]?.elements
    else { return nil }
    self.target = target
    self.system = system
    self.kind = kind
    self.name = name
    self.from = from
    self.to = to
    self.groups = groups.compactMap(\.string)
    id = json["id"]?.string
    toEnds = json["toEnds"]?.string
    content = json["content"]
    hours = json["hours"]?.string
    fromState = json["fromState"]?.string
    toState = json["toState"]?.string
  }

  /// As a file has it.
  package var json: JSON {
    .object(
      [
        .init("target", .string(target)), .init("system", .string(system)), .init("kind", .string(kind)),
        .init("id", .text(id)), .init("name", .string(name)), .init("from", .string(from)), .init("to", .string(to)),
        .init("toEnds", .text(toEnds)), .init("groups", .array(groups.map { .string($0) })),
      ] + (content.map { [.init("content", $0)] } ?? [])
        + (hours.map { [.init("hours", .string($0))] } ?? [])
        + (fromState.map { [.init("fromState", .string($0))] } ?? [])
        + (toState.map { [.init("toState", .string($0))] } ?? []))
  }

  /// Which object it is about.
  var key: [String] { [system, kind, id ?? ""] }

  /// Whether it is about the object of `entry`.
  func isAbout(_ entry: PlanEntry) -> Bool {
    entry.system.text == system && entry.kind.rawValue == kind && entry.id == id
  }

  /// Whether both do the same to the same object. Names and targets are for people.
  func isSame(as other: PlannedChange) -> Bool { from == other.from && aims(as: other) }

  /// Whether both bring the same object to the same: its switch, until when, and what it is made of.
  func aims(as other: PlannedChange) -> Bool {
    key == other.key && to == other.to && toEnds == other.toEnds && groups == other.groups
      && content == other.content && hours == other.hours
  }

  /// `acl-rule 'Downtime-iPad' on gateway`
  package var words: String {
    "\(label) on \(system)"
  }

  /// `acl-rule 'Downtime-iPad'`
  package var label: String { id == nil ? kind : "\(kind) '\(name)'" }

  /// `on → off`: what it comes to for its target; nothing where that is not known.
  package var meaning: String { [fromState, toState].compactMap { $0 }.uniqued().joined(separator: " → ") }

  /// `disabled → enabled`; `absent → enabled (21:00–07:00)`. The end of a pause is worded by `words`.
  package func step(ending words: (String) -> String) -> String {
    let groups = groups.isEmpty ? "" : " in " + groups.joined(separator: ", ")
    return "\(from) → \(to)" + (toEnds.map { " until \(words($0))" } ?? "") + groups
      + (hours.map { " (\($0))" } ?? "")
  }
}
