import Documents
import JSONTree
import Planning
import Policies
import Providers
import Simulator
import Testing

@testable import UniFi

/// How much a console may list.
@Suite struct ProportionTests {
  private static func page(_ names: [String], offset: Int = 0, total: Int) throws -> UniFiPage<JSONText> {
    let list = UniFiList<JSONText>(path: "/x", what: "ACL rules", mayLackIDs: false) { (text) throws(Setback) in text }
    let items = names.enumerated().map { #"{"id":"\#(offset + $0.offset)","name":"\#($0.element)"}"# }
    let text =
      #"{"offset":\#(offset),"limit":200,"count":\#(names.count),"totalCount":\#(total),"data":[\#(items.joined(separator: ","))]}"#
    return try UniFiPage(JSONText(checking: Array(text.utf8)), offset: offset, of: list)
  }

  private static func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Setback)?.error.message.text }
    return nil
  }

  @Test func asManyAsTheLimitAreTakenAndNoMore() throws {
    var pass = UniFiPass<JSONText>(most: 3, of: "ACL rules")
    #expect(try pass.take(Self.page(["a", "b", "c"], total: 3)))
    var long = UniFiPass<JSONText>(most: 3, of: "ACL rules")
    #expect(
      Self.message { _ = try long.take(Self.page(["a"], total: 4)) }
        == "the console lists 4 ACL rules; at most 3 are supported")
    // A total that grows is no way round it.
    var growing = UniFiPass<JSONText>(most: 3, of: "ACL rules")
    #expect(try !growing.take(Self.page(["a", "b"], total: 3)))
    #expect(Self.message { _ = try growing.take(Self.page(["c", "d"], offset: 2, total: 4)) } != nil)
  }

  /// Whatever its items are: they are counted before anything is made of them.
  @Test func aPageOfAnySizeIsNotTakenIn() throws {
    let list = UniFiList<JSONText>(path: "/x", what: "ACL rules", mayLackIDs: true) { (_) throws(Setback) in
      throw .failed(UniFiMessages.malformed("looked at"))
    }
    for (count, words) in [
      (5000, "looked at"), (5001, "the console lists 5001 ACL rules; at most 5000 are supported"),
    ] {
      let items = Array(repeating: "[]", count: count).joined(separator: ",")
      let text = #"{"offset":0,"limit":\#(count),"count":\#(count),"totalCount":\#(count),"data":[\#(items)]}"#
      let message = Self.message { _ = try UniFiPage(JSONText(checking: Array(text.utf8)), offset: 0, of: list) }
      #expect(message?.hasSuffix(words) == true, "\(message ?? "taken")")
    }
  }

  @Test func anObjectThatIsFarTooLongIsRefused() throws {
    let fine = String(repeating: "x", count: 60_000)
    #expect(try Self.page(["a", fine], total: 2).items.count == 2)
    #expect(
      Self.message { _ = try Self.page(["a", fine + fine], total: 2) }
        == "one of the console's ACL rules has 117 KiB; at most 64 are supported")
  }

  /// One kind that is out of proportion is left alone, and the others are managed.
  @Test func onlyTheKindIsRefused() async throws {
    let stage = Stage { staged in
      let rule = staged.system.sites[0].aclRules[0]
      staged.system.sites[0].aclRules = (0..<5001).map { number in
        let digits = String(100_000 + number)
        return Simulator.ACLRule(id: "00000000-0000-4000-8000-000000\(digits)", settings: rule.settings)
      }
    }
    let seen = try await stage.observer.observe([.aclRule, .wifi])
    #expect(seen.unavailableKinds[.aclRule]?.code == "unifi.too-many")
    #expect(
      seen.unavailableKinds[.aclRule]?.text == "the console lists 5001 ACL rules; at most 5000 are supported")
    #expect(seen.unavailableKinds[.wifi] == nil && seen.objects.contains { $0.kind == .wifi })
  }

  /// Each of them may be in a list, and together they are too much: two pages of 6 MB. So it is the second time, too.
  @Test(arguments: [ObjectKind.aclRule, .wifi]) func aListIsNoLongerThanAllOfItMayBe(_ kind: ObjectKind) async throws {
    let stage = Stage { staged in
      var settings = staged.system.sites[0].aclRules[0].settings
      var wiFi = staged.system.sites[0].wiFis[0].settings
      settings["name"] = .string(String(repeating: "x", count: 30_000))
      wiFi["name"] = settings["name"]
      let ids = (0..<400).map { "00000000-0000-4000-8000-000000\(100_000 + $0)" }
      if kind == .aclRule {
        staged.system.sites[0].aclRules = ids.map { Simulator.ACLRule(id: $0, settings: settings) }
      } else {
        staged.system.sites[0].wiFis = ids.map { Simulator.WiFiBroadcast(id: $0, settings: wiFi) }
      }
    }
    for _ in 1...2 {
      let seen = try await stage.observer.observe([.aclRule, .wifi])
      #expect(seen.unavailableKinds.keys.sorted() == [kind])
      #expect(seen.unavailableKinds[kind]?.code == "unifi.too-large")
      let plural = kind == .wifi ? "WiFi networks" : "ACL rules"
      #expect(
        seen.unavailableKinds[kind]?.text
          == "the console's list of \(plural) is too long: over 8 MiB, or over 1000000 values")
      #expect(seen.objects.contains { $0.kind != kind })
    }
  }

  /// The pages of one list share what there is room for, and pages of usual size fit all.
  @Test func pagesShareTheRoomOfTheirList() throws {
    var pass = UniFiPass<JSONText>(most: 5000, of: "ACL rules")
    let before = pass.room
    #expect(before == UniFiClient.listBudget)
    let page = try Self.page(["a", "b"], total: 4)
    #expect(try !pass.take(page))
    #expect(pass.room.bytes == before.bytes - page.size.bytes && pass.room.values == before.values - page.size.values)
    #expect(page.size.bytes > 100 && page.size.values == 21)
  }
}
