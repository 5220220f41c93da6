import Simulator
import Testing

/// The catalogue of applications and categories.
struct ApplicationTests {
  private static func all(_ console: inout UniFiConsole, _ list: String) -> [JSONValue] {
    var found: [JSONValue] = []
    while let page = ConsoleTests.ask(&console, "GET", "dpi/\(list)?limit=200&offset=\(found.count)").json?["data"]?
      .elements, !page.isEmpty
    { found += page }
    return found
  }

  @Test func comesInPages() {
    var console = Household.console()
    console.catalogue = .usual(further: 3000)
    let page = ConsoleTests.ask(&console, "GET", "dpi/applications").json
    #expect(page?["count"] == 25 && page?["limit"] == 25)
    let all = Self.all(&console, "applications")
    #expect(page?["totalCount"] == .number(String(all.count)) && all.count > 3000)
    #expect(Set(all.compactMap { $0["id"]?.double }).count == all.count)
    let names = Set(all.compactMap { $0["name"]?.text })
    #expect(names.isSuperset(of: ["YouTube", "TikTok", "Application-3000"]))
    #expect(all.allSatisfy { $0.fields?.map(\.name) == ["id", "name"] })
    #expect(all.allSatisfy { ($0["id"]?.double ?? .infinity) < 2_147_483_648 })
  }

  @Test func hasACategoryWithNothingInIt() throws {
    var console = Household.console()
    let categories = Self.all(&console, "categories")
    let names = categories.compactMap { $0["name"]?.text }
    #expect(names.contains("Social Networks"))
    #expect(categories.map { $0["id"] } == console.catalogue.categories.map { .number(String($0.id)) })
    let empty = try #require(console.catalogue.category("Fitness"))
    #expect(!console.catalogue.applications.contains { $0.category == empty.id })
    #expect(
      console.catalogue.applications.allSatisfy { one in
        categories.contains { $0["id"]?.double == Double(one.category) }
      })
  }

  @Test func keepsTheIDOfWhatIsRenamed() throws {
    var console = Household.console()
    let before = try #require(console.catalogue.application("TikTok")?.id)
    let renamed = ["TikTok (new)", "x"].map { console.catalogue.rename(application: "TikTok", to: $0) }
    #expect(renamed == [true, false])
    let found = Self.all(&console, "applications").filter { $0["id"]?.double == Double(before) }
    #expect(found.map { $0["name"] } == ["TikTok (new)"])
  }

  @Test(arguments: [
    ("GET", "dpi/applications", UniFiVersion("9.5.21"), 404), ("POST", "dpi/applications", "10.5.66", 405),
    ("GET", "dpi/applications?limit=x", "10.5.66", 400), ("GET", "dpi/categories", "10.0.162", 200),
    ("GET", "dpi/applications/4", "10.5.66", 404),
  ])
  func refuses(_ method: String, _ path: String, _ version: UniFiVersion, _ status: Int) {
    var console = Household.console()
    console.version = version
    #expect(ConsoleTests.ask(&console, method, path).status == status)
  }

  @Test(arguments: [
    (#"{"type":"APPLICATION","applicationFilter":{"applicationIds":[262145,7]}}"#, false),
    (#"{"type":"APPLICATION","applicationFilter":{"applicationIds":[262145]}}"#, true),
    (#"{"type":"APPLICATION_CATEGORY","applicationCategoryFilter":{"applicationCategoryIds":[99]}}"#, false),
    (#"{"type":"APPLICATION_CATEGORY","applicationCategoryFilter":{"applicationCategoryIds":[27]}}"#, true),
  ])
  func mayKnowNoOthers(_ filter: String, _ isKnown: Bool) {
    var console = Household.console()
    let body = PolicyRequests.body([("destination", PolicyRequests.end("External", filter))])
    #expect(PolicyRequests.ask(&console, "POST", PolicyRequests.policies, body).status == 201)
    console.refusesUnknownApplications = true
    #expect(PolicyRequests.ask(&console, "POST", PolicyRequests.policies, body).status == (isKnown ? 201 : 400))
  }

  @Test(arguments: [(0, 400), (1, 201), (100, 201), (101, 400)])
  func takesAHundredInOnePolicy(_ count: Int, _ status: Int) {
    var console = Household.console()
    let ids = (0..<count).map(String.init).joined(separator: ",")
    let filter = "{\"type\":\"APPLICATION\",\"applicationFilter\":{\"applicationIds\":[\(ids)]}}"
    let body = PolicyRequests.body([("destination", PolicyRequests.end("External", filter))])
    #expect(PolicyRequests.ask(&console, "POST", PolicyRequests.policies, body).status == status)
  }
}
