import CivilTime
import Foundation
import Testing

/// An edit of the time zone that a guard holds holds everything: no line means an hour that neither version says.
@Suite struct HeldZoneTests {
  private static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:test
    BEGIN:VEVENT
    UID:1
    DTSTAMP:20260101T000000Z
    SUMMARY:Busy
    DTSTART:20261121T160000
    DTEND:20261121T180000
    END:VEVENT
    END:VCALENDAR

    """

  private static func scene() -> RequestScene {
    let policy = HeldEditTests.policy
      .replacingOccurrences(of: "  nights: daily", with: "  busy: {ics: busy.ics, busy: true}\n  nights: daily")
      .replacingOccurrences(of: "  - tv off 22:00–06:00", with: "  - tv off 22:00–06:00\n  - tv off busy")
    let scene = RequestScene(policy: policy)
    scene.files = ["busy.ics": calendar.replacingOccurrences(of: "\n", with: "\r\n")]
    scene.enforce()
    return scene
  }

  private static func hours(_ scene: RequestScene) -> String {
    scene.run("timeline tv --from 2026-11-21 --days 2 --format json").output
      .components(separatedBy: "\"from\":").dropFirst().map { String($0.prefix(22)) }.joined()
  }

  @Test func nothingOfTheEditCounts() {
    let scene = Self.scene()
    let before = Self.hours(scene)
    #expect(before.contains("T15:00:00Z"), "\(before) \(scene.run("validate"))")
    scene.edit("timezone: Europe/Berlin", "timezone: America/New_York")
    scene.edit("tv off 22:00–06:00", "tv off 14:00–06:00")
    scene.edit(
      "both: {targets: [phone, tv]}", "both: {targets: [phone, tv]}\n  tablet: {acl-rules: [Tablet], system: gateway}")
    for round in 0..<2 {
      #expect(Self.hours(scene) == before, "\(round)")
      let plan = scene.run("plan")
      let said = (plan.output + plan.error).split { $0.isWhitespace }.joined(separator: " ")
      #expect(said.contains("the time zone stays Europe/Berlin, and all of the policy as it was before"), "\(plan)")
      scene.enforce()
    }
    #expect(scene.run("explain tv").output.contains("(approved)"))
    // Undoing the zone alone lets the rest pass.
    scene.edit("timezone: America/New_York", "timezone: Europe/Berlin")
    scene.enforce()
    let plan = scene.run("plan")
    #expect(!(plan.output + plan.error).contains("stays Europe/Berlin"), "\(plan)")
    #expect(scene.run("explain tv --at \"2026-11-21 14:30\"").output.contains("tv: off"))
  }

  /// Who is to agree reads that the zone is what moves, and times by the clocks that hold until then.
  @Test func theRequestNamesTheZone() {
    let scene = Self.scene()
    scene.edit("timezone: Europe/Berlin", "timezone: America/New_York")
    scene.enforce()
    let requests = scene.run("requests").output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(requests.contains("every time would be one of America/New_York, not of Europe/Berlin; "), "\(requests)")
    #expect(requests.contains("in the four weeks from Mon 2026-11-23 14:00 +01:00"), "\(requests)")
    let plan = scene.run("plan")
    let held = (plan.output + plan.error).split { $0.isWhitespace }.joined(separator: " ")
    #expect(held.contains("in the four weeks from Mon 2026-11-23 14:00"), "\(held)")
  }

  /// Times are read in the zone in which they are answered.
  @Test func timesAreReadInTheZoneThatCounts() {
    let scene = Self.scene()
    scene.edit("timezone: Europe/Berlin", "timezone: America/New_York")
    scene.enforce()
    for line in ["explain tv", "plan"] {
      let run = scene.run("\(line) --at \"2026-12-02 22:00\"")
      #expect(run.output.contains("Europe/Berlin · Wed 2026-12-02 22:00"), "\(run)")
    }
    #expect(scene.run("timeline tv").output.contains("Europe/Berlin · Fri 2026-11-20 to Thu 2026-11-26"))
    let dated = scene.run("timeline tv --from 2026-12-03 --days 1 --format json")
    #expect(dated.output.contains("\"from\":\"2026-12-02T23:00:00Z\""), "\(dated.output.prefix(300))")
  }

  /// Who reviews it is told before.
  @Test func compareSaysSo() {
    let scene = Self.scene()
    scene.files["old.yaml"] = HeldEditTests.policy
    scene.files["new.yaml"] = HeldEditTests.policy.replacingOccurrences(of: "Europe/Berlin", with: "America/New_York")
    let run = scene.run("compare old.yaml new.yaml")
    let words = run.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("Until the zone is approved, all of the old file is followed."), "\(run)")
  }
}
