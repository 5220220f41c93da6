import Policies
import Providers
import Planning
import Simulator
import TestSupport
import Testing

@testable import PiHole

@Suite struct EntryMakerTests {
  static let path = "/domains/deny/exact/new.example"
  static let groups = "GET /groups 200"
  static let look = "GET \(path) 200"
  static let post = "POST /domains/deny/exact 201"
  static let body = #"{"domain":"new.example","comment":"reconcile:home","groups":[1],"enabled":true}"#
  static let new = Change.entry("new.example", .absent, .enabled)
  static let made = [groups, look, post, look]
  private static let now = Double(PretendRun.start)

  private static func row(_ system: PiHole, _ text: String = "new.example") -> String? {
    system.rows["\(PiHole.youtube) \(text)"]
  }

  static let making = [
    RowStory("an entry is made", new, "applied", log: made, bodies: [body]) {
      row($0) == "true 'reconcile:home' [1]"
    },
    RowStory(
      "an entry is made disabled, in two groups",
      .entry("new.example", groups: ["kids", "Default", "kids"], .absent, .disabled), "applied", log: made,
      bodies: [#"{"domain":"new.example","comment":"reconcile:home","groups":[0,1],"enabled":false}"#]
    ) { row($0) == "false 'reconcile:home' [0, 1]" },
    RowStory(
      "a regular expression is made", .entry("^a+/b$", isRegex: true, .absent, .enabled), "applied",
      log: [
        groups, "GET /domains/deny/regex/%5Ea%2B%2Fb%24 200", "POST /domains/deny/regex 201",
        "GET /domains/deny/regex/%5Ea%2B%2Fb%24 200",
      ], bodies: [#"{"domain":"^a+/b$","comment":"reconcile:home","groups":[1],"enabled":true}"#]),
    RowStory(
      "a name outside ASCII is read back in the form that the answer gave",
      .entry("münchen.example", .absent, .enabled), "applied",
      log: [
        groups, "GET /domains/deny/exact 200", post, "GET /domains/deny/exact/xn--mnchen-3ya.example 200",
      ], bodies: [#"{"domain":"münchen.example","comment":"reconcile:home","groups":[1],"enabled":true}"#]),
    RowStory(
      "a name outside ASCII is there already", .entry("münchen.example", .absent, .enabled),
      stage: {
        $0.before(request: 2) { $0.edit { try $0.insert("xn--mnchen-3ya.example", in: PiHole.youtube, at: now) } }
      }, "superseded pihole.made-meanwhile", log: [groups, "GET /domains/deny/exact 200"]),
    RowStory(
      "a group that is not there", .entry("new.example", groups: ["kids", "Kids"], .absent, .enabled),
      "failed pihole.unknown-group", log: [groups]
    ) { row($0) == nil },
    RowStory(
      "somebody has made it", new,
      stage: { $0.before(request: 2) { $0.edit { try $0.insert("new.example", in: PiHole.youtube, at: now) } } },
      "superseded pihole.made-meanwhile", log: [groups, look]
    ) { row($0) == "true 'nil' [0]" },
    RowStory(
      "somebody makes it just before the write", new,
      stage: { $0.before(request: 4) { $0.edit { try $0.insert("new.example", in: PiHole.youtube, at: now) } } },
      "superseded pihole.made-meanwhile", log: [groups, look, post], bodies: [body]
    ) { row($0) == "true 'nil' [0]" },
    RowStory(
      "a group is deleted just before the write, and nothing of the entry stays", new,
      stage: { $0.before(request: 4) { $0.delete("kids", .group) } }, "failed pihole.made-in-part",
      log: made + ["DELETE \(path) 204", look], bodies: [body]
    ) { row($0) == nil },
    RowStory(
      "half an entry for everybody is taken back",
      .entry("new.example", groups: ["Default", "kids"], .absent, .enabled),
      stage: { $0.before(request: 4) { $0.delete("kids", .group) } }, "failed pihole.made-in-part",
      log: made + ["DELETE \(path) 204", look],
      bodies: [#"{"domain":"new.example","comment":"reconcile:home","groups":[0,1],"enabled":true}"#]
    ) { row($0) == nil },
    RowStory(
      "half an entry is taken back as soon as the database lets it", new,
      stage: {
        $0.before(request: 4) { $0.delete("kids", .group) }
        $0.before(request: 6) { $0.lock = GravityLock(.write, .requests(2)) }
      }, "failed pihole.made-in-part",
      log: made + ["DELETE \(path) 400", "DELETE \(path) 400", "DELETE \(path) 204", look], bodies: [body]
    ) { row($0) == nil },
    RowStory(
      "half an entry that cannot be taken back is told of", new,
      stage: {
        $0.before(request: 4) { $0.delete("kids", .group) }
        $0.before(request: 6) { $0.lock = GravityLock(.write) }
      }, "unverified pihole.left-in-part", log: made + Array(repeating: "DELETE \(path) 400", count: 5), bodies: [body]
    ) { row($0) == "true 'reconcile:home' []" },
    RowStory(
      "somebody else's is not taken back", new,
      stage: {
        $0.before(request: 4) { $0.delete("kids", .group) }
        $0.before(request: 5) {
          $0.edit { try $0.upsert("new.example", in: PiHole.youtube, comment: "mine now", at: now) }
        }
      }, "superseded pihole.made-meanwhile", log: made, bodies: [body]
    ) { row($0) == "true 'mine now' []" },
    RowStory(
      "the database is locked for a moment", new,
      stage: { $0.before(request: 4) { $0.lock = GravityLock(.write, .requests(3)) } }, "applied",
      log: made + made, bodies: [body]),
    RowStory(
      "the database stays locked", new, stage: { $0.before(request: 4) { $0.lock = GravityLock(.write) } },
      "failed pihole.database-locked", log: Array(repeating: made, count: 5).flatMap(\.self), bodies: [body]
    ) { row($0) == nil },
    RowStory(
      "a lock comes between two steps of the Pi-hole", new,
      stage: {
        $0.faults = .at(4, .answer(.json(201, ComplaintTests.errors("database is locked"))))
        $0.before(request: 5) {
          $0.edit { try $0.insert("new.example", in: PiHole.youtube, comment: "reconcile:home", at: now) }
        }
      }, "failed pihole.made-in-part", log: made + ["DELETE \(path) 204", look], bodies: [body]
    ) { row($0) == nil },
    RowStory(
      "a regular expression that is none", .entry("(unclosed", isRegex: true, .absent, .enabled),
      "failed pihole.refused-entry",
      log: [groups, "GET /domains/deny/regex/%28unclosed 200", "POST /domains/deny/regex 400"],
      bodies: [#"{"domain":"(unclosed","comment":"reconcile:home","groups":[1],"enabled":true}"#]),
    RowStory(
      "a complaint of another sort, nothing done", new,
      stage: { $0.faults = .at(4, .answer(.json(201, ComplaintTests.errors("disk I/O error")))) },
      "failed pihole.not-taken", log: made, bodies: [body]),
    RowStory(
      "a complaint of another sort, and done", new,
      stage: { $0.faults = .at(4, .body(ComplaintTests.errors("disk I/O error").encoded)) },
      "unverified pihole.complained", log: made, bodies: [body]),
    RowStory(
      "the answer is lost after the write took", new, stage: { $0.faults = .at(4, .lostAfterEffect) },
      "applied pihole.answer-lost", log: made, bodies: [body]),
    RowStory(
      "the write is lost", new, stage: { $0.faults = .at(4, .lostBeforeEffect) }, "unverified pihole.not-shown",
      log: [groups, look, "POST /domains/deny/exact 503", look], bodies: [body]
    ) { row($0) == nil },
    RowStory(
      "the answer is lost, and a group was", new,
      stage: {
        $0.faults = .at(4, .lostAfterEffect)
        $0.before(request: 4) { $0.delete("kids", .group) }
      }, "failed pihole.made-in-part", log: made + ["DELETE \(path) 204", look], bodies: [body]
    ) { row($0) == nil },
    RowStory(
      "it is deleted just after the write", new,
      stage: { $0.before(request: 5) { $0.delete("new.example", PiHole.youtube) } }, "unverified pihole.not-shown",
      log: made, bodies: [body]),
    RowStory(
      "it is edited just after the write", new,
      stage: {
        $0.before(request: 5) {
          $0.edit { try $0.setGroups([2], of: "new.example", in: PiHole.youtube) }
        }
      }, "unverified pihole.other-member-changed", log: made, bodies: [body]
    ) {
      row($0) == "true 'reconcile:home' [2]"
    },
    RowStory(
      "it is switched off just after the write", new,
      stage: {
        $0.before(request: 5) {
          $0.edit {
            try $0.upsert("new.example", in: PiHole.youtube, comment: "reconcile:home", isEnabled: false, at: now)
          }
        }
      }, "unverified pihole.other-member-changed", log: made, bodies: [body]
    ) { row($0) == "false 'reconcile:home' [1]" },
    RowStory(
      "it is switched on just after the write", .entry("new.example", .absent, .disabled),
      stage: {
        $0.before(request: 5) {
          $0.edit {
            try $0.upsert("new.example", in: PiHole.youtube, comment: "reconcile:home", isEnabled: true, at: now)
          }
        }
      }, "unverified pihole.other-member-changed", log: made,
      bodies: [body.replacing("true", with: "false")]
    ) { row($0) == "true 'reconcile:home' [1]" },
    RowStory(
      "its comment is edited just after the write", new,
      stage: {
        $0.before(request: 5) {
          $0.edit { try $0.upsert("new.example", in: PiHole.youtube, comment: "mine now", at: now) }
        }
      }, "unverified pihole.other-member-changed", log: made, bodies: [body]
    ) { row($0) == "true 'mine now' [1]" },
    RowStory(
      "an entry in no group", .entry("a.example", groups: [], .absent, .enabled), "failed pihole.no-such-switch",
      log: []),
    RowStory(
      "a tab in an entry", .entry("a\tb", isRegex: true, .absent, .enabled), "failed pihole.unsafe-name", log: []),
    RowStory(
      "a line end in the name of a group", .entry("a.example", groups: ["kids\n"], .absent, .enabled),
      "failed pihole.unsafe-name", log: []),
  ]

  @Test("an entry is made", arguments: making)
  func make(story: RowStory) async { await story.run() }
}
