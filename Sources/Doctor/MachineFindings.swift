package import CivilTime
package import Controller
import Documents
package import Host
package import Planning
package import Policies
import Presentation

/// What is amiss on the machine that is to keep the schedule, and in the policy, whatever the systems say.
package struct MachineFindings {
  /// What was found.
  package let findings: [Finding]

  /// Of the policy that was `loaded`, on a machine with `zones` where `upkeep` runs it, or `other`, the path of
  /// another one, which `isThere` or not; `turns` are two that take turns. `enabling` is what makes systemd run it, and `earlier`
  /// are units of an earlier version.
  package init(
    _ loaded: LoadedPolicy, _ policy: Policy, _ zones: Zones, _ upkeep: Upkeep,
    insteadOfIt other: (path: String, isThere: Bool)?, turns: [String]? = nil, _ enabling: Enabling,
    earlier: EarlierUnits, now: Instant
  ) {
    let moments = Moments(zone: policy.zone, now: now)
    let isUTC = policy.zone.name == Zone.utc.name && zones.ofMachine.name == Zone.utc.name
    let present = zones.presentName(of: policy.zone.name)
    findings =
      Self.run(upkeep, moments, enabling, insteadOfIt: other, turns)
      + (upkeep.units == nil ? [] : earlier.paths.map { Finding(DoctorMessages.earlierUnit($0)) })
      + (isUTC ? [Finding(DoctorMessages.isUTC)] : [])
      + [present].compactMap(\.self).map { Finding(DoctorMessages.oldZone(policy.zone.name, present: $0)) }
      + [Self.staleEdition(zones, at: now)].compactMap(\.self).map { Finding(DoctorMessages.staleZones($0)) }
      + loaded.leftAlone
  }

  /// The edition of the machine's rules of time zones, where it is surely more than a year old: it says the year alone.
  private static func staleEdition(_ zones: Zones, at now: Instant) -> String? {
    guard let edition = zones.edition, let year = Int(edition.prefix(4)) else { return nil }
    return year + 2 <= Zone.utc.local(now).date.year ? edition : nil
  }

  /// | enabled | ran lately | finding |
  /// |---|---|---|
  /// | unknown, as without systemd | no, but earlier | it stopped |
  /// | none | yes | it may not start with the machine |
  /// | none | no | nothing keeps the schedule |
  /// | none | unknown | whether something does is unknown |
  /// | one | no, but earlier | it stopped |
  /// | two | | the next start chooses |
  ///
  /// Where runs follow another policy, or two in turn, that is said instead of what is not enabled.
  private static func run(
    _ upkeep: Upkeep, _ moments: Moments, _ enabling: Enabling, insteadOfIt other: (path: String, isThere: Bool)?,
    _ turns: [String]?
  ) -> [Finding] {
    let last = upkeep.lastRun.map { moments.short($0) }
    let elsewhere =
      [
        turns.map { Finding(StateMessages.turns($0)) },
        other.map { path, isThere in
          Finding(DoctorMessages.otherPolicy(path, isThere: isThere, upkeep.units, enabling))
        },
      ].compactMap(\.self)
    guard let names = upkeep.units?.names else {
      return elsewhere
        + (upkeep.standing == .late
          ? [Finding(DoctorMessages.stopped(since: last, isAhead: upkeep.isAhead, unit: nil))] : [])
    }
    guard let unit = names.first else {
      return elsewhere.isEmpty ? [Finding(DoctorMessages.notEnabled(upkeep.standing, enabling))] : elsewhere
    }
    return elsewhere
      + (upkeep.isIdle ? [Finding(DoctorMessages.stopped(since: last, isAhead: upkeep.isAhead, unit: unit))] : [])
      + (names.count > 1 ? [Finding(DoctorMessages.bothEnabled)] : [])
  }
}

extension LoadedPolicy {
  /// The targets that no line names, and the devices that no target does, so that nothing is done about them.
  fileprivate var leftAlone: [Finding] {
    let codes = [DiagnosticCode.targetUnnamed, .deviceUnused].map(\.rawValue)
    return diagnostics.filter { codes.contains($0.code) }.map { diagnostic in
      Finding(
        Message(code: diagnostic.code, diagnostic.message, hint: diagnostic.hint), file: diagnostic.span?.file,
        line: diagnostic.span?.start.line)
    }
  }
}
