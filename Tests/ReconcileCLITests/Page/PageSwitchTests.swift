import CivilTime
import Documents
import Foundation
import JSONTree
import LibYAML
import Planning
import Policies
import Providers
import StateStore
import TestSupport
import Testing
import UniFi

/// A target as a switch of another program: on, off, and how it is, with the built program over real sockets.
@Suite(.serialized, .waitsForPrograms) struct PageSwitchTests {
  private static func state(_ page: ServedPage, _ target: String, _ token: [String: String]) throws -> String? {
    try PageAPITests.get(page, "targets/" + target, token)["target"]?["state"]?.string
  }

  private static let on = #"{"target":"tv","state":"on","minutes":30}"#
  private static let off = #"{"target":"tv","state":"off","until":"12:00"}"#

  /// The timetable has it off all day. However often it is switched, on is on and off is off.
  @Test func onAndOff() throws {
    let page = try ServedPage()
    let anna = try PageAPITests.token(page, "anna")
    let steps: [(String, String, String)] = [
      (Self.on, "200 made", "on"), (Self.on, "200 idle", "on"), (Self.off, "200 made", "off"),
      (Self.off, "200 made", "off"), (Self.on, "200 ended", "on"), (Self.on, "200 idle", "on"),
      (Self.off, "200 made", "off"),
    ]
    for (place, (body, said, state)) in steps.enumerated() {
      #expect(try PageAPITests.post(page, "switch", body, anna) == said, "step \(place)")
      #expect(try Self.state(page, "tv", anna) == state, "step \(place)")
    }
    #expect(try page.run("override", "list", "--format", "json").output.matches(of: /"kind":"more"/).count == 1)
    #expect(try PageAPITests.post(page, "more", #"{"target":"tv","minutes":30}"#, anna) == "409 locked")
    #expect(try PageAPITests.post(page, "end", #"{"target":"tv"}"#, anna) == "200 ended")
    #expect(try Self.state(page, "tv", anna) == "off", "the half an hour has ended as well")
    #expect(try PageAPITests.post(page, "end", #"{"target":"tv"}"#, anna) == "409 over")
  }

  /// What is left as it is may be off by hand: on is on, for so long.
  @Test func whatIsLeftAlone() throws {
    let policy = ServedPage.policy.replacing(
      "tv: {acl-rules: [TV-secret-name]}", with: "tv: {acl-rules: [TV-secret-name], otherwise: leave}"
    )
    .replacing("  - {do: tv off 00:00–24:00, because: a-reason-of-theirs}\n", with: "")
    .replacing("\n  - {do: tv off 00:00–24:00, because: a-reason-of-theirs}", with: "")
    let page = try ServedPage(files: ["policy.yaml": policy])
    let anna = try PageAPITests.token(page, "anna")
    #expect(try Self.state(page, "tv", anna) == "leave")
    for (body, said, state) in [
      (Self.on, "200 made", "on"), (Self.on, "200 idle", "on"), (Self.off, "200 made", "off"),
      (Self.on, "200 ended", "on"), (#"{"target":"tv"}"#, "200 ended", "leave"), (Self.off, "200 made", "off"),
      (Self.on, "200 made", "on"),
    ] {
      let way = body.contains("state") ? "switch" : "end"
      #expect(try PageAPITests.post(page, way, body, anna) == said, "\(body)")
      #expect(try Self.state(page, "tv", anna) == state)
    }
  }

  /// A lock that was made by a clock that was an hour ahead holds now, and is ended like any other; what was seen then says
  /// nothing of what runs.
  @Test func whatAClockMadeThatWasAhead() throws {
    let page = try ServedPage { folder in
      let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
      let store = try StateStore(writing: folder.url.path + "/state", now: now)
      let ahead = now + 3_600
      let locks = (0..<3 as Range<Int64>).map { number in
        Override(
          id: "", target: Name("tv"), state: .off, from: ahead + number, until: ahead + 1_800, because: nil, by: "anna",
          kind: .lock)
      }
      _ = try store.make(locks)
      var memory = RecordedState()
      let key = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "1")
      memory.objects[key] = RecordedObject(switchState: SwitchState(.enabled), at: ahead, wanted: nil)
      try store.record([], before: RecordedState(), after: memory, at: ahead)
    }
    let anna = try PageAPITests.token(page, "anna")
    let shown = try PageAPITests.get(page, "targets/tv", anna)
    #expect(shown["stale"]?.bool == true && shown["checkedAt"]?.string == nil, "\(shown)")
    #expect(shown["target"]?["override"]?.string == "3", "\(shown)")
    let html = try page.get("/", ["Cookie": page.join("anna")])
    #expect(html.body.contains("made while the clock was ahead"), "\(html)")
    #expect(try PageAPITests.post(page, "end", #"{"target":"tv","override":"3"}"#, anna) == "200 ended-goes-on")
    #expect(try PageAPITests.post(page, "end", #"{"target":"tv"}"#, anna) == "200 ended")
    #expect(try PageAPITests.get(page, "overrides", anna)["overrides"]?.elements?.isEmpty == true)
    #expect(try PageAPITests.post(page, "end", #"{"target":"tv"}"#, anna) == "409 over")
    #expect(try PageAPITests.post(page, "switch", Self.off, anna) == "200 made")
    #expect(try PageAPITests.post(page, "end", #"{"target":"tv"}"#, anna) == "200 ended")
  }

