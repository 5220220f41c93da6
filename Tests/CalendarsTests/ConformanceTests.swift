import Calendars
import CivilTime
import Documents
import JSONTree
import Policies
import TestSupport
import Testing

/// The calendars of `Fixtures/calendars`, of which somebody else worked out what they mean.
@Suite("calendar conformance") struct ConformanceTests {
  /// One entry of the list.
  struct Entry: CustomTestStringConvertible {
    var json: JSON
    var testDescription: String { json["id"]?.string ?? "" }

    var bytes: [UInt8] {
      get throws { try Fixtures.bytes("calendars/" + (json["file"]?.string ?? "")) }
    }
    var timezone: String { json["timezone"]?.string ?? "" }
    var expected: JSON? { json["expect"] }
    /// Whether an event counts by its name; how names are matched is no business of the reader.
    func names(_ event: CalendarEvent) -> Bool { json["summary"]?.string.map { $0 == event.summary } ?? true }
  }

  private static let groups = ["all-day", "recurrence", "times", "text"]
  private static let entries: [Entry] = {
    let list = (try? Fixtures.bytes("calendars/calendars.json")).flatMap { try? JSON(parsing: $0) }
    return (list?["calendars"]?.elements ?? []).map { Entry(json: $0) }
  }()
  static let accepted = entries.filter { groups.contains($0.json["group"]?.string ?? "") }
  static let refused = entries.filter {
    $0.json["group"]?.string == "refused" && $0.json["file"] != nil && $0.json["path"] == nil
      && $0.json["id"]?.string != "busy-missing"
  }

  @Test func thereAreSome() {
    #expect(Self.accepted.count >= 45)
    #expect(Self.refused.count >= 12)
  }

  @Test("is what it means", arguments: accepted) func means(_ entry: Entry) throws {
    let zone = try CalendarFixtures.zone(entry.timezone)
    let range = try #require(Self.range(of: entry))
    let events = try CalendarFixtures.events(in: entry.bytes, timezone: entry.timezone).get().filter(entry.names)
    let stretches = events.flatMap { event in
      event.times + event.days.map { zone.midnight($0.lowerBound)..<zone.midnight($0.upperBound.adding(days: 1)) }
    }
    let bounds = zone.midnight(range.lowerBound)..<zone.midnight(range.upperBound)
    let expected = (entry.expected?["windows"]?.elements ?? []).map { window in
      (window.elements ?? []).prefix(2).compactMap(\.string)
    }
    #expect(Self.joined(stretches, within: bounds).map { ["\($0.lowerBound)", "\($0.upperBound)"] } == expected)
    #expect(events.allSatisfy { $0.hasTimes == (entry.json["busy"] != nil) })
  }

  @Test("is refused where it is wrong", arguments: refused) func refuses(_ entry: Entry) throws {
    let fault = try #require(try CalendarFixtures.fault(in: entry.bytes))
    let mentions = (entry.expected?["must-mention"]?.elements ?? []).compactMap(\.string)
    #expect(mentions.allSatisfy(fault.message.text.contains))
    #expect(fault.message.code.hasPrefix("calendar."))
    if let lines = entry.expected?["line"]?.elements?.compactMap({ $0.int }) {
      let found = try #require(fault.lines)
      #expect(lines[0] <= found.lowerBound && found.upperBound <= lines[1], "\(found)")
    }
  }

  private static func range(of entry: Entry) -> ClosedRange<CivilDate>? {
    let texts = entry.json["range"]?.elements?.compactMap(\.string) ?? ["2026-11-01", "2027-03-31"]
    let days = texts.compactMap { text in
      let parts = text.split(separator: "-").compactMap { Int($0) }
      return CivilDate(year: parts[0], month: parts[1], day: parts[2])
    }
    return days.count == 2 ? days[0]...days[1] : nil
  }

  /// What `stretches` cover of `bounds`, neighbours joined.
  private static func joined(_ stretches: [Range<Instant>], within bounds: Range<Instant>) -> [Range<Instant>] {
    var result: [Range<Instant>] = []
    for stretch in stretches.map({ $0.clamped(to: bounds) }).filter({ !$0.isEmpty })
      .sorted(by: { $0.lowerBound < $1.lowerBound })
    {
      if let last = result.last, stretch.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, stretch.upperBound)
      } else {
        result.append(stretch)
      }
    }
    return result
  }
}

extension Zone {
  fileprivate func midnight(_ day: CivilDate) -> Instant { instant(local: LocalDateTime(date: day, secondOfDay: 0)) }
}
