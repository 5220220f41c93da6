import Simulator
import TestSupport

/// Everything that a household has configured, at one moment.
struct Snapshot {
  var things = Things()
  /// By system.
  var blocking: [String: BlockingSwitch] = [:]
  /// By system.
  var consoles: [String: ConsoleState] = [:]

  struct ConsoleState: Equatable {
    var version: UniFiVersion
    var hasZones: Bool
  }

  /// One object with its one switch.
  struct Thing: Equatable {
    enum Kind: String {
      case rules, policies, wifi, groups, lists, domains, clients, entities
    }

    var system: String
    var kind: Kind
    var id: String
    var name: String
    var isEnabled: Bool
    /// What the switch must not take with it.
    var rest: Rest
    var isUserDefined = true
    /// Whether it blocks; nil where it is neither a rule, a policy nor a list.
    var blocks: Bool?
    /// Whether it can be written at all.
    var hasID = true
    /// Whether it can be read and moved.
    var isReachable = true
    /// Whether enabling it would cut off everything.
    var isUnfiltered = false

    var key: String { "\(system) \(kind.rawValue) \(id)" }

    /// For people to read.
    var text: String {
      let switched = "'\(name)' \(isEnabled ? "enabled" : "disabled")"
      switch rest {
      case .settings(let settings): return "\(switched) \(String(decoding: settings.encoded, as: UTF8.self))"
      case .row(let place, let comment, let groups, _):
        return "\(switched) \(place) in \(groups), '\(comment ?? "")'"
      case .device: return switched
      }
    }
  }

  enum Rest: Equatable {
    case settings(JSONValue)
    case row(GravityPlace, comment: String?, groups: [Int], dateAdded: Int)
    /// It has nothing but its state.
    case device
  }
}

extension Snapshot {
  /// What `house` has now. What has not changed since `earlier` is taken from there, which is much faster.
  init(_ house: House, since earlier: Snapshot? = nil) async {
    for (name, wire) in house.consoles { add(name, await wire.system, earlier) }
    for (name, wire) in house.piHoles { add(name, await wire.system.piHole, at: await wire.clock, earlier) }
    for (name, states) in await house.deviceStates {
      things.add(name, .devices(states), earlier?.things) { states.map { Self.thing(name, $0.key, $0.value) } }
    }
  }

  private static func thing(_ name: String, _ id: String, _ state: String) -> Thing {
    var thing = Thing(
      system: name, kind: .entities, id: id, name: id,
      isEnabled: !["off", "locked", "closed", "unavailable"].contains(state), rest: .device)
    thing.isReachable = state != "unavailable"
    return thing
  }

  private mutating func add(_ name: String, _ console: UniFiConsole, _ earlier: Snapshot?) {
    let site = console.sites[0]
    consoles[name] = ConsoleState(version: console.version, hasZones: site.zoneFirewall != nil)
    let origin = Things.Origin.console(site.aclRules, site.zoneFirewall?.policies ?? [], site.wiFis)
    things.add(name, origin, earlier?.things) { Self.things(name, site) }
  }

  private static func things(_ name: String, _ site: UniFiSite) -> [Thing] {
    var things: [Thing] = []
    for rule in site.aclRules {
      var thing = Thing(
        system: name, kind: .rules, id: rule.id, name: rule.name, isEnabled: rule.isEnabled,
        rest: rest(rule.settings), isUserDefined: rule.origin == "USER_DEFINED")
      thing.blocks = rule.settings["action"]?.text == "BLOCK"
      thing.isUnfiltered = rule.settings["sourceFilter"] == nil && rule.settings["destinationFilter"] == nil
      things.append(thing)
    }
    for policy in site.zoneFirewall?.policies ?? [] {
      var thing = Thing(
        system: name, kind: .policies, id: policy.id, name: policy.name, isEnabled: policy.isEnabled,
        rest: rest(policy.settings), isUserDefined: policy.origin == "USER_DEFINED")
      thing.blocks = policy.settings["action"]?["type"]?.text != "ALLOW"
      thing.hasID = policy.hasID
      things.append(thing)
    }
    for wifi in site.wiFis {
      things.append(
        Thing(
          system: name, kind: .wifi, id: wifi.id, name: wifi.name, isEnabled: wifi.isEnabled,
          rest: rest(wifi.settings), isUserDefined: wifi.origin == "USER_DEFINED"))
    }
    return things
  }

  private static func rest(_ settings: JSONValue) -> Rest {
    var rest = settings
    rest["enabled"] = nil
    return .settings(inOrder(rest))
  }

  /// The order of members says nothing, nor does the spelling of numbers: version 10.0 has some of them as texts.
  private static func inOrder(_ value: JSONValue) -> JSONValue {
    if let fields = value.fields {
      let sorted = fields.sorted { $0.name < $1.name }
      return .object(sorted.map { JSONValue.Field($0.name, inOrder($0.value)) })
    }
    if let elements = value.elements { return .array(elements.map(inOrder)) }
    return value.double.map { .number("\($0)") } ?? value
  }

  private mutating func add(_ name: String, _ piHole: PiHole, at now: Double, _ earlier: Snapshot?) {
    var later = piHole
    later.advance(to: now)
    blocking[name] = later.blocking
    let gravity = piHole.gravity
    let tables = [gravity.groups, gravity.lists, gravity.domains, gravity.clients]
    things.add(name, .piHole(tables), earlier?.things) {
      zip([Thing.Kind.groups, .lists, .domains, .clients], tables).flatMap { kind, rows in
        rows.map { Self.thing(name, kind, $0) }
      }
    }
  }

  private static func thing(_ name: String, _ kind: Thing.Kind, _ row: GravityRow) -> Thing {
    var thing = Thing(
      system: name, kind: kind, id: String(row.id), name: row.name, isEnabled: row.isEnabled,
      rest: .row(row.place, comment: row.comment, groups: row.groups, dateAdded: row.dateAdded),
      isUserDefined: !(kind == .groups && row.id == 0))
    if case .list(let type) = row.place { thing.blocks = type == .block }
    return thing
  }
}
