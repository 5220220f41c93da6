import Simulator
import Testing

/// What actions do: how long they take, what is left of those nobody waited for, and nothing twice.
struct EasyControlActionTests {
  typealias Guest = EasyControlGuest
  static let unlock: JSONValue = ["action": "door.unlock"]

  static func guest(_ entities: [String: EasyControl.Entity], for names: [String]) -> Guest {
    var guest = Guest(EasyControl(.v2, entities: entities))
    guest.pair(for: names)
    return guest
  }

  static func door(seconds: Double = 2) -> Guest {
    guest(
      ["lock.door": EasyControl.Entity("Door", state: "locked", seconds: seconds)], for: ["lock.door"])
  }

  func state(_ guest: inout Guest) -> JSONValue? {
    guest.ask("GET", "states", bearer: guest.token).json?["entities"]?.elements?.first?["state"]
  }

  @Test func waitsUntilTheDeviceIsDone() {
    var guest = Self.door(seconds: 15)
    let request = guest.proven(Self.unlock, guest.nonce())
    let first = guest.server.respond(to: request, at: guest.now)
    #expect(first.delivery == .unfinished(milliseconds: 15_000) && first.isCancellable)
    #expect(state(&guest) == "unlocking")
    #expect(guest.server.timesBegun("door.unlock") == 1 && guest.server.timesDone("door.unlock") == 0)
    guest.now += 15
    var again = request
    again.step = 1
    let last = guest.server.respond(to: again, at: guest.now)
    #expect(last.json?["used_count"] == 1 && last.json?["remaining_uses"] == -1)
    #expect(state(&guest) == "unlocked")
    #expect(guest.server.timesDone("door.unlock", on: "lock.door") == 1)
    #expect(guest.server.timesDone("door.unlock", on: "lock.other") == 0)
  }

  /// The nonce is spent, the use is not counted, and the door stays where it was until the next action.
  @Test func staysHalfWayWhenNobodyWaits() {
    var guest = Self.door()
    let request = guest.proven(Self.unlock, guest.nonce())
    _ = guest.server.respond(to: request, at: guest.now)
    guest.now += 20
    #expect(state(&guest) == "unlocking")
    #expect(Guest.word(guest.send(request)) == "401 action_proof_replay")
    #expect(guest.server.guests[0].uses == 0)
    #expect(guest.server.calls.map(\.outcome) == [.underWay])
    #expect(guest.act(["action": "door.lock"]).status == 200)
    #expect(state(&guest) == "locked")
    #expect(guest.server.calls.map(\.outcome) == [.underWay, .done])
  }

  /// The answer can be lost when all is done; whoever then asks again has done it twice.
  @Test func losesAnswersAfterTheDeed() {
    var guest = Self.door()
    guest.server.answersToLose = 1
    #expect(guest.act(Self.unlock).delivery == .lost)
    #expect(state(&guest) == "unlocked" && guest.server.timesDone("door.unlock") == 1)
    #expect(guest.act(Self.unlock).delivery == .whole)
    #expect(guest.server.timesDone("door.unlock") == 2 && guest.server.guests[0].uses == 2)
  }

  @Test func cutsShortWhatARestartMeets() {
    var guest = Self.door()
    var request = guest.proven(Self.unlock, guest.nonce())
    _ = guest.server.respond(to: request, at: guest.now)
    guest.server.restart(at: guest.now)
    request.step = 1
    #expect(guest.server.respond(to: request, at: guest.now + 2).delivery == .lost)
    #expect(guest.server.calls.map(\.outcome) == [.underWay])
  }

  struct Deed: CustomTestStringConvertible, Sendable {
    var id: String
    var action: String
    var value: (String, JSONValue)?
    var entity: EasyControl.Entity
    /// State and details at once, and a minute later.
    var wanted: [String]
    var testDescription: String { id + " " + action }

