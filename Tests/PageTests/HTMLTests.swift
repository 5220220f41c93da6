import CivilTime
import Foundation
import Planning
import Policies
import Providers
import TestSupport
import Testing
import Text

@testable import Page

/// The markup: every page looks as it did.
@Suite struct HTMLTests {
  private static let assets = PageAssets { _ in "v" }

  private static func page(_ model: PageModel, _ words: Words = .english, said: Words.Said? = nil) -> String {
    PageHTML(words, assets).page(model, PageHTML.Seal(origin: "ORIGIN", key: "KEY"), said: said).text
      // A line for each element, so that a difference shows.
      .replacing("><", with: ">\n<")
  }

  private static func usual() throws -> PageScene {
    var scene = try PageScene()
    scene.saw("kids", .disabled, wanted: .disabled, state: "on")
    scene.saw("tv", .enabled, wanted: .disabled, state: "on", name: "TV <old>")
    scene.override("tv", .on, PageScene.at(22), PageScene.at(22, 30), kind: .more)
    scene.ask("kids", by: "emma", because: "film <night>")
    return scene
  }

  @Test func ofAManager() throws { try Golden.check(Self.page(Self.usual().model(), said: .made), "page/manager.html") }
  @Test func ofAnAsker() throws {
    try Golden.check(Self.page(Self.usual().model(of: "emma"), .german, said: .asked), "page/asker.html")
  }
  @Test func ofNobody() throws { try Golden.check(Self.page(PageScene().model(of: "omar")), "page/empty.html") }

  @Test(arguments: [Words.english, .german]) func aWeekThatIsTooFullIsToldInWords(_ words: Words) throws {
    let html = PageHTML(words, Self.assets)
    let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
    let page = html.page(try Self.usual().model(), seal, said: nil, hasPicture: false).text
    #expect(page.contains("</summary><p>\(words.weekTooFull)</p></details>") && !page.contains("week.svg"))
  }

