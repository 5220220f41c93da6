import Approvals
import CivilTime
import Documents
import Foundation
import LibYAML
import Planning
import Policies
import Providers
import TestSupport
import UniFi

@testable import Page

/// A household as values: a policy, a moment, and what the state would say.
struct PageScene {
  static let household = """
    timezone: Europe/Berlin
    people:
      anna: {manages: [kids, tv, gate]}
      ben: {manages: tv}
      emma: {asks: [kids, tv]}
      omar: {}
    systems:
      u: {kind: unifi, url: https://u.example, api-key: {env: KEY}}
      h: {kind: easy-control, url: https://h.example, pairing: {credential: pairing}}
    targets:
      kids: {acl-rules: ["Downtime-*"], guard: {approve: anna}}
      tv: {acl-rules: [TV]}
      gate: {action: switch.on}
      hidden: {acl-rules: [Secret]}
    policy:
      - kids off 21:00–07:00
      - tv off 22:00–06:00
      - gate at 06:45 on weekdays
    """

  var policy: Policy
  var overrides: [Override] = []
  var holds: [LockHold] = []
  var requests: [ApprovalRequest] = []
  var memory: RecordedState?
  var lost: Set<Name> = []
  var problems: [Name: [String]] = [:]
  var events: [Event] = []
  var checkedAt: Instant?
  var isBroken = false
  var editedAt: Instant?
  var now: Instant

  /// Friday, 20 November 2026, at this time in Berlin.
  static func at(_ hour: Int, _ minute: Int = 0) -> Instant {
    Instant(secondsSinceEpoch: 1_795_129_200 + Int64(hour * 3_600 + minute * 60))
  }

  init(_ text: String = household, now: Instant = at(20)) throws {
    let reading = YAMLReader.read(Array(text.utf8), file: "policy.yaml")
    let root = try requireValue(reading.node)
    let context = PolicyContext(
      kinds: .shipped,
      zone: { name in
        let bytes = FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + name).map { [UInt8]($0) } ?? []
        guard let zone = try? Zone(name: name, bytes: bytes) else { return .unknown(suggestions: []) }
        return .zone(zone)
      }, machineZone: "Europe/Berlin", now: now, takesSketches: false)
    let decoded = PolicyDecoder.decode(
      [PolicyDocument(file: "policy.yaml", root: root)], path: "policy.yaml", context: context)
    policy = try requireValue(decoded.policy, "\(decoded.diagnostics)")
    self.now = now
    checkedAt = now + -12
  }

  var facts: PageFacts {
    var facts = PageFacts(
      policy: policy, overlay: Overlay(Evaluator(policy), of: policy, overrides: overrides), overrides: overrides,
      requests: requests, memory: memory, lost: lost, problems: problems, events: events, checkedAt: checkedAt,
      isBroken: isBroken, now: now)
    facts.holds = holds
    facts.editedAt = editedAt
    return facts
  }

  func model(of person: String = "anna") throws -> PageModel {
    PageModel(try requireValue(PersonRights(Name(person), in: policy)), facts)
  }

  func card(_ target: String, of person: String = "anna") throws -> PageCard {
    try requireValue(try model(of: person).cards.first { $0.target.text == target })
  }

  /// An override, the next number.
  mutating func override(
    _ target: String, _ state: TargetState, _ from: Instant, _ until: Instant, by: String = "anna",
    because: String? = nil, kind: Override.Kind = .override
  ) {
    overrides.append(
      Override(
        id: String(overrides.count + 1), target: Name(target), state: state, from: from, until: until,
        because: because, by: by, madeAt: min(from, now), kind: kind))
  }

  /// A rule of `target` as a run saw it.
  mutating func saw(
    _ target: String, _ position: SwitchState.Position, wanted: SwitchState.Position, state: String,
    tries: RecordedObject.Tries? = nil, id: String? = nil, name: String? = nil, asking: Asking? = nil
  ) {
    var object = RecordedObject(
      switchState: SwitchState(position), at: now + -12, wanted: SwitchState(wanted), inPlaceAt: now + -12, tries: tries
    )
    object.target = Name(target)
    object.wantedState = state
    object.name = name
    object.asking = asking
    if memory == nil { memory = RecordedState() }
    memory?.objects[ObjectKey(system: Name("u"), kind: .aclRule, id: id ?? target)] = object
  }

  mutating func ask(_ target: String, by person: String, because: String? = nil, of approvers: [String] = ["anna"]) {
    let wanted = Override(
      id: "", target: Name(target), state: .on, from: now, until: now + 1_800, because: because, by: person)
    requests.insert(
      ApprovalRequest(
        id: String(requests.count + 1), asker: person, deed: .make([wanted]), because: because,
        made: ClockReading(wall: now, boot: nil), expires: now + 1_800, policy: nil,
        needs: [ApprovalNeed(approvers: approvers.map { Name($0) }, needsAll: false)]), at: 0)
  }
}

struct Missing: Error, CustomStringConvertible {
  var description: String
}

/// The value, or an error that says what was missing.
func requireValue<Value>(_ value: Value?, _ comment: @autoclosure () -> String = "") throws -> Value {
  guard let value else { throw Missing(description: "no value: \(comment())") }
  return value
}
