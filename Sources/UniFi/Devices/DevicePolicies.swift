import Documents
import JSONTree
import Policies
import Providers

/// The policies that a file makes for devices, held against those that a console has. Decides which is which; acts on
/// none.
///
/// Which live policy is this file's says `DeviceOwnership`. Its name decides nothing.
struct DevicePolicies {
  private let interest: DeviceInterest
  private let terms: DeviceTerms
  private let wanted: [DevicePolicyBody]
  /// What is live, in the console's order of evaluation.
  private let live: [FirewallPolicy]
  /// Targets whose traffic is not all known: what is live of it stays.
  private let incomplete: Set<Name>

  init(
    _ interest: DeviceInterest, _ wanted: [DevicePolicyBody], _ terms: DeviceTerms, incomplete: Set<Name>,
    live: [FirewallPolicy]
  ) {
    self.interest = interest
    self.terms = terms
    self.wanted = wanted
    self.incomplete = incomplete
    self.live = live
  }

  /// A live policy of this file's own.
  private struct Owned {
    let policy: FirewallPolicy
    /// Which of the live ones it is.
    let place: Int
    /// Where it belongs, as an earlier run or its mark says.
    let slot: DevicePolicySlot
    /// Whether its mark says so, which other machines with the same file read, too.
    let isMarked: Bool
  }

  /// What there is and what there should be, as the planner sees it.
  var objects: [ObservedObject] {
    let bySlot = Dictionary(grouping: owned, by: \.slot).mapValues(Self.inOrder)
    var objects = wanted.flatMap { body in self.objects(of: body, bySlot[body.slot] ?? []) }
    let known = Set(wanted.map(\.slot))
    let targets = Set(interest.wanted.map(\.target))
    for (slot, owned) in bySlot.sorted(by: { $0.key.id < $1.key.id }) where !known.contains(slot) {
      for (place, one) in owned.enumerated() {
        // Of a target that is not all known nobody can say what it needs: what there is is switched, and stays.
        let surplus: MadeObject.Surplus? =
          !targets.contains(slot.target)
          ? .unnamed : place > 0 ? .twice : incomplete.contains(slot.target) ? nil : .unneeded
        var made = MadeObject(target: slot.target, address: one.policy.id, surplus: surplus)
        // Where the first one goes as well, the others need not wait for it.
        if surplus == .twice, incomplete.contains(slot.target) { made.twin = owned.first?.policy.id }
        objects.append(object(one.policy, id: place == 0 ? slot.id : Self.id(slot, one.policy), made))
      }
    }
    return objects
  }

  // MARK: - Whose it is

  private var owned: [Owned] {
    let ownership = DeviceOwnership(interest)
    return live.enumerated().compactMap { place, policy in
      ownership.slot(of: policy).map { slot, isMarked in
        Owned(policy: policy, place: place, slot: slot, isMarked: isMarked)
      }
    }
  }

  /// `owned`, which are all in one slot, with the one in front that stays.
  ///
  /// Two machines with the same file can have made one each. They have to keep the same one, or each takes away what the
  /// other keeps; so it is not the one that this machine remembers, but the first by id of those with the mark.
  private static func inOrder(_ owned: [Owned]) -> [Owned] {
    let marked = owned.filter { $0.isMarked && $0.policy.id != nil }
    let kept =
      marked.min { ($0.policy.id ?? "").lowercased() < ($1.policy.id ?? "").lowercased() }
      ?? owned.first { $0.policy.id != nil } ?? owned.first
    guard let kept else { return [] }
    return [kept] + owned.filter { $0.place != kept.place }
  }

  // MARK: - What is wanted

  private func objects(of body: DevicePolicyBody, _ owned: [Owned]) -> [ObservedObject] {
    guard let first = owned.first else { return [absent(body)] }
    var kept = object(
      first.policy, id: body.slot.id,
      MadeObject(
        target: body.slot.target, address: first.policy.id, content: patch(body, of: first.policy).text,
        differences: differences(of: first.policy, from: body)))
    kept.caveats[.enabled] = caveats(body, before: first.place)
    return [kept] + owned.dropFirst().map { twin(of: first.policy, $0, in: body.slot) }
  }

