import Planning
import Policies

/// Which systems people hear about, as they were lost or are back since they last heard. Decides; tells and remembers
/// nothing.
///
/// Runs that tell nobody see losses, too: by their events alone, people would hear nothing of what such a run saw first.
struct SystemNews: Hashable {
  /// Those that cannot be read, in the order of the report.
  var lost: [Name] = []
  /// Those that can be read again, in the same order.
  var back: [Name] = []
  /// Those of which people last heard that they are lost, afterwards.
  var told: Set<Name> = []

  /// No news.
  init() {}

  /// After a run that came to `report`; `lost` are all that are now, `told` those that people last heard to be.
  init(_ report: Report, lost: Set<Name>, told: Set<Name>) {
    let names = report.plan.systems.map(\.name)
    self.lost = names.filter { lost.contains($0) && !told.contains($0) }
    back = names.filter { told.contains($0) && !lost.contains($0) }
    // What a run of all targets does not look at is missed by nobody.
    self.told = (report.plan.interests.map(told.intersection) ?? told).union(self.lost).subtracting(back)
  }
}
