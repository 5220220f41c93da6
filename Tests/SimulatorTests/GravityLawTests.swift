import Simulator
import TestSupport
import Testing

/// What holds after any requests.
struct GravityLawTests {
  /// Ids that were seen, with the second in which their row was made, which tells one row from another.
  private struct Memory {
    var births: [String: Int] = [:]
    var reused: [String] = []

    mutating func see(_ rows: [GravityRow], _ table: String) {
      for row in rows where row.id != 0 || table != "groups" {
        let id = "\(table) \(row.id)"
        if let birth = births[id], birth != row.dateAdded { reused.append(id) }
        births[id] = row.dateAdded
      }
    }
  }

  @Test(arguments: 1...12)
  func keepsItsLaws(_ seed: Int) throws {
    var dice = SplitMix64(seed: UInt64(seed))
    var talk = PiHoleTests.Conversation()
    talk.logIn()
    var memory = Memory()
    for _ in 0..<250 {
      talk.now += 1
      let (method, target, body) = Self.request(&dice)
      let answer = talk.ask(method, target, body)
      try #require([200, 201, 204, 404].contains(answer.status), "\(method) \(target) \(body)")
      for (name, rows) in Self.tables(talk.piHole.gravity) { memory.see(rows, name) }
      try #require(Self.violations(talk.piHole.gravity) == [], "after \(method) \(target) \(body)")
    }
    #expect(memory.reused == [])
    #expect(memory.births.count > 20)
  }

  private static func tables(_ gravity: Gravity) -> [(name: String, rows: [GravityRow])] {
    [
      ("groups", gravity.groups), ("clients", gravity.clients), ("domains", gravity.domains), ("lists", gravity.lists),
    ]
  }

  /// Rows without a name of their own or out of order, and memberships that are doubled or of no group.
  private static func violations(_ gravity: Gravity) -> [String] {
    let groups = Set(gravity.groups.map(\.id))
    return tables(gravity).flatMap { name, rows in
      let ids = rows.map(\.id)
      let isOrdered = zip(ids, ids.dropFirst()).allSatisfy(<)
      let isUnique = Set(rows.map { "\($0.place) \($0.name)" }).count == rows.count
      let dangling = rows.filter { !groups.isSuperset(of: $0.groups) || $0.groups != Set($0.groups).sorted() }
      return (isOrdered ? [] : ["\(name) out of order"]) + (isUnique ? [] : ["\(name) not unique"])
        + dangling.map { "\(name) '\($0.name)' in \($0.groups)" }
    }
  }

  /// A request that is understood, over few names, so that they meet.
  private static func request(_ dice: inout SplitMix64) -> (String, String, String) {
    let name = ["a", "b", "c", "d.example"].randomElement(using: &dice) ?? ""
    let place = ["groups", "clients", "domains/deny/exact", "domains/allow/regex", "lists"].randomElement(using: &dice)
    let path = "/api/" + (place ?? "")
    let query = path == "/api/lists" ? "?type=block" : ""
    let groups = (0..<Int.random(in: 0...3, using: &dice)).map { _ in String(Int.random(in: -1...9, using: &dice)) }
    let rest = Bool.random(using: &dice) ? "" : #","groups":[\#(groups.joined(separator: ","))]"#
    let enabled = #""enabled":\#(Bool.random(using: &dice))"#
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: return ("DELETE", "\(path)/\(name)\(query)", "")
    case 1: return ("DELETE", "/api/groups/Default", "")
    case 2: return ("PUT", "\(path)/\(name)\(query)", "{\(enabled)\(rest)}")
    case 3: return ("PUT", "/api/groups/\(name)", #"{"name":"\#(["a", "b"].randomElement(using: &dice) ?? "")"}"#)
    default:
      let item = ["groups": "name", "clients": "client", "lists": "address"][place ?? ""] ?? "domain"
      return ("POST", path + query, #"{"\#(item)":["\#(name)","e"],\#(enabled)\#(rest)}"#)
    }
  }

  /// Every request takes its time from what it changes or answers, not from the number of rows there are.
  @Test func carriesManyRows() {
    var piHole = Household.piHole(furtherDomains: 5000, furtherGroups: 500, at: PiHoleTests.now)
    #expect(piHole.gravity.domains.count == 5002 && piHole.gravity.groups.count == 503)
    piHole.gravity.delete((1...500).map { ("group-\($0)", .group) }, at: PiHoleTests.now)
    var talk = PiHoleTests.Conversation { $0 = piHole }
    talk.logIn()
    for number in 1...500 {
      let path = "/api/domains/deny/exact/host-\(number).telemetry.advertising.example"
      #expect(talk.ask("PUT", path, "{}").status == 200)
    }
    let answer = talk.ask("GET", "/api/domains")
    #expect(answer.json?["domains"]?.elements?.count == 5002)
    #expect((260...300).contains(answer.body.count / 5002), "as many bytes each as of a real one")
    #expect(talk.piHole.gravity.groups.count == 3)
  }
}
