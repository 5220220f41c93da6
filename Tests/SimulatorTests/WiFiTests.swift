import Simulator
import Testing

/// Reading and writing the WiFis of the household.
struct WiFiTests {
  private static let list = "sites/\(ConsoleTests.site)/wifi/broadcasts"
  private static let home = "\(list)/6b8a9a52-0c3e-4d5b-8a54-7b2d9e1f4c01"
  private static let kids = "\(list)/6b8a9a52-0c3e-4d5b-8a54-7b2d9e1f4c02"

  private static func ask(_ console: inout UniFiConsole, _ method: String, _ path: String, _ body: JSONValue = .null)
    -> SimulatedResponse
  {
    let text = body == .null ? "" : String(decoding: body.encoded, as: UTF8.self)
    return ConsoleTests.ask(&console, method, path, text)
  }

  private static func read(_ console: inout UniFiConsole, _ path: String) throws -> JSONValue {
    try #require(ask(&console, "GET", path).json)
  }

  private static func writable(_ wifi: JSONValue) -> JSONValue {
    var body = wifi
    (body["id"], body["metadata"]) = (nil, nil)
    return body
  }

  @Test func listsWithoutTheSecrets() throws {
    var console = Household.console()
    let answer = Self.ask(&console, "GET", Self.list)
    let wiFis = try #require(answer.json?["data"]?.elements)
    #expect(wiFis.compactMap { $0["name"]?.text } == ["Home", "Kids"])
    #expect(wiFis.allSatisfy { $0["securityConfiguration"]?.fields?.map(\.name) == ["type"] })
    #expect(wiFis.allSatisfy { $0["hideName"] == nil && $0["blackoutScheduleConfiguration"] == nil })
    let text = String(decoding: answer.body, as: UTF8.self)
    for passphrase in Household.passphrases.values { #expect(!text.contains(passphrase)) }
  }

  @Test func showsThePassphraseByID() throws {
    var console = Household.console()
    let kids = try Self.read(&console, Self.kids)
    #expect(kids["securityConfiguration"]?["passphrase"]?.text == Household.passphrases["Kids"])
    #expect(kids["metadata"] == ["origin": "USER_DEFINED"] && kids["blackoutScheduleConfiguration"] != nil)
  }

  @Test(arguments: ["10.0.162", "10.1.68", "10.1.85", "10.3.47", "10.4.46", "10.5.66"] as [UniFiVersion])
  func takesBackWhatWasReadWithoutIdAndMetadata(_ version: UniFiVersion) throws {
    var console = Household.console()
    console.version = version
    for path in [Self.home, Self.kids] {
      let read = try Self.read(&console, path)
      let answer = Self.ask(&console, "PUT", path, Self.writable(read))
      #expect(answer.status == 200 && answer.json == read)
    }
  }

  @Test(
    arguments: [
      ("10.0.162", ["advertiseDeviceName", "channel2gLockedTo6", "dtimPeriod2gLockedTo3"]),
      ("10.1.68", ["channel2gLockedTo6", "dtimPeriod2gLockedTo3"]),
      ("10.3.47", ["channel2gLockedTo6", "dtimPeriod2gLockedTo3"]), ("10.4.46", []),
    ] as [(UniFiVersion, [String])])
  func hasTheMembersOfItsVersion(_ version: UniFiVersion, _ missing: [String]) throws {
    var console = Household.console()
    console.version = version
    let read = try Self.read(&console, Self.kids)
    let all = ["advertiseDeviceName", "channel2gLockedTo6", "dtimPeriod2gLockedTo3"]
    #expect(all.filter { read[$0] == nil } == missing)
    for name in all {
      var body = Self.writable(read)
      body[name] = missing.contains(name) ? false : nil
      let answer = Self.ask(&console, "PUT", Self.kids, body)
      #expect(answer.status == 400)
      let wanted =
        missing.contains(name) ? "Unknown request body property '$.\(name)'" : "$.\(name) must not be null"
      #expect(answer.json?["message"]?.text == wanted)
    }
    let band: JSONValue = version < "10.1" ? "5" : .number("5.0")
    #expect(read["broadcastingFrequenciesGHz"]?.elements?.last == band)
  }

  /// What was written in an old version is read in a new one.
  @Test(arguments: ["10.0.162", "10.1.85"] as [UniFiVersion])
  func outlivesAnUpdate(_ version: UniFiVersion) throws {
    var console = Household.console()
    console.version = version
    #expect(Self.ask(&console, "PUT", Self.home, Self.writable(try Self.read(&console, Self.home))).status == 200)
    console.version = "10.5.66"
    let read = try Self.read(&console, Self.home)
    #expect(read["channel2gLockedTo6"] == false && read["dtimPeriod2gLockedTo3"] == false)
    #expect(read["broadcastingFrequenciesGHz"] == [.number("2.4"), 5, 6])
  }

  @Test func clearsWhatIsLeftOut() throws {
    var console = Household.console()
    var body = Self.writable(try Self.read(&console, Self.kids))
    body["blackoutScheduleConfiguration"] = nil
    body["clientFilteringPolicy"] = .null
    body["securityConfiguration"]?["passphrase"] = nil
    let answer = Self.ask(&console, "PUT", Self.kids, body)
    #expect(answer.status == 200)
    #expect(answer.json?["blackoutScheduleConfiguration"] == nil && answer.json?["clientFilteringPolicy"] == nil)
    #expect(answer.json?["securityConfiguration"]?["passphrase"] == nil)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var id: String
    var change: @Sendable (inout JSONValue) -> Void
    var code: String
    var message: String?
    var testDescription: String { id }

    init(
      _ id: String, _ code: String, _ message: String? = nil, _ change: @escaping @Sendable (inout JSONValue) -> Void
    ) {
      (self.id, self.change, self.code, self.message) = (id, change, code, message)
    }
  }

  private static let property = "api.request.unknown-property"
  private static let invalid = "simulator.validation"
  private static let security = "securityConfiguration"
  private static let blackout = "blackoutScheduleConfiguration"

  static let cases: [Case] = [
    Case("id", property, "Unknown request body property '$.id'") { $0["id"] = "x" },
    Case("metadata", property, "Unknown request body property '$.metadata'") { $0["metadata"] = [:] },
    Case("no type", "api.request.missing-type-id", "Missing $.type value") { $0["type"] = nil },
    Case(
      "type", "api.request.unknown-type-id", "Invalid $.type value 'MESH' (valid values: 'STANDARD', 'IOT_OPTIMIZED')"
    ) {
      $0["type"] = "MESH"
    },
    Case("type changed", property) { $0["type"] = "IOT_OPTIMIZED" },
    Case("no security", invalid, "$.securityConfiguration must not be null") { $0[security] = nil },
    Case("no switch", invalid, "$.hideName must not be null") { $0["hideName"] = nil },
    Case("no frequencies", invalid) { $0["broadcastingFrequenciesGHz"] = [] },
    Case("frequency 3", "simulator.unreadable-body") { $0["broadcastingFrequenciesGHz"] = [3] },
    Case("frequency as text", "simulator.unreadable-body") { $0["broadcastingFrequenciesGHz"] = ["5"] },
    Case("security unknown", "api.request.unknown-type-id") { $0[security]?["type"] = "WEP" },
    Case("passphrase short", invalid) { $0[security]?["passphrase"] = "1234567" },
    Case("passphrase long", invalid) { $0[security]?["passphrase"] = .string(String(repeating: "x", count: 64)) },
    Case("passphrase in an open WiFi", property, "Unknown request body property '$.securityConfiguration.passphrase'") {
      $0[security] = ["type": "OPEN", "passphrase": "12345678"]
    },
    Case("WPA3 without SAE", invalid, "$.securityConfiguration.saeConfiguration must not be null") {
      $0[security] = ["type": "WPA3_PERSONAL", "passphrase": "12345678", "fastRoamingEnabled": false]
    },
    Case("no roaming", invalid) { $0[security]?["fastRoamingEnabled"] = nil },
    Case("steering in one band", invalid) {
      ($0["broadcastingFrequenciesGHz"], $0["bandSteeringEnabled"]) = ([5], true)
    },
    Case("no days", invalid) { $0[blackout] = ["days": []] },
    Case("long day", "simulator.unreadable-body") { $0[blackout] = ["days": [["type": "ALL_DAY", "day": "MONDAY"]]] },
    Case(
      "stop instead of end", property, "Unknown request body property '$.\(blackout).days[0].timeRanges[0].stopTime'"
    ) {
      $0[blackout] = [
        "days": [["type": "TIME_RANGE", "day": "MON", "timeRanges": [["startTime": "21:00", "stopTime": "22:00"]]]]
      ]
    },
    Case("time 24:00", invalid) {
      $0[blackout] = [
        "days": [["type": "TIME_RANGE", "day": "MON", "timeRanges": [["startTime": "21:00", "endTime": "24:00"]]]]
      ]
    },
    Case("filter without an action", invalid) { $0["clientFilteringPolicy"] = ["macAddressFilter": []] },
    Case("unknown network", "simulator.unknown-reference") {
      $0["network"] = ["type": "SPECIFIC", "networkId": .string(ConsoleTests.unknown)]
    },
    Case("unknown device", "simulator.unknown-reference") {
      $0["broadcastingDeviceFilter"] = ["type": "DEVICES", "deviceIds": [.string(ConsoleTests.unknown)]]
    },
  ]

  @Test(arguments: cases)
  func refusesABody(_ wanted: Case) throws {
    var console = Household.console()
    let before = try Self.read(&console, Self.kids)
    var body = Self.writable(before)
    wanted.change(&body)
    let answer = Self.ask(&console, "PUT", Self.kids, body)
    #expect(answer.status == 400 && answer.json?["code"]?.text == wanted.code)
    if let message = wanted.message { #expect(answer.json?["message"]?.text == message) }
    #expect(try Self.read(&console, Self.kids) == before)
  }

  @Test func addsAndDeletes() throws {
    var console = Household.console()
    var body = Self.writable(try Self.read(&console, Self.kids))
    body["name"] = "Guests"
    let added = Self.ask(&console, "POST", Self.list, body)
    #expect(added.status == 201 && added.json?["name"] == "Guests")
    let path = "\(Self.list)/\(added.json?["id"]?.text ?? "")"
    #expect(Self.ask(&console, "GET", path).json == added.json)
    let deleted = Self.ask(&console, "DELETE", path + "?force=true")
    #expect(deleted.status == 200 && deleted.body.isEmpty)
    #expect(Self.ask(&console, "GET", path).status == 404)
    #expect(Self.ask(&console, "GET", Self.list).json?["totalCount"] == 2)
  }

  @Test(arguments: [
    ("GET", "undefined", 400), ("GET", ConsoleTests.unknown, 404), ("PATCH", ConsoleTests.unknown, 405),
    ("DELETE", ConsoleTests.unknown, 404),
  ])
  func refusesARequest(_ method: String, _ id: String, _ status: Int) {
    var console = Household.console()
    let answer = Self.ask(&console, method, "\(Self.list)/\(id)")
    #expect(answer.status == status)
    #expect(answer.header("Allow") == (status == 405 ? "GET, PUT, DELETE" : nil))
  }

  @Test(arguments: ["PUT", "DELETE"])
  func keepsWhatIsNotTheUsers(_ method: String) throws {
    var console = Household.console()
    console.sites[0].wiFis[1].origin = "ORCHESTRATED"
    let body = method == "PUT" ? Self.writable(try Self.read(&console, Self.kids)) : .null
    let answer = Self.ask(&console, method, Self.kids, body)
    #expect(answer.status == 400 && answer.json?["code"] == "simulator.origin-not-writable")
  }

  @Test(arguments: [("10.5.66", [true, false, false]), ("10.0.162", [nil, nil, nil])] as [(UniFiVersion, [Bool?])])
  func listsNetworks(_ version: UniFiVersion, _ defaults: [Bool?]) {
    var console = Household.console()
    console.version = version
    let networks = Self.ask(&console, "GET", "sites/\(ConsoleTests.site)/networks").json?["data"]?.elements ?? []
    #expect(networks.compactMap { $0["name"]?.text } == ["Default", "Kids", "Guests"])
    #expect(networks.map { $0["default"]?.flag } == defaults)
    #expect(Self.ask(&console, "POST", "sites/\(ConsoleTests.site)/networks", [:]).status == 501)
  }

  @Test func listsClientsThatAreThere() throws {
    var console = Household.console()
    let list = "sites/\(ConsoleTests.site)/clients"
    let clients = try #require(Self.ask(&console, "GET", list).json?["data"]?.elements)
    #expect(clients.count == 12 && clients.prefix(2).compactMap { $0["name"]?.text } == ["iPad", "Printer"])
    #expect(Set(clients.compactMap { $0["type"]?.text }) == ["WIRED", "WIRELESS", "VPN"])
    #expect(Self.ask(&console, "GET", "\(list)/\(clients[0]["id"]?.text ?? "")").json == clients[0])
    let away = try #require(console.sites[0].clients.first { !$0.isConnected })
    #expect(Self.ask(&console, "GET", "\(list)/\(away.id)").status == 404)
    #expect(Self.ask(&console, "DELETE", "\(list)/\(away.id)").header("Allow") == "GET")
  }
}
