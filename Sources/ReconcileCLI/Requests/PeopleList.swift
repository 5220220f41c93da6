import Approvals
import Controller
import Documents
import JSONTree
import Policies
import Presentation
import Text

/// The people of a policy: what they guard, and whether they have a PIN.
struct PeopleList {
  private let people: [(name: Name, guards: [Name], pin: PersonPIN?)]
  private let context: OverrideContext

  init(_ policy: Policy, _ pins: [Name: PersonPIN], _ context: OverrideContext) {
    people = policy.people.map { person in
      let guarded = policy.guardedTargets.filter { $0.guarding?.approvers.contains(person.name) ?? false }
      return (person.name, guarded.map(\.name), pins[person.name])
    }
    self.context = context
  }

  /// For a terminal of 80 columns.
  var text: String {
    let head = [context.places.policy, context.places.state.path].map(\.escaped).joined(separator: " · ")
    let width = people.map { displayWidth($0.name.text) }.max() ?? 0
    let rows = people.flatMap { person in
      wrapped(words(person.guards, person.pin), indent: "  " + padded(person.name.text, to: width + 2))
    }
    let lines = wrapped(head, indent: "") + [""] + (people.isEmpty ? [PeopleMessages.nobody] : rows)
    return lines.joined(separator: "\n") + "\n"
  }

  private func words(_ guards: [Name], _ pin: PersonPIN?) -> String {
    let isBlocked = pin?.isBlocked(at: context.clocks) ?? false
    let state = pin == nil ? "no PIN" : isBlocked ? "a PIN, which waits after too many wrong ones" : "a PIN"
    return (guards.isEmpty ? "guards nothing" : "guards " + guards.map(\.text).listed()) + " · " + state
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .init("formatVersion", .number("1")),
      .init(
        "people",
        .array(
          people.map { person in
            .object([
              .init("name", .string(person.name.text)),
              .init("guards", .array(person.guards.map { .string($0.text) })),
              .init("hasPIN", .bool(person.pin != nil)),
              .init("waits", .bool(person.pin?.isBlocked(at: context.clocks) ?? false)),
            ])
          })),
    ])
  }
}