    init(
      _ id: String, _ action: String, value: (String, JSONValue)? = nil, _ entity: EasyControl.Entity,
      _ wanted: [String], _ change: (inout EasyControl.Entity) -> Void = { _ in }
    ) {
      (self.id, self.action, self.value, self.entity, self.wanted) = (id, action, value, entity, wanted)
      change(&self.entity)
    }
  }

  static let cover = EasyControl.Entity(
    "Cover", state: "open", details: ["current_position": 40, "supported_features": 255])
  static let lamp = EasyControl.Entity("Lamp", state: "off", details: ["device_class": "x"])

  static let deeds: [Deed] = [
    Deed("lock.a", "door.lock", EasyControl.Entity("A", state: "unlocked"), ["locked {}", "locked {}"]),
    Deed("lock.a", "door.lock", EasyControl.Entity("A", state: "unlocked"), ["jammed {}", "jammed {}"]) {
      $0.endsAs = "jammed"
    },
    Deed("lock.a", "door.lock", EasyControl.Entity("A", state: "unavailable"), ["unavailable {}", "unavailable {}"]),
    Deed("switch.a", "switch.on", EasyControl.Entity("A", state: "off"), ["off {}", "on {}"]) { $0.lag = 50 },
    Deed(
      "cover.a", "garage.close", cover,
      [
        #"closed {"current_position":0,"supported_features":255}"#,
        #"closed {"current_position":0,"supported_features":255}"#,
      ]),
    Deed(
      "cover.a", "garage.open", cover,
      [
        #"opening {"current_position":40,"supported_features":255}"#,
        #"open {"current_position":100,"supported_features":255}"#,
      ]
    ) { $0.secondsPerStep = 7 },
    Deed(
      "cover.a", "garage.set_position", value: ("position_pct", 120), cover,
      [
        #"open {"current_position":100,"supported_features":255}"#,
        #"open {"current_position":100,"supported_features":255}"#,
      ]),
    Deed(
      "cover.a", "garage.set_tilt", value: ("tilt_pct", "30"), cover,
      [
        #"open {"current_position":40,"supported_features":255,"current_tilt_position":30}"#,
        #"open {"current_position":40,"supported_features":255,"current_tilt_position":30}"#,
      ]),
    Deed(
      "light.a", "light.set_brightness", value: ("brightness_pct", 40), lamp,
      [#"on {"brightness":102,"device_class":"x"}"#, #"on {"brightness":102,"device_class":"x"}"#]),
    Deed(
      "light.a", "light.set_brightness", lamp, [#"on {"device_class":"x"}"#, #"on {"device_class":"x"}"#]),
  ]

  @Test(arguments: deeds)
  func does(_ deed: Deed) {
    var guest = Self.guest([deed.id: deed.entity], for: [deed.id])
    var body: JSONValue = ["action": .string(deed.action), "entity_id": .string(deed.id)]
    if let (name, value) = deed.value { body[name] = value }
    #expect(guest.act(body).json?["used_count"] == 1)
    let found = [0.0, 60].map { later in
      guest.now += later
      _ = state(&guest)
      let entity = guest.server.entities[deed.id]
      return "\(entity?.state ?? "") \(String(decoding: entity?.details.encoded ?? [], as: UTF8.self))"
    }
    #expect(found == deed.wanted)
  }

  @Test func knowsNothingOfWhatIsGone() {
    var guest = Self.guest([:], for: ["lock.gone"])
    #expect(guest.act(Self.unlock).status == 200)
    let states = guest.ask("GET", "states", bearer: guest.token)
    #expect(
      String(decoding: states.body, as: UTF8.self)
        == #"{"entities":[{"entity_id":"lock.gone","domain":"lock","state":"unavailable","friendly_name":"lock.gone"}]}"#
    )
  }

  @Test func carriesWhatABrokerNeeds() {
    var guest = Guest(EasyControl(.v2))
    guest.server.brokerConfiguration = ["password": "secret"]
    #expect(guest.pair(for: ["lock.door"]).json?["mqtt_config"]?["password"] == "secret")
  }
}
