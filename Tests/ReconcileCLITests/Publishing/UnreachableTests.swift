import CivilTime
import HTTPTransport
import Synchronization
import TestSupport
import Testing

@testable import ReconcileCLI

/// What people hear of a thing that cannot be looked after, that is left on, or that is given up: once, with its end, in the
/// history and in `status`.
@Suite struct UnreachableTests {
  private struct House {
    let thing: Thing
    var world: TestWorld

    init(_ id: String, _ state: String, _ policy: String) {
      thing = Thing(id, state)
      var household = PretendHousehold()
      household.others = ["192.168.1.4": thing]
      world = household.world(
        policy: """
          timezone: Europe/Berlin
          systems: {ha: {kind: home-assistant, url: http://192.168.1.4:8123, token: {credential: ha-token}}}
          \(policy)

          """)
      world.files["/etc/reconcile/credentials/ha-token"] =
        WrittenSecret("a-token", for: "http://192.168.1.4:8123", "home-assistant").file
    }

    /// What is told by a run with `options` at `minutes` after 21:00, where the thing is in `state` by then; without the zone of its
    /// times.
    mutating func told(at minutes: Int64, _ state: String? = nil, _ options: [String] = []) -> [String] {
      world.now = Instant(secondsSinceEpoch: 1_795_204_804 + minutes * 60)
      if let state { thing.set(state) }
      let before = world.told.entries.count
      _ = world.run(
        ["apply", "household.yaml", "--notify-command", "/bin/tell", "--notify-format", "text"] + options)
      return world.told.entries.dropFirst(before).flatMap { $0.split(separator: "\n").map(String.init) }
        .filter { $0 != "times of Europe/Berlin" }
    }

    var status: TestWorld.Outcome { world.run("status", "household.yaml") }
    var history: String { world.run("history", "--since", "2026-11-20").output }
  }

  private static let door = """
    targets: {front: {entities: [lock.front]}}
    policy: [lock front 22:00–06:00]
    """

  @Test("a lock that cannot be reached at bedtime", arguments: ["unavailable", "unknown"])
  func aLockThatCannotBeReached(_ word: String) {
    var house = House("lock.front", "unlocked", Self.door)
    #expect(house.told(at: 58).isEmpty && house.told(at: 59, word).isEmpty)
    #expect(!house.status.output.contains("should be"))
    let told = house.told(at: 60)
    #expect(told.count == 1 && told[0].hasPrefix("front should be locked: 'lock.front' is \(word)"), "\(told)")
    let status = house.status
    #expect(status.status == 3 && status.output.contains("front  should be locked until"), "\(status)")
    #expect(house.told(at: 61).isEmpty && house.told(at: 120).isEmpty)
    #expect(house.told(at: 121, "locked") == ["front is locked"])
    #expect(house.status.status == 0 && house.status.output.contains("front  locked until"))
    #expect(house.told(at: 122).isEmpty)
    let lines = house.history.split(separator: "\n").filter { $0.contains("front") }
    #expect(lines.count == 3, "\(lines)")
    #expect(lines.contains { $0.contains("front should be locked") && $0.contains(word) })
    #expect(lines.contains { $0.contains("front: locked, as it should be") })
    // Of the next night people hear again, and of a door that the run locks by what it did.
    #expect(house.told(at: 660, "unlocked").isEmpty && house.told(at: 1500, word).count == 1)
    let put = house.told(at: 1501, "unlocked")
    #expect(put.count == 1 && put[0].hasPrefix("front locked until"), "\(put)")
  }

  @Test("an end that nobody took is told by the next run") func anEndThatNobodyTook() {
    var house = House("lock.front", "unavailable", Self.door)
    #expect(house.told(at: 60).count == 1)
    house.world.programStatus = 7
    #expect(house.told(at: 61, "locked") == ["front is locked"])
    house.world.programStatus = 0
    #expect(house.told(at: 62) == ["front is locked"] && house.told(at: 63).isEmpty)
  }

