import Documents
import Policies
import Providers
import Text

/// What is particular to one kind of object of a console, beside how it is read.
struct ObjectTraits: Sendable {
  /// The kind.
  var kind: ObjectKind
  /// Below the site: its list, and with an id behind it one object.
  var path: String
  /// Members that a read gives and an update refuses.
  var refusedMembers: [String]
  /// Members that decide what the object does; where one of them changes with the switch, something is wrong.
  var decisiveMembers: Set<String>
  /// What the API's description of an update has.
  var documentedMembers: Set<String>
  /// Whether some of the list may come without an id.
  var mayLackID = false

  /// The path of one object of the site with this id, both UUIDs.
  func path(_ id: String, site: UniFiSite) -> String { "\(path(site))/\(id)" }

  /// The path of the list of the site.
  func path(_ site: UniFiSite) -> String { "/sites/\(site.id)/\(path)" }
}

extension SwitchedObject {
  /// The object as the planner sees it; `qualifier` tells it from others of its name.
  func liveObject(qualifier: String? = nil) -> ObservedObject {
    ObservedObject(
      kind: Self.traits.kind, id: id, name: name,
      switchState: SwitchState(!head.tellsSwitch ? .unknown : isEnabled ? .enabled : .disabled),
      whenOff: action.whenOff, isSelectableByPattern: action.isSelectableByPattern,
      isUserDefined: head.origin == .userDefined,
      enableBlocker: enableBlocker, ownSchedule: ownSchedule, qualifier: qualifier, switchBlocker: switchBlocker)
  }

  /// Why it must not be switched although somebody made it.
  private var switchBlocker: Message? {
    guard head.origin == .userDefined else { return nil }
    if case .other(let spelling) = action { return UniFiMessages.unknownAction(spelling) }
    return id == nil ? UniFiMessages.noID : nil
  }
}

/// The names that more than one policy that somebody made has; such policies are told apart by their zones.
struct DuplicateNames {
  private let names: Set<FoldedName>

  init(_ policies: [FirewallPolicy]) {
    let own = policies.filter { $0.head.origin == .userDefined }
    names = Set(Dictionary(grouping: own) { FoldedName($0.name) }.filter { $0.value.count > 1 }.keys)
  }

  /// Whether there are none.
  var isEmpty: Bool { names.isEmpty }

  /// What tells `policy` from its namesakes, such as `Internal → External`; nil where it has none. `zones` are the names
  /// of zones by their ids in lower case.
  func qualifier(of policy: FirewallPolicy, _ zones: [String: String]) -> String? {
    guard names.contains(FoldedName(policy.name)), let ends = policy.zones else { return nil }
    let (source, destination) = (zones[ends.source.lowercased()], zones[ends.destination.lowercased()])
    return "\((source ?? ends.source).shortened()) → \((destination ?? ends.destination).shortened())"
  }
}
