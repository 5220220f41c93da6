import Policies
import Providers
import Planning
import Simulator
import TestSupport
import Testing

@testable import PiHole

@Suite struct EntryRemoverTests {
  private static let now = Double(PretendRun.start)

  private static func row(_ system: PiHole, _ text: String) -> String? {
    system.rows["\(PiHole.youtube) \(text)"]
  }

  static let old = "/domains/deny/exact/youtube.com"
  static let see = "GET \(old) 200"
  static let gone = Change.entry("youtube.com", .enabled, .absent)

  static let removing = [
    RowStory("an entry is removed", gone, "applied", log: [see, "DELETE \(old) 204", see]) {
      row($0, "youtube.com") == nil && $0.rows["\(GravityPlace.domain(.allow, .exact)) youtube.com"] != nil
    },
    RowStory(
      "a regular expression is removed", .entry(#"(^|\.)tik+tok\.com$"#, isRegex: true, .disabled, .absent), "applied",
      log: ["GET 200", "DELETE 204", "GET 200"].map { $0.split(separator: " ") }
        .map { "\($0[0]) /domains/deny/regex/%28%5E%7C%5C.%29tik%2Btok%5C.com%24 \($0[1])" }),
    RowStory(
      "it was removed", gone, stage: { $0.before(request: 2) { $0.delete("youtube.com", PiHole.youtube) } },
      "superseded pihole.gone", log: [see]),
    RowStory(
      "it is removed by somebody just before", gone,
      stage: { $0.before(request: 3) { $0.delete("youtube.com", PiHole.youtube) } }, "superseded pihole.gone",
      log: [see, "DELETE \(old) 404", see]),
    RowStory(
      "somebody makes another just after", gone,
      stage: { $0.before(request: 4) { $0.edit { try $0.insert("youtube.com", in: PiHole.youtube, at: now) } } },
      "applied", log: [see, "DELETE \(old) 204", see]
    ) { row($0, "youtube.com") == "true 'nil' [0]" },
    RowStory(
      "it is not this policy's own", .entry("ads.example", .enabled, .absent), "superseded pihole.not-own",
      log: ["GET /domains/deny/exact/ads.example 200"]
    ) { row($0, "ads.example") != nil },
    RowStory(
      "it was switched", gone,
      stage: {
        $0.before(request: 2) {
          $0.edit {
            try $0.upsert("youtube.com", in: PiHole.youtube, comment: "reconcile:home", isEnabled: false, at: now)
          }
        }
      }, "superseded pihole.moved-meanwhile", log: [see]),
    RowStory(
      "the database is locked for a moment", gone,
      stage: { $0.before(request: 3) { $0.lock = GravityLock(.write, .requests(1)) } }, "applied",
      log: [see, "DELETE \(old) 400", see, "DELETE \(old) 204", see]),
    RowStory(
      "the database stays locked", gone, stage: { $0.before(request: 3) { $0.lock = GravityLock(.write) } },
      "failed pihole.database-locked", log: Array(repeating: [see, "DELETE \(old) 400"], count: 5).flatMap(\.self)
    ) { row($0, "youtube.com") != nil },
    RowStory(
      "the answer is lost after it was removed", gone, stage: { $0.faults = .at(3, .lostAfterEffect) },
      "applied pihole.answer-lost", log: [see, "DELETE \(old) 204", see]),
    RowStory(
      "the removal is lost", gone, stage: { $0.faults = .at(3, .lostBeforeEffect) }, "unverified pihole.not-removed",
      log: [see, "DELETE \(old) 503", see]),
    RowStory(
      "it is said to be removed and is not", gone,
      stage: { $0.faults = .at(3, .answer(SimulatedResponse(status: 204))) }, "unverified pihole.not-removed",
      log: [see, "DELETE \(old) 204", see]),
    RowStory(
      "a web page in place of an answer", gone, stage: { $0.faults = .at(3, .html(200)) },
      "unverified pihole.not-removed", log: [see, "DELETE \(old) 200", see]),
    RowStory("an entry without what it is", Self.bare, "failed pihole.no-such-switch", log: []),
  ]

  static let bare: Change = {
    var change = gone
    change.domainEntry = nil
    return change
  }()

  @Test("an entry is removed", arguments: removing)
  func remove(story: RowStory) async { await story.run() }
}
