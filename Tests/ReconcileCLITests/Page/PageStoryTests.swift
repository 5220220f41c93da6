import CivilTime
import Foundation
import JSONTree
import Policies
import StateStore
import TestSupport
import Testing

@testable import ReconcileCLI

/// What people do on the page, and what comes of it, with the built program over real sockets.
@Suite(.serialized, .waitsForPrograms) struct PageStoryTests {
  @Test func aChildAsksAndAParentAgrees() throws {
    let page = try ServedPage()
    let (anna, emma, omar) = (try page.join("anna"), try page.join("emma"), try page.join("omar"))
    #expect(try page.act(emma, "do=more-30&target=kids") == "/?said=not-allowed#t-kids")
    #expect(try page.act(emma, "do=ask-30&target=kids&because=film+night") == "/?said=asked#t-kids")
    #expect(try page.get("/", ["Cookie": emma]).body.contains("waits for anna"))
    let seen = try page.get("/", ["Cookie": anna]).body
    #expect(seen.contains("emma asks for") && seen.contains("film night") && seen.contains("value=\"approve\""))
    #expect(try page.act(emma, "do=approve&request=1", path: "/decide") == "/?said=not-allowed")
    #expect(try page.act(anna, "do=approve&request=1", path: "/decide") == "/?said=approved")
    let late = try page.told(anna, "do=deny&request=1", path: "/decide")
    #expect(late.contains(/anna said yes to that at \d\d:\d\d\./), "\(late)")
    #expect(try !page.told(omar, "do=deny&request=1", path: "/decide").contains("said yes to that"))
    #expect(try page.get("/", ["Cookie": emma]).body.contains("<b>on</b>"))
    #expect(try page.get("/", ["Cookie": anna]).body.contains("more time for emma, agreed by anna"))
    let list = try page.run("override", "list").output
    #expect(list.contains("kids") && list.contains("emma") && list.contains("film night"), "\(list)")
  }

  /// A time that somebody typed beside other clocks means another instant by now.
  @Test func aTimeOfAPageFromBeforeAMoveIsNotRead() throws {
    let page = try ServedPage()
    let anna = try page.join("anna")
    let (from, key) = try page.seal(anna)
    let text = ServedPage.policy.replacing("Europe/Berlin", with: "America/New_York")
    try Data(text.utf8).write(to: page.folder.url.appending(path: "policy.yaml"))
    for _ in 0..<100 where try !page.get("/", ["Cookie": anna]).body.contains("America/New_York") {
      Thread.sleep(forTimeInterval: 0.1)
    }
    let old = try page.post("/do", "from=\(from)&key=\(key)&do=off&target=tv&until=12:00", ["Cookie": anna])
    #expect(old.header("location")?.hasPrefix("/?said=older") == true, "\(old)")
    #expect(try page.act(anna, "do=off&target=tv&until=12:00") == "/?said=made#t-tv")
  }

  /// Whoever is in and is refused writes nothing to the state, but once for each request that is not theirs.
  @Test func whatIsRefusedFillsNoHistory() throws {
    let page = try ServedPage()
    let (anna, emma) = (try page.join("anna"), try page.join("emma"))
    #expect(try page.act(emma, "do=ask-30&target=kids") == "/?said=asked#t-kids")
    #expect(try page.act(emma, "do=ask-30&target=tv") == "/?said=asked#t-tv")
    let omar = try page.join("omar")
    for (tries, (cookie, number)) in [(emma, 1), (emma, 2), (omar, 1)].enumerated() {
      for _ in 0..<3 {
        let said = try page.act(cookie, "do=approve&request=\(number)", path: "/decide")
        #expect(said == "/?said=not-allowed")
      }
      let tried = try page.run("history").output.matches(of: /tried to decide/).count
      #expect(tried == tries + 1, "each of each once")
    }
    #expect(try page.act(anna, "do=deny&request=1", path: "/decide") == "/?said=denied")
    let state = page.folder.url.appending(path: "state/journal.db")
    let before = try Data(contentsOf: state)
    for cookie in [anna, emma] {
      #expect(try page.act(cookie, "do=approve&request=1", path: "/decide") == "/?said=over")
    }
    #expect(try Data(contentsOf: state) == before)
  }

