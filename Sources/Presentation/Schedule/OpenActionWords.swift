package import JSONTree
package import Planning
import Policies

/// What has fallen due and is still to be done.
extension OpenAction {
  /// `to be done until 18:30`
  package func words(_ moments: Moments) -> String { "to be done until \(moments.short(due.until))" }

  /// `, unless it opens what 'front' has: locked until 20:10`; empty where nothing keeps it from being done.
  package func unless(_ moments: Moments) -> String { keeper.map { ", unless " + $0.words(moments) } ?? "" }

  /// What decides that it is done.
  var decider: Verdict.Decider? { due.edge.map { .edge($0) } }

  /// For programs; its target is said where several are told of.
  package var members: [JSON.Member] {
    [.init("due", .instant(due.key.at)), .init("until", .instant(due.until))]
      + (keeper.map { [.init("unless", $0.json)] } ?? [])
  }
}