  @Test func whereMuchIsWrong() throws {
    var scene = try PageScene()
    (scene.checkedAt, scene.isBroken) = (scene.now + -3_600, true)
    for number in 1...4 {
      scene.saw(
        "kids", .enabled, wanted: .disabled, state: "on", tries: .init(count: 1, at: scene.now), id: "\(number)",
        name: number == 2 ? nil : "Downtime-\(number)")
    }
    scene.saw("tv", .enabled, wanted: .enabled, state: "off")
    scene.problems = [Name("tv"): ["'TV <new>' not found"]]
    try Golden.check(Self.page(scene.model(), said: .locked), "page/broken.html")
    #expect(
      try Self.page(scene.model(), .german).contains(
        "geschaltet (<bdi>acl-rule &#39;Downtime-1&#39;</bdi>, <bdi>acl-rule</bdi> und noch 2)"))
    scene.lost = [Name("u")]
    try Golden.check(Self.page(scene.model(), .german), "page/unreachable.html")
  }

  /// What came of a tap stands where it was made; where that is nothing that is shown, above all.
  @Test(
    arguments: [
      ("t-kids", "t-kids"), ("t-tv", "t-tv"), ("request-1", "request-1"), ("request-7", "main"), ("t-hidden", "main"),
      ("\"><script>", "main"), (nil, "main"),
    ] as [(String?, String)])
  func whereItIsSaid(_ about: String?, _ place: String) throws {
    let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
    let page = PageHTML(.english, Self.assets).page(try Self.usual().model(), seal, said: .locked, about: about).text
    let notices = page.components(separatedBy: "<p id=\"said\"")
    #expect(notices.count == 2 && page.matches(of: /<script/).count == 1)
    let ids = notices[0].matches(of: /<(main|section|article) [^>]*id="([^"]+)"/).map { String($0.2) }
    #expect(ids.last == place, "\(ids)")
  }

  /// Nothing is promised where nothing runs, and where nothing is to be done now.
  @Test(
    arguments: [
      (Words.Said.made, "t-kids", false, "Saved. It takes effect in a moment."), (.made, "t-tv", false, "Saved."),
      (.made, nil, false, "Saved. It takes effect in a moment."), (.ended, "t-tv", false, "Ended."),
      (.made, "t-kids", true, "Saved. It takes effect once something runs again."),
      (.ended, "t-tv", true, "Ended. It takes effect once something runs again."),
      (.denied, "t-kids", true, "You said no."),
    ] as [(Words.Said, String?, Bool, String)])
  func whenItTakesEffect(_ said: Words.Said, _ about: String?, _ isStale: Bool, _ text: String) throws {
    var scene = try PageScene()
    scene.saw("kids", .disabled, wanted: .disabled, state: "on")
    scene.saw("tv", .disabled, wanted: .disabled, state: "on")
    scene.override("kids", .off, scene.now, scene.now + 600, kind: .lock)
    if isStale { scene.checkedAt = scene.now + -900 }
    let seal = PageHTML.Seal(origin: "ORIGIN", key: "KEY")
    let page = PageHTML(.english, Self.assets).page(try scene.model(), seal, said: said, about: about).text
    #expect(page.contains("role=\"status\">\(text)</p>"), "\(page)")
  }

  @Test func theDoor() throws {
    let html = PageHTML(.english, Self.assets)
    let all = [
      html.door(), html.join(path: "/join/x"), html.joinFailed(), html.joinBlocked(), html.notFound(),
      PageHTML(.german, Self.assets).door(),
    ]
    try Golden.check(all.map(\.text).joined(separator: "\n").replacing("><", with: ">\n<"), "page/doors.html")
  }

  /// Forty targets with the longest names, and a reason full of markup: nothing breaks out, and it stays small.
  @Test func whereThereIsMuch() throws {
    let names = (0..<40).map { "t\($0)-" + String(repeating: "x", count: 63 - "t\($0)-".utf8.count) }
    var scene = try PageScene(
      """
      timezone: UTC
      people: {anna: {manages: [\(names.joined(separator: ", "))]}}
      systems: {u: {kind: unifi, url: https://u.example, api-key: {env: KEY}}}
      targets: {\(names.map { "\($0): {acl-rules: [\($0)]}" }.joined(separator: ", "))}
      policy: [\(names.map { "\($0) off 21:00–07:00" }.joined(separator: ", "))]
      """)
    scene.override(names[0], .off, scene.now, scene.now + 60, by: "<b>ben", because: "\"><script>x</script>")
    let page = Self.page(try scene.model())
    #expect(!page.contains("<script>x") && !page.contains("<b>ben"))
    #expect(page.contains("&lt;b&gt;ben") && page.contains("&quot;&gt;&lt;script&gt;x&lt;/script&gt;"))
    #expect(page.matches(of: /<section class="card/).count == 40)
    #expect(page.utf8.count < 120_000)
  }

  /// A door is locked until a time, and not off.
  @Test(
    arguments: [
      (TargetState.off, "Off", "Off until", "Aus bis"),
      (StatePair.unlockedLocked.off, "Locked", "Locked until", "Verriegelt bis"),
      (StatePair.openClosed.off, "Closed", "Closed until", "Zu bis"),
      (StatePair.runningStopped.off, "Stopped", "Stopped until", "Angehalten bis"),
    ] as [(TargetState, String, String, String)])
  func heldUntil(_ state: TargetState, _ now: String, _ until: String, _ german: String) {
    #expect(Words.english.held(state) == (now, until) && Words.german.held(state).until == german)
  }

  /// Each of several that are yet to come has a button of its own.
  @Test func eachIsEnded() throws {
    var scene = try PageScene()
    scene.override("tv", .off, PageScene.at(20, 30), PageScene.at(21))
    scene.override("tv", .off, PageScene.at(21, 30), PageScene.at(22))
    let page = Self.page(try scene.model(of: "ben"))
    #expect(page.contains("name=\"override\" value=\"1\"") && page.contains("name=\"override\" value=\"2\""))
    #expect(page.contains("aria-label=\"End it: tv: off from 21:30 until 22:00\""))
  }

  /// No element has a style or a handler of its own: the policy of the page's content would not let it.
  @Test func nothingIsInline() throws {
    for words in Words.all {
      let page = Self.page(try Self.usual().model(), words)
      #expect(!page.contains(/<[^>]* (style|on[a-z]+)=/) && !page.contains("<style") && !page.contains("javascript:"))
      #expect(page.matches(of: /<script/).count == 1)
    }
  }

  // MARK: Words

  @Test(
    arguments: [
      (nil, "en"), ("", "en"), ("de", "de"), ("de-AT,de;q=0.9,en;q=0.8", "de"), ("fr,de;q=0.5", "de"), ("EN-us", "en"),
      ("xx", "en"), (String(repeating: "x,", count: 1_000) + "de", "en"),
    ] as [(String?, String)])
  func language(_ header: String?, _ language: String) { #expect(Words.preferred(header).language == language) }

  @Test func everyLanguageSaysEverything() {
    for words in Words.all {
      #expect(Set(words.said.keys) == Set(Words.Said.allCases), "\(words.language)")
      #expect(words.said.values.allSatisfy { !$0.isEmpty } && words.weekdays.count == 7)
      for state in StatePair.ofLanguage.flatMap(\.states) { #expect(!words.state(state).isEmpty) }
    }
    let states = StatePair.ofLanguage.flatMap(\.states)
    #expect(states.allSatisfy { Words.german.state($0) != $0.rawValue })
  }

  @Test(
    arguments: [(0, "20:00"), (86_400, "Sat 20:00"), (-86_400, "Thu 20:00"), (7 * 86_400, "2026-11-27 20:00")]
      as [(Int64, String)])
  func moments(_ seconds: Int64, _ text: String) throws {
    let scene = try PageScene()
    #expect(Words.english.moment(scene.now + seconds, scene.policy.zone, now: scene.now) == text)
  }

  /// Around a time that clocks show twice, which of the two is meant is said.
  @Test func momentsThatComeTwice() throws {
    let zone = try PageScene().policy.zone
    let now = Instant(secondsSinceEpoch: 1_824_940_800)
    let texts = [-3_600, 2_700, 6_300, 9_900].map { Words.english.moment(now + $0, zone, now: now) }
    #expect(texts == ["01:00", "02:45 +02:00", "02:45 +01:00", "03:45"])
  }

  /// In two nights on which clocks change, whatever the time: the end that is proposed is read as it is meant.
  @Test(arguments: [1_824_930_000, 1_806_181_200] as [Int64])
  func theProposedEnd(_ start: Int64) throws {
    var scene = try PageScene()
    let zone = scene.policy.zone
    for minute in 0..<480 {
      scene.now = Instant(secondsSinceEpoch: start + Int64(minute) * 60 + 7)
      let page = Self.page(try scene.model(of: "ben"))
      let proposed = String(try #require(try /name="until" required value="([0-9:]+)"/.firstMatch(in: page)).1)
      let end = try Instant(proposed, as: .end(after: scene.now), in: zone, now: scene.now)
      let seconds = end - scene.now
      let isTwice = [3_600, 4_500].contains { zone.instants(local: zone.local(scene.now + $0)).count > 1 }
      #expect(seconds >= 3_600 && seconds <= (isTwice ? 10_800 + 900 : 4_500), "\(minute): \(proposed)")
    }
  }

  /// A browser has the picture of the page before under its address.
  @Test func everyPageHasItsOwnPicture() throws {
    let html = PageHTML(.english, Self.assets)
    let model = try PageScene().model()
    let addresses = try ["ONE", "TWO"].map { key in
      let page = html.page(model, PageHTML.Seal(origin: "ORIGIN", key: key), said: nil).text
      return String(try #require(page.firstMatch(of: /<img src="([^"]+)"/)).1)
    }
    #expect(addresses == ["/week.svg?ONE", "/week.svg?TWO"])
  }

  // MARK: Files

  @Test func everyFileIsThereAndSmall() throws {
    let assets = PageAssets { _ in "v" }
    var bytes = 0
    for path in ["/style.css", "/script.js", "/icon.svg", "/icon.png", "/manifest.webmanifest"] {
      bytes += try #require(assets.file(path)).bytes.count
    }
    #expect(assets.file("/") == nil && assets.file("/style.css/") == nil)
    let page = Self.page(try Self.usual().model()).utf8.count
    #expect(bytes + page < 30 << 10, "\(bytes) + \(page)")
  }
}
