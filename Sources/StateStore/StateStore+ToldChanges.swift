public import CivilTime
import JSONTree
public import Policies

/// A coming change of which people were told.
public struct ToldChange: Hashable, Sendable {
  /// The target that changes.
  public var target: Name
  /// When it does.
  public var at: Instant

  /// A coming change of which people were told.
  public init(target: Name, at: Instant) { (self.target, self.at) = (target, at) }
}

extension StateStore {
  /// The changes of which people were told. What cannot be read, because the file was edited by hand, is left out.
  func toldChanges() throws(StateError) -> [ToldChange] {
    guard let text = try note(.toldChanges), let rows = (try? JSON(parsing: Array(text.utf8)))?.elements else {
      return []
    }
    return rows.compactMap(ToldChange.init(stored:))
  }

  /// Replaces the changes of which people were told.
  func keep(told changes: [ToldChange]) throws(StateError) {
    let rows = changes.map(\.stored)
    try setNote(.toldChanges, JSON.array(rows).text)
  }
}

extension ToldChange {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("target", target.text)
    members.add("at", at)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let target = tree.name("target"), let at = tree.instant("at") else { return nil }
    self.init(target: target, at: at)
  }
}
