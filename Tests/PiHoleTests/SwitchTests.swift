import JSONTree
import Policies
import Providers
import Planning
import Simulator
import TestSupport
import Testing

@testable import PiHole

@Suite struct SwitchTests {
  static let look = "GET /groups/kids 200"
  static let put = "PUT /groups/kids 200"
  static let body = #"{"name":"kids","comment":"school kids","enabled":false}"#
  static let listPath = "/lists/https%3A%2F%2Flists.example%2Fa.txt%3Fx%3D1%2B1?type=block"
  static let listBody = #"{"comment":"big","enabled":false,"groups":[0,1]}"#
  static let entryPath = "/domains/deny/exact/youtube.com"
  static let entryBody = #"{"comment":"reconcile:home","enabled":false,"groups":[1,2]}"#

  private static let now = Double(PretendRun.start)

  static let groups = [
    RowStory("a group is disabled", .group(), "applied", log: [look, put, look], bodies: [body]) {
      $0.rows["group kids"] == "false 'school kids' []"
    },
    RowStory(
      "a group without comment and with an odd name is enabled", .group("2", "No YouTube & more/less", to: .enabled),
      "applied",
      log: ["GET", "PUT", "GET"].map { "\($0) /groups/No%20YouTube%20%26%20more%2Fless 200" },
      bodies: [#"{"name":"No YouTube & more/less","comment":null,"enabled":true}"#]),
    RowStory(
      "it was deleted", .group(), stage: { $0.before(request: 2) { $0.delete("kids", .group) } },
      "superseded pihole.gone", log: [look]),
    RowStory(
      "it was renamed", .group(),
      stage: { $0.before(request: 2) { $0.edit { try $0.rename(group: "kids", to: "children", at: now) } } },
      "superseded pihole.gone", log: [look]
    ) { $0.gravity.row("children", in: .group)?.isEnabled == true },
    RowStory(
      "another was made in its place", .group(),
      stage: {
        $0.before(request: 2) {
          $0.delete("kids", .group)
          $0.edit { try $0.insert("kids", in: .group, at: now) }
        }
      }, "superseded pihole.became-another", log: [look]),
    RowStory(
      "somebody has switched it", .group(),
      stage: {
        $0.before(request: 2) { $0.edit { try $0.rename(group: "kids", to: "kids", isEnabled: false, at: now) } }
      },
      "superseded pihole.already", log: [look]),
    RowStory(
      "it is deleted just before the write, and not made anew", .group(),
      stage: { $0.before(request: 3) { $0.delete("kids", .group) } }, "unverified pihole.gone-afterwards",
      log: [look, put, look], bodies: [body]
    ) { $0.gravity.row("kids", in: .group) == nil },
    RowStory(
      "it is deleted just after the write", .group(), stage: { $0.before(request: 4) { $0.delete("kids", .group) } },
      "unverified pihole.gone-afterwards", log: [look, put, look], bodies: [body]),
    RowStory(
      "its comment is changed just after the write", .group(),
      stage: {
        $0.before(request: 4) {
          $0.edit { try $0.rename(group: "kids", to: "kids", comment: "x", isEnabled: false, at: now) }
        }
      }, "unverified pihole.other-member-changed", log: [look, put, look], bodies: [body]),
    RowStory(
      "it is switched back just after the write", .group(),
      stage: {
        $0.before(request: 4) { $0.edit { try $0.rename(group: "kids", to: "kids", comment: "school kids", at: now) } }
      }, "unverified pihole.not-shown", log: [look, put, look], bodies: [body]),
    RowStory(
      "the session is lost before the write", .group(), stage: { $0.before(request: 3) { $0.seats.leaveAll() } },
      "applied", log: [look, "PUT /groups/kids 401", "DELETE /auth 401", "POST /auth 200", put, look], bodies: [body]),
    RowStory("the group Default is never written", .group("0", "Default"), "failed pihole.default-group", log: []),
    RowStory(
      "the group Default is never written, whatever it is called", .group("0", "kids"), "failed pihole.default-group",
      log: []),
    RowStory("a name with a line end", .group("1", "kids\r\nX: y"), "failed pihole.unsafe-name", log: []),
    RowStory("an id that is no number", .group("one"), "failed pihole.no-such-switch", log: []),
    RowStory("a group is not paused", .group(to: .paused), "failed pihole.no-such-switch", log: []),
    RowStory(
      "a comment that is no UTF-8 could not be kept", .group(),
      stage: { $0.faults = .at(2, .body(Self.notUTF8)) }, "failed pihole.not-utf-8", log: [look]),
  ]

  static let notUTF8 =
    Array(#"{"groups":[{"name":"kids","comment":""#.utf8) + [0xFF]
    + Array(#"","enabled":true,"id":1}]}"#.utf8)

  static let listsAndEntries = [
    RowStory(
      "a list is disabled, that of the other type is not", .list(), "applied",
      log: ["GET", "PUT", "GET"].map { "\($0) \(listPath) 200" }, bodies: [listBody]
    ) {
      $0.gravity.lists.map(\.isEnabled) == [false, true] && $0.gravity.lists.allSatisfy { $0.groups == [0, 1] }
    },
    RowStory(
      "a list was deleted, that of the other type was not", .list(),
      stage: { $0.before(request: 2) { $0.delete(PiHole.listAddress, .list(.block)) } }, "superseded pihole.gone",
      log: ["GET \(listPath) 200"]
    ) { $0.gravity.lists.map(\.isEnabled) == [true] },
    RowStory(
      "a list is deleted just before the write, which makes it anew", .list(),
      stage: { $0.before(request: 3) { $0.delete(PiHole.listAddress, .list(.block)) } }, "unverified pihole.made-anew",
      log: ["GET", "PUT", "GET"].map { "\($0) \(listPath) 200" }, bodies: [listBody]),
    RowStory(
      "an entry is disabled, that of the allow list is not", .entry("youtube.com", .enabled, .disabled), "applied",
      log: ["GET", "PUT", "GET"].map { "\($0) \(entryPath) 200" }, bodies: [entryBody]
    ) {
      $0.rows["\(PiHole.youtube) youtube.com"] == "false 'reconcile:home' [1, 2]"
        && $0.rows["\(GravityPlace.domain(.allow, .exact)) youtube.com"] == "false 'nil' [0]"
    },
    RowStory(
      "a regular expression is enabled", .entry(#"(^|\.)tik+tok\.com$"#, isRegex: true, .disabled, .enabled), "applied",
      log: ["GET", "PUT", "GET"].map { "\($0) /domains/deny/regex/%28%5E%7C%5C.%29tik%2Btok%5C.com%24 200" },
      bodies: [#"{"comment":"reconcile:home x","enabled":true,"groups":[0]}"#]),
    RowStory(
      "an entry without the mark is not this policy's own", .entry("ads.example", .enabled, .disabled),
      "superseded pihole.not-own", log: ["GET /domains/deny/exact/ads.example 200"]),
    RowStory(
      "an entry has lost its mark", .entry("youtube.com", .enabled, .disabled),
      stage: {
        $0.before(request: 2) {
          $0.edit { try $0.upsert("youtube.com", in: PiHole.youtube, comment: "reconcile:home2", at: now) }
        }
      }, "superseded pihole.not-own", log: ["GET \(entryPath) 200"]),
    RowStory(
      "a group of the entry is deleted just before the write", .entry("youtube.com", .enabled, .disabled),
      stage: { $0.before(request: 3) { $0.delete("No YouTube & more/less", .group) } },
      "unverified pihole.other-member-changed", log: ["GET", "PUT", "GET"].map { "\($0) \(entryPath) 200" },
      bodies: [entryBody]
    ) { $0.rows["\(PiHole.youtube) youtube.com"] == "false 'reconcile:home' [1]" },
    RowStory("an entry without what it is", Self.bare, "failed pihole.no-such-switch", log: []),
  ]

  static let bare: Change = {
    var change = Change.entry("youtube.com", .enabled, .disabled)
    change.domainEntry = nil
    return change
  }()

  @Test("a group's switch", arguments: groups)
  func group(story: RowStory) async { await story.run() }

  @Test("a list's switch and an entry's", arguments: listsAndEntries)
  func other(story: RowStory) async { await story.run() }
}
