import CivilTime
import Foundation
import JSONTree
import Planning
import Policies
import Providers
import StateStore
import TestSupport
import Testing
import UniFi

/// What programs are told and may do, with the built program over real sockets, held against `docs/openapi.json`.
@Suite(.serialized, .waitsForPrograms) struct PageAPITests {
  /// The schemas of `docs/openapi.json`.
  struct Document {
    let tree: JSON
    let schema: JSONSchema

    init() throws {
      tree = try JSON(parsing: Array(Data(contentsOf: Tool.repository.appending(path: "docs/openapi.json"))))
      schema = JSONSchema("openapi.json", in: ["openapi.json": tree])
    }

    /// What of `value` does not fit the schema called `name`.
    func faults(_ value: JSON, _ name: String) throws -> [String] {
      try schema.faults(value, by: "/components/schemas/" + name)
    }
  }

  static func token(_ page: ServedPage, _ person: String) throws -> [String: String] {
    let outcome = try page.run("people", "link", person, "--api", "--policy", "policy.yaml")
    return ["Authorization": "Bearer \(outcome.output.prefix(43))"]
  }

  static func get(_ page: ServedPage, _ name: String, _ token: [String: String]) throws -> JSON {
    let answer = try page.get("/api/v1/" + name, token)
    #expect(answer.status == 200 && answer.header("content-type") == "application/json", "\(answer)")
    return try JSON(parsing: Array(answer.body.utf8))
  }

  /// The status and the word of what came of it.
  static func post(
    _ page: ServedPage, _ name: String, _ body: String, _ token: [String: String], type: String = "application/json"
  ) throws -> String {
    let answer = try page.post("/api/v1/" + name, body, token.merging(["Content-Type": type]) { $1 })
    let document = try Document()
    let tree = try JSON(parsing: Array(answer.body.utf8))
    #expect(try document.faults(tree, "Said") == [])
    return "\(answer.status) \(tree["said"]?.string ?? "?")"
  }

  @Test func everyAnswerIsAsItIsDescribed() throws {
    let page = try ServedPage()
    let (anna, emma) = (try Self.token(page, "anna"), try Self.token(page, "emma"))
    let document = try Document()
    #expect(
      try Self.post(page, "ask", #"{"target":"kids","minutes":45,"because":"film <night>"}"#, emma) == "200 asked")
    let tale = String(repeating: "ü", count: 201)
    #expect(try Self.post(page, "ask", #"{"target":"kids","minutes":45,"because":"\#(tale)"}"#, emma) == "400 reason")
    #expect(try Self.post(page, "more", #"{"target":"tv","minutes":20}"#, anna) == "200 made")
    for token in [anna, emma] {
      for (name, schema) in [
        ("targets", "Targets"), ("overrides", "Overrides"), ("requests", "Requests"), ("history", "History"),
      ] {
        let value = try Self.get(page, name, token)
        #expect(value[name]?.elements?.isEmpty == false, "\(name)")
        #expect(try document.faults(value, schema) == [])
      }
      let one = try Self.get(page, "targets/tv", token)
      #expect(try document.faults(one, "OneTarget") == [])
      #expect(try Self.get(page, "targets", token)["targets"]?.elements?.contains { $0 == one["target"] } == true)
    }
    let override = try #require(try Self.get(page, "overrides", emma)["overrides"]?.elements?.first)
    #expect(override["id"]?.string == "1" && override["target"]?.string == "tv" && override["kind"]?.string == "more")
    #expect(override["targets"]?.elements?.map(\.string) == ["tv"] && override["by"]?.string == "anna")
    #expect(try Self.get(page, "requests", anna)["requests"]?.elements?.first?["because"]?.string == "film <night>")
    #expect(try Self.post(page, "approve", #"{"request":"1"}"#, emma) == "403 not-allowed")
    #expect(try Self.post(page, "approve", #"{"request":1}"#, anna) == "200 approved")
    #expect(try Self.post(page, "deny", #"{"request":"1"}"#, anna) == "409 over")
    #expect(try Self.post(page, "end", #"{"target":"tv","override":"1"}"#, anna) == "200 ended")
    #expect(
      try Self.get(page, "overrides", anna)["overrides"]?.elements?.map { $0["target"]?.string } == ["kids"],
      "the one that is over is not among them")
    #expect(try Self.post(page, "lock", #"{"target":"tv","until":"12:00"}"#, anna) == "200 made")
    #expect(try Self.post(page, "more", #"{"target":"tv","minutes":20}"#, anna) == "409 locked")
    #expect(try Self.post(page, "more", #"{"target":"tv","minutes":20}"#, emma) == "403 not-allowed")
    #expect(try Self.post(page, "cancel", #"{"request":"9"}"#, emma) == "409 over")
  }

