import JSONTree
import Policies
import Providers

// | kind   | id                  | name                     | off means                       | its own doing |
// |--------|---------------------|--------------------------|---------------------------------|---------------|
// | group  | its number          | its name                 | what the target says            | number 0      |
// | domain | `deny/exact/DOMAIN` | readable, with `regex:`  | deny: enabled, allow: disabled  | –             |
// | list   | `block/ADDRESS`     | its address              | what the target says            | –             |

extension Row {
  /// The group that every client belongs to that is not listed. (Measured: it cannot be got rid of, and whoever deletes
  /// it loses every membership in it.)
  static let defaultGroup = 0

  /// The position of the switch.
  var switchState: SwitchState { SwitchState(isEnabled ? .enabled : .disabled) }

  /// A group as the planner sees it; `neighbours` are all groups and the clients in them.
  func group(among neighbours: Neighbours) -> ObservedObject {
    let isDefault = number == Self.defaultGroup
    let warning = isDefault ? nil : neighbours.warning(without: number)
    return ObservedObject(
      kind: .group, id: String(number), name: place.text, switchState: switchState, whenOff: nil,
      isUserDefined: !isDefault,
      switchBlocker: isDefault ? .defaultGroup(place.text) : place.switchBlocker,
      caveats: warning.map { [.disabled: [$0]] } ?? [:])
  }

  /// A domain entry as the planner sees it; `neighbours` are all groups.
  func domain(_ list: DomainEntries.List, isRegex: Bool, among neighbours: Neighbours) -> ObservedObject {
    let record = DomainRecord(
      list: list, isRegex: isRegex, spellings: spellings,
      groups: (groups ?? []).map(neighbours.name).sorted(), comment: comment)
    let warning = neighbours.warning(inNoneBut: groups ?? [])
    return ObservedObject(
      kind: .domain, id: place.id, name: (isRegex ? "regex:" : "") + (spellings.last ?? place.text),
      switchState: switchState,
      whenOff: list == .deny ? .enabled : .disabled, switchBlocker: place.switchBlocker,
      caveats: warning.map { [.enabled: [$0]] } ?? [:], record: record)
  }

  /// A subscribed list as the planner sees it. One that allows is not selected by a pattern, as a rule that allows is
  /// not: it would mean the opposite of its neighbours.
  func list(_ type: ListType) -> ObservedObject {
    ObservedObject(
      kind: .list, id: place.id, name: place.text, switchState: switchState, whenOff: nil,
      isSelectableByPattern: type == .block,
      qualifier: type.rawValue, switchBlocker: place.switchBlocker,
      caveats: isEmptyList ? [.enabled: [.emptyList(place.text, type)]] : [:])
  }

  /// The stored spelling and, where it is another, the readable one.
  var spellings: [String] {
    guard let readable = tree["unicode"]?.string, readable != place.text else { return [place.text] }
    return [place.text, readable]
  }

  /// Whether it holds no domains, or was never fetched (status 0, as every new list has it).
  private var isEmptyList: Bool { tree["number"]?.int == 0 || tree["status"]?.int == 0 }
}

extension ObservedObject {
  /// The live objects of the rows of one table; rows of other tables make none. `groups` and `clients` are all that there
  /// are, nil where they were not asked for.
  static func all(_ rows: [Row], groups: [Row], clients: [ListedClient]?) -> [ObservedObject] {
    let neighbours = Neighbours(groups, clients ?? [])
    return rows.map { row in
      switch row.place {
      case .group: row.group(among: neighbours)
      case .domain(let list, let isRegex, _): row.domain(list, isRegex: isRegex, among: neighbours)
      case .list(let type, _): row.list(type)
      }
    }
  }
}