  /// So much in a minute is no tap.
  @Test func aDeviceMayDoSoMuchInAMinute() throws {
    let page = try ServedPage()
    let (anna, omar) = (try page.join("anna"), try page.join("omar"))
    let (from, key) = try page.seal(omar)
    let said = try (1...61).map { number in
      let fields = "from=\(from)&key=\(key)&do=approve&request=\(number)"
      return try page.post("/decide", fields, ["Cookie": omar]).header("location")?.prefix { $0 != "&" }
    }
    #expect(said.dropLast().allSatisfy { $0 == "/?said=over" } && said.last == "/?said=too-fast", "\(said)")
    #expect(try page.act(anna, "do=more-15&target=tv") == "/?said=made#t-tv")
  }

  /// Whoever is asked after a no reads that somebody said it: on the page, by the command, and in JSON.
  @Test func aNoIsToldToWhoeverIsAskedNext() throws {
    let two = ServedPage.policy.replacingOccurrences(of: "{approve: anna}", with: "{approve: [anna, omar]}")
    let page = try ServedPage(files: ["policy.yaml": two])
    let (anna, omar, emma) = (try page.join("anna"), try page.join("omar"), try page.join("emma"))
    #expect(try page.act(emma, "do=ask-30&target=kids") == "/?said=asked#t-kids")
    #expect(try page.act(anna, "do=deny&request=1", path: "/decide") == "/?said=denied")
    #expect(try page.act(emma, "do=ask-30&target=kids&because=anna+is+fine+with+it") == "/?said=asked#t-kids")
    let seen = try page.get("/", ["Cookie": omar]).body
    #expect(seen.contains("anna said no to something similar"), "\(seen)")
    #expect(try page.run("requests").output.contains("anna said no to something similar at"))
    let list = try JSON(parsing: Array(page.run("requests", "--format", "json").output.utf8))
    #expect(list["requests"]?.elements?.map { $0["earlierNos"]?.elements?.count } == [1, 0])
  }

  /// Where everybody has to agree, the first yes is not taken for the last.
  @Test func everybodyHasToAgree() throws {
    let all = ServedPage.policy.replacingOccurrences(of: "{approve: anna}", with: "{approve: [anna, omar], all: true}")
    let page = try ServedPage(files: ["policy.yaml": all])
    let (anna, emma) = (try page.join("anna"), try page.join("emma"))
    #expect(try page.act(emma, "do=ask-30&target=kids") == "/?said=asked#t-kids")
    let seen = try page.told(anna, "do=approve&request=1", path: "/decide")
    #expect(try page.act(anna, "do=approve&request=1", path: "/decide") == "/?said=agreed-before")
    #expect(seen.contains("You said yes. Others have yet to.") && seen.contains("waits for omar"), "\(seen)")
    #expect(!seen.contains("value=\"approve\"") && seen.contains("value=\"deny\""))
    #expect(try page.run("override", "list").output.contains("No override"))
    #expect(try page.act(page.join("omar"), "do=approve&request=1", path: "/decide") == "/?said=approved")
    let late = try page.told(anna, "do=deny&request=1", path: "/decide")
    #expect(late.contains("anna and omar said yes to that"), "\(late)")
    #expect(try page.act(emma, "do=ask-60&target=kids") == "/?said=asked#t-kids")
    #expect(try page.act(anna, "do=approve&request=2", path: "/decide") == "/?said=agreed")
    #expect(try page.act(anna, "do=deny&request=2", path: "/decide") == "/?said=denied", "a change of mind")
  }

  /// The tap of one of several who all have to agree is their yes, and opens nothing before the others have said theirs.
  @Test func aTapIsTheirOwnYes() throws {
    let all = ServedPage.policy.replacingOccurrences(of: "{approve: anna}", with: "{approve: [anna, omar], all: true}")
    let page = try ServedPage(files: ["policy.yaml": all])
    let (anna, omar) = (try page.join("anna"), try page.join("omar"))
    #expect(try page.act(anna, "do=more-30&target=kids") == "/?said=asked#t-kids")
    let seen = try page.get("/", ["Cookie": anna]).body
    #expect(seen.contains("You asked. It waits for omar.") && !seen.contains("value=\"approve\""), "\(seen)")
    #expect(seen.contains("anna said yes: kids; waits for omar") && seen.contains("anna and omar"), "\(seen)")
    #expect(try page.run("override", "list").output.contains("No override"))
    #expect(try page.act(omar, "do=approve&request=1", path: "/decide") == "/?said=approved")
    #expect(try page.run("override", "list").output.contains("kids"))
    #expect(try page.act(anna, "do=off&target=kids&until=12:00") == "/?said=made#t-kids")
    #expect(try page.act(anna, "do=end&target=kids&override=2") == "/?said=asked#t-kids")
    #expect(try page.get("/", ["Cookie": anna]).body.contains("You asked. It waits for omar."))
    #expect(try page.run("override", "list").output.contains("off (lock)"), "it opens nothing")
    #expect(try page.act(omar, "do=approve&request=2", path: "/decide") == "/?said=approved")
    #expect(try !page.run("override", "list").output.contains("off (lock)"))
  }

