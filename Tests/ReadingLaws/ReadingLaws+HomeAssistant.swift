import HTTPTransport
import HomeAssistant
import JSONTree
import Planning
import Policies
import Providers
import Simulator
import TestSupport

extension ReadingLaws {
  /// The laws that a run against a Home Assistant breaks, some of whose answers are those of `bytes` (`AnswerScript`): it
  /// looks at all entities, then at two by their ids, and moves one of each sort. Empty where all hold.
  public static func brokenByHomeAssistant(_ bytes: [UInt8]) -> [String] {
    EventLoop().run { () async -> [String] in await HomeAssistantRun(AnswerScript(bytes)).broken() }
  }
}

private struct HomeAssistantRun {
  private static let base = "/api"
  private static let token = "hidden-token-2f9c"
  private static let code = "7351-hidden"
  private static let doors: Set<ObjectKind> = [.lock, .cover, .valve]
  /// Each of these is moved, where it is seen: one of each sort, and a group.
  private static let moved = [
    "switch.tv", "media_player.room", "lock.front_door", "cover.garage", "valve.garden", "light.upstairs",
  ]

  private let wire: FakeWire<Interrupted<HomeAssistant>>
  private let everything: ConnectedSystem
  private let few: ConnectedSystem

  private static let server = HomeAssistant(
    token: token,
    entities: [
      entity("switch.tv", "on"), entity("media_player.room", "playing", ["supported_features": 384]),
      entity("light.bed", "on"), entity("light.hall", "off"),
      entity("light.upstairs", "on", ["entity_id": ["light.bed", "light.hall"], "supported_features": 0]),
      entity("lock.front_door", "unlocked", .moving(seconds: 2)), entity("lock.shed", "locked", .needsCode(code)),
      entity("cover.garage", "open", ["supported_features": 11], .movingAlone(seconds: 2)),
      entity("valve.garden", "closed", ["supported_features": 3]), entity("sensor.heat", "21"),
    ], startedAt: Double(LawConnection.start - 86_400))

  private static func entity(
    _ id: String, _ state: String, _ attributes: JSONValue = [:], _ manner: HomeAssistantEntity.Manner = .immediate
  ) -> HomeAssistantEntity {
    HomeAssistantEntity(id: id, state: state, attributes: attributes, manner: manner)
  }

  private static func entity(
    _ id: String, _ state: String, _ manner: HomeAssistantEntity.Manner
  ) -> HomeAssistantEntity { entity(id, state, [:], manner) }

  init(_ script: AnswerScript) {
    let wire = FakeWire(
      Interrupted(Self.server, script), basePath: Self.base, clock: Double(LawConnection.start))
    let named = NamedObjects(names: [
      .lock: [ObjectNames(included: [.name("lock.front_door")])],
      .entity: [ObjectNames(included: [.name("light.upstairs")])],
    ])
    everything = ProviderKind.homeAssistant.connect(
      LawConnection.make(.homeAssistant, wire, Secret(Self.token), code: { _ in .success(Secret(Self.code)) }))
    few = ProviderKind.homeAssistant.connect(
      LawConnection.make(.homeAssistant, wire, Secret(Self.token), named: named))
    self.wire = wire
  }

  func broken() async -> [String] {
    var broken: [String] = []
    do throws(ProviderError) {
      let seen = try await everything.observer.observe(Self.doors.union([.entity]))
      broken += await faults(of: seen)
      let applier = everything.applier(wire)
      for id in Self.moved {
        guard let change = seen.objects.first(where: { $0.id == id }).flatMap({ Change(turning: $0) }) else { continue }
        broken += await faults(of: change, by: applier)
      }
      broken += await faultsOfSilence()
      broken += await faults(of: try await few.observer.observe([.lock, .entity]))
    } catch {
      broken += Self.leaks(in: error.message.texts)
    }
    return broken
  }

  private static func leaks(in texts: [String]) -> [String] { ReadingLaws.leaks(of: [token, code], in: texts) }

  private var transcript: Transcript { get async { Transcript(exchanges: await wire.system.exchanges) } }

  /// A refusal of the token counts towards a ban: nothing follows it.
  private func faultsOfSilence() async -> [String] {
    let exchanges = await transcript.exchanges
    guard let refused = exchanges.firstIndex(where: { $0.response.status == 401 && $0.response.delivery == .whole })
    else { return [] }
    let more = exchanges.count - refused - 1
    return more == 0 ? [] : ["\(more) requests after the token was refused"]
  }

  /// What counts as locked, closed or off was read to be so, and a server that does not run was not believed.
  private func faults(of seen: Observation) async -> [String] {
    let transcript = await transcript
    let server = transcript.lastReading(of: Self.base + "/config")
    let runs = server?["state"]?.string == "RUNNING" && server?["recovery_mode"]?.bool != true
    let taken = seen.objects.filter { $0.switchState.position == .disabled }.filter { object in
      let state = transcript.state(of: object.name, below: Self.base, asList: nil)
      return !(state.map { EntityWords.isOff(object.name, $0) } ?? false) && !transcript.isGroup(object.name, Self.base)
    }
    return (runs ? [] : ["a server that does not run is believed"])
      + taken.map { "\($0.name) counts as off, and was not read to be" } + Self.leaks(in: seen.texts)
  }

