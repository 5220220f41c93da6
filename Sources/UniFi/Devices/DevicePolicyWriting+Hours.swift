import JSONTree
import Policies
import Providers

/// What is done where a console does not keep the hours that it was sent.
extension DevicePolicyWriting {
  /// What comes of `after`, as it was read back, where the console has not kept its hours; nil where it has, or was sent
  /// none.
  ///
  /// Without its hours it blocks at all times. Where its target is on now it is taken back at once; where its target is off
  /// it stays, and the next runs lift it in time.
  func outcome(ofLostHoursOf after: FirewallPolicy, isNew: Bool) async -> Outcome? {
    guard let made = change.made, let wanted = made.wantedHours, wanted.daily != nil, after.isEnabled,
      MadeObject.Hours(schedule: after.head.text["schedule"]) != wanted
    else { return nil }
    let address = isNew ? after.id : nil
    guard made.withoutHours == .disabled else {
      return .unverified(UniFiMessages.hoursNotKept(after.name, isLifted: nil), address: address)
    }
    let isLifted = await isLiftedAgain(after, isNew: isNew)
    let message = UniFiMessages.hoursNotKept(after.name, isLifted: isLifted)
    return isLifted ? .failed(message) : .unverified(message, address: address)
  }

  /// Takes back what was just made, or else disables it; whether it is known to block nobody any more.
  private func isLiftedAgain(_ policy: FirewallPolicy, isNew: Bool) async -> Bool {
    guard let id = policy.id else { return false }
    if isNew, await takeBack(id) { return true }
    do throws(ProviderError) {
      let path = try await path(id)
      _ = try await applier.deliver(policy.body(enabled: false), of: FirewallPolicy.self, to: path)
      switch try await client.object(at: path) as Found<FirewallPolicy> {
      case .gone: return true
      case .object(let now): return !now.isEnabled
      case .refused: return false
      }
    } catch {
      return false
    }
  }
}
