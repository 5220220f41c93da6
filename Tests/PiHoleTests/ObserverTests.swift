import Documents
import Planning
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import PiHole

@Suite struct ObserverTests {
  /// What is read for each kind, and nothing else.
  @Test(
    "the fewest requests",
    arguments: [
      ([.blocking], ["/dns/blocking"], 1), ([.group], ["/groups", "/clients"], 3),
      ([.domain], ["/groups", "/domains"], 7), ([.list], ["/lists"], 2),
      ([.group, .domain], ["/groups", "/clients", "/domains"], 7),
      ([.list, .domain, .blocking, .group], ["/dns/blocking", "/groups", "/clients", "/domains", "/lists"], 10),
    ] as [(Set<ObjectKind>, [String], Int)])
  func requests(kinds: Set<ObjectKind>, paths: [String], objects: Int) async throws {
    let run = PretendRun(PiHole.household(), password: "right")
    let seen = try await run.observer.observe(kinds)
    await run.observer.close()
    #expect(seen.objects.count == objects && seen.warnings.isEmpty && seen.unavailableKinds.isEmpty)
    let gets = (paths + ["/info/version"]).map { "GET \($0) 200" }
    #expect(await run.log == ["POST /auth 200"] + gets + ["DELETE /auth 204"])
  }

  /// What is told where a list cannot be read: the kinds that are refused, and the others are there.
  struct Unreadable: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var kinds: Set<ObjectKind> = [.blocking, .group, .domain, .list]
    var stage: @Sendable (inout Staged<PiHole>) -> Void
    var refused: Set<ObjectKind> = []
    var code = "pihole.unread"
    /// Where nothing is left.
    var fails: ProviderError.Kind?
    var mayPass = false
  }

  static func fault(_ target: String, _ effect: Fault.Effect) -> @Sendable (inout Staged<PiHole>) -> Void {
    { $0.faults = FaultPlan([Fault(.matching(method: "GET", target: target), effect)]) }
  }

  static let gone: @Sendable (inout Staged<PiHole>) -> Void = { $0.system.databaseIsGone = true }
  static let locked: @Sendable (inout Staged<PiHole>) -> Void = { $0.system.lock = GravityLock(.exclusive) }

  static let unreadable = [
    Unreadable(
      testDescription: "the database is locked", stage: locked, refused: [.group, .domain, .list],
      code: "pihole.database-locked", mayPass: true),
    Unreadable(
      testDescription: "the database is gone", stage: gone, refused: [.group, .domain, .list],
      code: "pihole.database-unusable", mayPass: true),
    Unreadable(
      testDescription: "the groups are strange", stage: fault("/groups", .wrongType), refused: [.group, .domain]),
    Unreadable(
      testDescription: "the clients are strange", stage: fault("/clients", .notJSON), refused: [.group, .domain]),
    Unreadable(testDescription: "the entries are strange", stage: fault("/domains", .notJSON), refused: [.domain]),
    Unreadable(
      testDescription: "there are too many entries", stage: fault("/domains", .hugeBody()), refused: [.domain],
      code: "pihole.too-many-rows"),
    Unreadable(
      testDescription: "the second of two lists is a web page", stage: fault("/lists", .html(200)), refused: [.list]),
    Unreadable(
      testDescription: "the blocking is not known", stage: { $0.system.resolverHasFailed = true },
      refused: [.blocking, .group, .domain, .list], fails: .notReady),
    Unreadable(
      testDescription: "blocking alone is strange", stage: fault("/blocking", .wrongType), refused: [.blocking]),
    Unreadable(testDescription: "nothing but groups, locked", kinds: [.group, .domain], stage: locked, fails: .locked),
    Unreadable(testDescription: "nothing but entries, gone", kinds: [.domain], stage: gone, fails: .notReady),
    Unreadable(
      testDescription: "a list asks for peace", stage: fault("/lists", .tooManyRequests()),
      fails: .busy(retryAfterSeconds: nil)),
    Unreadable(
      testDescription: "a list does not answer", stage: fault("/groups", .lostBeforeEffect), fails: .unreachable),
  ]

  @Test("a list that cannot be read refuses its kind, and no other", arguments: unreadable)
  func unavailableKinds(_ example: Unreadable) async throws {
    let run = PretendRun(PiHole.household(), password: "right", stage: example.stage)
    do {
      let seen = try await run.observer.observe(example.kinds)
      #expect(example.fails == nil)
      #expect(Set(seen.unavailableKinds.keys) == example.refused)
      #expect(Set(seen.objects.map(\.kind)).union(example.refused) == example.kinds)
      let messages = Set(seen.unavailableKinds.values)
      #expect(messages.allSatisfy { $0.code == example.code && $0.mayPass == example.mayPass })
    } catch {
      #expect(error.kind == example.fails, "\(error)")
    }
    await run.observer.close()
    #expect(await run.seatsTaken == 0)
  }

  @Test("who is in a group is told with it, and group names with an entry")
  func household() async throws {
    let run = PretendRun(PiHole.household(), password: "right")
    let seen = try await run.observer.observe([.group, .domain]).objects
    let caveats = seen.first { $0.name == "kids" }?.caveats[.disabled]
    #expect(caveats?.map(\.code) == ["pihole.unfiltered-client"])
    #expect(caveats?.first?.text.hasPrefix("'10.0.0.20' (tablet) and '10.0.0.22' have") == true)
    let entry = seen.first { $0.id == "deny/exact/youtube.com" }
    #expect(entry?.record?.groups == ["No YouTube & more/less", "kids"] && entry?.whenOff == .enabled)
    #expect(seen.first { $0.id == "allow/exact/youtube.com" }?.whenOff == .disabled)
    await run.observer.close()
  }

  @Test("an entry that is in disabled groups alone has no effect, and says so", arguments: [[1, 2], [2], [0, 2]])
  func entryInDisabledGroups(_ groups: [Int]) async throws {
    var system = PiHole.household()
    system.edit { try $0.setGroups(groups, of: "youtube.com", in: .domain(.deny, .exact)) }
    let run = PretendRun(system, password: "right")
    for _ in 1...2 {
      let seen = try await run.observer.observe([.domain]).objects
      let caveats = seen.first { $0.id == "deny/exact/youtube.com" }?.caveats ?? [:]
      #expect(caveats.isEmpty == (groups != [2]), "\(caveats)")
      #expect(caveats[.enabled]?.map(\.code) == (groups == [2] ? ["pihole.group-disabled"] : nil))
    }
    await run.observer.close()
  }
}