  private func faults(of change: Change, by applier: any Applier) async -> [String] {
    let before = await transcript.exchanges.count
    let words: [String]
    var outcome: Outcome?
    do throws(ProviderError) {
      let came = try await applier.apply(change)
      words = came.texts
      outcome = came
    } catch {
      words = error.message.texts
    }
    let transcript = await transcript.dropping(before)
    return Self.faults(of: change, outcome, transcript) + Self.leaks(in: words)
  }
}

extension HomeAssistantRun {
  private static func faults(of change: Change, _ outcome: Outcome?, _ transcript: Transcript) -> [String] {
    let calls = transcript.exchanges.enumerated().filter {
      $1.request.method == "POST" && !$1.request.path.hasSuffix("/update_entity")
    }
    var isGroup = false
    var broken: [String] = []
    for (place, call) in calls {
      let id = call.request.tree?["entity_id"]?.string ?? ""
      let service = call.request.path.dropFirst((base + "/services/").count)
      if String(service) != EntityWords.service(id, isOn: change.to.position == .enabled) {
        broken.append("\(service) was called to bring \(id) to \(change.to.position.rawValue)")
      }
      let earlier = Transcript(exchanges: Array(transcript.exchanges.prefix(place)))
      // What is said of it afterwards does not count: the members were called by then.
      isGroup = isGroup || earlier.isGroup(change.name, base)
      if !isGroup, id != change.name { broken.append("\(id) was called in place of \(change.name)") }
      switch earlier.state(of: id, below: base, asList: false) {
      case let state? where !EntityWords.isKnown(state): broken.append("\(id) was \(state), and was called")
      case nil: broken.append("\(id) was called without a look at it")
      case _?: break
      }
      if earlier.lastReading(of: base + "/core/state")?["state"]?.string != "RUNNING" {
        broken.append("a server that does not run was called")
      }
    }
    if Set(calls.map { $1.request.tree?["entity_id"]?.string }).count < calls.count { broken.append("called twice") }
    let last = transcript.state(of: change.name, below: base, asList: false)
    switch outcome {
    case .applied?:
      let isThere = last.map { EntityWords.isOff(change.name, $0) == (change.to.position == .disabled) } ?? false
      if !isGroup, !transcript.isGroup(change.name, base), !isThere {
        broken.append("applied, and the last look does not show it")
      }
    case .superseded?: if !calls.isEmpty { broken.append("superseded, and something was called") }
    case .unverified?: if calls.isEmpty { broken.append("unverified, and nothing was called") }
    case .failed?, .stuck?, .skipped?, nil: break
    }
    return broken
  }
}

/// What is known of Home Assistant's words by who shares nothing with the provider.
enum EntityWords {
  static func isOff(_ id: String, _ state: String) -> Bool {
    switch id.prefix(while: { $0 != "." }) {
    case "lock": state == "locked"
    case "cover", "valve": state == "closed"
    case "media_player": state == "off" || state == "standby"
    default: state == "off"
    }
  }

  static func isKnown(_ state: String) -> Bool { state != "unavailable" && state != "unknown" }

  static func service(_ id: String, isOn: Bool) -> String {
    switch id.prefix(while: { $0 != "." }) {
    case "lock": isOn ? "lock/unlock" : "lock/lock"
    case "cover": isOn ? "cover/open_cover" : "cover/close_cover"
    case "valve": isOn ? "valve/open_valve" : "valve/close_valve"
    case let domain: isOn ? "\(domain)/turn_on" : "\(domain)/turn_off"
    }
  }
}

extension Transcript {
  /// The body of the last answer that told of `id`: of all entities where `asList` is true, of it alone where it is false,
  /// either where it is nil.
  private func reading(of id: String, below base: String, asList: Bool?) -> JSON? {
    for (request, response) in exchanges.reversed() where request.method == "GET" {
      if asList != true, request.path == "\(base)/states/\(id)", let tree = response.tree { return tree }
      guard asList != false, request.path == "\(base)/states", let tree = response.tree else { continue }
      return (tree.elements ?? tree["entities"]?.elements)?.last { $0["entity_id"]?.string == id }
    }
    return nil
  }

  /// How `id` stood when it was last told of.
  func state(of id: String, below base: String, asList: Bool?) -> String? {
    reading(of: id, below: base, asList: asList)?["state"]?.string
  }

  /// Whether `id` was last told to have members.
  func isGroup(_ id: String, _ base: String) -> Bool {
    reading(of: id, below: base, asList: nil)?["attributes"]?["entity_id"]?.elements?.isEmpty == false
      || id.hasPrefix("group.")
  }
}
