import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Policies
@testable import ReconcileCLI

/// `reconcile schema` against the decoder, and both against a validator that others use.
@Suite("schema", .waitsForPrograms) struct SchemaTests {
  @Test("the committed schema is what the command prints") func committed() throws {
    let printed = TestWorld().run("schema")
    #expect(printed.status == 0)
    #expect(printed.error.isEmpty)
    try Golden.check(printed.output, "../docs/policy.schema.json")
  }

  @Test("it is a schema") func metaschema() throws {
    let checked = try Tool.run(SchemaCheck.program, ["--check-metaschema", SchemaCheck.schema])
    #expect(checked.status == 0, "\(checked.output)")
  }

  /// Of a member that stands twice a reader keeps one, and the other says nothing.
  @Test("no keyword stands twice") func keywords() {
    #expect(repeated(in: PolicySchema(.shipped).json, at: "$") == [])
  }

  private func repeated(in json: JSON, at path: String) -> [String] {
    let members = json.members ?? []
    let names = members.map(\.name)
    let here = Set(names).filter { name in names.count { $0 == name } > 1 }.map { path + "." + $0 }
    let elements = (json.elements ?? []).enumerated().flatMap { repeated(in: $1, at: "\(path)[\($0)]") }
    return here.sorted() + members.flatMap { repeated(in: $0.value, at: path + "." + $0.name) } + elements
  }

  // MARK: - Files that are good

  /// The cases as a parser of YAML 1.2 reads them, and as one of YAML 1.1 does. One run for each: the directive of a
  /// file stays in force for those after it.
  private static let good = Result {
    let texts = SchemaCase.good.map { ($0.name, $0.text) }
    return [
      "1.2": try SchemaCheck(Dictionary(uniqueKeysWithValues: texts)),
      "1.1": try SchemaCheck(Dictionary(uniqueKeysWithValues: texts.map { ($0, "%YAML 1.1\n---\n" + $1) })),
    ]
  }

  @Test("what is accepted", arguments: SchemaCase.good) func accepts(_ example: SchemaCase) throws {
    let decoded = TestWorld(files: ["policy.yaml": example.text]).run("validate")
    #expect(decoded.status == 0, "\(decoded.output)\(decoded.error)")
    for (version, check) in try Self.good.get() {
      let faults = try check.faults(of: example.name)
      #expect(faults.isEmpty, "YAML \(version): \(faults)")
    }
  }

  // MARK: - Files that are bad

  private static let bad = Result {
    try SchemaCheck(Dictionary(uniqueKeysWithValues: SchemaCase.bad.map { ($0.name, $0.text) }))
  }

  @Test("what is refused", arguments: SchemaCase.bad) func refuses(_ example: SchemaCase) throws {
    let decoded = TestWorld(files: ["policy.yaml": example.text]).run("validate")
    #expect(decoded.status == 65)
    let faults = try Self.bad.get().faults(of: example.name)
    #expect(faults.contains { $0.hasPrefix(example.path + ": ") }, "\(faults)")
  }

  // MARK: - Files of others

  @Test("the examples are good") func examples() throws {
    let folder = Tool.repository.appending(path: "examples")
    // Those of other programs are beside them.
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
      name.hasSuffix(".yaml") && !["page/", "ansible/"].contains { name.hasPrefix($0) }
    }
    let texts = try names.map { name in
      // What the demo fills in when it starts.
      let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
        .replacing("UNIFI_PORT", with: "8443").replacing("PIHOLE_PORT", with: "8080")
        .replacing("UNIFI_PIN", with: "sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
      return (name, text)
    }
    #expect(names.contains("household.yaml"))
    let check = try SchemaCheck(Dictionary(uniqueKeysWithValues: texts))
    for (name, text) in texts {
      #expect(try check.faults(of: name) == [], "\(name)")
      let decoded = TestWorld(files: ["policy.yaml": text]).run("validate")
      #expect(decoded.status == 0, "\(name): \(decoded.output)")
    }
  }

