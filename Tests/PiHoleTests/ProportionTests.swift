import Documents
import HTTPTransport
import JSONTree
import Planning
import Policies
import Providers
import Steps
import TestSupport
import Testing

@testable import PiHole

/// How much a Pi-hole may list, and what is made of a lot.
@Suite struct ProportionTests {
  private static func answer(_ table: Table, _ rows: [String]) throws -> JSONText {
    try JSONText(checking: Array(#"{"\#(table.rawValue)":[\#(rows.joined(separator: ","))]}"#.utf8), within: .list)
  }

  private static func group(_ number: Int, _ name: String? = nil, isEnabled: Bool = true) -> String {
    #"{"id":\#(number),"name":"\#(name ?? "g\(number)")","comment":null,"enabled":\#(isEnabled)}"#
  }

  private static func client(_ number: Int, _ groups: [Int]) -> String {
    #"{"client":"10.0.0.\#(number)","comment":"c","name":null,"groups":\#(groups)}"#
  }

  @Test func asManyAsTheLimitAreTakenAndNoMore() throws {
    let rows = (0..<5000).map { Self.group($0) }
    #expect(try Row.all(in: Self.answer(.groups, rows), of: .groups).count == 5000)
    let error = #expect(throws: ProviderError.self) {
      try Row.all(in: Self.answer(.groups, rows + [Self.group(5000)]), of: .groups)
    }
    #expect(error?.message.text == "the Pi-hole has too many groups: 5001; at most 5000 are supported")
    #expect(error?.message.code == "pihole.too-many-rows")
    let clients = try Self.answer(.clients, (0...5000).map { Self.client($0, [0]) })
    #expect(throws: ProviderError.self) { try ListedClient.all(in: clients) }
    // Of domain entries there may be more.
    let entries = Table.domains.mostRows
    #expect(entries == 100_000 && Table.lists.mostRows == 5000)
  }

  /// Pi-hole has no entry twice. One that is broken may say so a hundred thousand times.
  @Test func noMoreEntriesAreKeptThanAPolicyHasToDoWith() throws {
    let interest = DomainInterest(
      [DomainEntries(list: .deny, exact: ["youtube.com"], regex: [], groups: [], prune: false)],
      mark: "reconcile:home")
    func answer(_ own: Int) throws -> JSONText {
      let rows = (0..<own + 10).map { number in
        let name = number < own ? "youtube.com" : "other\(number).example"
        let rest = #""type":"deny","kind":"exact","groups":[0],"enabled":true,"comment":null"#
        return #"{"domain":"\#(name)",\#(rest),"id":\#(number)}"#
      }
      return try Self.answer(.domains, rows)
    }
    #expect(try Row.entries(in: answer(Table.mostOwnEntries), for: interest).count == Table.mostOwnEntries)
    let error = #expect(throws: ProviderError.self) {
      try Row.entries(in: answer(Table.mostOwnEntries + 1), for: interest)
    }
    #expect(error?.message.code == "pihole.too-many-rows")
  }

  @Test func aRowThatIsFarTooLongIsRefused() throws {
    let fine = String(repeating: "x", count: 60_000)
    #expect(try Row.all(in: Self.answer(.groups, [Self.group(1), Self.group(2, fine)]), of: .groups).count == 2)
    let error = #expect(throws: ProviderError.self) {
      try Row.all(in: Self.answer(.groups, [Self.group(1), Self.group(2, fine + fine)]), of: .groups)
    }
    #expect(error?.message.text == "one of the Pi-hole's groups has 117 KiB; at most 64 are supported")
  }

  @Test func aSmallAnswerIsTakenUpToItsBudget() throws {
    let fine = #"{"blocking":"enabled","timer":null,"x":"\#(String(repeating: "x", count: 60_000))"}"#
    let reply = { (text: String) in Reply(Response(status: 200, headers: [], body: Array(text.utf8))) }
    #expect(try reply(fine).value(quoting: .nothing)["blocking"]?.string == "enabled")
    let error = #expect(throws: ProviderError.self) { try reply(fine + fine).value(quoting: .nothing) }
    #expect(
      error?.message.text
        == "the Pi-hole's answer is too large: more than 64 KiB, the limit for this answer")
  }

  /// Against the definition: a client of the group has no other enabled group.
  @Test func theClientsThatAGroupAloneFiltersAreFound() throws {
    var random = SplitMix64(seed: 14)
    for _ in 0..<200 {
      let count = Int.random(in: 1...5, using: &random)
      let groups = try Row.all(
        in: Self.answer(.groups, (0..<count).map { Self.group($0, isEnabled: .random(using: &random)) }), of: .groups)
      let clients = try ListedClient.all(
        in: Self.answer(
          .clients,
          (0..<6).map { number in
            Self.client(number, (0..<count).filter { _ in Bool.random(using: &random) })
          }))
      let objects = ObservedObject.all(groups, groups: groups, clients: clients)
      #expect(objects.count == groups.count)
      for (row, object) in zip(groups, objects) where row.number != 0 {
        let enabled = Set(groups.filter { $0.isEnabled && $0.number != row.number }.map(\.number))
        let alone = clients.filter { $0.groups.contains(row.number) && $0.groups.isDisjoint(with: enabled) }
        #expect(object.caveats == (alone.isEmpty ? [:] : [.disabled: [.unfiltered(alone)]]))
      }
    }
  }

  @Test func twiceTheGroupsAreTwiceTheWork() throws {
    let growth = try Steps.growth(from: 300) { count in
      try (
        Row.all(in: Self.answer(.groups, (0..<count).map { Self.group($0) }), of: .groups),
        ListedClient.all(in: Self.answer(.clients, (0..<count).map { Self.client($0, [$0]) }))
      )
    } _: { rows, clients in
      _ = ObservedObject.all(rows, groups: rows, clients: clients)
    }
    #expect(growth < Steps.most)
    // Many rows of one number, which only a Pi-hole that lies has.
    let alike = try Steps.growth(from: 300) { count in
      try (
        Row.all(in: Self.answer(.groups, (0..<count).map { Self.group(5, "g\($0)") }), of: .groups),
        ListedClient.all(in: Self.answer(.clients, (0..<count).map { Self.client($0, [5]) }))
      )
    } _: { rows, clients in
      _ = ObservedObject.all(rows, groups: rows, clients: clients)
    }
    #expect(alike < Steps.most)
  }
}