  /// Of what a run could not read nothing is known: neither that it is well, nor anything new.
  @Test("a lock that cannot be reached goes on while its whole system is away") func itsSystemIsAway() {
    var house = House("lock.front", "unavailable", Self.door)
    #expect(house.told(at: 60).count == 1)
    for (minutes, hanging) in [(61, true), (62, false), (63, true), (64, false)] as [(Int64, Bool)] {
      house.world.household?.hanging = hanging ? ["192.168.1.4"] : []
      let told = house.told(at: minutes).filter { $0.hasPrefix("front") }
      #expect(told.isEmpty, "\(minutes): \(told)")
    }
    #expect(house.told(at: 65, "locked") == ["front is locked"])
  }

  @Test("a lock that cannot be reached, on a system that gets another name") func itsSystemIsRenamed() {
    var house = House("lock.front", "unavailable", Self.door)
    let policy = house.world.files["household.yaml"] ?? ""
    func count() -> Int { house.history.split(separator: "\n").count { $0.contains("unavailable") } }
    #expect(house.told(at: 60).count == 1 && count() == 1)
    house.world.files["household.yaml"] = policy.replacing("{ha: {", with: "{house: {")
    #expect(house.told(at: 61).isEmpty && house.told(at: 62).isEmpty && count() == 1, "\(house.history)")
    #expect(house.told(at: 63, "locked") == ["front is locked"])
    house.world.files["household.yaml"] = policy
    #expect(house.told(at: 64).isEmpty)
    #expect(house.told(at: 65, "unavailable").count == 1 && count() == 2, "\(house.history)")
  }