  @Test("the schema never refuses what the decoder accepts") func neverStricter() throws {
    let texts = try Fixtures.names(in: "diagnostics").flatMap { code in
      try Fixtures.names(in: "diagnostics/" + code).filter { $0.hasSuffix(".yaml") }
        .map { ("\(code)/\($0)", try Fixtures.text("diagnostics/\(code)/\($0)")) }
    }
    let accepted = texts.filter { TestWorld(files: ["policy.yaml": $0.1]).run("validate").status == 0 }
    #expect(!accepted.isEmpty)
    let check = try SchemaCheck(Dictionary(uniqueKeysWithValues: texts))
    for (name, _) in accepted { #expect(try check.faults(of: name) == [], "\(name)") }
  }

  @Test("the sentences that the schema shows are good") func sentences() throws {
    let statements = try schema(at: ["policy", "-"])["examples"]?.elements ?? []
    let whens = PolicySchema(.shipped).json["$defs"]?["when"]?["examples"]?.elements ?? []
    #expect(!statements.isEmpty && !whens.isEmpty)
    let text = """
      timezone: UTC
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}, \
      pihole: {kind: pihole, url: https://pi.hole}}
      targets: {kids: {wifi: [Kids]}, guests: {wifi: [Guests]}}
      schedules: {holidays: dec 24}
      policy:
      \((statements + whens.map { .string("kids off " + ($0.string ?? "")) }).map { "  - " + $0.text }.joined(separator: "\n"))
      """
    let decoded = TestWorld(files: ["policy.yaml": text]).run("validate")
    #expect(decoded.status == 0, "\(decoded.output)")
  }

  @Test("the schema and the decoder refuse the same names") func names() throws {
    let parts = ["mon", "sundays", "fri", "dec", "kids", "tv2", "5pm", "05am", "13pm", "24", "eves", "x", "may", ""]
    let names = Set(
      parts.flatMap { first in parts.flatMap { ["\(first)-\($0)", "\(first)--\($0)-kids", first + $0] } }
    )
    .subtracting([""]).sorted()
    var decoded: [String] = []
    // No more than a hundred mistakes are shown at a time.
    for start in stride(from: 0, to: names.count, by: 50) {
      let some = names[start..<min(start + 50, names.count)]
      let text = "timezone: UTC\nschedules:\n" + some.map { "  \"\($0)\": mon\n" }.joined()
      let run = TestWorld(files: ["policy.yaml": text]).run("validate", "--format", "json")
      let diagnostics = try JSON(parsing: Array(run.output.utf8))["diagnostics"]?.elements ?? []
      decoded += diagnostics.filter { $0["code"]?.string?.hasPrefix("name.") == true }
        .compactMap { $0["line"]?.int.map { names[start + $0 - 3] } }
    }
    let form = try Regex("^(?:\(SchemaPattern.definedName))$")
    let reserved = try Regex("^(?:\(SchemaPattern.reserved(.shipped)))$")
    let refused = names.filter { $0.wholeMatch(of: form) == nil || $0.wholeMatch(of: reserved) != nil }
    #expect(refused == decoded)
    #expect(refused.contains("mon-fri") && refused.contains("24-kids") && !refused.contains("kids-24"))
  }

  // MARK: - Keys

  /// A key that is not known, in every kind of map whose hint lists the others; and where the schema lists them.
  static let maps: [(text: String, path: [String])] = [
    ("zzzzzzzz: 1", []),
    ("limits: {zzzzzzzz: 1}", ["limits"]),
    ("systems: {a: {kind: unifi, zzzzzzzz: 1}}", ["systems", "*"]),
    ("systems: {a: {kind: pihole, tls: {zzzzzzzz: 1}}}", ["systems", "*", "tls"]),
    ("targets: {a: {zzzzzzzz: 1}}", ["targets", "*"]),
    ("targets: {a: {domains: {zzzzzzzz: 1}}}", ["targets", "*", "domains"]),
    ("policy: [{zzzzzzzz: 1}]", ["policy", "-"]),
    ("tests: [{zzzzzzzz: 1}]", ["tests", "-"]),
  ]

  @Test("the keys of a map are those that the decoder knows", arguments: maps)
  func keys(_ example: (text: String, path: [String])) throws {
    let decoded = TestWorld(files: [
      "policy.yaml": "timezone: UTC\nsystems: {b: {kind: pihole, url: https://b}}\n".replacing(
        example.text.hasPrefix("systems") ? "systems: {b: {kind: pihole, url: https://b}}\n" : "", with: "")
        + example.text
    ])
    .run("validate", "--format", "json")
    let diagnostics = try JSON(parsing: Array(decoded.output.utf8))["diagnostics"]?.elements ?? []
    let hint = try #require(diagnostics.first { $0["code"]?.string == "key.unknown" }?["hint"]?.string)
    let known = hint.replacing("its keys are ", with: "").prefix { $0 != ";" }
      .replacing(" and ", with: ", ").split(separator: ", ").map(String.init)
    #expect(known == (try schema(at: example.path)["properties"]?.members ?? []).map(\.name))
  }

  /// The schema of a key (`*` for any name, `-` for any member of a list).
  private func schema(at path: [String]) throws -> JSON {
    try path.reduce(PolicySchema(.shipped).json) { schema, key in
      switch key {
      case "*": try #require(schema["patternProperties"]?["^(?!x-)"])
      case "-": try #require(schema["items"])
      default: try #require(schema["properties"]?[key])
      }
    }
  }

  @Test("every key says what it is") func described() {
    var silent: [String] = []
    func visit(_ schema: JSON, _ path: String) {
      for member in schema.members ?? [] where ["properties", "$defs"].contains(member.name) {
        for property in member.value.members ?? [] {
          let isSaid = property.value["description"] != nil || property.value["$ref"] != nil
          let isRule = path.contains("/then") || path.contains("/if") || path.contains("/else")
          if !isSaid, !isRule, member.name == "properties" { silent.append(path + "/" + property.name) }
        }
      }
      for member in schema.members ?? [] { visit(member.value, path + "/" + member.name) }
      for element in schema.elements ?? [] { visit(element, path) }
    }
    visit(PolicySchema(.shipped).json, "")
    #expect(silent == [])
  }
}