  /// What has yet to begin stays.
  @Test func whatIsToComeStays() throws {
    let page = try ServedPage()
    let anna = try PageAPITests.token(page, "anna")
    let later = try page.run("override", "tv", "on", "--from", "+3h", "--for", "1h", "--policy", "policy.yaml")
    #expect(later.status == 0, "\(later)")
    #expect(try PageAPITests.post(page, "end", #"{"target":"tv"}"#, anna) == "409 over")
    #expect(try PageAPITests.post(page, "switch", Self.off, anna) == "200 made")
    #expect(try PageAPITests.post(page, "end", #"{"target":"tv"}"#, anna) == "200 ended")
    let ids = try PageAPITests.get(page, "overrides", anna)["overrides"]?.elements?.map { $0["id"]?.string }
    #expect(ids == ["1"])
  }

  /// Of what is on nothing is changed: a lock that somebody has set aside for a while holds again after that.
  @Test func aLockBeneathStays() throws {
    let page = try ServedPage()
    let anna = try PageAPITests.token(page, "anna")
    #expect(try page.run("lock", "tv", "--for", "5h", "--policy", "policy.yaml").status == 0)
    #expect(try page.run("override", "tv", "on", "--for", "20m", "--policy", "policy.yaml").status == 0)
    #expect(try PageAPITests.post(page, "switch", Self.on, anna) == "200 idle")
    let kinds = try PageAPITests.get(page, "overrides", anna)["overrides"]?.elements?.map { $0["kind"]?.string }
    #expect(kinds == ["override", "lock"])
  }

