import Controller
import Planning
import Policies

extension ActiveOverrides {
  /// Whether `target` is to be in `state`, and somebody has moved it out of that since it was there, as a run saw it last, and
  /// runs let that stand. Who wants that state in so many words then wants it anew: a door is opened for that once more.
  ///
  /// `seen` is what is remembered of its objects.
  func isLeftByHand(_ target: Name, wanting state: TargetState, _ seen: [RecordedObject]) -> Bool {
    guard let definition = policy.target(target), definition.yields(wanting: state) else { return false }
    return seen.contains { $0.wantedState == state.rawValue && $0.isElsewhere }
  }

  /// What is remembered of the objects of each target, by the target for which it was managed.
  var seenByTarget: [Name?: [RecordedObject]] {
    Dictionary(grouping: (remembered.memory?.objects ?? [:]).values, by: \.target)
  }
}