  /// What is too much beside `kept`, which stays.
  private func twin(of kept: FirewallPolicy, _ twin: Owned, in slot: DevicePolicySlot) -> ObservedObject {
    var made = MadeObject(target: slot.target, address: twin.policy.id, surplus: .twice)
    made.twin = kept.id
    return object(twin.policy, id: Self.id(slot, twin.policy), made)
  }

  private static func id(_ slot: DevicePolicySlot, _ policy: FirewallPolicy) -> String {
    slot.id + "/" + (policy.id?.lowercased() ?? "without-id")
  }

  /// What is to become of `policy`. Which traffic it stops stays where that is not all known, and so do its name and its
  /// number: nobody can say how many there should be.
  private func patch(_ body: DevicePolicyBody, of policy: FirewallPolicy) -> JSON {
    guard incomplete.contains(body.slot.target) else { return body.patch }
    let isMarked = policy.mark?.mark == OwnerMark(owner: interest.owner, target: body.slot.target)
    return isMarked ? body.patch.keepingTraffic.removing(["name", "description"]) : body.patch.keepingTraffic
  }

  private func absent(_ body: DevicePolicyBody) -> ObservedObject {
    var object = ObservedObject(
      kind: .devicePolicy, id: body.slot.id, name: body.name, switchState: SwitchState(.absent), whenOff: .enabled)
    object.made = MadeObject(target: body.slot.target, content: body.patch.text)
    object.caveats[.enabled] = caveats(body, before: live.count)
    return object
  }

  private func object(_ policy: FirewallPolicy, id: String, _ made: MadeObject) -> ObservedObject {
    var object = ObservedObject(
      kind: .devicePolicy, id: id, name: policy.name, switchState: SwitchState(policy.isEnabled ? .enabled : .disabled),
      whenOff: .enabled, switchBlocker: policy.id == nil ? UniFiMessages.noID : nil)
    object.made = made
    object.made?.owner = policy.mark?.mark.owner
    object.made?.hours = MadeObject.Hours(schedule: policy.head.text["schedule"])
    return object
  }

  // MARK: - What differs

  private func differences(of policy: FirewallPolicy, from body: DevicePolicyBody) -> [String] {
    DevicePolicyDifference(policy, patch(body, of: policy), terms: terms).words
  }

  /// What comes before a policy and lets pass what it is to stop.
  private func caveats(_ body: DevicePolicyBody, before place: Int) -> [Message] {
    guard let allowing = live[..<place].first(where: { $0.allows(body) }) else { return [] }
    return [UniFiMessages.allowsBefore(body.name, allowing.name)]
  }
}

extension FirewallPolicy {
  /// The mark of a file's own policy; nil where its description has none.
  var mark: DevicePolicyMark? { head.text["description"]?.string.flatMap { DevicePolicyMark(in: $0) } }

  /// Whether it lets pass, now, what could be traffic of the devices of `body`: somebody made it for the same zones, and
  /// it is for all devices or for one of them.
  fileprivate func allows(_ body: DevicePolicyBody) -> Bool {
    guard isEnabled, action == .allow, head.origin == .userDefined, let zones,
      zones.source.lowercased() == body.patch["source"]?["zoneId"]?.string,
      zones.destination.lowercased() == body.patch["destination"]?["zoneId"]?.string
    else { return false }
    let filter = head.text["source"]?["trafficFilter"]
    if filter?["type"]?.string == "MAC_ADDRESS" {
      return !Set(tree.sourceAddresses).isDisjoint(with: body.patch.sourceAddresses)
    }
    // Beside a network or an address it is a text, of one device.
    guard let other = filter?["macAddressFilter"]?.string.flatMap(MACAddress.init) else { return true }
    return body.patch.sourceAddresses.contains(other)
  }
}