  /// Whoever only manages what others guard asks, and says no yes.
  @Test func aTapOfSomebodyElseIsNoYes() throws {
    let policy = ServedPage.policy.replacingOccurrences(
      of: "{approve: anna}", with: "{approve: [emma, omar], all: true}"
    )
    .replacingOccurrences(of: "tv: {acl-rules: [TV-secret-name]}", with: "tv: {acl-rules: [T], guard: {approve: anna}}")
    let page = try ServedPage(files: ["policy.yaml": policy])
    #expect(try page.act(page.join("anna"), "do=more-30&target=kids") == "/?said=asked#t-kids")
    let omar = try page.join("omar")
    #expect(try page.get("/", ["Cookie": omar]).body.contains("waits for emma and omar"))
    #expect(try page.act(omar, "do=approve&request=1", path: "/decide") == "/?said=agreed")
  }

  /// More time that was asked for before a lock does not lift it; what else was asked for does, and the page says so.
  @Test func aLockIsKnownWhereSomebodyAgrees() throws {
    let page = try ServedPage()
    let (anna, emma) = (try page.join("anna"), try page.join("emma"))
    #expect(try page.act(emma, "do=ask-30&target=kids") == "/?said=asked#t-kids")
    #expect(try page.run("ask", "kids", "on", "--for", "30m").status == 0)
    #expect(try page.act(anna, "do=off&target=kids&until=12:00") == "/?said=made#t-kids")
    #expect(try page.act(anna, "do=approve&request=1", path: "/decide") == "/?said=locked")
    let told = try page.told(anna, "do=approve&request=2", path: "/decide")
    #expect(told.contains("A lock does not count for as long as that lasts."))
    #expect(try page.act(anna, "do=deny&request=1", path: "/decide") == "/?said=denied")
  }

  /// Of what nobody guards those decide who manage it; what was asked can be denied, and taken back.
  @Test func whatIsNotGuardedIsAskedForToo() throws {
    let page = try ServedPage()
    let (anna, emma) = (try page.join("anna"), try page.join("emma"))
    #expect(try page.act(emma, "do=ask-15&target=tv") == "/?said=asked#t-tv")
    #expect(try page.act(anna, "do=deny&request=1", path: "/decide") == "/?said=denied")
    #expect(try page.act(emma, "do=ask-15&target=tv") == "/?said=asked#t-tv")
    #expect(try page.act(emma, "do=cancel&request=2", path: "/decide") == "/?said=cancelled")
    #expect(try page.run("override", "list").output.contains("No override"))
    #expect(try page.act(emma, "do=ask-15&target=nothing") == "/?said=gone")
  }

  /// Whoever asked takes it back, and whoever is to agree; nobody else, though all see the page.
  @Test func nobodyElseTakesItBack() throws {
    let page = try ServedPage()
    let (anna, emma, omar) = (try page.join("anna"), try page.join("emma"), try page.join("omar"))
    for request in 1...2 {
      #expect(try page.act(emma, "do=ask-30&target=kids") == "/?said=asked#t-kids")
      #expect(try page.act(omar, "do=cancel&request=\(request)", path: "/decide") == "/?said=not-allowed")
      let able = request == 1 ? anna : emma
      #expect(try page.act(able, "do=cancel&request=\(request)", path: "/decide") == "/?said=cancelled")
    }
  }

