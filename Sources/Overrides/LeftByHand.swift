import Controller
import Planning
import Policies

extension ActiveOverrides {
  /// Whether `target` is to be in `state`, and somebody has moved it out of that since it was there, as a run saw it last, and
  /// runs let that stand. Who wants that state in so many words then wants it anew: a door is opened for that once more.
  func isLeftByHand(_ target: Name, wanting state: TargetState) -> Bool {
    guard let definition = policy.target(target), definition.yields(wanting: state) else { return false }
    return (remembered.memory?.objects ?? [:]).values.contains { seen in
      seen.target == target && seen.wantedState == state.rawValue && seen.isElsewhere
    }
  }
}
