import JSONTree
import Providers

/// A client that a Pi-hole lists, with the groups that alone decide what is filtered for it.
struct ListedClient: Hashable, Sendable {
  /// Its address, range, hardware address, host name or `:interface`, as somebody once wrote it.
  let key: String
  /// What somebody would know it by: the comment, else the resolved name; nil where there is neither.
  let label: String?
  /// Numbers of groups.
  let groups: Set<Int>

  /// Every client of `answer`.
  static func all(in answer: JSONText) throws(ProviderError) -> [ListedClient] {
    var clients: [ListedClient] = []
    for element in try Table.clients.rows(in: answer) { clients.append(try ListedClient(element.tree)) }
    return clients
  }

  private init(_ tree: JSON) throws(ProviderError) {
    guard let key = tree["client"]?.string else { throw .strangeRow(.clients) }
    self.key = key
    label = [tree["comment"], tree["name"]].compactMap { $0?.string }.first { !$0.isEmpty }
    groups = Set(try tree.groupNumbers(in: .clients))
  }
}
