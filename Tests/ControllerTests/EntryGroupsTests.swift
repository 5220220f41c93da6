import CivilTime
import Documents
import PiHole
import Policies
import Testing

@testable import Controller
@testable import Providers
@testable import Planning

/// The groups of a domain entry that is to be made are not in a plan's fingerprint, and count all the same.
@Suite struct EntryGroupsTests {
  /// A plan that makes an entry in `groups`.
  private static func plan(_ groups: [String]) -> Plan {
    let verdict = Verdict(state: .off, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
    var line = PlanEntry(
      target: Name("youtube"), system: Name("pihole"), kind: .domain, id: "deny/exact/youtube.com",
      name: "youtube.com", from: SwitchState(.absent), to: SwitchState(.enabled), said: SharedVerdict(verdict),
      action: .change,
      notes: [])
    line.domainEntry = DomainEntry(
      list: .deny, isRegex: false, text: "youtube.com", groups: groups, mark: "reconcile:home")
    return Plan(
      now: Instant(secondsSinceEpoch: 0), systems: [], entries: [line], problems: [], warnings: [], nextChange: nil)
  }

  @Test func anEntryInOtherGroupsIsAnotherChange() {
    let (kids, guests) = (Self.plan(["kids"]), Self.plan(["guests"]))
    let file = PlanFile(kids, policy: "household.yaml", policyFingerprint: "1", targets: [])
    #expect(kids.fingerprint == guests.fingerprint)
    #expect(file.refusal(of: kids, policyFingerprint: "2", in: .utc) == nil)
    let refusal = file.refusal(of: guests, policyFingerprint: "2", in: .utc)
    #expect(refusal?.text.contains("planned absent → enabled in kids, now absent → enabled in guests") == true)
  }
}
