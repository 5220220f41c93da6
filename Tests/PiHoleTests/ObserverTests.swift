import Policies
import Reconciliation
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
    ] as [(Set<ResourceKind>, [String], Int)])
  func requests(kinds: Set<ResourceKind>, paths: [String], objects: Int) async throws {
    let run = PretendRun(PiHole.household(), password: "right")
    let seen = try await run.observer.observe(kinds)
    await run.observer.close()
    #expect(seen.objects.count == objects && seen.warnings.isEmpty && seen.refusals.isEmpty)
    let gets = (paths + ["/info/version"]).map { "GET \($0) 200" }
    #expect(await run.log == ["POST /auth 200"] + gets + ["DELETE /auth 204"])
  }

  @Test("who is in a group is told with it, and group names with an entry")
  func household() async throws {
    let run = PretendRun(PiHole.household(), password: "right")
    let seen = try await run.observer.observe([.group, .domain]).objects
    let caveats = seen.first { $0.name == "kids" }?.caveats[.disabled]
    #expect(caveats?.map(\.code) == ["pihole.unfiltered-client"])
    #expect(caveats?.first?.message.hasPrefix("'10.0.0.20' (tablet) and '10.0.0.22' have") == true)
    let entry = seen.first { $0.id == "deny/exact/youtube.com" }
    #expect(entry?.record?.groups == ["No YouTube & more/less", "kids"] && entry?.whenOff == .enabled)
    #expect(seen.first { $0.id == "allow/exact/youtube.com" }?.whenOff == .disabled)
    await run.observer.close()
  }
}
