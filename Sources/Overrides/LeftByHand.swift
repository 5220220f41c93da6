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

  /// Whether an override that wants `target` to be in `state`, which it is anyway, makes a difference by its beginning: what
  /// stands as somebody moved it is put right then, and nobody knows what has been moved since a run looked.
  func mayBeLeftByHand(_ target: Name, wanting state: TargetState, _ seen: [RecordedObject]) -> Bool {
    if policy.target(target)?.enforcement == .yield, seen.contains(where: { $0.wantedState == state.rawValue }) {
      return true
    }
    return isLeftByHand(target, wanting: state, seen)
  }

  /// What is remembered of the objects of each target, by the target for which it was managed.
  var seenByTarget: [Name?: [RecordedObject]] {
    Dictionary(grouping: (remembered.memory?.objects ?? [:]).values, by: \.target)
  }
}