  /// A name that nothing has any more would else keep people from hearing of the front door for weeks.
  @Test("a lock that cannot be reached beside one that is gone") func besideAnother() {
    var house = House(
      "lock.front", "unlocked",
      "targets: {doors: {entities: [lock.shed, lock.front]}}\npolicy: [lock doors 22:00–06:00]")
    let first = house.told(at: 60)
    #expect(first.contains { $0.contains("doors should be locked: 'lock.shed' not found") }, "\(first)")
    #expect(house.told(at: 61).isEmpty)
    let second = house.told(at: 62, "unavailable")
    #expect(second.count == 1 && second[0].hasPrefix("doors should be locked: 'lock.front' is unavail"), "\(second)")
    #expect(house.told(at: 63).isEmpty)
    #expect(
      house.history.unwrapped.contains("doors should be locked · 'lock.front' is unavailable"), "\(house.history)")
    // The target as a whole is not as it should be.
    #expect(house.told(at: 64, "locked").isEmpty)
    #expect(house.told(at: 65, "unavailable").count == 1)
  }

  private static let fan = """
    targets: {fan: {entities: [switch.fan]}}
    policy: [fan off 22:00–06:00, fan off 12:00–13:00]
    """

  /// What people heard by day is no reason to get up: a bedtime that does not come about is told as well, once, whatever has been in
  /// its way.
  @Test("a bedtime that what was in the way by day keeps from coming", arguments: [true, false])
  func aBedtimeThatDoesNotCome(isSystem: Bool) {
    var house = House("switch.fan", "on", Self.fan)
    #expect(house.told(at: 0).isEmpty)
    if isSystem { house.world.household?.hanging = ["192.168.1.4"] }
    let byDay = house.told(at: 1, isSystem ? nil : "unavailable")
    #expect(byDay.count == 1 && !byDay[0].contains("off"), "\(byDay)")
    for minutes: Int64 in [2, 30, 59] { #expect(house.told(at: minutes).isEmpty) }
    let told = house.told(at: 60)
    #expect(told.count == 1 && told[0].hasPrefix("fan should be off: "), "\(told)")
    #expect(told[0].hasSuffix(isSystem ? ": ha cannot be read" : "so its state is unknown"), "\(told)")
    #expect(house.told(at: 61).isEmpty && house.told(at: 500).isEmpty)
    // In the morning people may do more, and the next bedtime is another one.
    #expect(house.told(at: 600).isEmpty)
    let next = house.told(at: 905)
    #expect(next.count == 1, "\(next)")
  }

  /// A parent takes a reminder for the last word.
  @Test("a reminder of what cannot come about says so", arguments: [true, false]) func aReminderInDoubt(isSystem: Bool)
  {
    var house = House("switch.fan", "on", Self.fan)
    let before = ["--notify-before", "10m"]
    if isSystem { house.world.household?.hanging = ["192.168.1.4"] }
    #expect(house.told(at: 1, isSystem ? nil : "unavailable", before).count == 1)
    let told = house.told(at: 50, nil, before)
    #expect(told.count == 1 && told[0].hasPrefix("fan off at 22:00, in 10 minutes; but "), "\(told)")
    #expect(told[0].contains(isSystem ? "; but ha cannot be read" : "; but 'switch.fan' is unavailable"), "\(told)")
    #expect(house.told(at: 51, nil, before).isEmpty)
    house.world.household?.hanging = []
    #expect(house.told(at: 52, "on", before).count == 1)
    // What is well is announced without a doubt.
    #expect(house.told(at: 890, nil, before) == ["fan off at 12:00, in 10 minutes"])
  }

  /// What nobody took in its time is tried again, as long as it is to come.
  @Test("a reminder that nobody took is sent again while there is time") func aReminderThatNobodyTook() {
    var house = House("switch.fan", "on", Self.fan)
    let before = ["--notify-before", "10m"]
    house.world.programStatus = 7
    #expect(house.told(at: 55, nil, before) == ["fan off at 22:00, in 5 minutes"])
    #expect(house.told(at: 56, nil, before) == ["fan off at 22:00, in 4 minutes"])
    house.world.programStatus = 0
    #expect(house.told(at: 57, nil, before) == ["fan off at 22:00, in 3 minutes"])
    #expect(house.told(at: 58, nil, before).isEmpty)
    house.world.programStatus = 7
    #expect(house.told(at: 895, nil, before).contains("fan off at 12:00, in 5 minutes"))
    house.world.programStatus = 0
    #expect(!house.told(at: 901, nil, before).contains { $0.contains(" at ") }, "it came about")
  }

  @Test("several things of one target that cannot be looked after are one line") func areOneLine() {
    var house = House(
      "lock.front", "unlocked",
      "targets: {doors: {entities: [lock.a, lock.b, lock.c]}}\npolicy: [lock doors 22:00–06:00]")
    let told = house.told(at: 60)
    #expect(told.count == 1 && told[0].contains("'lock.a' not found"), "\(told)")
    #expect(told.first?.hasSuffix(", and 2 more of this target") ?? false, "\(told)")
    #expect(house.told(at: 61).isEmpty)
  }

  @Test("a heater that is gone") func isGone() {
    var house = House(
      "climate.kids", "heat", "targets: {heater: {entities: [climate.kids]}}\npolicy: [heater off 22:00–06:00]")
    #expect(house.told(at: 0).isEmpty)
    let told = house.told(at: 60, "gone")
    #expect(told.count == 1 && told[0].hasPrefix("heater should be off: 'climate.kids' not found"), "\(told)")
    #expect(house.told(at: 61).isEmpty && house.told(at: 62, "off") == ["heater is off"])
  }

  @Test("what an override left on while the machine slept") func isLeftOn() {
    var house = House(
      "climate.kids", "off",
      """
      targets: {heater: {entities: [climate.kids], otherwise: leave}}
      policy: [heater off 02:00–03:00, heater on 04:00–04:30]
      """)
    #expect(house.told(at: 0).isEmpty)
    #expect(house.world.run("override", "heater", "on", "--for", "1h", "--policy", "household.yaml").status == 0)
    #expect(house.told(at: 1).count == 1)
    let told = house.told(at: 200)
    #expect(told.count == 1 && told[0].hasPrefix("heater: 'climate.kids' was off before an override"), "\(told)")
    let status = house.status
    #expect(status.status == 3 && status.output.contains("! heater: 'climate.kids' was off"), "\(status)")
    #expect(status.output.unwrapped.contains("to hear no more of it, bring it there once by hand"), "\(status)")
    #expect(house.told(at: 201).isEmpty && house.status.status == 3)
    #expect(house.history.contains("heater · 'climate.kids' was off before"), "\(house.history)")
    // Its window is what people expected of it; after that nobody waits for that evening.
    #expect(house.told(at: 300).count == 1 && house.status.status == 0)
    #expect(house.told(at: 420, "heat").isEmpty && house.told(at: 455).isEmpty && house.told(at: 456).isEmpty)
    #expect(house.status.status == 0)
  }

  @Test("what somebody has put back by hand is no trouble any more") func isPutBackByHand() {
    var house = House(
      "climate.kids", "off",
      "targets: {heater: {entities: [climate.kids], otherwise: leave}}\npolicy: [heater off 02:00–03:00]")
    #expect(house.told(at: 0).isEmpty)
    #expect(house.world.run("override", "heater", "on", "--for", "1h", "--policy", "household.yaml").status == 0)
    #expect(house.told(at: 1).count == 1 && house.told(at: 200).count == 1)
    #expect(house.told(at: 201, "off").isEmpty && house.status.status == 0)
    #expect(house.told(at: 202, "heat").isEmpty && house.status.status == 0, "\(house.status)")
  }

  @Test("a door that jams is given up, and that is said") func isGivenUp() {
    var house = House("lock.front", "unlocked", Self.door)
    house.thing.jams()
    #expect(house.told(at: 59).isEmpty)
    var told: [Int64: [String]] = [:]
    for minutes: Int64 in [60, 61, 62, 68, 84, 85, 86, 100, 200] { told[minutes] = house.told(at: minutes) }
    #expect(house.thing.calls == 4)
    let given = told.filter { $0.value.contains { $0.contains("tried 4 times; it is not tried again") } }
    #expect(given.keys.sorted() == [85] && given[85]?.count == 1, "\(told)")
    #expect(told.filter { !$0.value.isEmpty }.keys.sorted() == [60, 85], "\(told)")
    let plan = house.world.run("plan", "household.yaml").output
    #expect(plan.contains("jammed") && plan.contains("it is not tried again until"), "\(plan)")
    #expect(house.history.contains("it is not tried again"))
  }

  /// One thing of a house, which does as it is told, or jams.
  private final class Thing: ReadTransport, WriteTransport {
    private let id: String
    private let inside: Mutex<(state: String, jams: Bool, calls: Int)>

    init(_ id: String, _ state: String) {
      self.id = id
      inside = Mutex((state, false, 0))
    }

    func set(_ state: String) { inside.withLock { $0.state = state } }
    func jams() { inside.withLock { $0.jams = true } }
    var calls: Int { inside.withLock { $0.calls } }

    func read(_ request: ReadRequest) async throws(TransportError) -> Response {
      let state = inside.withLock { $0.state }
      let thing = #"{"entity_id":"\#(id)","state":"\#(state)","attributes":{"supported_features":3}}"#
      switch request.path {
      case "/config": return Self.answer(#"{"version":"2025.4.4","state":"RUNNING","recovery_mode":false}"#)
      case "/core/state": return Self.answer(#"{"state":"RUNNING"}"#)
      case "/states": return Self.answer(state == "gone" ? "[]" : "[\(thing)]")
      default:
        let isThere = state != "gone" && request.path.hasSuffix("/" + id)
        return isThere ? Self.answer(thing) : Self.answer(#"{"message":"Entity not found."}"#, 404)
      }
    }

    func write(_ request: WriteRequest) async throws(TransportError) -> Response {
      inside.withLock { inside in
        inside.calls += 1
        let words = ["/lock": "locked", "/unlock": "unlocked", "/turn_off": "off", "/turn_on": "heat"]
        inside.state = inside.jams ? "jammed" : words.first { request.path.hasSuffix($0.key) }?.value ?? inside.state
      }
      return Self.answer("[]")
    }

    private static func answer(_ body: String, _ status: Int = 200) -> Response {
      Response(status: status, headers: [("Content-Type", "application/json")], body: Array(body.utf8))
    }
  }
}