  @Test func aManagerGivesLocksAndEnds() throws {
    let page = try ServedPage()
    let anna = try page.join("anna")
    #expect(try page.act(anna, "do=more-15&target=tv") == "/?said=made#t-tv")
    #expect(try page.act(anna, "do=end&target=tv&override=1") == "/?said=ended#t-tv")
    #expect(try page.act(anna, "do=end&target=tv&override=1") == "/?said=ended-before#t-tv")
    #expect(try page.act(anna, "do=off&target=kids&until=12:00") == "/?said=made#t-kids")
    #expect(try page.act(anna, "do=more-15&target=kids") == "/?said=locked#t-kids")
    #expect(try page.act(anna, "do=off&target=kids&until=noon") == "/?said=time")
    #expect(
      try page.act(anna, "do=end&target=tv&override=2") == "/?said=not-allowed#t-tv", "it is about another target")
    #expect(try page.run("override", "list").output.contains("off (lock)"))
  }

  /// What holds several targets ends for all of them, and the button and the answer say so.
  @Test func whatEndsForSeveralSaysSo() throws {
    let both = ServedPage.policy.replacingOccurrences(
      of: "policy:\n", with: "  screens: {targets: [kids, tv]}\npolicy:\n")
    let page = try ServedPage(files: ["policy.yaml": both])
    let anna = try page.join("anna")
    #expect(try page.run("lock", "screens", "--for", "1h").status == 0)
    let seen = try page.get("/", ["Cookie": anna]).body
    #expect(seen.matches(of: />End it for kids and tv</).count == 2, "\(seen)")
    let told = try page.told(anna, "do=end&target=tv&override=1")
    #expect(told.contains("Ended for kids and tv."), "\(told)")
    #expect(try page.run("override", "list").output.contains("No override"))
  }

  /// What came of a form is said to whoever sent it, and not to whoever follows a link, nor in other words.
  @Test func onlyWhatHappenedIsSaid() throws {
    let page = try ServedPage()
    let (anna, emma) = (try page.join("anna"), try page.join("emma"))
    let isSaid = { (place: String, cookie: String) in
      try page.get(place, ["Cookie": cookie]).body.contains("role=\"status\"")
    }
    let place = String(try page.place(emma, "do=ask-15&target=tv").prefix { $0 != "#" })
    #expect(try isSaid(place, emma) && !isSaid(place, anna))
    for (before, after) in [("asked", "approved"), ("t-tv", "t-kids"), ("until=", "until=9"), ("&by=", "&by=x")] {
      #expect(try !isSaid(place.replacing(before, with: after), emma), "\(after)")
    }
    #expect(try !isSaid("/?said=approved", emma))
  }

  /// A page that was open offers what has another name by now: that is said, and not that somebody may not.
  @Test(arguments: ["more-15", "off&until=12:00", "end&override=1"]) func whatHasAnotherName(_ act: String) throws {
    let page = try ServedPage()
    let anna = try page.join("anna")
    let (from, key) = try page.seal(anna)
    let renamed = ServedPage.policy.replacingOccurrences(of: "tv", with: "telly")
    try Tool.write(renamed, to: page.folder.url.appending(path: "policy.yaml").path)
    let answer = try page.post("/do", "from=\(from)&key=\(key)&target=tv&do=\(act)", ["Cookie": anna])
    #expect(answer.header("location")?.hasPrefix("/?said=gone") == true, "\(answer)")
    #expect(try page.run("override", "list").output.contains("No override"))
  }

  /// What ends beneath something else that wants the same changes nothing, and the page says so.
  @Test func whatGoesOnIsSaid() throws {
    let page = try ServedPage()
    let anna = try page.join("anna")
    for hours in ["1h", "2h"] { #expect(try page.run("override", "tv", "on", "--for", hours).status == 0) }
    let seen = try page.told(anna, "do=end&target=tv&override=2")
    #expect(seen.contains("Something else still holds it") && seen.contains("value=\"1\""), "\(seen)")
    #expect(try page.act(anna, "do=end&target=tv&override=1") == "/?said=ended#t-tv")
  }

  /// The same of what is yet to come, and its lines say whose it is.
  @Test func whatIsYetToComeGoesOnToo() throws {
    let evening = ServedPage.policy.replacing("tv off 00:00–24:00", with: "tv on")
    let page = try ServedPage(files: ["policy.yaml": evening])
    let anna = try page.join("anna")
    for length in ["1h", "2h"] {
      #expect(try page.run("override", "tv", "off", "--from", "tomorrow 12:00", "--for", length).status == 0)
    }
    let seen = try page.get("/", ["Cookie": anna]).body
    #expect(seen.contains(/off from .* until .* · set by root/), "\(seen)")
    let told = try page.told(anna, "do=end&target=tv&override=1")
    #expect(told.contains("Something else wants the same at that time"), "\(told)")
    #expect(try page.act(anna, "do=end&target=tv&override=2") == "/?said=ended#t-tv")
  }

  /// Two taps are one, and so are two that come at once while the state is held.
  @Test func twoTapsAreOne() throws {
    let page = try ServedPage()
    let anna = try page.join("anna")
    let (from, key) = try page.seal(anna)
    let body = "from=\(from)&key=\(key)&do=more-30&target=tv"
    var lock = try WriterLock(page.folder.url.path + "/state")
    let request =
      "POST /do HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: \(anna)\r\nConnection: close\r\n"
      + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let taps = try (0..<2).map { _ in
      let wire = try Wire(page.port)
      wire.send(request)
      return wire
    }
    #expect(lock != nil && taps[0].read(until: "HTTP", within: 1).isEmpty, "the state is held")
    #expect(try page.get("/style.css").status == 200, "nobody else waits")
    lock = nil
    for tap in taps { #expect(tap.readToEnd(within: 20).contains("Location: /?said=made&at=t-tv")) }
    #expect(try page.post("/do", body, ["Cookie": anna]).header("location")?.hasPrefix("/?said=made&at=t-tv") == true)
    let count = try page.run("override", "list", "--format", "json").output.matches(of: /"target":"tv"/).count
    #expect(count == 1)
  }

  /// A form of a page from before the server began may have been done by then: it gives nothing more.
  @Test func aTapOnAPageFromBefore() throws {
    let page = try ServedPage()
    let anna = try page.join("anna")
    let (from, key) = try page.seal(anna)
    let body = { (key: String, act: String) in "from=\(from)&key=\(key)&do=\(act)&target=tv" }
    let old = "AAAA" + key.dropFirst(4)
    let said = try page.post("/do", body(old, "more-15"), ["Cookie": anna]).header("location")
    #expect(said?.hasPrefix("/?said=older") == true && key.count == 12, "\(said ?? "")")
    #expect(try page.run("override", "list").output.contains("No override"))
    #expect(
      try page.post("/do", body(old, "off&until=12:00"), ["Cookie": anna]).header("location")?.contains("made") == true)
  }

  /// Four targets that change every minute: a sentence instead of a picture of a hundred megabytes.
  @Test func aWeekWithTooManyChangesIsNotDrawn() throws {
    let windows = (0..<720).map { minute in
      let clock = { (minute: Int) in
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      }
      return "\(clock(minute * 2))–\(clock(minute * 2 + 1))"
    }
    let names = ["a1", "b1", "c1", "d1"]
    let policy = """
      timezone: UTC
      people: {anna: {manages: [\(names.joined(separator: ", "))]}, ben: {manages: [a1]}}
      systems: {gateway: {kind: unifi, url: https://192.0.2.1, api-key: {credential: unifi-api-key}}}
      targets: {\(names.map { "\($0): {acl-rules: [\($0)]}" }.joined(separator: ", "))}
      policy:
        - \(names.joined(separator: ", ")) off \(windows.joined(separator: ", "))
      """
    let page = try ServedPage(files: ["policy.yaml": policy])
    let (anna, ben) = (try page.join("anna"), try page.join("ben"))
    #expect(try page.get("/", ["Cookie": anna]).body.contains("The week has too many changes for a picture."))
    #expect(try page.get("/week.svg", ["Cookie": anna]).status == 404)
    #expect(try page.get("/", ["Cookie": ben]).body.contains("<img src=\"/week.svg?"))
    #expect(try page.get("/week.svg", ["Cookie": ben]).status == 200)
  }

  /// The picture of the week speaks as the page does; the names of targets and the reasons stay as they were written.
  @Test func theWeekIsInThePagesLanguage() throws {
    let page = try ServedPage()
    let anna = try page.join("anna")
    #expect(try page.act(anna, "do=more-30&target=tv") == "/?said=made#t-tv")
    func week(_ language: String) throws -> String {
      try page.get("/week.svg", ["Cookie": anna, "Accept-Language": language]).body
    }
    #expect(try page.get("/week.svg?\(page.seal(anna).key)", ["Cookie": anna]).status == 200)
    let (english, german) = (try week("en"), try week("de-DE,de;q=0.9,en;q=0.8"))
    for word in ["The week", ">off<", ">on<", ">by an override<", ">now, ", " from ", " until ", "override 1: on"] {
      #expect(english.contains(word) && !german.contains(word), "\(word)")
    }
    for word in ["Die Woche", ">aus<", ">an<", ">auf Wunsch<", ">jetzt, ", " von ", " bis ", "mehr Zeit 1: an"] {
      #expect(german.contains(word) && !english.contains(word), "\(word)")
    }
    let days = german.matches(of: />(Mo|Di|Mi|Do|Fr|Sa|So) \d\d\.\d\d\.</).count
    #expect(days == 14 && english.matches(of: />(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d-\d\d</).count == 14)
  }

  /// The page of somebody who looks on follows an edit of the policy.
  @Test func anEditIsFollowed() throws {
    let page = try ServedPage()
    let emma = try page.join("emma")
    let wire = try Wire(page.port)
    wire.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: \(emma)\r\n\r\n")
    #expect(wire.read(until: "retry:", within: 10).contains("200 OK"))
    let edited = ServedPage.policy.replacing("emma: {asks: [kids, tv]}", with: "emma: {asks: [kids]}")
    try edited.write(to: page.folder.url.appending(path: "policy.yaml"), atomically: true, encoding: .utf8)
    #expect(wire.read(until: "event: change", within: 10).contains("event: change"))
    let body = try page.get("/", ["Cookie": emma]).body
    #expect(body.contains("id=\"t-kids\"") && !body.contains("id=\"t-tv\""))
    try "people: {".write(to: page.folder.url.appending(path: "policy.yaml"), atomically: true, encoding: .utf8)
    // The edit before may be told of twice.
    var status = 0
    for _ in 0..<10 where status != 503 {
      #expect(wire.read(until: "event: change", within: 10).contains("event: change"))
      status = try page.get("/", ["Cookie": emma]).status
    }
    #expect(status == 503, "nothing is followed yet that would say who emma is")
    #expect(try page.get("/style.css").status == 200)
  }

  /// Whatever file it was begun with, what people do is done to the policy that the state follows.
  @Test(arguments: [false, true]) func whatIsFollowedCounts(_ isMoved: Bool) throws {
    let page = try ServedPage()
    let anna = try page.join("anna")
    let (old, new) = ("policy.yaml", "other.yaml")
    let path = { (name: String) in page.folder.url.appending(path: name).path }
    if isMoved {
      try FileManager.default.moveItem(atPath: path(old), toPath: path(new))
    } else {
      try Tool.write(ServedPage.policy + "# another one\n", to: path(new))
    }
    let store = try StateStore(writing: path("state"), now: Self.now)
    for name in [old, new] {
      try store.follow(PolicyFile(path: path(name), owner: "home"), isSame: isMoved, at: Self.now)
    }
    #expect(try page.act(anna, "do=more-15&target=tv") == "/?said=made#t-tv")
    let list = { try page.run("override", "list", "--policy", new).output }
    #expect(try list().contains("tv"), "it is one of the followed policy")
    let body = try page.get("/", ["Cookie": anna]).body
    #expect(body.contains("more time from anna") && !body.contains("The policy has an error"), "\(body)")
    #expect(try page.act(anna, "do=end&target=tv&override=1") == "/?said=ended#t-tv")
    #expect(try list().contains("No override"))
  }

  private static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }

  /// After a bad edit a family has its page, by the version before it, also where the machine starts again.
  @Test func beginsWithTheLastGoodVersion() throws {
    let broken = "people: {"
    let page = try ServedPage(files: ["policy.yaml": broken]) { folder in
      let path = folder.url.appending(path: "policy.yaml").path
      let store = try StateStore(writing: folder.url.path + "/state", now: Self.now)
      let good = GoodPolicy.File(name: "policy.yaml", bytes: Array(ServedPage.policy.utf8))
      try store.follow(PolicyFile(path: path, owner: "home"), isSame: true, at: Self.now)
      try store.keep(GoodPolicy(path: path, files: [good], at: Self.now))
    }
    let said = try page.end()
    #expect(said.error.contains("policy.yaml:1:"), "\(said)")
    #expect(said.error.contains("the policy has errors; the page shows its last valid version"), "\(said)")
  }

  /// Whoever looks on sees a change of a calendar in a folder below the policy's.
  @Test func aCalendarBelowIsFollowed() throws {
    let calendar = { (year: Int) in
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20200101T000000Z\r\n"
        + "DTSTART;VALUE=DATE:\(year)0101\r\nDTEND;VALUE=DATE:20500101\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    }
    let policy = ServedPage.policy.replacing(
      "policy:\n", with: "schedules: {hols: {ics: calendars/hols.ics}}\npolicy:\n"
    )
    .replacing("{do: tv off 00:00–24:00,", with: "{do: tv off hols,")
    let page = try ServedPage(files: ["policy.yaml": policy]) { folder in
      let calendars = folder.url.appending(path: "calendars")
      try FileManager.default.createDirectory(at: calendars, withIntermediateDirectories: true)
      try Tool.write(calendar(2049), to: calendars.path + "/hols.ics")
    }
    let emma = try page.join("emma")
    let wire = try Wire(page.port)
    wire.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: \(emma)\r\n\r\n")
    #expect(wire.read(until: "retry:", within: 10).contains("200 OK"))
    let television = { try page.get("/", ["Cookie": emma]).body.components(separatedBy: "id=\"t-tv\"").last ?? "" }
    #expect(try television().contains("<b>on</b>"))
    try Tool.write(calendar(2020), to: page.folder.url.path + "/calendars/hols.ics")
    // Where nobody hears of it, the page is as it was for as long as it is open.
    var isOff = false
    for _ in 0..<5 where !isOff {
      _ = wire.read(until: "event: change", within: 2)
      isOff = try television().contains("<b>off</b>")
    }
    #expect(isOff)
  }

  @Test(
    arguments: [
      (["serve", "nobody.yaml"], 4, "the policy names no people"), (["serve", "broken.yaml"], 65, "error"),
      (["serve", "policy.yaml", "--listen", "x"], 64, "invalid value 'x' for '--listen'"),
      (["serve", "policy.yaml", "--listen", "192.0.2.77:8383"], 1, "nothing can listen at"),
      (["serve", "policy.yaml", "--tls-key", "k"], 64, "goes with '--tls-certificate'"),
      (["serve", "policy.yaml", "--tls-key", "no", "--tls-certificate", "no"], 4, "'no' cannot be read"),
      (
        [
          "serve", "policy.yaml", "--listen", "127.0.0.1:0", "--tls-key", "policy.yaml", "--tls-certificate",
          "policy.yaml",
        ], 1,
        "the page cannot be served"
      ),
      (["serve", "policy.yaml", "--host", "a:80"], 64, "invalid value 'a:80' for '--host'"),
      (["serve", "policy.yaml", "--behind-proxy", "home"], 64, "is not the address of a page"),
    ] as [([String], Int32, String)])
  func doesNotBegin(_ arguments: [String], _ status: Int32, _ error: String) throws {
    let folder = try TemporaryFolder([
      "policy.yaml": ServedPage.policy, "broken.yaml": "timezone: 1",
      "nobody.yaml": ServedPage.policy.replacing(/people:\n(  .*\n)+?systems/, with: "systems")
        .replacing(", guard: {approve: anna}", with: ""),
    ])
    let outcome = try Program.run(
      Program.built("reconcile"), arguments, environment: ["STATE_DIRECTORY": folder.url.path + "/state"],
      in: folder.url)
    #expect(outcome.status == status && (outcome.error + outcome.output).contains(error), "\(outcome)")
  }

  /// By https of its own the cookie says so, and nobody else's name is taken for it.
  @Test func byHTTPS() throws {
    let certificate = try TestCertificate.selfSigned(for: ["IP:127.0.0.1"], commonName: "home.example")
    let page = try ServedPage(
      ["--tls-certificate", "c.pem", "--tls-key", "k.pem"],
      files: ["c.pem": certificate.certificatePEM, "k.pem": certificate.keyPEM])
    let link = try page.link("anna")
    let answer = try Tool.run(
      "/usr/bin/curl", ["-ski", "-X", "POST", "https://127.0.0.1:\(page.port)\(link)"], in: page.folder.url)
    #expect(
      answer.output.contains(
        /[Ss]et-[Cc]ookie: __Host-reconcile=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure/),
      "\(answer)")
    #expect(try page.raw("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").status != 200, "plain http is not spoken there")
  }

  /// What a proxy on this machine says of who comes counts: guesses of one address keep no other one out.
  @Test func behindAProxy() throws {
    let page = try ServedPage(["--behind-proxy", "https://home.example"], port: 18_383)
    let link = try page.link("anna")
    let wrong = "/join/" + String(repeating: "B", count: 42) + "A"
    let from = { (address: String) in ["X-Forwarded-For": "6.6.6.6, \(address)"] }
    for _ in 0..<10 { #expect(try page.post(wrong, "", from("192.0.2.1"), host: "home.example").status == 403) }
    #expect(try page.post(wrong, "", from("192.0.2.1"), host: "home.example").status == 429)
    let joined = try page.post(link, "", from("192.0.2.2"), host: "home.example")
    #expect(joined.status == 303)
    #expect(joined.header("set-cookie")?.contains(/^__Host-reconcile=.*; Secure$/) == true, "\(joined)")
  }

  /// And nobody else is believed.
  @Test func withoutAProxyNobodySaysWhereTheyComeFrom() throws {
    let page = try ServedPage()
    let wrong = "/join/" + String(repeating: "B", count: 42) + "A"
    let statuses = try (0..<11).map { try page.post(wrong, "", ["X-Forwarded-For": "192.0.2.\($0)"]).status }
    #expect(statuses.last == 429)
  }

  /// Who is in already is not told that the link is used up.
  @Test func aSecondTapOnTheLink() throws {
    let page = try ServedPage()
    let link = try page.link("anna")
    let cookie = String(try #require(try page.post(link, "").header("set-cookie")).prefix { $0 != ";" })
    let again = try page.post(link, "", ["Cookie": cookie])
    #expect(again.status == 303 && again.headers("set-cookie").isEmpty)
    #expect(try page.run("people", "list", "--format", "json").output.matches(of: /"program":false/).count == 1)
  }

  /// Whoever opens a link on a device that shows somebody's page reads so before, and where the link fails, after.
  @Test func aLinkOnADeviceThatIsIn() throws {
    let page = try ServedPage()
    let anna = try page.join("anna")
    let link = try page.link("emma")
    #expect(try !page.get(link).body.contains("anna"), "whoever is not in reads nothing")
    #expect(try page.get(link, ["Cookie": anna]).body.contains("It shows anna’s page so far."))
    #expect(try page.post(link, "").status == 303)
    let failed = try page.post(link, "", ["Cookie": anna])
    #expect(failed.status == 403 && failed.body.contains("anna’s page"), "\(failed)")
    #expect(try page.get("/", ["Cookie": anna]).body.contains("anna’s page"))
  }

  /// systemd hands a socket over that it listens at already.
  @Test func byASocketOfSystemd() throws {
    let folder = try TemporaryFolder(["policy.yaml": ServedPage.policy])
    let script = """
      import os, socket, subprocess
      s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
      os.dup2(s.fileno(), 3); os.set_inheritable(3, True)
      os.environ["LISTEN_FDS"] = "1"; os.environ["LISTEN_PID"] = str(os.getpid())
      open("port", "w").write(str(s.getsockname()[1]))
      os.execv("\(Program.built("reconcile"))", ["reconcile", "serve", "policy.yaml", "--listen", "192.0.2.1:1"])
      """
    let program = try Program(
      "/usr/bin/python3", ["-c", script], environment: ["STATE_DIRECTORY": folder.url.path + "/state"], in: folder.url)
    let supervisor = { try? String(contentsOf: folder.url.appending(path: "port"), encoding: .utf8) }
    for _ in 0..<100 where supervisor()?.isEmpty ?? true { Thread.sleep(forTimeInterval: 0.05) }
    let port = try #require(supervisor().flatMap(UInt16.init))
    let wire = try Wire(port)
    wire.send("GET /style.css HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    #expect(wire.readToEnd(within: 20).hasPrefix("HTTP/1.1 200"))
    program.send(SIGTERM)
    #expect(try program.wait().status == 143)
  }
}
