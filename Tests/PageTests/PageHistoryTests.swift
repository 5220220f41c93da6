import CivilTime
import Planning
import Policies
import Testing

@testable import Page

/// Of a busy household the page tells what was last.
@Suite struct PageHistoryTests {
  /// The first and the last of so many events as they are told, the newest first.
  @Test(
    arguments: [
      (0, 0, nil, nil), (1, 1, "0", "0"), (30, 30, "29", "0"), (31, 30, "30", "1"), (200, 30, "199", "170"),
    ] as [(Int, Int, String?, String?)])
  func theLatestAreTold(_ count: Int, _ told: Int, _ first: String?, _ last: String?) throws {
    var scene = try PageScene()
    let now = scene.now
    scene.events = (0..<count).map { number in
      Event(
        at: now + Int64(number - count) * 600, .overrideMade, by: "\(number)", target: Name("tv"), state: .off,
        until: now)
    }
    let makers = try scene.model().history.compactMap(\.event.by)
    #expect(makers.count == told && makers.first == first && makers.last == last, "\(makers)")
  }

  /// What one does not see takes no place from what one sees.
  @Test func whatOneDoesNotSeeTakesNoPlace() throws {
    var scene = try PageScene()
    let now = scene.now
    scene.events = (0..<400).map { number in
      Event(
        at: now + Int64(number - 400) * 60, .overrideMade, by: "\(number)",
        target: Name(number % 10 == 0 ? "tv" : "hidden"), state: .off, until: now)
    }
    #expect(try scene.model().history.map(\.event.by) == (10..<40).reversed().map { "\($0 * 10)" })
  }
}
