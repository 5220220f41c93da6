import JSONTree
import Policies
import Providers
import Planning
import Simulator
import TestSupport
import Testing

@testable import PiHole

/// Answers of a Pi-hole that say otherwise than their status, and a database that somebody else keeps.
@Suite struct ComplaintTests {
  static let look = SwitchTests.look
  static let put = SwitchTests.put
  static let body = SwitchTests.body
  static let entryPath = SwitchTests.entryPath
  static let entryBody = SwitchTests.entryBody

  private static let now = Double(PretendRun.start)

  static let locks = [
    RowStory(
      "the database is locked for a moment", .group(),
      stage: { $0.before(request: 3) { $0.lock = GravityLock(.write, .requests(2)) } },
      "applied", log: [look, put, look, look, put, look], bodies: [body]
    ) { $0.gravity.row("kids", in: .group)?.isEnabled == false },
    RowStory(
      "the database stays locked", .group(), stage: { $0.before(request: 3) { $0.lock = GravityLock(.write) } },
      "failed pihole.database-locked", log: Array(repeating: [look, put, look], count: 5).flatMap(\.self),
      bodies: [body]
    ) {
      $0.gravity.row("kids", in: .group)?.isEnabled == true
    },
    RowStory(
      "the database is locked even for reading", .group(),
      stage: { $0.before(request: 2) { $0.lock = GravityLock(.exclusive, .requests(3)) } }, "applied",
      log: Array(repeating: "GET /groups/kids 400", count: 3) + [look, put, look], bodies: [body]),
    RowStory(
      "the database stays locked even for reading", .group(),
      stage: { $0.before(request: 2) { $0.lock = GravityLock(.exclusive) } },
      "failed pihole.database-locked",
      log: Array(repeating: "GET /groups/kids 400", count: 5)),
    RowStory(
      "while it is locked somebody else switches", .group(),
      stage: {
        $0.before(request: 3) { $0.lock = GravityLock(.write, .requests(2)) }
        $0.before(request: 5) { $0.edit { try $0.rename(group: "kids", to: "kids", isEnabled: false, at: now) } }
      }, "superseded pihole.already", log: [look, put, look, look], bodies: [body]),
    RowStory(
      "a lock comes between two steps of the Pi-hole", .entry("youtube.com", .enabled, .disabled),
      stage: {
        $0.faults = .at(3, .answer(.json(200, Self.errors("database is locked"))))
        $0.before(request: 4) {
          $0.edit {
            try $0.upsert("youtube.com", in: PiHole.youtube, comment: "reconcile:home", isEnabled: false, at: now)
            try $0.setGroups([], of: "youtube.com", in: PiHole.youtube)
          }
        }
      }, "unverified pihole.other-member-changed",
      log: ["GET \(entryPath) 200", "PUT \(entryPath) 200", "GET \(entryPath) 200"], bodies: [entryBody]),
  ]

  static func errors(_ text: String) -> JSONValue {
    ["groups": [], "processed": ["errors": [["item": "kids", "error": .string(text)]], "success": []], "took": 0]
  }

  static let complaints = [
    RowStory(
      "a complaint under 200, nothing done", .group(),
      stage: { $0.faults = .at(3, .answer(.json(200, Self.errors("disk I/O error")))) }, "failed pihole.not-taken",
      log: [look, put, look], bodies: [body]
    ) { $0.gravity.row("kids", in: .group)?.isEnabled == true },
    RowStory(
      "a complaint under 200, and done", .group(),
      stage: { $0.faults = .at(3, .body(Self.errors("disk I/O error").encoded)) }, "unverified pihole.complained",
      log: [look, put, look], bodies: [body]),
    RowStory(
      "200 without a word on what was done", .group(), stage: { $0.faults = .at(3, .answer(.json(200, ["took": 0]))) },
      "unverified pihole.not-shown", log: [look, put, look], bodies: [body]),
    RowStory(
      "400 for what was sent", .group(),
      stage: {
        $0.faults = .at(3, .answer(.json(400, ["error": ["key": "bad_request", "message": "no", "hint": nil]])))
      },
      "failed pihole.refused-entry", log: [look, "PUT /groups/kids 400"], bodies: [body]),
    RowStory(
      "an app password that may not", .group(),
      stage: {
        $0.faults = .at(3, .answer(.json(403, ["error": ["key": "forbidden", "message": "no", "hint": nil]])))
      },
      "the Pi-hole does not allow this: 'no'", log: [look, "PUT /groups/kids 403"], bodies: [body]),
    RowStory(
      "the answer is lost after the write took", .group(), stage: { $0.faults = .at(3, .lostAfterEffect) },
      "applied pihole.answer-lost", log: [look, put, look], bodies: [body]),
    RowStory(
      "the write is lost", .group(), stage: { $0.faults = .at(3, .lostBeforeEffect) }, "unverified pihole.not-shown",
      log: [look, "PUT /groups/kids 503", look], bodies: [body]),
    RowStory(
      "other rows come than the one that was asked for", .group(),
      stage: { $0.faults = .at(2, .body(Self.otherGroup)) }, "the Pi-hole's list of groups contains something unknown",
      log: [look]),
  ]

  static let otherGroup = Array(#"{"groups":[{"name":"iot","comment":null,"enabled":true,"id":9}]}"#.utf8)

  @Test("a switch while the database is locked", arguments: locks)
  func lock(story: RowStory) async { await story.run() }

  @Test("a switch, and what the answer says", arguments: complaints)
  func complaint(story: RowStory) async { await story.run() }

  @Test("the patience with a locked database is one for the whole run")
  func patience() async throws {
    let run = PretendRun(PiHole.household(), password: "right") { $0.system.lock = GravityLock(.write) }
    for _ in 0..<3 {
      #expect(ApplierTests.words(for: try await run.applier.apply(.group())) == "failed pihole.database-locked")
    }
    #expect(await run.log.count { $0.hasPrefix("PUT") } == 7)
    #expect(await run.wire.clock == Double(PretendRun.start) + 7.5)
    await run.observer.close()
  }
}
