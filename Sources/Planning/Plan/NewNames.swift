import Documents
import Providers

extension Plan {
  /// What a target finds no more, and what it has left behind, may be the same with another name: it is proposed where
  /// there is one of each.
  mutating func proposeNewNames() {
    for left in leftBehind {
      guard case .closed = left.standing else { continue }
      let target = left.closing.target
      let places = problems.indices.filter { place in
        let problem = problems[place]
        return problem.message.code == Messages.Code.notFound && problem.target == target
          && problem.system == left.object.system && problem.kind == left.object.kind
      }
      let others = leftBehind.count {
        $0.closing.target == target && $0.object.system == left.object.system && $0.object.kind == left.object.kind
      }
      guard others == 1, places.count == 1, let place = places.first else { continue }
      problems[place].message.hint = Messages.newName(left.closing.name, target)
    }
  }
}
