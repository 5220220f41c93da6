import Documents
import JSONTree
import Policies
import Providers
import Text

/// Finds the numbers of applications and of their kinds by the names that the policy has for them.
///
/// The lists have thousands of lines and change with the version of UniFi Network at most: they are read only where a
/// name is not known from an earlier run.
struct TrafficCatalogue: Sendable {
  /// The two lists.
  enum List: String, Hashable, Sendable, CaseIterable {
    case applications
    case categories

    /// What users call one of it.
    var noun: String {
      switch self {
      case .applications: "application"
      case .categories: "category"
      }
    }

    /// Below the API's base; it belongs to no site.
    var path: String { "/dpi/\(rawValue)" }
  }

  /// One line of a list.
  struct Line: Hashable, Sendable {
    let id: Int
    let name: String

    init?(_ text: JSONText) {
      guard let id = text["id"]?.int, let name = text["name"]?.string else { return nil }
      (self.id, self.name) = (id, name)
    }
  }

  private(set) var lookups: Lookups
  /// Why a list could not be read, by the list.
  private var unread: [List: String] = [:]

  /// What earlier runs found, as far as that was on this `version`.
  init(_ known: Lookups?, version: String) {
    lookups = known.flatMap { $0.version == version ? $0 : nil } ?? Lookups(version: version)
  }

  /// The lists that have to be read for `selections`.
  func missing(for selections: [DeviceSelection]) -> Set<List> {
    Set(
      List.allCases.filter { list in
        selections.flatMap { Self.names($0, list) }.contains { name in
          if case .name(let text) = name { lookups.found[Self.key(text, list)] == nil } else { false }
        }
      })
  }

  /// Takes in what `list` says about the names of `selections`.
  mutating func learn(_ list: List, _ lines: [Line], for selections: [DeviceSelection]) {
    let byName = Dictionary(grouping: lines) { FoldedName($0.name) }
    for case .name(let text) in selections.flatMap({ Self.names($0, list) }) {
      let found = byName[FoldedName(text)] ?? []
      lookups.found[Self.key(text, list)] =
        found.isEmpty
        ? "?" + (Self.nearest(to: text, among: lines.map(\.name))?.shortened() ?? "")
        : found.prefix(Self.mostNamesakes).map { String($0.id) }.joined(separator: " ")
    }
  }

  /// Of so many of one name the numbers are remembered; more help nobody.
  private static let mostNamesakes = 12

  /// Forgets what none of `selections` names any more.
  mutating func forget(allBut selections: [DeviceSelection]) {
    let wanted = Set(
      List.allCases.flatMap { list in
        selections.flatMap { Self.names($0, list) }.map { Self.key($0.asWritten, list) }
      })
    lookups.found = lookups.found.filter { wanted.contains($0.key) }
  }

  /// What may have been meant: what is spelled nearly so, or begins so.
  private static func nearest(to text: String, among names: [String]) -> String? {
    Suggestion.nearest(to: text, among: names)
      ?? names.first { FoldedName($0).text.hasPrefix(FoldedName(text).text) }
  }

  /// Notes that `list` could not be read.
  mutating func fail(_ list: List, _ words: String) { unread[list] = words }

  /// What `selection` means: the numbers that are known, and what is wrong with the rest.
  func numbers(of selection: DeviceSelection, _ list: List) -> (ids: [Int], problems: [Message]) {
    var ids: [Int] = []
    var problems: [Message] = []
    for name in Self.names(selection, list) {
      switch find(name, list) {
      case .success(let id): if !ids.contains(id) { ids.append(id) }
      case .failure(let problem): if !problems.contains(problem.message) { problems.append(problem.message) }
      }
    }
    return (ids, problems)
  }

  /// What the numbers are called that `selections` name, or that earlier runs looked up.
  func names(for selections: [DeviceSelection]) -> [List: [Int: String]] {
    var names: [List: [Int: String]] = [:]
    for (key, found) in lookups.found {
      let words = key.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let list = List(rawValue: String(words[0])), let id = Int(found) else { continue }
      names[list, default: [:]][id] = String(words[1])
    }
    for list in List.allCases {
      for case .name(let text) in selections.flatMap({ Self.names($0, list) }) {
        if case .success(let id) = find(text, list) { names[list, default: [:]][id] = text }
      }
    }
    return names
  }

  private struct Problem: Error {
    let message: Message
  }

  private func find(_ name: TrafficName, _ list: List) -> Result<Int, Problem> {
    switch name {
    case .id(let id): .success(id)
    case .name(let text): find(text, list)
    }
  }

  private func find(_ text: String, _ list: List) -> Result<Int, Problem> {
    guard let found = lookups.found[Self.key(text, list)] else {
      return .failure(Problem(message: UniFiMessages.noCatalogue(unread[list] ?? "nothing was read")))
    }
    if found.hasPrefix("?") {
      let near = String(found.dropFirst())
      return .failure(Problem(message: UniFiMessages.noSuchTraffic(text, list, near: near.isEmpty ? nil : near)))
    }
    let ids = found.split(separator: " ").compactMap { Int($0) }
    guard ids.count == 1 else {
      return .failure(Problem(message: UniFiMessages.ambiguousTraffic(text, list.rawValue, ids)))
    }
    return .success(ids[0])
  }

  private static func names(_ selection: DeviceSelection, _ list: List) -> [TrafficName] {
    switch list {
    case .applications: selection.apps
    case .categories: selection.categories
    }
  }

  private static func key(_ name: String, _ list: List) -> String { "\(list.rawValue) \(FoldedName(name).text)" }
}
