/// The sorts of rows that a state holds and that runs go by.
public enum StoredSort: String, CaseIterable, Sendable {
  /// What was last seen of an object.
  case objects
  /// When a timer rings that reconcile has set.
  case timers
  /// That a system is left alone.
  case backoffs = "retreats"
  /// An override.
  case overrides
  /// The last text without errors of a policy.
  case lastGoodPolicy
  /// A request for an approval.
  case requests
}

extension StateStore {
  /// Removes the rows that cannot be read of the sorts that runs write again. Overrides and requests stay: nobody knows
  /// them but those who made them. The texts of policies stay as well.
  public func forgetUnreadable() throws(StateError) {
    if unreadable[.objects] != nil {
      for row in try database.rows(Schema.objectRows) where Self.object(row) == nil {
        try database.rows("DELETE FROM objects WHERE system IS ? AND kind IS ? AND id IS ?", Array(row[0...2]))
      }
    }
    if unreadable[.timers] != nil {
      for row in try database.rows(Schema.timerRows) where Self.failsafeTimer(row) == nil {
        try database.rows("DELETE FROM fuses WHERE system IS ?", [row[0]])
      }
    }
    if unreadable[.backoffs] != nil {
      for row in try database.rows("SELECT \(Schema.backoffColumns(in: Schema.version)) FROM retreats")
      where Self.backoff(row) == nil { try database.rows("DELETE FROM retreats WHERE system IS ?", [row[0]]) }
    }
  }
}
