import Documents
import Providers

/// All groups of a Pi-hole and the clients that it lists, looked through once for all that is asked of them.
struct Neighbours {
  private let names: [Int: String]
  private let warnings: [Int: Message]
  private let disabled: Set<Int>

  /// `groups` and `clients` are all that there are.
  init(_ groups: [Row], _ clients: [ListedClient]) {
    names = Dictionary(groups.map { ($0.number, $0.place.text) }) { first, _ in first }
    let enabled = Set(groups.lazy.filter(\.isEnabled).map(\.number))
    disabled = Set(groups.map(\.number)).subtracting(enabled)
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

  /// That what is in the groups with these `numbers`, and in no others, holds for nobody; nil where one of them is enabled.
  func warning(inNoneBut numbers: [Int]) -> Message? {
    guard !numbers.isEmpty, disabled.isSuperset(of: numbers) else { return nil }
    return .inEffectForNobody(numbers.map(name).sorted())
  }

  /// That there are clients for which nothing is filtered while the group with this number is disabled; nil where there
  /// are none.
  func warning(without number: Int) -> Message? { warnings[number] }
}
