import CivilTime
import Documents

/// Systems whose own clocks are not in the zone of the policy, so that they can keep no hours for it.
enum OwnClocks {
  /// A warning for each of which the file says it, in the order of the file.
  static func warnings(on policy: Policy) -> [Diagnostic] {
    policy.systems.compactMap { system in
      guard let clock = system.clockZone, !system.sharesClock(of: policy.zone) else { return nil }
      return PolicyMessage.otherClock(clock, of: system, zone: policy.zone).at(system.span)
    }
  }
}