  /// A lock of more than somebody manages is not theirs to lift, and where a guard has to agree they are asked.
  @Test func whoMaySwitch() throws {
    let policy = ServedPage.policy.replacing(
      "emma: {asks: [kids, tv]}", with: "emma: {asks: [tv]}\n  ben: {manages: [kids, pc]}"
    )
    .replacing(
      "targets:\n", with: "targets:\n  both: {targets: [kids, tv]}\n  pc: {acl-rules: [PC], guard: {approve: anna}}\n"
    )
    .replacing("policy:\n", with: "policy:\n  - pc on 00:00–24:00\n")
    let page = try ServedPage(files: ["policy.yaml": policy])
    let tokens = try Dictionary(
      uniqueKeysWithValues: ["anna", "ben", "emma"].map { ($0, try PageAPITests.token(page, $0)) })
    let (anna, ben, emma) = (tokens["anna"] ?? [:], tokens["ben"] ?? [:], tokens["emma"] ?? [:])
    for body in [Self.on, Self.off] { #expect(try PageAPITests.post(page, "switch", body, emma) == "403 not-allowed") }
    #expect(try PageAPITests.post(page, "end", #"{"target":"tv"}"#, emma) == "403 not-allowed")

    let kids = #"{"target":"kids","state":"on","minutes":30}"#
    #expect(try page.run("lock", "both", "--until", "12:00", "--policy", "policy.yaml").status == 0)
    #expect(try PageAPITests.post(page, "switch", kids, ben) == "403 not-allowed")
    #expect(try PageAPITests.post(page, "end", #"{"target":"kids"}"#, ben) == "403 not-allowed")
    let seen = try PageAPITests.get(page, "overrides", ben)["overrides"]?.elements?.first
    #expect(seen?["target"]?.string == "both" && seen?["targets"]?.elements?.map(\.string) == ["kids"])
    #expect(try PageAPITests.post(page, "end", #"{"target":"kids"}"#, anna) == "200 ended")

    // The timetable has it off: without the lock it is no freer, so that only the half an hour is asked for.
    #expect(try PageAPITests.post(page, "lock", #"{"target":"kids","until":"12:00"}"#, anna) == "200 made")
    #expect(try PageAPITests.post(page, "switch", kids, ben) == "200 asked")
    #expect(try Self.state(page, "kids", ben) == "off", "to ask changes nothing")
    #expect(try PageAPITests.post(page, "approve", #"{"request":"1"}"#, anna) == "200 approved")
    #expect(try Self.state(page, "kids", ben) == "on")

    // The timetable has it on: the lock is all that keeps it off, and its end is asked for.
    #expect(try PageAPITests.post(page, "lock", #"{"target":"pc","until":"12:00"}"#, anna) == "200 made")
    let pc = #"{"target":"pc","state":"on","minutes":30}"#
    #expect(try PageAPITests.post(page, "switch", pc, ben) == "200 asked")
    #expect(try Self.state(page, "pc", ben) == "off", "to ask changes nothing")
    #expect(try PageAPITests.post(page, "approve", #"{"request":"2"}"#, anna) == "200 approved")
    #expect(try Self.state(page, "pc", ben) == "on")
    #expect(try PageAPITests.post(page, "switch", pc, ben) == "200 idle")

    // Who guards it ends the lock at once; anybody else asks for that, too.
    #expect(try PageAPITests.post(page, "lock", #"{"target":"pc","until":"12:00"}"#, anna) == "200 made")
    #expect(try PageAPITests.post(page, "end", #"{"target":"pc"}"#, ben) == "200 asked")
    #expect(try Self.state(page, "pc", ben) == "off")
    #expect(try PageAPITests.post(page, "end", #"{"target":"pc"}"#, anna) == "200 ended")
    #expect(try Self.state(page, "pc", ben) == "on")
  }

  // MARK: examples/page/home-assistant.yaml

  /// What Home Assistant would send: the switch of the file, and its command.
  private struct Example {
    let device: [String: String]
    let problem: [String: String]
    let command: [String: String]

    init(_ page: ServedPage, token: String) throws {
      let text = try String(
        contentsOf: Tool.repository.appending(path: "examples/page/home-assistant.yaml"), encoding: .utf8)
      #expect(text.contains("\n#   reconcile_token: Bearer TOKEN\n"), "what secrets.yaml is to hold")
      // A policy has no tags. Home Assistant puts the secret in here.
      let plain = text.replacing("!secret reconcile_token", with: "Bearer \(token)")
        .replacing("http://192.168.1.5:8383", with: "http://127.0.0.1:\(page.port)")
      let root = try #require(YAMLReader.read(Array(plain.utf8), file: "home-assistant.yaml").node)
      let values = Self.values(root, "")
      func part(_ prefix: String) -> [String: String] {
        let own = values.filter { $0.key.hasPrefix(prefix) }.map { (String($0.key.dropFirst(prefix.count)), $0.value) }
        return Dictionary(uniqueKeysWithValues: own)
      }
      (device, command) = (part("switch.0."), part("rest_command.more_time."))
      problem = part("binary_sensor.0.")
      #expect(device["platform"] == "rest" && command["method"] == "post", "\(values)")
    }

    /// Every scalar of the file, as `switch.0.headers.Authorization`.
    private static func values(_ node: Node, _ place: String) -> [String: String] {
      let parts: [(String, Node)]
      switch node.content {
      case .scalar(let scalar): return [place: scalar.text]
      case .sequence(let items): parts = items.enumerated().map { (String($0), $1) }
      case .mapping(let entries): parts = entries.map { ($0.key.text, $0.value) }
      }
      return parts.reduce(into: [:]) { all, part in
        all.merge(values(part.1, place.isEmpty ? part.0 : "\(place).\(part.0)")) { $1 }
      }
    }

    /// The headers that the file has for it.
    private func headers(_ values: [String: String]) -> [String: String] {
      let named = values.filter { $0.key.hasPrefix("headers.") }.map { (String($0.key.dropFirst(8)), $0.value) }
      return Dictionary(uniqueKeysWithValues: named).merging(
        values["content_type"].map { ["Content-Type": $0] } ?? [:]
      ) { $1 }
    }

    private func path(_ address: String?) throws -> String {
      let address = try #require(address)
      return "/" + address.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).joined(separator: "/")
    }

    /// Switches it. Home Assistant takes every 2xx for done, and the switch for what it was switched to.
    func turn(_ word: String, _ page: ServedPage) throws -> Bool {
      let body = try #require(device["body_" + word])
      #expect(!body.contains("{{") && !body.contains("{%"), "it is no template")
      let answer = try page.post(path(device["resource"]), body, headers(device))
      return (200..<300).contains(answer.status)
    }

    /// What it says of itself when it is asked: its template is one comparison, which is made here.
    func isOn(_ page: ServedPage) throws -> Bool {
      let template = try #require(device["is_on_template"])
      let parts = try #require(try /^\{\{ value_json((?:\.\w+)+) == '(\w+)' \}\}$/.wholeMatch(in: template))
      let answer = try page.get(path(device["state_resource"]), headers(device))
      #expect(answer.status == 200, "\(answer)")
      let value = try parts.1.split(separator: ".").reduce(JSON(parsing: Array(answer.body.utf8))) { tree, name in
        try #require(tree[String(name)], "\(answer)")
      }
      return value.string == String(parts.2)
    }

    /// Whether it says that it is not as it should be: its template is a word that is none of several, or a flag.
    func isWrong(_ page: ServedPage) throws -> Bool {
      let template = try #require(problem["value_template"])
      let pattern = /^\{\{ value_json\.stale or value_json\.target\.truth not in \[(.*)\] \}\}$/
      let words = try #require(try pattern.wholeMatch(in: template)).1.matches(of: /'([a-z-]+)'/).map { String($0.1) }
      let known = try String(contentsOf: Tool.repository.appending(path: "docs/openapi.json"), encoding: .utf8)
      for word in words { #expect(known.contains("\"\(word)\""), "\(word)") }
      let answer = try page.get(path(problem["resource"]), headers(problem))
      #expect(answer.status == 200, "\(answer)")
      let tree = try JSON(parsing: Array(answer.body.utf8))
      return tree["stale"]?.bool ?? false || !words.contains(tree["target"]?["truth"]?.string ?? "")
    }

    /// Gives more time, by the command.
    func more(_ target: String, _ minutes: Int, _ page: ServedPage) throws -> Bool {
      let payload = try #require(command["payload"]).replacing("{{ target }}", with: target)
        .replacing("{{ minutes }}", with: String(minutes))
      #expect(!payload.contains("{{"), "nothing else is put in")
      return (200..<300).contains(try page.post(path(command["url"]), payload, headers(command)).status)
    }
  }

  @Test func theExampleForHomeAssistant() throws {
    let page = try ServedPage()
    let token = try page.run("people", "link", "anna", "--api", "--policy", "policy.yaml").output.prefix(43)
    let example = try Example(page, token: String(token))
    #expect(try !example.isOn(page), "the timetable has it off")
    #expect(try example.isWrong(page), "nothing runs here")
    #expect(try example.turn("on", page) && example.isOn(page))
    #expect(try example.turn("off", page) && !example.isOn(page))
    #expect(try !example.more("tv", 30, page), "it is locked")
    #expect(try example.turn("on", page) && example.isOn(page), "what the switch has locked it frees")
    #expect(try example.turn("on", page) && example.isOn(page))
    #expect(try example.more("tv", 20, page) && example.isOn(page))
    #expect(try example.more("kids", 15, page))
    let list = try page.run("override", "list", "--format", "json").output
    #expect(list.matches(of: /"kind":"more"/).count == 3 && !list.contains("lock"), "\(list)")
  }
}
