import Foundation
import TestSupport
import Testing

/// Each line of what makes the page safe, against the built program over real sockets.
@Suite(.serialized, .waitsForPrograms) struct PageSafetyTests {
  // MARK: Who is let in

  /// Without a cookie there is a door and nothing else, wherever somebody goes, and whether or not somebody exists.
  @Test func nobodySeesAnythingButADoor() throws {
    let page = try ServedPage()
    let door = try page.get("/")
    #expect(door.status == 401 && door.body.contains("A page for the household"))
    for path in ["/week.svg", "/events", "/nothing", "/t-kids", "/?said=made"] {
      let answer = try page.get(path)
      #expect(answer.status == 401 && answer.body == door.body, "\(path): \(answer)")
    }
    // What programs are told says as little.
    for path in ["targets", "targets/kids", "nothing"] {
      let answer = try page.get("/api/v1/" + path)
      #expect(answer.status == 401 && answer.body == "{\"said\":\"not-allowed\"}\n", "\(path): \(answer)")
    }
    for cookie in ["reconcile=", "reconcile=x", "reconcile=" + String(repeating: "A", count: 43), "other=1"] {
      let answer = try page.get("/", ["Cookie": cookie])
      #expect(answer.status == 401 && answer.body == door.body, "\(cookie)")
    }
    let posted = try page.post("/do", "do=more-30&target=kids")
    #expect(posted.status == 401 && posted.body == door.body)
    #expect(!door.text.contains("kids") && !door.text.contains("anna"))
  }

  /// A look at a link, such as a messenger's, uses nothing up, and tells nobody whether it is good.
  @Test func aLinkIsUsedByAPostAndOnce() throws {
    let page = try ServedPage()
    let link = try page.link("anna")
    let looks = try (0..<3).map { _ in try page.get(link) }
    #expect(looks.allSatisfy { $0.status == 200 && $0.headers("set-cookie").isEmpty })
    let other = "/join/" + String(repeating: "A", count: 43)
    #expect(try page.get(other).body == looks[0].body.replacing(link, with: other))
    let joined = try page.post(link, "")
    #expect(joined.status == 303 && joined.header("location") == "/")
    let cookie = try #require(joined.header("set-cookie"))
    #expect(cookie.contains(/^reconcile=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/), "\(cookie)")
    let again = try page.post(link, "")
    let never = try page.post(other, "")
    #expect(again.status == 403 && again.body == never.body && again.headers("set-cookie").isEmpty)
    #expect(try page.get("/", ["Cookie": String(cookie.prefix { $0 != ";" })]).body.contains("anna’s page"))
  }

  /// A good link that cannot be looked at is not called a wrong one, and works once it can.
  @Test func aLinkThatCannotBeLookedAtStaysGood() throws {
    let page = try ServedPage()
    let link = try page.link("anna")
    let (state, away) = (page.folder.url.path + "/state", page.folder.url.path + "/away")
    try FileManager.default.moveItem(atPath: state, toPath: away)
    for _ in 0..<12 {
      let answer = try page.post(link, "")
      #expect(answer.status == 503 && answer.body.contains("The link was not used."), "\(answer)")
    }
    try FileManager.default.moveItem(atPath: away, toPath: state)
    #expect(try page.post(link, "").status == 303)
  }

  /// Guessing links, or cookies, soon has an address wait; who has a good cookie is not kept out by wrong links.
  @Test func guessingIsLimited() throws {
    let page = try ServedPage()
    let cookie = try page.join("anna")
    let link = try page.link("emma")
    let wrong = "/join/" + String(repeating: "B", count: 42) + "A"
    let statuses = try (0..<12).map { _ in try page.post(wrong, "").status }
    #expect(statuses == Array(repeating: 403, count: 10) + [429, 429])
    #expect(try page.post(link, "").status == 429, "not even a good one")
    let stranger = ["Cookie": "reconcile=" + wrong.dropFirst(6)]
    for _ in 0..<3 {
      let door = try page.get("/", stranger)
      #expect(door.status == 401 && door.headers("set-cookie").isEmpty, "it may be one of another state")
      let seen = try page.get("/", ["Cookie": cookie])
      #expect(seen.status == 200 && seen.headers("set-cookie").isEmpty, "\(seen.status)")
    }
    #expect(try page.act(cookie, "do=more-30&target=tv").contains("said=made"))
  }

