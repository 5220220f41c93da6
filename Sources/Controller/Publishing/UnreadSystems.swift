import Planning
import Policies

/// The systems of which what earlier runs knew goes on: those that a run could not read, or did not look at because it was
/// about other targets. Of what a run of all targets does not look at nothing is remembered.
struct UnreadSystems {
  private let read: Set<Name>
  private let interests: Set<Name>?

  init(_ report: Report) {
    read = Set(report.plan.systems.filter { $0.error == nil }.map(\.name))
    interests = report.plan.interests.map(Set.init)
  }

  func contains(_ system: Name) -> Bool { !read.contains(system) && interests?.contains(system) ?? true }
}
