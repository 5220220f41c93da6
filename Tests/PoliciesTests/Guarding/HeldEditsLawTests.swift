import CivilTime
import Planning
import Policies
import TestSupport
import Testing

/// Whatever an edit does: what is followed frees no guarded target at any instant, and everything else is as the new version
/// has it.
@Suite("held edits, against looking everywhere") struct HeldEditsLawTests {
  private static let day: Int64 = 86_400

  @Test(arguments: 0..<20) func nothingGuardedIsFreed(seed: UInt64) throws {
    var (held, free) = (0, 0)
    for place in 0..<5 {
      var house = try GuardedHouse(seed: 800_000 + seed * 1_000 + UInt64(place))
      for _ in 0..<6 {
        let now = house.around + Int64(house.random.numbers.int(in: -300_000..<90_000))
        let overrides = house.overrides()
        let old = house.policy.holdingEdits
        let new = try house.edited().holdingEdits
        let guarded = old.editGuardedTargets.map(\.name)
        let edits = HeldEdits(
          new, approved: guarded.map { ApprovedTarget($0, in: old, version: "old", since: now) }, overrides: overrides,
          now: now)
        let waits = Set(edits.held.map(\.target.name))
        (held, free) = (held + waits.count, free + guarded.count - waits.count)
        Self.check(old, new, edits, overrides, now..<now + 30 * Self.day)
        // Whoever is asked only about what is held has nothing left to ask.
        let again = HeldEdits(
          edits.policy, approved: guarded.map { ApprovedTarget($0, in: old, version: "old", since: now) },
          overrides: overrides,
          now: now)
        #expect(again.held.isEmpty, "\(again.held.map(\.reasons))")
      }
    }
    #expect(held > 0 && free > 0)
  }

  private static func check(
    _ old: Policy, _ new: Policy, _ edits: HeldEdits, _ overrides: [Override], _ range: Range<Instant>
  ) {
    let waits = Set(edits.held.map(\.target.name))
    let before = Freeness(old, overrides, in: range)
    let asked = Freeness(new, overrides, in: range)
    let after = Freeness(edits.policy, overrides, in: range)
    let instants = Set(before.boundaries + asked.boundaries + after.boundaries + [range.lowerBound]).filter(
      range.contains)
    for target in old.targets where target.otherwise != nil {
      let name = target.name.text
      let isGuarded = target.guarding != nil
      let isHeld = waits.contains(target.name)
      let staysAll = !waits.isEmpty && old.zone != new.zone
      let isWanted = !isHeld && !staysAll && name != "pihole"
      #expect(staysAll == edits.areOfAll)
      var (freed, moved, isFreer) = ([Instant](), [Instant](), false)
      for instant in instants {
        let was = before.rank(of: name, at: instant)
        let wanted = asked.rank(of: name, at: instant)
        let now = after.rank(of: name, at: instant)
        if isGuarded, now.rank > was.rank { freed.append(instant) }
        // Its own state; the Pi-hole's pause is that of a guarded neighbour, too.
        if (isHeld || staysAll) && now.state != was.state || isWanted && now.state != wanted.state {
          moved.append(instant)
        }
        if wanted.rank > was.rank { isFreer = true }
      }
      #expect(freed == [], "\(name)")
      #expect(moved == [], "\(name)")
      // It waits only where it would be freer, or hangs together with what is.
      if isGuarded, waits.isEmpty { #expect(!isFreer, "\(name)") }
    }
  }
}

extension Policy {
  /// The same, whose guards hold edits, too.
  fileprivate var holdingEdits: Policy {
    var policy = self
    for place in policy.targets.indices { policy.targets[place].guarding?.holdsEdits = true }
    return policy
  }
}