  /// The same for what programs show.
  @Test func guessingTokensIsLimited() throws {
    let page = try ServedPage()
    let token = String(try page.run("people", "link", "anna", "--api").output.prefix(43))
    let wrong = String(repeating: "B", count: 42) + "A"
    let statuses = try (0..<12).map { _ in
      try page.get("/api/v1/targets", ["Authorization": "Bearer \(wrong)"]).status
    }
    #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
    #expect(try page.get("/api/v1/targets", ["Authorization": "Bearer \(token)"]).status == 200)
  }

  /// Whom the policy does not name for a while, as after a slip that is mended, joins no second time: neither is the cookie
  /// taken back, nor is it a wrong try.
  @Test func aSlipInThePolicyPutsNobodyOutForEver() throws {
    let page = try ServedPage()
    let cookie = try page.join("omar")
    let token = String(try page.run("people", "link", "omar", "--api").output.prefix(43))
    func statuses() throws -> [Int] {
      let seen = try page.get("/", ["Cookie": cookie])
      #expect(seen.headers("set-cookie").isEmpty)
      #expect(seen.status == 200 || seen.body.contains("This device has joined, but"), "\(seen)")
      return [seen.status, try page.get("/api/v1/targets", ["Authorization": "Bearer \(token)"]).status]
    }
    #expect(try statuses() == [200, 200])
    let policy = page.folder.url.appending(path: "policy.yaml")
    try ServedPage.policy.replacing("omar:", with: "otto:").write(to: policy, atomically: true, encoding: .utf8)
    for _ in 0..<100 where try statuses() != [401, 401] { Thread.sleep(forTimeInterval: 0.05) }
    for _ in 0..<12 { #expect(try statuses() == [401, 401]) }
    try ServedPage.policy.write(to: policy, atomically: true, encoding: .utf8)
    for _ in 0..<100 where try statuses() != [200, 200] { Thread.sleep(forTimeInterval: 0.05) }
    #expect(try statuses() == [200, 200])
  }

  @Test func whoIsUnlinkedIsOut() throws {
    let page = try ServedPage()
    let (cookie, emma) = (try page.join("anna"), try page.join("emma"))
    #expect(try page.get("/", ["Cookie": cookie]).status == 200)
    #expect(try page.run("people", "unlink", "anna").status == 0)
    // What never was a device's, or is another page's, may be shown beside it.
    let old = "reconcile=" + String(repeating: "A", count: 43)
    for shown in [cookie, "\(old); \(cookie)", "\(cookie); \(old)", "other=1; \(old); \(cookie)"] {
      let answer = try page.get("/", ["Cookie": shown])
      #expect(answer.status == 401 && answer.header("set-cookie")?.contains("Max-Age=0") == true, "\(shown)")
    }
    #expect(try page.act(emma, "", path: "/leave") == "/")
    #expect(try page.get("/", ["Cookie": emma]).status == 401)
  }

  /// A state that is away for a moment, as while it is restored, puts nobody out, and nothing is begun in its place.
  @Test func aStateThatIsAwayPutsNobodyOut() throws {
    let page = try ServedPage()
    let (anna, token) = (
      try page.join("anna"), String(try page.run("people", "link", "emma", "--api").output.prefix(43))
    )
    let (state, away) = (page.folder.url.path + "/state", page.folder.url.path + "/away")
    let (from, key) = try page.seal(anna)
    try FileManager.default.moveItem(atPath: state, toPath: away)
    let seen = try page.get("/", ["Cookie": anna])
    #expect(seen.status == 200 && seen.headers("set-cookie").isEmpty, "as it was read last")
    #expect(seen.body.contains("What holds can no longer be read"), "\(seen)")
    for _ in 0..<12 {
      let other = try page.get("/", ["Cookie": "reconcile=" + String(repeating: "A", count: 43)])
      #expect(other.status == 503 && other.body.contains("cannot be read at the moment"), "\(other)")
      #expect(other.headers("set-cookie").isEmpty)
      let program = try page.get("/api/v1/targets", ["Authorization": "Bearer " + String(repeating: "A", count: 43)])
      #expect(program.status == 503)
    }
    let tapped = try page.post("/do", "from=\(from)&key=\(key)&do=more-15&target=tv", ["Cookie": anna])
    #expect(tapped.header("location")?.hasPrefix("/?said=failed") == true, "no other try would do: \(tapped)")
    #expect(!FileManager.default.fileExists(atPath: state))
    try FileManager.default.moveItem(atPath: away, toPath: state)
    #expect(try page.act(anna, "do=more-15&target=tv") == "/?said=made#t-tv")
    #expect(try !page.get("/", ["Cookie": anna]).body.contains("What holds can no longer be read"))
    #expect(try page.get("/api/v1/targets", ["Authorization": "Bearer \(token)"]).status == 200)
    #expect(try page.post("/join/" + String(repeating: "A", count: 43), "").status == 403, "nothing was a wrong try")
  }

  /// A phone that has joined is not told that it has not, however a policy is lost.
  @Test(arguments: ["timezone: Europe/Nowhere\n", nil]) func aPolicyThatCannotBeReadPutsNobodyOut(_ text: String?)
    throws
  {
    let page = try ServedPage()
    let anna = try page.join("anna")
    let path = page.folder.url.appending(path: "policy.yaml")
    let good = try Data(contentsOf: path)
    if let text { try Data(text.utf8).write(to: path) } else { try FileManager.default.removeItem(at: path) }
    for _ in 0..<3 {
      let seen = try page.get("/", ["Cookie": anna])
      #expect(seen.status == 503 && seen.body.contains("The policy cannot be read"), "\(seen)")
      #expect(seen.headers("set-cookie").isEmpty)
    }
    #expect(try page.get("/").status == 401, "who has not joined reads that")
    try good.write(to: path)
    #expect(try page.get("/", ["Cookie": anna]).status == 200)
    let said = try page.end().error
    #expect(said.components(separatedBy: "nothing is enforced, and nobody's page is shown").count == 2, "\(said)")
  }

  /// Another state does not know who has joined; it takes no cookie back, which counts again with the right one.
  @Test func anotherStatePutsNobodyOut() throws {
    let page = try ServedPage()
    let anna = try page.join("anna")
    #expect(try page.get("/", ["Cookie": anna]).status == 200)
    let (state, away) = (page.folder.url.path + "/state", page.folder.url.path + "/away")
    try FileManager.default.moveItem(atPath: state, toPath: away)
    #expect(try page.run("override", "tv", "on", "--for", "1h").status == 0)
    for _ in 0..<12 {
      let seen = try page.get("/", ["Cookie": anna])
      #expect(seen.status == 401 && seen.headers("set-cookie").isEmpty, "\(seen)")
    }
    #expect(try page.post("/join/" + String(repeating: "A", count: 43), "").status == 403, "they were no wrong tries")
    try FileManager.default.removeItem(atPath: state)
    try FileManager.default.moveItem(atPath: away, toPath: state)
    #expect(try page.get("/", ["Cookie": anna]).status == 200)
  }

  /// A tap sets no damaged state aside, be it a child's: a run does, whose report says so.
  @Test func aTapLeavesADamagedStateToARun() throws {
    let page = try ServedPage()
    let (anna, emma) = (try page.join("anna"), try page.join("emma"))
    let (ofAnna, ofEmma) = (try page.seal(anna), try page.seal(emma))
    let file = page.folder.url.appending(path: "state/journal.db")
    let whole = try Data(contentsOf: file)
    let damaged = Data(repeating: 0x2A, count: whole.count)
    try damaged.write(to: file)
    for (cookie, seal, act) in [(emma, ofEmma, "more-30"), (anna, ofAnna, "more-30")] {
      let fields = "from=\(seal.from)&key=\(seal.key)&do=\(act)&target=tv"
      let said = try page.post("/do", fields, ["Cookie": cookie]).header("location")
      #expect(said?.hasPrefix("/?said=failed") == true, "\(said ?? "")")
      #expect(try page.get("/", ["Cookie": cookie]).status == 200)
    }
    #expect(try Data(contentsOf: file) == damaged)
    let names = try FileManager.default.contentsOfDirectory(atPath: page.folder.url.path + "/state")
    #expect(!names.contains { $0.contains("damaged") }, "\(names)")
    try whole.write(to: file)
    #expect(try page.act(anna, "do=more-15&target=tv") == "/?said=made#t-tv")
  }

  /// What an older page left beside it keeps nobody out.
  @Test func anOldCookieBesideItIsPassedOver() throws {
    let page = try ServedPage()
    let cookie = try page.join("anna")
    let old = "reconcile=" + String(repeating: "A", count: 43)
    for shown in ["\(old); \(cookie)", "other=1; \(old); reconcile=x;\(cookie)", "\(cookie); \(old)"] {
      let seen = try page.get("/", ["Cookie": shown])
      #expect(seen.status == 200 && seen.headers("set-cookie").isEmpty, "\(shown)")
    }
  }

  /// A token of a program opens no page.
  @Test func aProgramsTokenIsNoCookie() throws {
    let page = try ServedPage()
    let token = try page.run("people", "link", "anna", "--api").output.prefix(43)
    #expect(try page.get("/", ["Cookie": "reconcile=\(token)"]).status == 401)
  }

  // MARK: What browsers are told

  @Test func everyAnswerSaysWhatMayBeDoneWithIt() throws {
    let page = try ServedPage()
    let cookie = try page.join("anna")
    for (path, headers) in [("/", ["Cookie": cookie]), ("/", [:]), ("/style.css", [:]), ("/no", ["Cookie": cookie])] {
      let answer = try page.get(path, headers)
      let policy = try #require(answer.header("content-security-policy"))
      #expect(
        policy.hasPrefix("default-src 'none'; ") && !policy.contains("unsafe") && !policy.contains("*"), "\(policy)")
      for part in ["frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"] { #expect(policy.contains(part)) }
      #expect(answer.header("referrer-policy") == "same-origin")
      #expect(answer.header("x-content-type-options") == "nosniff")
      #expect(answer.headers("access-control-allow-origin").isEmpty)
      #expect(
        answer.header("cache-control") == (path == "/style.css" ? "public, max-age=31536000, immutable" : "no-store"))
    }
    let week = try page.get("/week.svg", ["Cookie": cookie])
    #expect(week.status == 200 && week.header("content-type") == "image/svg+xml")
    #expect(week.header("content-security-policy")?.contains(/style-src 'sha256-[\w+\/=]{44}'/) == true)
  }

