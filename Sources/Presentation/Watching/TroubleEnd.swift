package import Planning
import Policies

/// Says how troubles ended: only of what is still looked at is it known that it is well again. What was renamed or removed in
/// the policy is not.
package struct TroubleEnd {
  /// What the policy of the run before had, and this one has no more.
  private let gone: Set<PolicyPart>
  private let looked: Set<Name>
  private let inPlace: Set<String>

  /// After a run that came to `report`; `gone` is what the policy has no more since the one before.
  package init(_ report: Report, gone: Set<PolicyPart>) {
    self.gone = gone
    looked = Set(report.plan.systems.map(\.name))
    inPlace = Trouble.inPlace(in: report)
  }

  /// `troubles`, which are over, with what is to be said of that.
  package func said(of troubles: [Trouble]) -> [Trouble] {
    var told: Set<PolicyPart> = []
    return troubles.map { trouble in
      guard trouble.ends != nil else { return trouble }
      let missing = trouble.parts.filter(gone.contains)
      if !missing.isEmpty {
        // Once, whatever all was wrong with it; and nothing of what is still there.
        guard let part = missing.first(where: { $0.name.text == trouble.subject }), told.insert(part).inserted else {
          return trouble.ending(nil)
        }
        return trouble.ending("is no longer in the policy")
      }
      if let system = trouble.ofSystem, !looked.contains(system) {
        return trouble.ending("is no longer looked at, as no target is on it")
      }
      return trouble.object == nil || inPlace.contains(trouble.thing) ? trouble : trouble.ending(nil)
    }
  }
}

extension Trouble {
  /// The system that the trouble is; nil where it is about something else.
  fileprivate var ofSystem: Name? {
    guard parts.count == 1, case .system(let name)? = parts.first, !isReason else { return nil }
    return name
  }

  /// The same with other words for its end, which name it and no object.
  fileprivate func ending(_ words: String?) -> Trouble {
    var other = self
    (other.ends, other.isReason, other.object) = (words, false, nil)
    return other
  }
}
