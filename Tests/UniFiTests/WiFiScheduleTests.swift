import Policies
import Providers
import Planning
import Simulator
import TestSupport
import Testing

@testable import UniFi

/// A WiFi may also be off by a schedule of its own, of which only its detail tells.
@Suite struct WiFiScheduleTests {
  private static let sundays: JSONValue = ["days": [["type": "ALL_DAY", "day": "SUN"]]]

  @Test func isToldOfWhenLookedAt() async throws {
    let stage = Stage { $0.system[.wifi]?["blackoutScheduleConfiguration"] = Self.sundays }
    let seen = try await stage.observer.observe([.wifi])
    let told = seen.objects.filter { !$0.caveats.isEmpty }
    #expect(told.map(\.name) == ["Kids"])
    #expect(told.first?.caveats == [.enabled: [UniFiMessages.wifiSchedule("Kids")]])
    let list = "/sites/\(Console.site)/wifi/broadcasts"
    #expect(
      await Array(stage.requests.dropFirst(2)) == [
        "GET \(list)?offset=0&limit=200", "GET \(list)/\(Console.Switch.wifi.id)",
        "GET \(list)/3c1d5c0a-9b53-4d0c-8b1c-0d6c3c4b5a02",
      ], "what others made is not asked for")
  }

  @Test(arguments: [Fault.Effect.html(502), .unexpectedError, .lostBeforeEffect, .notJSON, .wrongType])
  func keepsNothingFromBeingSeen(_ effect: Fault.Effect) async throws {
    let stage = Stage {
      $0.system[.wifi]?["blackoutScheduleConfiguration"] = Self.sundays
      $0.faults = .at(4, effect)
    }
    let seen = try await stage.observer.observe([.wifi])
    #expect(seen.objects.map(\.name) == ["Kids", "Guests", "Fabric"])
    #expect(!seen.objects.contains { !$0.caveats.isEmpty })
    #expect(await stage.requests.count == 4, "the rest is not asked for")
  }

  @Test(
    arguments: [
      (["kids"], [], "Kids"), (["*"], ["Kids"], "Guests"), (["*"], ["k*", "G*"], nil),
      (["id:3C1D5C0A-9b53-4d0c-8b1c-0d6c3c4b5a02"], [], "Guests"), ([], [], nil),
    ] as [([String], [String], String?)])
  func isAskedOnlyOfWhatATargetNames(_ included: [String], _ excluded: [String], _ asked: String?) async throws {
    let stage = Stage()
    var settings = Console.settings()
    settings.wifiNames = [ObjectNames(included: included.map(name), excluded: excluded.map(name))]
    let seen = try await UniFiObserver(settings, read: stage.wire, sleep: stage.wire.sleep).observe([.wifi])
    #expect(seen.objects.map(\.name) == ["Kids", "Guests", "Fabric"])
    let details = await stage.requests.filter { !$0.contains("?") }.dropFirst()
    let ids = seen.objects.filter { $0.name == asked }.compactMap(\.id)
    #expect(Array(details) == ids.map { "GET /sites/\(Console.site)/wifi/broadcasts/\($0)" })
  }

  private func name(_ text: String) -> ObjectName {
    if text.hasPrefix("id:") { return .id(String(text.dropFirst(3))) }
    return text.contains("*") ? .pattern(text) : .name(text)
  }

  @Test func isNotAskedOfOneThatIsGone() async throws {
    let stage = Stage { $0.before(request: 4) { $0[.wifi] = nil } }
    let seen = try await stage.observer.observe([.wifi])
    #expect(seen.objects.count == 3)
    #expect(await stage.requests.count == 5)
  }

  /// Everything else of the console waits for it.
  @Test func isAskedOfAFew() async throws {
    let stage = Stage { staged in
      let kids = staged.system.sites[0].wiFis[0].settings
      staged.system.sites[0].wiFis = (0..<50).map {
        Simulator.WiFiBroadcast(id: "00000000-0000-4000-8000-000000\(100_000 + $0)", settings: kids)
      }
    }
    #expect(try await stage.observer.observe([.wifi]).objects.count == 50)
    #expect(await stage.requests.count { $0.contains("wifi/broadcasts/") } == 20)
  }
}