  /// Of the policy there are names, times and reasons of people; no path, no comment, no secret, no object.
  @Test func nothingElseOfThePolicyIsShown() throws {
    let page = try ServedPage()
    for person in ["anna", "emma", "omar"] {
      let cookie = try page.join(person)
      let texts = try ["/", "/week.svg"].map { try page.get($0, ["Cookie": cookie]).text }
      for word in [
        "policy.yaml", "a-comment", "TV-secret-name", "Downtime", "192.0.2.1", "gateway", "unifi", page.folder.url.path,
      ] {
        #expect(texts.allSatisfy { !$0.contains(word) }, "\(person): \(word)")
      }
    }
  }

  // MARK: Where a request comes from

  @Test(arguments: [
    "evil.example", "evil.example:8383", "127.0.0.1.evil.example", "127.0.0.2", "", "127.0.0.1:x", "localhost, evil",
  ])
  func anotherName(_ host: String) throws {
    let page = try ServedPage()
    #expect(try page.get("/style.css", host: host).status == 421)
    #expect(try page.get("/style.css", host: "LOCALHOST:\(page.port)").status == 200)
  }

  @Test func aNameThatWasAllowed() throws {
    let page = try ServedPage(["--host", "home.example"])
    #expect(try page.get("/style.css", host: "home.example").status == 200)
    #expect(
      try page.raw("GET / HTTP/1.1\r\nHost: home.example\r\nHost: evil\r\nConnection: close\r\n\r\n").status != 200)
    #expect([400, 421].contains(try page.raw("GET / HTTP/1.0\r\nConnection: close\r\n\r\n").status))
  }

  /// A form of another page does nothing, whatever cookie the browser adds to it.
  @Test func aForgedFormDoesNothing() throws {
    let page = try ServedPage()
    let cookie = try page.join("anna")
    let (from, key) = try page.seal(cookie)
    let other = try page.seal(try page.join("anna")).from
    let fields = "key=\(key)&do=more-30&target=tv"
    let origin = "http://127.0.0.1:\(page.port)"
    let cases: [(String, [String: String], Int)] = [
      (fields, [:], 403), ("from=&" + fields, [:], 403), ("from=\(other)&" + fields, [:], 403),
      ("from=\(from)&" + fields, ["Origin": "http://evil.example"], 403),
      ("from=\(from)&" + fields, ["Origin": "null"], 403),
      ("from=\(from)&" + fields, ["Origin": origin + ".evil.example"], 403),
      ("from=\(from)&" + fields, ["Sec-Fetch-Site": "cross-site"], 403),
      ("from=\(from)&" + fields, ["Sec-Fetch-Site": "same-site"], 403),
      ("from=\(from)&" + fields, ["Content-Type": "text/plain"], 415),
      ("{}", ["Content-Type": "application/json"], 415),
    ]
    for (body, headers, status) in cases {
      let answer = try page.post("/do", body, headers.merging(["Cookie": cookie]) { $1 })
      #expect(answer.status == status, "\(body) \(headers): \(answer)")
    }
    #expect(try page.run("override", "list").output.contains("No override"))
    let good = try page.post(
      "/do", "from=\(from)&" + fields, ["Cookie": cookie, "Origin": origin, "Sec-Fetch-Site": "same-origin"])
    #expect(good.header("location")?.hasPrefix("/?said=made&at=t-tv") == true)
    #expect(
      try page.post(try page.link("emma"), "", ["Origin": "http://evil.example"]).status == 403,
      "nobody else joins for them")
  }

  // MARK: Odd requests

  @Test(arguments: [
    "/../etc/passwd", "/style.css/../../state", "/%2e%2e/%2e%2e/etc/passwd", "//evil.example/", "/style.css%00",
    "/join/../",
    "/join/" + String(repeating: "A", count: 42), "/join/" + String(repeating: "%41", count: 43), "/./style.css",
    "http://evil.example/style.css", "/STYLE.CSS", "*",
  ])
  func pathsLeadNowhere(_ path: String) throws {
    let page = try ServedPage()
    let answer = try page.get(path)
    #expect([400, 401, 404].contains(answer.status) && !answer.text.contains("root:"), "\(answer)")
  }

  @Test func methodsThatAreNone() throws {
    let page = try ServedPage()
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"] {
      #expect(try page.send(method, "/", [:], "").status == 405, "\(method)")
    }
    let head = try page.send("HEAD", "/style.css", [:], "")
    #expect(head.status == 200 && head.body.isEmpty)
  }

  @Test func nothingIsPutIntoHeaders() throws {
    let page = try ServedPage()
    let cookie = try page.join("anna")
    for target in ["tv%0d%0aX-Evil: 1", "tv%0aSet-Cookie: a=b", "%22%3E%3Cscript%3E"] {
      let place = try page.act(cookie, "do=more-30&target=\(target)")
      #expect(place.hasPrefix("/?said=") && !place.contains("#"), "\(place)")
    }
    let answer = try page.get("/?said=%3Cscript%3E&said=made", ["Cookie": cookie])
    #expect(answer.status == 200 && !answer.body.contains("<script>"))
  }

  /// What somebody writes is text, wherever it is shown.
  @Test func aReasonIsText() throws {
    let page = try ServedPage()
    let (anna, emma) = (try page.join("anna"), try page.join("emma"))
    #expect(
      try page.act(emma, "do=ask-30&target=kids&because=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E").hasPrefix("/?said=asked")
    )
    let body = try page.get("/", ["Cookie": anna]).body
    #expect(body.contains("&lt;img src=x onerror=alert(1)&gt;") && !body.contains("<img src=x"))
  }

  // MARK: How much

  @Test func bodiesAndHeadersHaveBounds() throws {
    let page = try ServedPage()
    #expect(try page.post("/do", String(repeating: "a", count: 65_537)).status == 413)
    #expect(try page.post("/do", String(repeating: "a", count: 65_536)).status == 401)
    #expect(try page.post("/do", "", ["Content-Length": "99999999999999999999"]).status != 200)
    let chunks = String(repeating: "4000\r\n" + String(repeating: "a", count: 16_384) + "\r\n", count: 5)
    let chunked = try page.raw(
      "POST /do HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n\(chunks)0\r\n\r\n"
    )
    #expect(![200, 303].contains(chunked.status), "\(chunked)")
    #expect(try page.get("/style.css", ["X-Long": String(repeating: "a", count: 15_000)]).status == 200)
    for count in [16_500, 30_000, 200_000] {
      let status = try page.get("/style.css", ["X-Long": String(repeating: "a", count: count)]).status
      #expect([0, 400, 413, 414, 431].contains(status), "\(count): \(status)")
    }
    #expect([0, 400, 413, 414, 431].contains(try page.get("/" + String(repeating: "a", count: 60_000)).status))
    #expect(try page.get("/style.css").status == 200, "it is still there")
  }

  /// Twenty connections are what one address has.
  @Test func connectionsOfAnAddressAreCounted() throws {
    let page = try ServedPage()
    var open = try (0..<20).map { _ in try Wire(page.port) }
    for wire in open { wire.send("GET /style.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") }
    #expect(open.allSatisfy { $0.read(until: "\r\n\r\n", within: 10).hasPrefix("HTTP/1.1 200") })
    let other = try Wire(page.port)
    other.send("GET /style.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    #expect(other.isEnded(within: 5))
    open = []
    // It hears of their ends when its turn comes.
    let isAnswered = try (0..<100).contains { _ in
      if try page.get("/style.css").status == 200 { return true }
      Thread.sleep(forTimeInterval: 0.1)
      return false
    }
    #expect(isAnswered)
  }

  /// A fifth page of somebody that follows by itself takes the oldest's place.
  @Test func streamsOfAPersonAreCounted() throws {
    let page = try ServedPage()
    let cookie = try page.join("anna")
    let streams = try (0..<5).map { _ in
      let wire = try Wire(page.port)
      wire.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: \(cookie)\r\n\r\n")
      #expect(wire.read(until: "retry:", within: 10).contains("text/event-stream"))
      return wire
    }
    #expect(streams[0].isEnded(within: 5))
    _ = try page.act(cookie, "do=more-30&target=tv")
    for wire in streams.dropFirst() { #expect(wire.read(until: "event: change", within: 10).contains("event: change")) }
  }

  // MARK: What it has

  /// At rest it keeps hardly any of its code in memory, after it has served somebody as well as before.
  @Test func atRestItsCodeIsGivenBack() throws {
    let page = try ServedPage()
    #expect(page.rests(belowKibibytesOfCode: 3_072))
    let cookie = try page.join("anna")
    for _ in 1...3 { #expect(try page.get("/", ["Cookie": cookie]).status == 200) }
    #expect(page.rests(belowKibibytesOfCode: 3_072))
    #expect(try page.get("/", ["Cookie": cookie]).body.contains("kids"), "and wakes up")
  }

  /// No secret of a system is anywhere in the memory of the process, although it could read one.
  @Test func itHasNoSecretOfASystem() throws {
    let page = try ServedPage(files: ["unifi-api-key": "a-key-in-a-file-of-credentials"])
    let cookie = try page.join("anna")
    _ = try page.act(cookie, "do=more-30&target=tv")
    #expect(try page.memoryHolds("PAGE-IS-LOOKED-FOR-IN-MEMORY") == false)
    #expect(try page.memoryHolds("default-src"), "what it says is found")
    #expect(try page.memoryHolds("a-key-in-a-file") == false)
    let outcome = try page.end()
    #expect(outcome.status == 143, "\(outcome)")
  }
}
