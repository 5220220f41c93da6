package import Policies
import Providers
package import Planning

/// One finding, and all targets that it was made of.
package struct FindingTogether {
  /// The first of them, with its own target and place.
  package var finding: Finding
  /// In the order of the findings; empty where it is about none.
  package var targets: [Name]
}

extension [Finding] {
  /// The same findings, but those that differ only in their target as one, at the place of the first.
  package var together: [FindingTogether] {
    var places: [Finding: Int] = [:]
    var all: [FindingTogether] = []
    for finding in self {
      var key = finding
      (key.target, key.file, key.line) = (nil, nil, nil)
      if let place = places[key] {
        if let target = finding.target { all[place].targets.append(target) }
      } else {
        places[key] = all.count
        all.append(FindingTogether(finding: finding, targets: finding.target.map { [$0] } ?? []))
      }
    }
    return all
  }
}