  /// A program that tries again says so by the same key, and gets the same answer; another key, or none, is another wish.
  @Test func aKeyMakesTwoTriesOne() throws {
    let page = try ServedPage()
    let anna = try Self.token(page, "anna")
    let emma = try Self.token(page, "emma")
    let rows: [(key: String?, person: [String: String], minutes: Int, said: String, count: Int)] = [
      ("a", anna, 20, "200 made", 1), ("a", anna, 20, "200 made", 1), ("b", anna, 20, "200 made", 2),
      (nil, anna, 20, "200 made", 3), (nil, anna, 20, "200 made", 4),
      // One that is empty is none: the variable of a template may be.
      ("", anna, 20, "200 made", 5), ("", anna, 20, "200 made", 6),
      // It is of one act, and of one program.
      ("a", anna, 30, "200 made", 7), ("a", emma, 20, "403 not-allowed", 7), ("a", anna, 20, "200 made", 7),
    ]
    for row in rows {
      let headers = row.key.map { row.person.merging(["Idempotency-Key": $0]) { $1 } } ?? row.person
      #expect(try Self.post(page, "more", #"{"target":"tv","minutes":\#(row.minutes)}"#, headers) == row.said, "\(row)")
      #expect(try Self.get(page, "overrides", anna)["overrides"]?.elements?.count == row.count, "\(row)")
    }
  }

