import CivilTime
import Documents
import Planning
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import PiHole

/// A pretend Pi-hole with something in every table.
extension PiHole {
  static let youtube = GravityPlace.domain(.deny, .exact)
  static let listAddress = "https://lists.example/a.txt?x=1+1"

  static func household(password: String? = "right", loginsPerSecond: Int = 3) -> PiHole {
    var system = PiHole(password: password, loginsPerSecond: loginsPerSecond)
    system.edit { gravity in
      let now = Double(PretendRun.start)
      try gravity.insert("kids", in: .group, comment: "school kids", at: now)
      try gravity.insert("No YouTube & more/less", in: .group, isEnabled: false, at: now)
      for (client, comment, groups) in [
        ("10.0.0.20", "tablet", [1]), ("10.0.0.21", "", [0, 1]), ("10.0.0.22", "", [1, 2]),
      ] {
        try gravity.insert(client, in: .client, comment: comment.isEmpty ? nil : comment, at: now)
        try gravity.setGroups(groups, of: client, in: .client)
      }
      try gravity.insert("youtube.com", in: youtube, comment: "reconcile:home", at: now)
      try gravity.setGroups([1, 2], of: "youtube.com", in: youtube)
      try gravity.insert("ads.example", in: youtube, comment: "by hand", at: now)
      try gravity.insert("youtube.com", in: .domain(.allow, .exact), isEnabled: false, at: now)
      try gravity.insert(
        #"(^|\.)tik+tok\.com$"#, in: .domain(.deny, .regex), comment: "reconcile:home x", isEnabled: false, at: now)
      for type in [GravityPlace.ListType.block, .allow] {
        try gravity.insert(listAddress, in: .list(type), comment: "big", at: now)
        try gravity.setGroups([0, 1], of: listAddress, in: .list(type))
      }
    }
    return system
  }

  /// Changes the database as something other than this program does.
  mutating func edit(_ change: (inout Gravity) throws -> Void) {
    do { try change(&gravity) } catch { Issue.record("\(error)") }
  }

  mutating func delete(_ name: String, _ place: GravityPlace) {
    #expect(gravity.delete([(name, place)], at: Double(PretendRun.start)) == 1)
  }

  /// Every row by a key of its own, without its number and times.
  var rows: [String: String] {
    let rows = gravity.groups + gravity.clients + gravity.domains + gravity.lists
    return Dictionary(
      rows.map { ("\($0.place) \($0.name)", "\($0.isEnabled) '\($0.comment ?? "nil")' \($0.groups)") }
    ) { first, _ in first }
  }
}

extension Change {
  private static func change(
    _ kind: ObjectKind, _ id: String, _ name: String, _ from: SwitchState.Position, _ to: SwitchState.Position,
    _ entry: DomainEntry? = nil
  ) -> Change {
    Change(
      target: Name("kids"), system: Name("pihole"), kind: kind, id: id, name: name, from: SwitchState(from),
      to: SwitchState(to), domainEntry: entry)
  }

  static func group(_ id: String = "1", _ name: String = "kids", to: SwitchState.Position = .disabled) -> Change {
    change(.group, id, name, to == .enabled ? .disabled : .enabled, to)
  }

  static func list(_ type: String = "block", to: SwitchState.Position = .disabled) -> Change {
    change(.list, "\(type)/\(PiHole.listAddress)", PiHole.listAddress, to == .enabled ? .disabled : .enabled, to)
  }

  /// A change of a deny entry of the owner `home`.
  static func entry(
    _ text: String, isRegex: Bool = false, groups: [String] = ["kids"], _ from: SwitchState.Position,
    _ to: SwitchState.Position
  ) -> Change {
    let entry = DomainEntry(list: .deny, isRegex: isRegex, text: text, groups: groups, mark: "reconcile:home")
    let kind = isRegex ? "regex" : "exact"
    return change(.domain, "deny/\(kind)/\(text)", (isRegex ? "regex:" : "") + text, from, to, entry)
  }
}

/// One change of a row, told as what goes over the wire and what becomes of it. Requests are counted from the login.
struct RowStory: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var change: Change
  var stage: @Sendable (inout Staged<PiHole>) -> Void
  /// Such as `applied`, `superseded pihole.gone` or the message of what was thrown.
  var outcome: String
  /// What follows the login.
  var log: [String]
  /// The bodies of the writes that have one, each once.
  var bodies: [String]
  /// What must hold of the pretend system afterwards.
  var holds: @Sendable (PiHole) -> Bool

  init(
    _ name: String, _ change: Change, stage: @escaping @Sendable (inout Staged<PiHole>) -> Void = { _ in },
    _ outcome: String, log: [String], bodies: [String] = [], holds: @escaping @Sendable (PiHole) -> Bool = { _ in true }
  ) {
    testDescription = name
    (self.change, self.stage, self.outcome, self.log) = (change, stage, outcome, log)
    (self.bodies, self.holds) = (bodies, holds)
  }

  /// Tells it, and compares.
  func run() async {
    let run = PretendRun(PiHole.household(), password: "right", stage: stage)
    do {
      let outcome = try await run.applier.apply(change)
      #expect(ApplierTests.words(for: outcome) == self.outcome, "\(outcome)")
      for message in outcome.messages {
        #expect(!message.text.hasSuffix(".") && message.text.first?.isUppercase == false, "\(message)")
      }
    } catch {
      #expect(error.message.text == outcome)
    }
    #expect(await run.log == (log.isEmpty ? [] : ["POST /auth 200"] + log))
    let bodies = await run.wire.system.writes.map { String(decoding: $0.request.body, as: UTF8.self) }
    #expect(Set(bodies.filter { !$0.isEmpty }) == Set(self.bodies))
    let system = await run.wire.system.system
    #expect(holds(system), "\(system.rows)")
    await run.observer.close()
    #expect(await run.seatsTaken == 0)
  }
}
