import Foundation
import JSONTree
import Policies
import Presentation
import TestSupport
import Testing

@testable import Planning
@testable import ReconcileCLI

/// `docs/schemas`: what every command prints with `--format json`.
@Suite struct OutputSchemaTests {
  private static let commands = Command.all.filter { $0.formats.contains(.json) }.map(\.name)

  @Test func everyCommandWithJSONHasOne() throws {
    let names = Set(try OutputSchema.documents.get().keys)
    #expect(names == Set(Self.commands.map { $0 + ".json" } + ["common.json", "notification.json", "approver.json"]))
  }

  @Test func theyAreSchemas() throws {
    let paths = try OutputSchema.documents.get().keys.sorted().map { "docs/schemas/" + $0 }
    let checked = try Tool.run(SchemaCheck.program, ["--check-metaschema"] + paths)
    #expect(checked.status == 0, "\(checked.output)")
  }

  /// Whatever is not described is a fault, and whatever is described says what it is.
  @Test func theyAreClosedAndDescribed() throws {
    var seen = 0
    func visit(_ schema: JSON, _ path: String, isNamed: Bool) {
      let known = JSONSchema.words.union(JSONSchema.comments)
      for member in schema.members ?? [] where !known.contains(member.name) {
        Issue.record("\(path): unknown word '\(member.name)'")
      }
      if isNamed { #expect(schema["description"] != nil || schema["$ref"] != nil, "\(path) says nothing") }
      if schema["properties"] != nil {
        #expect(schema["additionalProperties"] == .bool(false), "\(path) is open")
        seen += 1
      }
      for (name, isNamed) in [("properties", true), ("$defs", true)] {
        for member in schema[name]?.members ?? [] { visit(member.value, "\(path).\(member.name)", isNamed: isNamed) }
      }
      if let items = schema["items"] { visit(items, path + "[]", isNamed: false) }
      for (index, other) in (schema["anyOf"]?.elements ?? []).enumerated() {
        visit(other, "\(path)|\(index)", isNamed: false)
      }
    }
    for (name, schema) in try OutputSchema.documents.get() { visit(schema, name, isNamed: false) }
    #expect(seen > 50)
  }

  /// What may come is what the program has.
  @Test func theWordsAreThoseOfTheProgram() throws {
    let common = try #require(try OutputSchema.documents.get()["common.json"]?["$defs"])
    func words(_ schema: JSON?) -> [String] { schema?["enum"]?.elements?.compactMap(\.string) ?? [] }
    #expect(words(common["cause"]) == Cause.allCases.map(\.rawValue))
    let entry = try OutputSchema.documents.get()["history.json"]?["anyOf"]?.elements?.first?["properties"]?["entries"]
    #expect(words(entry?["items"]?["properties"]?["kind"]) == Event.Kind.allCases.map(\.rawValue))
    let resource = try OutputSchema.documents.get()["plan.json"]?["$defs"]?["resource"]?["properties"]
    #expect(words(resource?["action"]) == PlanEntry.Action.allCases.map(\.rawValue))
  }

  /// The expected outputs that are kept, each with the command that prints it.
  static let kept: [(file: String, command: String)] = [
    ("doctor/sick", "doctor"), ("doctor/healthy", "doctor"), ("history/week", "history"), ("story/1-plan", "plan"),
    ("story/5-put-right", "apply"), ("plan/mixed", "plan"), ("test/passing", "test"), ("test/none", "test"),
    ("test/failing", "test"), ("explain/evening", "explain"), ("timeline/household/week", "timeline"),
    ("override/timeline", "timeline"), ("override/next", "next"), ("compare/same", "compare"),
    ("compare/open", "compare"), ("compare/edit", "compare"), ("validate/doubtful", "validate"),
    ("validate/wrong", "validate"), ("house/1-plan", "plan"), ("memory/3-morning", "apply"),
    ("next/quiet", "next"), ("next/two-days", "next"), ("status/evening", "status"), ("status/trouble", "status"),
    ("try/json", "try"), ("plan/show", "show"), ("notification/everything", "notification"),
    ("people/request", "approver"), ("people/news", "approver"),
  ]

  /// One of them; a fingerprint may be left out there.
  private static func value(_ file: String) throws -> JSON {
    let text = try Fixtures.text(file + ".json")
      .replacing("\"fingerprint\": \"…\"", with: "\"fingerprint\": \"" + String(repeating: "0", count: 64) + "\"")
    return try JSON(parsing: Array(text.utf8))
  }

  @Test(arguments: kept) func whatIsKeptFits(_ row: (file: String, command: String)) throws {
    let value = try Self.value(row.file)
    #expect(try OutputSchema.of(row.command).faults(value) == [])
  }

  /// A member more or less, another type, another word: each is noticed, in every object of an output.
  @Test(arguments: ["plan/mixed", "explain/evening", "doctor/sick", "notification/everything", "people/request"])
  func whatDoesNotFitIsNoticed(_ file: String) throws {
    let command = try #require(Self.kept.first { $0.file == file }?.command)
    let schema = try OutputSchema.of(command)
    let value = try Self.value(file)
    #expect(try schema.faults(value) == [])
    var spoiled = 0
    for other in value.spoiled {
      #expect(try schema.faults(other) != [])
      spoiled += 1
    }
    #expect(spoiled > 10)
  }
}

extension JSON {
  /// What only some objects have.
  private static let mayBeMissing: Set = [
    "address", "differences", "hours", "lastAsked", "lastAskedAt", "lastAskedAnswered", "lastAskedRefused", "actions",
    "overrides", "stuck", "coming",
  ]

  /// The same with one thing wrong, in every way: a member that nobody knows, or one that is missing. Of a list the first
  /// element stands for all.
  fileprivate var spoiled: [JSON] {
    switch self {
    case .object(let members):
      var others = [JSON.object(members + [Member("surplus", .null)])]
      for index in members.indices {
        var fewer = members
        fewer.remove(at: index)
        if !JSON.mayBeMissing.contains(members[index].name) { others.append(.object(fewer)) }
        for value in members[index].value.spoiled {
          var changed = members
          changed[index].value = value
          others.append(.object(changed))
        }
      }
      return others
    case .array(let elements):
      guard let first = elements.first else { return [] }
      return first.spoiled.map { .array([$0] + elements.dropFirst()) }
    case .null, .bool, .number, .string: return []
    }
  }
}
