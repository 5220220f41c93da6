import Foundation
import JSONTree
import TestSupport
import Testing

/// What `check-jsonschema` says of many files at once: it takes longer to start than to check.
struct SchemaCheck: Sendable {
  static let program = Tool.repository.appending(path: ".build/python/bin/check-jsonschema").path
  static let schema = Tool.repository.appending(path: "docs/policy.schema.json").path

  /// The faults of each file, `path: message`.
  private let faults: [String: [String]]

  init(_ texts: [String: String]) throws {
    // The names of the files do not matter, but their ends do.
    let names = texts.keys.sorted()
    let files = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, "\($0).yaml") })
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: names.map { (files[$0] ?? "", texts[$0] ?? "") }))
    let checked = try Tool.run(
      Self.program, ["-o", "json", "--schemafile", Self.schema] + names.compactMap { files[$0] }, in: folder.url)
    let report = try JSON(parsing: Array(checked.output.utf8))
    guard let errors = report["errors"]?.elements else {
      throw Tool.Missing(description: "no report: \(checked.output)")
    }
    let unread = report["parse_errors"]?.elements ?? []
    #expect(unread.isEmpty, "\(checked.output)")
    var faults: [String: [String]] = [:]
    for error in errors {
      let path = error["path"]?.string ?? ""
      faults[error["filename"]?.string ?? "", default: []].append("\(path): \(error["message"]?.string ?? "")")
    }
    self.faults = Dictionary(uniqueKeysWithValues: names.map { ($0, faults[files[$0] ?? ""] ?? []) })
    withExtendedLifetime(folder) {}
  }

  /// The faults of the file called `name`.
  func faults(of name: String) throws -> [String] { try #require(faults[name]) }
}
