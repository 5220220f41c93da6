import Documents
import HTTPTransport
import JSONTree
import Planning
import Policies
import Providers
import Testing

@testable import PiHole

extension Table {
  /// The table that a recorded path is about; nil for other paths.
  init?(recordedPath path: String) {
    let word = path.dropFirst("/api/".count).prefix { $0.isLetter }
    self.init(rawValue: String(word))
  }
}

/// What a Pi-hole really said of groups, clients, domain entries and lists is read as what it meant.
@Suite struct RowTests {
  private func objects(_ name: String, in file: String) throws -> [ObservedObject] {
    let table = try #require(Table(recordedPath: try Recording.named(name, in: file).path))
    let rows = try Row.all(in: tree(name, in: file), of: table)
    return ObservedObject.all(rows, groups: table == .groups ? rows : [], clients: nil)
  }

  private func tree(_ name: String, in file: String) throws -> JSON {
    try Reply(try Recording.named(name, in: file).response).value(quoting: .without([]))
  }

  /// Such as `1 'kids' enabled`, and what else there is to say.
  private func words(_ object: ObservedObject) -> String {
    var words = ["\(object.id ?? "-") '\(object.name)' \(object.switchState.position)"]
    if let whenOff = object.whenOff { words.append("off: \(whenOff)") }
    if !object.isUserDefined { words.append("not user-defined") }
    if let switchBlocker = object.switchBlocker { words.append(switchBlocker.code) }
    if let qualifier = object.qualifier { words.append(qualifier) }
    if !object.isSelectableByPattern { words.append("by name only") }
    for (position, messages) in object.caveats.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      words += messages.map { "\(position): \($0.code)" }
    }
    if let record = object.record {
      words.append("\(record.list) \(record.isRegex ? "regex" : "exact") \(record.spellings) in \(record.groups)")
      words.append(record.comment.map { "says '\($0)'" } ?? "says nothing")
    }
    return words.joined(separator: ", ")
  }

  static let recorded: [(file: String, name: String, expected: [String])] = [
    (
      "groups", "list",
      ["0 'Default' enabled, not user-defined, pihole.default-group"]
    ),
    ("groups", "get one", ["1 'kids' enabled"]),
    ("groups", "get unknown", []),
    ("groups", "get encoded", ["3 'Kids Räume & more/less' enabled"]),
    ("groups", "disable default group", ["0 'Default' disabled, not user-defined, pihole.default-group"]),
    (
      "lists", "get",
      [
        "block/https://lists.example/a.txt 'https://lists.example/a.txt' enabled, block, enabled: pihole.empty-list",
        "block/nonsense 'nonsense' enabled, block, enabled: pihole.empty-list",
      ]
    ),
    (
      "lists", "same address as allow",
      [
        "allow/https://lists.example/a.txt 'https://lists.example/a.txt' enabled, allow, by name only, "
          + "enabled: pihole.empty-list"
      ]
    ),
    (
      "domains", "PUT disable",
      [
        "deny/exact/ads.example.com 'ads.example.com' disabled, off: enabled, "
          + ##"deny exact ["ads.example.com"] in ["#0"], says 'managed'"##
      ]
    ),
    (
      "domains", "same domain, other type",
      [
        "allow/exact/ads.example.com 'ads.example.com' enabled, off: disabled, "
          + ##"allow exact ["ads.example.com"] in ["#0"], says nothing"##
      ]
    ),
    (
      "domains-idn", "GET punycode",
      [
        "deny/exact/xn--mnchen-3ya.example 'münchen.example' enabled, off: enabled, "
          + ##"deny exact ["xn--mnchen-3ya.example", "münchen.example"] in ["#0"], says nothing"##
      ]
    ),
    (
      "domains-regex", "GET encoded 'a/b'",
      ["deny/regex/a/b 'regex:a/b' enabled, off: enabled, deny regex [\"a/b\"] in [\"#0\"], says 'p'"]
    ),
    (
      "external-db-change", "row inserted behind the API is visible at once",
      [
        "deny/exact/cli.example 'cli.example' enabled, off: enabled, "
          + ##"deny exact ["cli.example"] in ["#0"], says 'via sqlite'"##
      ]
    ),
  ]

  @Test("live objects", arguments: recorded)
  func liveObjects(file: String, name: String, expected: [String]) throws {
    #expect(try objects(name, in: file).map(words) == expected)
  }

  @Test("every recorded list of rows is read")
  func everyRow() throws {
    var rows = 0
    let files = ["groups", "clients", "domains", "domains-idn", "domains-regex", "lists", "verification"]
    for recording in try files.flatMap({ try Recording.all(in: $0) })
    where [200, 201].contains(recording.response.status) {
      guard let table = Table(recordedPath: recording.path) else { continue }
      let tree = try Reply(recording.response).value(quoting: .nothing)
      if table == .clients {
        rows += try ListedClient.all(in: JSONText(checking: tree.bytes)).count
      } else {
        rows += try Row.all(in: tree, of: table).count
      }
    }
    #expect(rows > 250)
  }

  @Test(
    "groups by name, and a number that has none",
    arguments: [("[1,0]", ["Default", "kids"]), ("[]", []), ("[7,1]", ["#7", "kids"])])
  func groupNames(numbers: String, expected: [String]) throws {
    let groups = try Row.all(
      in: JSON(parsing: Array(#"{"groups":[\#(Self.group(0, "Default")),\#(Self.group(1, "kids"))]}"#.utf8)),
      of: .groups)
    let text =
      #"{"domains":[{"domain":"a.example","unicode":"a.example","type":"deny","kind":"exact","comment":"","groups":"#
      + numbers + #","enabled":true,"id":1}]}"#
    let rows = try Row.all(in: JSON(parsing: Array(text.utf8)), of: .domains)
    let record = try #require(ObservedObject.all(rows, groups: groups, clients: nil).first?.record)
    #expect(record.groups == expected && record.comment == nil)
  }

  private static func group(_ number: Int, _ name: String, enabled: Bool = true) -> String {
    #"{"name":"\#(name)","comment":null,"enabled":\#(enabled),"id":\#(number)}"#
  }

  /// Each client is its groups; `kids` is 1, `iot` is 2 and `asleep`, which is disabled, is 3.
  @Test(
    "who is not filtered while 'kids' is disabled",
    arguments: [
      (["[1]"], "'c0' has no other enabled group"),
      (["[0,1]"], nil), (["[1,2]"], nil), (["[1,3]"], "'c0' has no other enabled group"), (["[]"], nil), (["[2]"], nil),
      (["[1]", "[0,1]", "[1,3]"], "'c0' and 'c2' have no other enabled group"),
      (["[1]", "[1]", "[1]"], "'c0', 'c1' and 'c2' have no other enabled group"),
      (["[1]", "[1]", "[1]", "[1]"], "'c0', 'c1', 'c2' and 1 more have no other enabled group"),
      ([], nil),
    ] as [([String], String?)])
  func unfiltered(clients: [String], expected: String?) throws {
    let listed = clients.enumerated().map { #"{"client":"c\#($0)","name":"","comment":null,"groups":\#($1),"id":1}"# }
    let groups = [
      Self.group(0, "Default"), Self.group(1, "kids"), Self.group(2, "iot"), Self.group(3, "asleep", enabled: false),
    ]
    let text = #"{"groups":[\#(groups.joined(separator: ","))],"clients":[\#(listed.joined(separator: ","))]}"#
    let tree = try JSON(parsing: Array(text.utf8))
    let rows = try Row.all(in: tree, of: .groups)
    let objects = try ObservedObject.all(
      rows, groups: rows, clients: ListedClient.all(in: JSONText(checking: tree.bytes)))
    let caveats = try #require(objects.first { $0.name == "kids" }).caveats
    let suffix = ": nothing is filtered there while this one is disabled"
    #expect(caveats == (expected == nil ? [:] : [.disabled: caveats[.disabled] ?? []]))
    #expect(caveats[.disabled]?.map(\.text) == expected.map { [$0 + suffix] })
    #expect(objects.first?.caveats == [:])
  }

  @Test(
    "what a client is called",
    arguments: [
      ("", "null", "'k'"), ("ipad.lan", "null", "'k' (ipad.lan)"),
      ("ipad.lan", #""Emma's tablet""#, "'k' (Emma's tablet)"),
      ("k", "null", "'k'"),
      ("", #""\#(String(repeating: "x", count: 41))""#, "'k' (\(String(repeating: "x", count: 40))…)"),
    ])
  func clientNames(name: String, comment: String, expected: String) throws {
    let text = #"{"clients":[{"client":"k","name":"\#(name)","comment":\#(comment),"groups":[1],"id":1}]}"#
    let clients = try ListedClient.all(in: JSONText(checking: Array(text.utf8)))
    #expect(Message.unfiltered(clients).text.hasPrefix(expected + " has "))
  }

  @Test(
    "lists without domains",
    arguments: [(0, 0, true), (0, 4, true), (0, 1, true), (7, 0, true), (7, 1, false), (7, 2, false), (7, 3, false)])
  func emptyLists(number: Int, status: Int, isEmpty: Bool) throws {
    let text =
      #"{"lists":[{"address":"a","comment":null,"groups":[0],"enabled":false,"id":1,"type":"block","number":\#(number),"#
      + #""status":\#(status)}]}"#
    let rows = try Row.all(in: JSON(parsing: Array(text.utf8)), of: .lists)
    let object = try #require(ObservedObject.all(rows, groups: [], clients: nil).first)
    #expect(object.caveats.keys.sorted { $0.rawValue < $1.rawValue } == (isEmpty ? [.enabled] : []))
  }

  @Test(
    "what is no row",
    arguments: [
      (Table.groups, "{}"), (.groups, #"{"groups":null}"#), (.groups, #"{"groups":{}}"#), (.groups, #"{"groups":[1]}"#),
      (.groups, #"{"groups":[{"name":"a","comment":null,"enabled":1,"id":1}]}"#),
      (.groups, #"{"groups":[{"name":"a","comment":null,"enabled":true}]}"#),
      (.groups, #"{"groups":[{"name":"a","enabled":true,"id":1}]}"#),
      (.groups, #"{"groups":[{"name":"a","comment":5,"enabled":true,"id":1}]}"#),
      (.lists, #"{"lists":[{"address":"a","type":"deny","comment":null,"groups":[],"enabled":true,"id":1}]}"#),
      (.lists, #"{"lists":[{"address":"a","type":"block","comment":null,"enabled":true,"id":1}]}"#),
      (.lists, #"{"lists":[{"address":"a","type":"block","comment":null,"groups":["1"],"enabled":true,"id":1}]}"#),
      (
        .domains,
        #"{"domains":[{"domain":"a","type":"deny","kind":"wild","comment":null,"groups":[],"enabled":true,"id":1}]}"#
      ),
      (.domains, #"{"groups":[]}"#), (.domains, "[]"), (.domains, "null"),
    ])
  func notRows(table: Table, body: String) throws {
    let tree = try JSON(parsing: Array(body.utf8))
    let error = #expect(throws: ProviderError.self) { try Row.all(in: tree, of: table) }
    #expect(error?.kind == .unexpectedReply)
  }

  @Test(
    "a mark is a word of the comment",
    arguments: [
      ("reconcile:home", true), ("by hand reconcile:home", true), ("reconcile:home\nby hand", true),
      ("reconcile:home2", false), ("xreconcile:home", false), ("reconcile:home,", false), ("Reconcile:home", false),
      ("", false),
    ])
  func marks(comment: String, expected: Bool) throws {
    let tree = JSON.object([
      .init("name", .string("a")), .init("comment", .string(comment)), .init("enabled", .bool(true)),
      .init("id", .integer(1)),
    ])
    let row = try Row(tree, of: .groups)
    #expect(row.carries("reconcile:home") == expected)
    #expect(!row.carries(""))
  }
}
