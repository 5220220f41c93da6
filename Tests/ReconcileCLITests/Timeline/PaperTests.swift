import Foundation
import Policies
import TestSupport
import Testing

@testable import Presentation

/// All targets on one sheet of paper, however many they are and whatever they are called.
@Suite struct PaperTests {
  /// So many targets of these names, off at night.
  private static func policy(_ names: [String]) -> String {
    let targets = names.map { "  \($0): {system: gateway, acl-rules: [One]}\n" }.joined()
    let policy = names.map { "  - \($0) off 21:00–07:00\n" }.joined()
    return """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: key}}}
      targets:
      \(targets)policy:
      \(policy)
      """
  }

  private static func drawn(_ names: [String], _ arguments: [String] = []) -> String {
    let world = TestWorld(files: ["policy.yaml": policy(names)])
    let run = world.run(["timeline", "policy.yaml", "--format", "svg", "--paper", "a4"] + arguments)
    #expect(run.status == 0, "\(run.error)")
    return run.output
  }

  /// The value of an attribute of every element of that name, in tenths of a pixel; not of those within a row.
  private static func values(_ attribute: String, of element: String, in picture: String) -> [Int] {
    picture.split(separator: "\n").filter { $0.hasPrefix("<\(element) ") && !$0.contains("class=\"label") }.compactMap {
      line in
      let rest = line.components(separatedBy: " \(attribute)=\"").dropFirst().first
      return rest.flatMap { Double($0.prefix { $0 != "\"" }) }.map { Int($0 * 10) }
    }
  }

  @Test(arguments: [(1, 1, 1), (4, 1, 4), (12, 2, 12), (40, 4, 40), (60, 4, 44)])
  func everyTargetHasRoomOrIsCounted(_ count: Int, _ columns: Int, _ shown: Int) {
    let names = (1...count).map { "target-\($0)" }
    let picture = Self.drawn(names)
    let drawn = names.filter { picture.contains(">\($0)</text>") }
    #expect(drawn == Array(names.prefix(shown)))
    let left = Set(picture.split(separator: "\n").filter { $0.contains("name ink") }.map { $0.prefix { $0 != "y" } })
    #expect(left.count == columns)
    #expect(picture.contains("\(count - shown) more targets have no room") == (shown < count))
    #expect(picture.contains("width=\"210mm\" height=\"297mm\" viewBox=\"0 0 793.7 1122.5\""))
  }

  /// Nothing is drawn where a printer does not reach, whatever the names and the days are.
  @Test(arguments: [1, 4, 12, 40, 60], [1, 7, 35])
  func nothingIsBeyondTheMargins(_ count: Int, _ days: Int) {
    let long = String(repeating: "w", count: 60)
    let picture = Self.drawn((1...count).map { "\(long)-\($0)" }, ["--days", "\(days)"])
    let (width, height) = Paper.a4.pixels
    let texts = Self.values("y", of: "text", in: picture)
    #expect((texts.max() ?? 0) <= height - Paper.margin && (texts.min() ?? 0) >= Paper.margin)
    let lefts = Self.values("x", of: "text", in: picture)
    #expect((lefts.max() ?? 0) <= width - Paper.margin + 60 && (lefts.min() ?? 0) >= 0)
    for line in picture.split(separator: "\n") where line.contains("name ink") {
      let name = line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
      let start = Self.values("x", of: "text", in: String(line))[0]
      let size = SVGMeasure.paper(pitch: 84, hasHours: false).name
      #expect(start + textWidth(String(name), size: size) <= width - Paper.margin + 100, "\(name)")
    }
  }

  /// Now is gone by tomorrow: paper does not show it. It says when it was made.
  @Test func paperSaysWhenItWasMade() {
    let picture = Self.drawn(["kids"])
    #expect(picture.contains(">Made Fri 2026-11-20 21:00</text>") && !picture.contains(">now, "))
    #expect(!picture.contains("class=\"now\"") && !picture.contains("prefers-color-scheme"))
  }

  @Test(arguments: [(1, 7), (5, 7), (12, 7), (44, 7), (45, 7), (3, 35), (1, 1), (400, 1)])
  func rowsHaveRoom(_ targets: Int, _ rows: Int) {
    let layout = PaperLayout(targets: targets, rows: rows, height: 9_000)
    #expect(layout.shown <= layout.columns * layout.panelsPerColumn && layout.shown > 0 && layout.pitch >= 84)
    #expect(SVGMeasure.columnHeight(layout.columns, layout.panelsPerColumn, rows, pitch: layout.pitch) <= 9_000)
  }
}
