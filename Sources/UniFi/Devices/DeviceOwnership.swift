import Policies
import Providers

/// Which policies of a console are a file's own. One rule for reading and for writing.
///
/// | the description has | an earlier run saw it | |
/// |---|---|---|
/// | the mark of the file's owner | | is the file's |
/// | no mark | as the file's | is the file's, and gets its mark back |
/// | the mark of the owner that the file had then | as the file's | is the file's, and gets its mark |
/// | another mark | | is another's |
/// | no mark | as another file's, or none did | is not the file's |
struct DeviceOwnership {
  private let owner: String
  /// By addresses in lower case, the id by which an earlier run saw what is there, and who owned it then.
  private let remembered: [String: (id: String, formerOwner: String?)]
  private let others: [String: OwnerMark]

  init(_ interest: DeviceInterest) {
    owner = interest.owner
    remembered = Dictionary(
      interest.addresses.map { id, address in (address.lowercased(), (id, interest.formerOwners[id])) }
    ) { first, _ in first }
    others = Dictionary(interest.others.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  /// Whether `policy` is the file's own.
  func owns(_ policy: FirewallPolicy) -> Bool {
    policy.head.origin == .userDefined && (policy.mark?.mark.owner == owner || remembered(policy) != nil)
  }

  /// Where `policy` belongs, as an earlier run or its mark says, and whether its mark says so; nil where it is not the
  /// file's own.
  func slot(of policy: FirewallPolicy) -> (slot: DevicePolicySlot, isMarked: Bool)? {
    guard policy.head.origin == .userDefined else { return nil }
    let marked = markedSlot(of: policy)
    guard let slot = remembered(policy).flatMap(DevicePolicySlot.init(id:)) ?? marked else { return nil }
    return (slot, slot == marked)
  }

  /// Where `policy` belongs by its mark, which every machine reads alike.
  private func markedSlot(of policy: FirewallPolicy) -> DevicePolicySlot? {
    guard let mark = policy.mark, mark.mark.owner == owner, let zone = policy.zones?.source else { return nil }
    return DevicePolicySlot(target: mark.mark.target, zone: zone.lowercased(), number: mark.number)
  }

  /// For whom a file of this state made `policy`, whose mark is gone; nil where nobody remembers it.
  func unmarked(_ policy: FirewallPolicy) -> OwnerMark? {
    guard policy.head.origin == .userDefined, policy.mark == nil else { return nil }
    if let id = remembered(policy) { return OwnerMark(owner: owner, target: Name(String(id.prefix { $0 != "/" }))) }
    return policy.id.flatMap { others[$0.lowercased()] }
  }

  /// The id by which an earlier run saw `policy` as the file's own; nil where none did, and where it has another's mark
  /// by now.
  private func remembered(_ policy: FirewallPolicy) -> String? {
    guard let (id, formerOwner) = policy.id.flatMap({ remembered[$0.lowercased()] }) else { return nil }
    guard let marked = policy.mark?.mark.owner else { return id }
    return marked == owner || marked == formerOwner ? id : nil
  }
}
