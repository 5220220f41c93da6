import Policies
import Providers

/// What the policy's file makes and owns on one system, by the targets that it is made for.
struct MadeTable {
  private let objects: [Name: [ObservedObject]]
  /// What is made for targets that the policy does not have, in the order of reports.
  let unnamed: [ObservedObject]

  /// What among `objects` is made by the file.
  init(_ objects: [ObjectKind: [ObservedObject]], of system: System) {
    let kinds = system.kind.selectors.filter(\.isOfDevices).map(\.object)
    let made = kinds.flatMap { objects[$0] ?? [] }.filter { $0.made != nil }
    unnamed = made.filter { $0.made?.surplus == .unnamed }.inReportOrder
    self.objects = Dictionary(grouping: made.filter { $0.made?.surplus != .unnamed }) {
      $0.made?.target ?? system.name
    }
  }

  /// What is made for `target`, also what is yet to be made, and what is too much.
  func objects(of target: Name) -> [ObservedObject] { objects[target] ?? [] }
}
