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
  private static let toldNote = "told-changes"

  /// The changes of which people were told. What cannot be read, because the file was edited by hand, is left out.
  public func toldChanges() throws(StateError) -> [ToldChange] {
    guard let text = try note(Self.toldNote), let rows = (try? JSON(parsing: Array(text.utf8)))?.elements else {
      return []
    }
    return rows.compactMap { row in
      guard let target = row["target"]?.string, let at = row["at"]?.int.flatMap({ Instant(stored: Int64($0)) }) else {
        return nil
      }
      return ToldChange(target: Name(target), at: at)
    }
  }

  /// Replaces the changes of which people were told.
  public func keep(told changes: [ToldChange]) throws(StateError) {
    let rows = changes.map { change in
      JSON.object([
        JSON.Member("target", .string(change.target.text)),
        JSON.Member("at", .integer(Int(change.at.secondsSinceEpoch))),
      ])
    }
    try setNote(Self.toldNote, JSON.array(rows).text)
  }
}
