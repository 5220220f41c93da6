import JSONTree
import PiHole
import Policies
import Providers
import Planning

/// A table of a Pi-hole whose rows have a switch.
struct PiHoleTable: Sendable {
  /// What the provider calls its rows.
  var kind: ObjectKind
  /// The path of all rows, and the member of the answer that holds them.
  var path: String
  /// The member of a row that names it.
  var key: String
  /// Where a row is made, and where rows are removed.
  var creation: String
  var removal: String
  /// What else a new row says. Rows belong to no group, and so have no effect.
  var details: [JSON.Member]
  /// What else says which row to remove.
  var place: [JSON.Member]
  /// The name of a row of the suite, which is not in use elsewhere.
  var example: @Sendable (String) -> String

  static let groups = PiHoleTable(
    kind: .group, path: "/groups", key: "name", creation: "/groups", removal: "/groups:batchDelete", details: [],
    place: [], example: { $0 })

  static let domains = PiHoleTable(
    kind: .domain, path: "/domains", key: "domain", creation: "/domains/deny/exact", removal: "/domains:batchDelete",
    details: [.init("groups", .array([]))], place: [.init("type", .string("deny")), .init("kind", .string("exact"))],
    example: { $0 + ".invalid" })

  static let lists = PiHoleTable(
    kind: .list, path: "/lists", key: "address", creation: "/lists?type=block", removal: "/lists:batchDelete",
    details: [.init("groups", .array([]))], place: [.init("type", .string("block"))],
    example: { "https://\($0).invalid/list" })

  /// Every table that the suite looks at, members before the groups that they belong to.
  static let all = [domains, lists, groups]

  /// The story of a row of this table.
  func story(_ hand: PiHoleHand, mark: String) -> SwitchStory {
    let name = example(mark)
    return SwitchStory(
      kind: kind, name: name, make: { () async throws(LiveFailure) in try await make(name, isEnabled: true, hand) },
      remove: { () async throws(LiveFailure) in try await remove([name], hand) })
  }

  /// Makes the row `name`.
  func make(_ name: String, isEnabled: Bool, _ hand: PiHoleHand) async throws(LiveFailure) {
    let names: [JSON.Member] = [
      .init(key, .string(name)), .init("comment", .string("made by make test-live, may be removed")),
    ]
    try await hand.post(creation, .object(names + details + [.init("enabled", .bool(isEnabled))]))
  }

  /// Removes what an earlier run has left behind, should it have been cut off.
  func sweep(_ hand: PiHoleHand) async throws(LiveFailure) {
    let own = try await rows(hand).compactMap { $0[key]?.string }.filter(isOwn)
    if !own.isEmpty { try await remove(own, hand) }
  }

  /// The rows that are not the suite's.
  func foreign(_ hand: PiHoleHand) async throws(LiveFailure) -> [String] {
    try await rows(hand).filter { !isOwn($0[key]?.string ?? "") }.map(\.text)
  }

  private func isOwn(_ name: String) -> Bool { name.contains(LiveSystem.prefix) }

  private func rows(_ hand: PiHoleHand) async throws(LiveFailure) -> [JSON] {
    guard let rows = try await hand.look(path)[String(path.dropFirst())]?.elements else {
      throw LiveFailure("expected a list at '\(path)'")
    }
    return rows
  }

  private func remove(_ names: [String], _ hand: PiHoleHand) async throws(LiveFailure) {
    try await hand.post(removal, .array(names.map { .object([.init("item", .string($0))] + place) }))
  }
}
