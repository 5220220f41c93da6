import CivilTime
import Controller
import Overrides
import Page
import Policies
import Testing

@testable import PageServer

/// What is read of a request, before anything is done.
@Suite struct ReadingTests {
  @Test(
    arguments: [
      ("a=1&b=two+words&c=%3Cx%3E", ["a": "1", "b": "two words", "c": "<x>"]), ("a=1&a=2", ["a": "1"]), ("", [:]),
      ("a", ["a": ""]), ("=x", ["": "x"]), ("a=%C3%BC", ["a": "ü"]), ("a=b=c", ["a": "b=c"]),
    ] as [(String, [String: String])])
  func fields(_ body: String, _ fields: [String: String]) {
    #expect(FormFields.read(Array(body.utf8)) == fields)
  }

  /// What was said counts for a minute, whatever the clock does then.
  @Test(arguments: [(0, true), (60, true), (61, false), (-1, false)] as [(Int64, Bool)])
  func whatWasSaid(_ later: Int64, _ isGood: Bool) throws {
    let token = try #require(DeviceToken(shown: String(repeating: "A", count: 43)))
    let now = Instant(secondsSinceEpoch: 1_795_129_200)
    let text = SaidAddress(.made, about: "t-tv").text(token, at: now)
    var query = try #require(FormFields.read(Array(text.dropFirst(2).prefix { $0 != "#" }.utf8)))
    let read = SaidAddress(query, token, at: now + later)
    #expect((read?.said == .made && read?.about == "t-tv") == isGood && (read == nil) == !isGood)
    for odd in ["\(Int64.min)", "\(Int64.max)", "x", ""] {
      query["until"] = odd
      #expect(SaidAddress(query, token, at: now) == nil)
    }
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%FF", "a=%C3%28", String(repeating: "a=1&", count: 40)])
  func noFields(_ body: String) { #expect(FormFields.read(Array(body.utf8)) == nil) }

  @Test(
    arguments: [
      (["do": "more-30", "target": "tv"], PageAct.more(Name("tv"), minutes: 30)),
      (
        ["do": "ask-15", "target": "tv", "because": " film\u{0}\u{202E}\r\nnight "],
        .ask(Name("tv"), minutes: 15, because: "film    night")
      ),
      (["do": "ask-60", "target": "tv", "because": "  "], .ask(Name("tv"), minutes: 60, because: nil)),
      (["do": "off", "target": "tv", "until": "18:05"], .off(Name("tv"), hour: 18, minute: 5)),
      (["do": "off", "target": "tv", "until": "00:00:00"], .off(Name("tv"), hour: 0, minute: 0)),
      (["do": "end", "target": "tv", "override": "007"], .end(Name("tv"), override: "7")),
      (["do": "approve", "request": "3"], .approve("3")), (["do": "deny", "request": "3"], .deny("3")),
      (["do": "cancel", "request": "3"], .cancel("3")),
    ] as [([String: String], PageAct)])
  func act(_ form: [String: String], _ act: PageAct) { #expect(PageAct(form) == act) }

  @Test(
    arguments: [
      [:], ["do": ""], ["do": "more-30"], ["do": "more-31", "target": "tv"], ["do": "more", "target": "tv"],
      ["do": "more-30-1", "target": "tv"], ["do": "more--30", "target": "tv"],
      ["do": "more-30", "target": String(repeating: "x", count: 64)], ["do": "off", "target": "tv"],
      ["do": "off", "target": "tv", "until": "24:00"], ["do": "off", "target": "tv", "until": "18"],
      ["do": "off", "target": "tv", "until": "1:00"], ["do": "end", "target": "tv", "override": "0"],
      ["do": "end", "target": "tv", "override": "1 OR 1"], ["do": "approve"], ["do": "approve", "request": "-1"],
      ["do": "apply", "target": "tv"], ["do": "approve-1", "request": ""],
    ] as [[String: String]])
  func noAct(_ form: [String: String]) { #expect(PageAct(form) == nil) }

  /// As programs say it: up to a whole day.
  @Test(
    arguments: [
      ("more", #"{"target": "tv", "minutes": 1}"#, .more(Name("tv"), minutes: 1)),
      ("more", #"{"target": "tv", "minutes": 1440}"#, .more(Name("tv"), minutes: 1_440)),
      ("more", #"{"target": "tv", "minutes": 0}"#, nil), ("more", #"{"target": "tv", "minutes": 1441}"#, nil),
      ("more", #"{"target": "tv", "minutes": -30}"#, nil), ("more", #"{"minutes": 30}"#, nil),
      (
        "ask", #"{"target": "tv", "minutes": "1440", "because": "film"}"#,
        .ask(Name("tv"), minutes: 1_440, because: "film")
      ), ("ask", #"{"target": "tv", "minutes": 1441}"#, nil),
      ("switch", #"{"target": "tv", "state": "on", "minutes": 1440}"#, .on(Name("tv"), minutes: 1_440)),
      ("switch", #"{"target": "tv", "state": "on"}"#, nil),
      ("end", #"{"target": "tv"}"#, .endAll(Name("tv"))),
      ("end", #"{"target": "tv", "override": "12"}"#, .end(Name("tv"), override: "12")),
      ("approve", #"{"request": "12"}"#, .approve("12")), ("approve", #"{"request": 12}"#, .approve("12")),
      ("deny", #"{"request": "12"}"#, .deny("12")), ("cancel", #"{"request": "12"}"#, .cancel("12")),
      ("apply", #"{"target": "tv"}"#, nil), ("more", "[]", nil), ("more", "", nil),
    ] as [(String, String, PageAct?)])
  func actOfAProgram(_ name: String, _ body: String, _ act: PageAct?) {
    #expect(PageAPI.act(name, Array(body.utf8)) == act)
  }

  /// What is too long is not cut to what fits, wherever its words end; it is as long as shows that, and no longer.
  @Test(arguments: [
    (String(repeating: "ü", count: 9_000), 201), (String(repeating: "ü", count: 201), 201),
    (String(repeating: "ü", count: 200) + " and more", 201),
    ("  " + String(repeating: "ü", count: 200) + "  ", 200), (String(repeating: "ü", count: 200), 200),
  ])
  func aLongReasonIsNotCutToFit(_ reason: String, _ count: Int) {
    let act = PageAct(["do": "ask-15", "target": "tv", "because": reason])
    guard case .ask(_, _, let because?)? = act else {
      Issue.record("no act")
      return
    }
    #expect(because.unicodeScalars.count == count)
    #expect(OverrideMaking.isShort(because) == (count == 200))
  }

  @Test(
    arguments: [
      ("8383", "127.0.0.1", 8383), ("192.168.1.5:80", "192.168.1.5", 80), ("[::]:8383", "::", 8383),
      ("[::1]:0", "::1", 0),
    ] as [(String, String, UInt16)])
  func listens(_ text: String, _ address: String, _ port: UInt16) {
    #expect(ListenAddress(text) == ListenAddress(address: address, port: port))
  }

  @Test(arguments: [
    "", ":", "x", "home.example:80", "::1:80", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:+80", "127.0.0.1:8 0",
  ])
  func listensNowhere(_ text: String) { #expect(ListenAddress(text) == nil) }

  @Test(arguments: [
    ("https://home.example", "home.example", true), ("http://192.168.1.5:8383/", "192.168.1.5", false),
    ("http://[::1]:8383", "[::1]", false), ("https://HOME.example:8443", "home.example", true),
  ])
  func isAnAddress(_ text: String, _ host: String, _ isSecure: Bool) throws {
    let address = try #require(PageAddress(text))
    #expect(address.host == host && address.isSecure == isSecure && !address.text.hasSuffix("/"))
  }

  @Test(arguments: [
    "", "home.example", "https://", "https://a/b", "https://a?b", "https://u@h", "ftp://h", "http://h:", "http://h:x",
    "http://h:123456", "http://h\r\nX: y", "http://a b",
  ])
  func isNoAddress(_ text: String) { #expect(PageAddress(text) == nil) }

  @Test(arguments: [
    ("192.168.1.5:8383", true), ("192.168.1.5", true), ("pi", true), ("pi.local:8383", true), ("PI.lan", true),
    ("home.example", true), ("evil.example", false), ("192.168.1.6", false), ("localhost", false), ("", false),
    ("home.example.evil.example", false), ("home.example:8383@evil.example", false), ("pi.local.", false),
  ])
  func isAskedForBy(_ host: String, _ isAllowed: Bool) {
    let hosts = AllowedHosts(Self.settings("192.168.1.5"), machine: "pi.lan")
    #expect(hosts.allows(host, at: "192.168.1.5") == isAllowed)
  }

  @Test func onLoopback() {
    let hosts = AllowedHosts(Self.settings("127.0.0.1"), machine: nil)
    #expect(hosts.allows("localhost:8383", at: "127.0.0.1") && hosts.allows("127.0.0.1:8383", at: "127.0.0.1"))
    #expect(!hosts.allows(nil, at: "127.0.0.1") && !hosts.allows("127.0.0.2", at: "127.0.0.1"))
  }

  private static func settings(_ address: String) -> PageSettings {
    PageSettings(
      places: .init(policy: "p", state: .ofMachine(at: "/state"), again: ""),
      listen: ListenAddress(address: address, port: 8383),
      hosts: ["home.example"], tls: nil, proxy: nil)
  }

  @Test func wrongTriesOfAnAddress() {
    var tries = WrongTries()
    for second in 0..<9 { tries.note("a", at: Int64(second)) }
    #expect(!tries.isBlocked("a", at: 9))
    tries.note("a", at: 9)
    #expect(tries.isBlocked("a", at: 10) && !tries.isBlocked("b", at: 10))
    #expect(tries.isBlocked("a", at: 599) && !tries.isBlocked("a", at: 600), "ten minutes after the first")
    tries.note("a", at: 601)
    #expect(!tries.isBlocked("a", at: 602), "they are counted anew")
  }

  /// Whoever has many addresses fills no memory.
  @Test func wrongTriesAreForgotten() {
    var tries = WrongTries()
    for _ in 0..<10 { tries.note("first", at: 0) }
    for number in 0..<2_000 { tries.note("x\(number)", at: 1) }
    #expect(!tries.isBlocked("first", at: 2))
    #expect(!tries.isBlocked("x1999", at: 2))
    // Those go that are the oldest, and nobody else.
    for _ in 0..<10 { tries.note("last", at: 2) }
    for number in 0..<998 { tries.note("y\(number)", at: 3) }
    #expect(tries.isBlocked("last", at: 4))
  }

  /// A device does so much in a minute and no more; others do not wait for it.
  @Test func actsOfADevice() {
    var rate = ActRate()
    let first = (0..<60).map { _ in rate.take("a", at: 100) }
    #expect(!first.contains(false))
    let then = [("a", 101), ("b", 101), ("a", 159), ("a", 160)].map { device, second in rate.take(device, at: second) }
    #expect(then == [false, true, false, true])
  }

  @Test func aSecondTap() {
    var acts = RecentActs<String>()
    acts.remember("a", "/1")
    #expect(acts["a"] == "/1" && acts["b"] == nil)
    for number in 0..<511 { acts.remember("x\(number)", "/") }
    #expect(acts["a"] == "/1" && acts["x0"] == "/", "five hundred others leave it")
    acts.remember("x511", "/")
    #expect(acts["a"] == nil && acts["x511"] == "/")
  }
}