  /// What was refused is tried anew under the same key: by then it may be possible.
  @Test func aRefusalIsNotKept() throws {
    let page = try ServedPage()
    let anna = try Self.token(page, "anna")
    let key = anna.merging(["Idempotency-Key": "a"]) { $1 }
    func more() throws -> String { try Self.post(page, "more", #"{"target":"tv","minutes":20}"#, key) }
    let lock = try page.run("lock", "tv", "--for", "1h", "--policy", "policy.yaml")
    #expect(lock.status == 0, "\(lock)")
    for _ in 1...2 { #expect(try more() == "409 locked") }
    #expect(try page.run("override", "end", "tv", "--policy", "policy.yaml").status == 0)
    for _ in 1...2 {
      #expect(try more() == "200 made")
      #expect(try Self.get(page, "overrides", anna)["overrides"]?.elements?.count == 1)
    }
  }

  /// `examples/page/half-an-hour`, as a phone's shortcut runs it.
  @Test func theExampleGivesHalfAnHour() throws {
    let page = try ServedPage()
    let token = try page.run("people", "link", "anna", "--api", "--policy", "policy.yaml").output.prefix(43)
    let file = page.folder.url.path + "/token"
    try Tool.write(token + "\n", to: file)
    let script = Tool.repository.appending(path: "examples/page/half-an-hour").path
    func run(_ arguments: String...) throws -> Program.Outcome {
      try Program.run(
        script, arguments,
        environment: ["PATH": "/usr/bin:/bin", "PAGE": "http://localhost:\(page.port)", "TOKEN_FILE": file])
    }
    let given = try run("tv")
    #expect(given.status == 0 && given.output == "tv: 30 minutes more\n" && given.error.isEmpty, "\(given)")
    let television = try Self.get(page, "targets", ["Authorization": "Bearer \(token)"])["targets"]?.elements?
      .first { $0["name"]?.string == "tv" }
    #expect(television?["state"]?.string == "on")
    let wrong = try run("nothing")
    #expect(wrong.status == 1 && wrong.error.contains("nothing: nothing was changed"), "\(wrong)")
  }

  /// What was written is what the next answer says, whoever wrote it: no answer is from a moment before.
  @Test func nothingIsShownFromBefore() throws {
    let page = try ServedPage()
    let anna = try Self.token(page, "anna")
    func television() throws -> String? {
      try Self.get(page, "targets", anna)["targets"]?.elements?.first { $0["name"]?.string == "tv" }?["state"]?.string
    }
    for round in 1...12 {
      // In one piece: what asks is there already when what was written before it is answered.
      let body = #"{"target":"tv","minutes":20}"#
      let head = "Host: 127.0.0.1:\(page.port)\r\nAuthorization: \(anna["Authorization"] ?? "")\r\n"
      let answers = try page.raw(
        "POST /api/v1/more HTTP/1.1\r\n\(head)Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
          + body + "GET /api/v1/targets HTTP/1.1\r\n\(head)Connection: close\r\n\r\n")
      #expect(answers.text.contains(#""made""#) && answers.text.contains(#""override":"\#(round)""#), "\(answers)")
      #expect(try Self.post(page, "end", "{\"target\":\"tv\",\"override\":\"\(round)\"}", anna) == "200 ended")
      #expect(try television() == "off", "\(round)")
    }
    for round in 13...16 {
      let given = try page.run("override", "tv", "on", "--for", "20m", "--policy", "policy.yaml")
      #expect(try given.status == 0 && television() == "on", "\(given)")
      let ended = try page.run("override", "end", "\(round)", "--policy", "policy.yaml")
      #expect(try ended.status == 0 && television() == "off", "\(ended)")
    }
  }

  /// What a run has found wrong is named to who manages it, and to nobody else.
  @Test func whatIsWrongIsNamed() throws {
    let page = try ServedPage()
    let (anna, emma) = (try Self.token(page, "anna"), try Self.token(page, "emma"))
    let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
    var rule = RecordedObject(switchState: SwitchState(.disabled), at: now, wanted: SwitchState(.enabled))
    (rule.target, rule.wantedState, rule.name) = (Name("tv"), "off", "TV <old>")
    let key = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "1")
    try StateStore(writing: page.folder.url.path + "/state", now: now).record(
      [], before: RecordedState(), after: RecordedState(objects: [key: rule]), at: now)
    let seen = try Self.get(page, "targets/tv", anna)
    #expect(try Document().faults(seen, "OneTarget") == [])
    let wrong = #"[{"system":"gateway","kind":"acl-rule","name":"TV <old>","problem":null}]"#
    #expect(seen["target"]?["truth"]?.string == "moved" && seen["target"]?["wrong"]?.text == wrong)
    let asker = try Self.get(page, "targets/tv", emma)
    #expect(asker["target"]?["truth"]?.string == "moved" && asker["target"]?["wrong"]?.text == "[]")
    let body = try page.get("/", ["Cookie": page.join("anna")]).body
    #expect(body.contains("(<bdi>acl-rule &#39;TV &lt;old&gt;&#39;</bdi>)"), "\(body)")
    // Of two problems of one target both are told.
    let texts = ["'TV' not found", "'Box' not found"]
    try StateStore(writing: page.folder.url.path + "/state", now: now).keep(
      problems: texts.map { RecordedProblem(target: Name("tv"), code: "object.not-found", text: $0) })
    let told = try Self.get(page, "targets/tv", anna)["target"]?["wrong"]?.text ?? ""
    #expect(texts.allSatisfy { told.contains($0) }, "\(told)")
  }

  /// The document has what there is, and nothing else.
  @Test func thePathsAreThoseThatThereAre() throws {
    let paths = try Document().tree["paths"]?.members?.map(\.name) ?? []
    #expect(
      paths == [
        "/targets", "/targets/{name}", "/overrides", "/requests", "/history", "/more", "/ask", "/lock", "/switch",
        "/end", "/approve", "/deny", "/cancel",
      ])
  }

  @Test func whatIsRefused() throws {
    let page = try ServedPage()
    let anna = try Self.token(page, "anna")
    for body in [
      "", "[]", "{", #"{"target":"tv"}"#, #"{"target":"tv","minutes":0}"#, #"{"target":"tv","minutes":1441}"#,
      #"{"target":"tv","minutes":"x"}"#, #"{"target":{},"minutes":5}"#, String(repeating: "[", count: 60_000),
    ] {
      #expect(try Self.post(page, "more", body, anna) == "400 not-understood", "\(body.prefix(60))")
    }
    #expect(try Self.post(page, "lock", #"{"target":"tv","until":"25:00"}"#, anna) == "400 time")
    #expect(try Self.post(page, "nothing", "{}", anna) == "400 not-understood")
    for body in [
      #"{"target":"tv","state":"on"}"#, #"{"target":"tv","state":"on","minutes":0}"#,
      #"{"target":"tv","state":"off"}"#, #"{"target":"tv","state":"off","until":"noon"}"#,
      #"{"target":"tv","state":"paused","minutes":5}"#, #"{"target":"tv","minutes":5}"#,
    ] {
      let isOff = body.contains("off")
      #expect(
        try Self.post(page, "switch", body, anna) == (isOff ? "400 time" : "400 not-understood"), "\(body)")
    }
    // Who names an override, however wrongly, means no other one.
    for body in [
      "{}", #"{"target":"tv","override":""}"#, #"{"target":"tv","override":null}"#, #"{"target":"tv","override":"x"}"#,
      #"{"target":"tv","override":[]}"#,
    ] {
      #expect(try Self.post(page, "end", body, anna) == "400 not-understood", "\(body)")
    }
    #expect(try Self.post(page, "more", "target=tv&minutes=5", anna, type: "text/plain") == "415 not-understood")
    for path in ["nothing", "targets/", "targets/nothing", "targets/tv/", "targets/TV", "targets/%74v"] {
      let answer = try page.get("/api/v1/" + path, anna)
      #expect(answer.status == 404 && answer.body.contains("not-found"), "\(path)")
    }
    #expect(try page.get("/api/v1/targets/tv", Self.token(page, "omar")).status == 404, "it is none of omar's business")
    #expect(try page.send("DELETE", "/api/v1/targets", anna, "").status == 405)
    let cookie = try page.join("anna")
    for _ in 1...11 {
      let answer = try page.get("/api/v1/targets", ["Cookie": cookie])
      #expect(answer.status == 401, "a cookie is no token, nor a wrong one")
      #expect(answer.header("www-authenticate") == "Bearer" && answer.body == "{\"said\":\"not-allowed\"}\n")
    }
    let token = String((anna["Authorization"] ?? "").dropFirst(7))
    for value in ["", "Bearer", "Bearer x", "Basic \(token)", "Bearer \(token) x", cookie] {
      #expect(try page.get("/api/v1/targets", ["Authorization": value]).status == 401, "\(value)")
    }
    #expect(try page.run("people", "unlink", "anna").status == 0)
    #expect(try page.get("/api/v1/targets", anna).status == 401)
  }
}
