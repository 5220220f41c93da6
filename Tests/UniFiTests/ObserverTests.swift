import Providers
import Planning
import Simulator
import TestSupport
import Testing
import UniFi

@Suite struct ObserverTests {
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    var site: String?
    var prepare: @Sendable (inout Staged<UniFiConsole>) -> Void = { _ in }
    let seen: String

    init(
      _ description: String, site: String? = nil, _ prepare: @escaping @Sendable (inout Staged<UniFiConsole>) -> Void,
      seen: String
    ) {
      (self.description, self.site, self.prepare, self.seen) = (description, site, prepare, seen)
    }

    /// The console's first answer is this one.
    init(_ description: String, _ answer: SimulatedResponse, seen: String) {
      self.init(description, { $0.faults = .always(.answer(answer)) }, seen: seen)
    }
  }

  static let url = "check that the 'url' is that of a UniFi OS console"
  static let credentials =
    "make one in UniFi Network under Settings, Control Plane, Integrations; "
    + "a key of the Site Manager (unifi.ui.com) does not work here"
  static let path =
    "check the path of the 'url'; ACL rules and WiFi networks need UniFi Network 10.0 or later, firewall policies 10.1.78"
  static let starting = "wait if it is still starting; otherwise the 'url' is not that of a UniFi OS console"
  static let restarting = "wait a few minutes: UniFi Network is starting or restarting"
  static let permission =
    "give the administrator who made the key full permission for Network; "
    + "a stand-alone controller (not UniFi OS) cannot be used"

  static let answers: [Case] = [
    Case(
      "edge 401", { $0.system.keys = [] },
      seen: "refusedCredentials: the console does not accept the API key: 'Unauthorized' (\(credentials))"),
    Case(
      "application 401",
      {
        $0.system.keys = []
        $0.system.unauthorizedBody = .application
      }, seen: "refusedCredentials: the console does not accept the API key: 'Unauthorized' (\(credentials))"),
    Case(
      "403", .text(403, #"{"code":"api.forbidden"}"#),
      seen: "refusedCredentials: the API key may not do this (\(permission))"),
    Case(
      "404 no endpoint", .text(404, #"{"code":"api.request.error","message":"No endpoint GET /x."}"#),
      seen: "unsupported: the console does not have this API: 'No endpoint GET /x.' "
        + "(\(path))"),
    Case(
      "404 no endpoint before there were codes", .text(404, #"{"message":"No endpoint GET /x."}"#),
      seen: "unsupported: the console does not have this API: 'No endpoint GET /x.' "
        + "(\(path))"),
    Case(
      "404 page", .text(404, "<html>Not Found</html>", type: "text/html"),
      seen: "unsupported: the console does not have this API "
        + "(\(path))"),
    Case(
      "404 of an object", .text(404, #"{"code":"api.resource-not-found"}"#),
      seen: "unsupported: the console does not have this API (\(path))"),
    Case(
      "404 of something else", .text(404, "404: Not Found", type: "text/plain"),
      seen: "unsupported: the console does not have this API (\(path))"),
    Case("408", .text(408, ""), seen: "timedOut: no answer in time"),
    Case("429", .text(429, ""), seen: "busy(retryAfterSeconds: nil): the console is rate-limiting requests"),
    Case(
      "429 in seconds", .text(429, "", [("Retry-After", "120")]),
      seen: "busy(retryAfterSeconds: Optional(120)): the console is rate-limiting requests, "
        + "and asks to be left alone for 120 seconds"),
    Case(
      "429 until a date",
      .text(429, "", [("Retry-After", "Thu, 01 Mar 2029 00:01:00 GMT"), ("Date", "Wed, 28 Feb 2029 23:59:30 GMT")]),
      seen: "busy(retryAfterSeconds: Optional(90)): the console is rate-limiting requests, "
        + "and asks to be left alone for 90 seconds"),
    Case(
      "429 with words", .text(429, #"{"message":"slowly"}"#, [("Retry-After", "3601")]),
      seen: "busy(retryAfterSeconds: Optional(3601)): the console is rate-limiting requests, "
        + "and asks to be left alone for 61 minutes: 'slowly'"),
    Case(
      "503 for a while", .text(503, "", [("Retry-After", "20")]),
      seen: "busy(retryAfterSeconds: Optional(20)): the console answers 503, and asks to be left alone for 20 seconds"),
    Case(
      "503 for a moment", .text(503, "", [("Retry-After", "10")]),
      seen: "notReady: the console answers 503 (\(restarting))"),
    Case(
      "500 for a while", .text(500, "", [("Retry-After", "20")]), seen: "unexpectedReply: the console answers 500"),
    Case(
      "429 until a date that is past",
      .text(429, "", [("retry-after", "Tue, 29 Feb 2028 00:00:00 GMT"), ("date", "Wed, 01 Mar 2028 00:00:00 GMT")]),
      seen: "busy(retryAfterSeconds: Optional(0)): the console is rate-limiting requests"),
    Case(
      "429 until a date, without one of its own", .text(429, "", [("Retry-After", "Thu, 01 Mar 2029 00:01:00 GMT")]),
      seen: "busy(retryAfterSeconds: nil): the console is rate-limiting requests"),
    Case(
      "429 that means nothing", .text(429, "", [("Retry-After", "soon")]),
      seen: "busy(retryAfterSeconds: nil): the console is rate-limiting requests"),
    Case(
      "500 with a request id", { $0.faults = .always(.unexpectedError) },
      seen: "unexpectedReply: the console answers 500: 'Unexpected error' "
        + "(if this continues, look in the console's log for the request id '3fa85f64-5717-4562-b3fc-2c963f66afa6')"),
    Case("500 empty", { $0.faults = .always(.empty(500)) }, seen: "unexpectedReply: the console answers 500"),
    Case("502 page", { $0.faults = .always(.html(502)) }, seen: "notReady: the console answers 502 (\(restarting))"),
    Case("503 empty", { $0.faults = .always(.empty(503)) }, seen: "notReady: the console answers 503 (\(restarting))"),
    Case(
      "302", { $0.faults = .always(.empty(302)) },
      seen: "unexpectedReply: the console answers 302, a redirection (\(url))"),
    Case(
      "booting", { $0.system.isBooting = true }, seen: "notReady: the console answers 200 with a web page (\(starting))"
    ),
    Case(
      "page without a type", .text(200, " \n<p>", type: ""),
      seen: "notReady: the console answers 200 with a web page (\(starting))"),
    Case(
      "empty", { $0.faults = .always(.empty(200)) },
      seen: "unexpectedReply: the console's answer is not JSON: it is empty"),
    Case(
      "truncated", .text(200, #"{"applicationVersion""#),
      seen: "unexpectedReply: the console's answer is not JSON: the text ends too early at byte 21"),
    Case(
      "too deep", { $0.faults = .always(.deepJSON(30_000)) },
      seen: "unexpectedReply: the console's answer is not JSON: more than 64 levels at byte 64"),
    Case("too large", { $0.faults = .always(.hugeBody()) }, seen: "unexpectedReply: the answer is over 16 MiB"),
    Case(
      "another type", { $0.faults = .always(.wrongType) },
      seen: "unexpectedReply: the console reports no 'applicationVersion' (\(url))"),
    Case(
      "a version that is none", .text(200, #"{"applicationVersion":"latest"}"#),
      seen: "unexpectedReply: the console reports no 'applicationVersion' (\(url))"),
    Case(
      "9.5.21", { $0.system.version = "9.5.21" },
      seen:
        "unsupported: the console runs UniFi Network 9.5.21, whose API has no ACL rules (update UniFi Network to 10.1.78 or later)"
    ),
    Case("10.0.162", { $0.system.version = "10.0.162" }, seen: "6 objects"),
    Case(
      "an echo of the key", .text(400, #"{"message":"bad key '\#(Console.key)'"}"#),
      seen: "unexpectedReply: the console answers 400: 'bad key '***''"),
    Case(
      "a long message", .text(400, #"{"message":"\#(String(repeating: "x", count: 300))"}"#),
      seen: "unexpectedReply: the console answers 400: '\(String(repeating: "x", count: 200))…'"),
  ]

  static let sites: [Case] = [
    Case("the only one", { _ in }, seen: "6 objects"),
    Case("by name", site: "default", { _ in }, seen: "6 objects"),
    Case("by reference", site: "DEFAULT", { $0.system.sites[0].name = "Home" }, seen: "6 objects"),
    Case("by UUID", site: Console.site.uppercased(), { _ in }, seen: "6 objects"),
    Case(
      "by name in another composition", site: "cafe\u{301}", { $0.system.sites[0].name = "Café" }, seen: "6 objects"),
    Case(
      "by UUID in spite of the names", site: Console.site, { $0.system.sites.append(.cabin(Console.site)) },
      seen: "6 objects"),
    Case(
      "none of that name", site: "Office", { _ in },
      seen: "notFound: unknown site 'Office' (the only site is 'Default' (default); 'site' may be left out)"),
    Case(
      "default where there is none",
      site: "default",
      {
        $0.system.sites[0].name = "Home"
        $0.system.sites[0].internalReference = "x7"
      }, seen: "notFound: unknown site 'default' (the only site is 'Home' (x7); 'site' may be left out)"),
    Case(
      "not given", { $0.system.sites.append(.cabin("Cabin")) },
      seen:
        "notFound: the console has 2 sites and the policy names none (write one of them as 'site', or give it to 'init' with --site: 'Cabin' (b2), 'Default' (default))"
    ),
    Case(
      "several fit", site: "default", { $0.system.sites.append(.cabin("Default")) },
      seen: "notFound: 'default' matches 2 sites (write the UUID of one of them: "
        + "'Default' 11111111-98f8-306a-a1c7-c9349722b1f6, 'Default' \(Console.site))"),
    Case(
      "none at all", { $0.system.sites = [] },
      seen: "notFound: the console lists no site (the administrator who made the API key needs access to a site)"),
    Case(
      "an id that is no UUID", { $0.system.sites[0].id = "../x" },
      seen: "unexpectedReply: the console's answer is inconsistent: a site has no UUID in 'id', or no 'name'"),
  ]

  static let lists: [Case] = [
    Case("empty", { $0.system.sites[0].aclRules = [] }, seen: "0 objects unifi.acl-list-empty"),
    Case("one page", { $0.system.fill(200) }, seen: "200 objects"),
    Case("two pages", { $0.system.fill(201) }, seen: "201 objects"),
    Case("three pages", { $0.system.fill(450) }, seen: "450 objects"),
    Case(
      "a rule more between two pages",
      {
        $0.system.fill(300)
        $0.before(request: 4) { $0.sites[0].aclRules.insert(UniFiConsole.filler(999), at: 0) }
      }, seen: "301 objects"),
    Case(
      "a rule less between two pages",
      {
        $0.system.fill(300)
        $0.before(request: 4) { $0.sites[0].aclRules.removeFirst() }
      }, seen: "299 objects"),
    Case("a page that counts wrongly", page(#""offset":0,"limit":200,"count":2,"totalCount":2"#), seen: contradiction),
    Case("a page from elsewhere", page(#""offset":25,"limit":200,"count":1,"totalCount":26"#), seen: contradiction),
    Case("a page over its limit", page(#""offset":0,"limit":0,"count":1,"totalCount":1"#), seen: contradiction),
    Case(
      "a page with more than there is", page(#""offset":0,"limit":200,"count":1,"totalCount":0"#), seen: contradiction),
    Case(
      "a page without a total", page(#""offset":0,"limit":200,"count":1"#),
      seen: "unexpectedReply: the console's answer is inconsistent: "
        + "a page lacks one of offset, limit, count, totalCount, data"),
    Case(
      "an empty page of a list that is not", page(#""offset":0,"limit":200,"count":0,"totalCount":7"#, items: ""),
      seen: "unexpectedReply: the console's answer is inconsistent: it lists 0 of 7 ACL rules"),
    Case(
      "a rule without a switch", page(#""offset":0,"limit":200,"count":1,"totalCount":1"#),
      seen: "unexpectedReply: the console's answer is inconsistent: the ACL rule 'x' has no boolean in 'enabled'"),
  ]

  static let contradiction = "unexpectedReply: the console's answer is inconsistent: a page contradicts itself"

  static func page(
    _ head: String,
    items: String =
      #"{"id":"7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a60","name":"x","metadata":{"origin":"USER_DEFINED"}}"#
  ) -> @Sendable (inout Staged<UniFiConsole>) -> Void {
    {
      let answer = SimulatedResponse.text(200, "{\(head),\"data\":[\(items)]}")
      $0.faults = FaultPlan([Fault(.matching(method: "GET", target: "/acl-rules"), .answer(answer))])
    }
  }

  @Test(arguments: answers + sites + lists)
  func saysWhatItSees(_ known: Case) async {
    let stage = Stage(site: known.site, known.prepare)
    let seen = await stage.look()
    #expect(seen == known.seen)
    #expect(await stage.writes.isEmpty)
  }

  @Test(arguments: [(0, 1), (1, 1), (200, 1), (201, 2), (400, 2), (401, 3)])
  func asksNoMoreThanItMust(_ rules: Int, _ pages: Int) async {
    let stage = Stage { $0.system.fill(rules) }
    _ = await stage.look()
    let list = (0..<pages).map { "GET /sites/\(Console.site)/acl-rules?offset=\($0 * 200)&limit=200" }
    #expect(await stage.requests == ["GET /info", "GET /sites?offset=0&limit=200"] + list)
  }

  @Test func triesARefusedKeyOnceMore() async {
    let stage = Stage { $0.faults = .at(1, .empty(401)) }
    let start = await stage.wire.clock
    #expect(await stage.look() == "6 objects")
    #expect(await stage.wire.clock == start + 1)
  }
}

extension Simulator.UniFiSite {
  static func cabin(_ name: String) -> Simulator.UniFiSite {
    Simulator.UniFiSite(id: "11111111-98f8-306a-a1c7-c9349722b1f6", internalReference: "b2", name: name)
  }
}

extension UniFiConsole {
  mutating func fill(_ count: Int) { sites[0].aclRules = (0..<count).map(Self.filler) }

  static func filler(_ number: Int) -> Simulator.ACLRule {
    let digits = String(100_000_000_000 + number)
    return Console.rule(
      "7f6c2b1e-4b0a-4f8e-9a77-\(digits)", #"{"type":"IPV4","enabled":true,"name":"r\#(number)","action":"BLOCK"}"#)
  }
}
