import CCurl
import Foundation
import Testing

@testable import HTTPTransport

@Suite struct TransportLibraryTests {
  /// Whichever of several threads is the first.
  @Test func whoeverNeedsItFindsIt() async {
    let problems = await withTaskGroup(of: String?.self) { group in
      for _ in 1...8 { group.addTask { TransportLibrary.problem } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(problems == [String?](repeating: nil, count: 8))
  }

  /// What a mistake could overwrite, an attacker would: what the program jumps through is closed to writing.
  @Test func nothingCanWriteToItsFunctions() throws {
    try #require(TransportLibrary.problem == nil)
    let place = UInt(bitPattern: rc_functions())
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    let rights = maps.split(separator: "\n").compactMap { line -> Substring? in
      let words = line.split(separator: " ")
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      return ends.count == 2 && (ends[0]..<ends[1]).contains(place) ? words[1] : nil
    }
    #expect(rights == ["r--p"])
  }
}
