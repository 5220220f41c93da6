package import Approvals
import Controller
package import Policies
import StateStore

/// By what approvers can agree, as far as the user who asks may know it.
package struct ApproverMeans {
  /// Those who have no address for certain: they are never notified.
  package let withoutAddress: Set<Name>
  /// Those of them who have a PIN.
  package let withPIN: Set<Name>

  /// Of everybody who is to agree to one of `requests`.
  package init(_ requests: [ApprovalRequest], _ context: OverrideContext) {
    let approvers = Set(requests.flatMap { $0.codes.map(\.approver) })
    let people = context.people
    let unreached = approvers.filter { people.reach(of: $0) == .nothing }
    let store = unreached.isEmpty ? nil : try? StateStore(reading: context.places.state.path)
    withoutAddress = unreached
    withPIN = unreached.filter { (try? store?.pin(of: $0)) != nil }
  }
}
