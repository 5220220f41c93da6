import Foundation
import TestSupport
import Testing

/// The maps of the tests name what there is.
@Suite struct TestMapTests {
  /// What the first column of the tables in a file of the repository names, sorted.
  private static func named(in path: String) throws -> [String] {
    let text = try String(contentsOf: Tool.repository.appending(path: path), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.flatMap { line in
      line.dropFirst(2).prefix { $0 != "|" }.matches(of: /`(\w[\w-]*)`/).map { String($0.1) }
    }.sorted()
  }

  @Test func everyFolderOfFixturesHasALine() throws {
    let folders = try Fixtures.names(in: "").filter { !$0.hasSuffix(".md") }
    #expect(try Self.named(in: "Fixtures/README.md") == folders)
  }

  /// A name with a slash, or a file of ours, is a place in the repository or in `Sources`.
  @Test(arguments: ["docs/contributing.md", "docs/architecture.md"]) func everyPlaceInTheMapIsThere(_ map: String)
    throws
  {
    let text = try String(contentsOf: Tool.repository.appending(path: map), encoding: .utf8)
    let places = text.matches(of: /`((?:Tests|Fixtures|examples|[A-Z][A-Za-z]+)\/[\w\/+.-]*|[A-Z]\w*\+?\w*\.swift)`/)
      .map { String($0.1) }
    #expect(places.count >= 4)
    let all = try FileManager.default.subpathsOfDirectory(atPath: Tool.repository.appending(path: "Sources").path)
    for place in Set(places) where !["Package.swift"].contains(place) {
      let isThere =
        FileManager.default.fileExists(atPath: Tool.repository.appending(path: place).path)
        || all.contains(place) || all.contains { $0.hasSuffix("/" + place) }
      #expect(isThere, "\(place)")
    }
  }

  @Test func everyFakeHasALine() throws {
    let tests = Tool.repository.appending(path: "Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter { $0.hasSuffix(".swift") }
    let declared = try files.flatMap { file in
      try String(contentsOf: tests.appending(path: file), encoding: .utf8)
        .matches(of: /(?m)^[a-z ]*\b(?:struct|class|actor|enum) (Fake\w+)/).map { String($0.1) }
    }
    let named = try Self.named(in: "Tests/TestSupport/README.md")
    #expect(named.filter { $0.hasPrefix("Fake") } == declared.sorted())
  }
}
