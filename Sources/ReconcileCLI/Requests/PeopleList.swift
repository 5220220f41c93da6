import Approvals
import Controller
import Documents
import JSONTree
import Policies
import Presentation
import Text
import Overrides

/// The people of a policy: what they guard, how they are told, and whether they have a PIN.
struct PeopleList {
  private struct Row {
    var name: Name
    var guards: [Name]
    var reach: ApproverReach
    var pin: PersonPIN?
    var person: Person
    var devices: [JoinedDevice]
    var links: [JoinLink]
  }

  /// Somebody whom the policy does not name, and whose devices and PIN count again once it does.
  private struct Stranger {
    var name: Name
    var devices: [JoinedDevice]
    var links: [JoinLink]
    var hasPIN: Bool
  }

  private let people: [Row]
  private let strangers: [Stranger]
  private let context: OverrideContext

  init(
    _ policy: Policy, _ file: PeopleFile, _ pins: [Name: PersonPIN], _ devices: [JoinedDevice], _ links: [JoinLink],
    _ context: OverrideContext
  ) {
    let devices = devices.filter { $0.counts(at: context.now) }
    let links = links.filter { $0.isGood(at: context.clocks) }.sorted {
      ($0.made.wall, $0.hash) < ($1.made.wall, $1.hash)
    }
    var guarded: [Name: [Name]] = [:]
    for target in policy.guardedTargets {
      for approver in Set(target.guarding?.approvers ?? []) { guarded[approver, default: []].append(target.name) }
    }
    let devicesOf = Dictionary(grouping: devices, by: \.person)
    let linksOf = Dictionary(grouping: links, by: \.person)
    people = policy.people.map { person in
      Row(
        name: person.name, guards: guarded[person.name] ?? [], reach: file.reach(of: person.name),
        pin: pins[person.name],
        person: person, devices: devicesOf[person.name] ?? [],
        links: linksOf[person.name] ?? [])
    }
    let known = Set(devices.map(\.person) + links.map(\.person)).union(pins.keys)
    strangers = known.subtracting(people.map(\.name)).sorted().map { name in
      Stranger(
        name: name, devices: devicesOf[name] ?? [], links: linksOf[name] ?? [],
        hasPIN: pins[name] != nil)
    }
    self.context = context
  }

  /// For a terminal.
  func text(_ style: Style) -> String {
    let head = [context.places.policy, context.places.state.path].map(\.escaped).joined(separator: " · ")
    let all =
      people.map { (name: $0.name, words: words($0), acting: acting($0.devices, $0.links)) }
      + strangers.map { (name: $0.name, words: words($0), acting: acting($0.devices, $0.links)) }
    let width = all.map { displayWidth($0.name.text) }.max() ?? 0
    let rows = all.flatMap { person in
      style.wrapped(person.words, indent: "  " + padded(person.name.text, to: width + 2))
        + person.acting.flatMap { style.wrapped($0.escaped, indent: "  " + padded("", to: width + 2)) }
    }
    let lines = style.wrapped(head, indent: "") + [""] + (people.isEmpty ? [PeopleMessages.nobody] : []) + rows
    return lines.joined(separator: "\n") + "\n"
  }

  /// What acts for somebody, and what will once it is opened.
  private func acting(_ devices: [JoinedDevice], _ links: [JoinLink]) -> [String] {
    devices.map { PeopleMessages.words($0, context.moments.short($0.joined)) }
      + links.map { PeopleMessages.words($0, until: context.moments.short($0.expires)) }
  }

  private func words(_ person: Stranger) -> String {
    PeopleMessages.stranger(
      person.name, acts: !person.devices.isEmpty || !person.links.isEmpty, hasPIN: person.hasPIN)
  }

  private func words(_ person: Row) -> String {
    let (guards, pin) = (person.guards, person.pin)
    let isBlocked = pin?.isBlocked(at: context.clocks) ?? false
    let state = pin == nil ? "no PIN" : isBlocked ? "a PIN, blocked after too many wrong ones" : "a PIN"
    let sees = [("manages", person.person.manages), ("asks about", person.person.asks)].map { verb, names in
      names.isEmpty ? "" : " · \(verb) \(names.map(\.text).listed())"
    }
    return (guards.isEmpty ? "guards nothing" : "guards " + guards.map(\.text).listed()) + sees.joined()
      + " · \(PeopleMessages.words(person.reach)) · \(state)"
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .formatVersion,
      .init(
        "people",
        .array(
          people.map { person in
            .object([
              .init("name", .string(person.name.text)),
              .init("guards", .array(person.guards.map { .string($0.text) })),
              .init("reachedBy", .string(person.reach.rawValue)),
              .init("hasPIN", .bool(person.pin != nil)),
              .init("waits", .bool(person.pin?.isBlocked(at: context.clocks) ?? false)),
              .init("manages", .array(person.person.manages.map { .string($0.text) })),
              .init("asks", .array(person.person.asks.map { .string($0.text) })),
              .init("devices", .array(person.devices.map(\.json))),
              .init("links", .array(person.links.map(\.json))),
            ])
          })),
      .init(
        "strangers",
        .array(
          strangers.map { person in
            .object([
              .init("name", .string(person.name.text)), .init("devices", .array(person.devices.map(\.json))),
              .init("links", .array(person.links.map(\.json))), .init("hasPIN", .bool(person.hasPIN)),
            ])
          })),
    ])
  }
}
