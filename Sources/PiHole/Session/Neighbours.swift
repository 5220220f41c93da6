import Documents
import Providers

/// All groups of a Pi-hole and the clients that it lists, looked through once for all that is asked of them.
struct Neighbours {
  private let names: [Int: String]
  private let warnings: [Int: Message]

  /// `groups` and `clients` are all that there are.
  init(_ groups: [Row], _ clients: [ListedClient]) {
    names = Dictionary(groups.map { ($0.number, $0.place.text) }) { first, _ in first }
    let enabled = Set(groups.lazy.filter(\.isEnabled).map(\.number))
    // By the number of a group the clients that are in it and in no other enabled one.
    var unfiltered: [Int: [ListedClient]] = [:]
    for client in clients {
      let filtering = client.groups.intersection(enabled)
      guard filtering.count < 2 else { continue }
      for number in filtering.isEmpty ? client.groups : filtering { unfiltered[number, default: []].append(client) }
    }
    warnings = unfiltered.mapValues(Message.unfiltered)
  }

  /// The name of the group with this number, or the number.
  func name(of number: Int) -> String { names[number] ?? "#\(number)" }

  /// That there are clients for which nothing is filtered while the group with this number is disabled; nil where there
  /// are none.
  func warning(without number: Int) -> Message? { warnings[number] }
}
