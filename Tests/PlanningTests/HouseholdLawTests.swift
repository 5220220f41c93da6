import Documents
import PiHole
import Planning
import Policies
import Providers
import TestSupport
import Testing
import UniFi

/// What holds for every plan of every household, whatever kinds of object it has.
@Suite struct HouseholdLawTests {
  static let seeds = UInt64(0)..<300

  @Test(arguments: seeds) func applyingReachesWhatIsWanted(seed: UInt64) throws {
    let household = RandomHousehold(seed: seed)
    let plan = try household.plan()
    var after = household
    for change in plan.changes { after.live = after.live.applying(change) }

    for line in plan.entries where line.action == .change || line.action == .none {
      let live = after.live.position(of: line)
      #expect(live == line.to?.position, "\(line)")
    }
    let again = try after.plan()
    #expect(again.changes.isEmpty, "running twice is running once")
    #expect(again.problemCodes == plan.problemCodes)
  }

  @Test(arguments: seeds) func theOrderOfTheReadingDoesNotMatter(seed: UInt64) throws {
    let household = RandomHousehold(seed: seed)
    var shuffled = household
    var random = SplitMix64(seed: seed ^ 0xFF)
    for system in household.live.keys.sorted() { shuffled.live[system]?.shuffle(using: &random) }
    let bytes = { (plan: Plan) in Array("\(plan)".utf8) }
    #expect(bytes(try shuffled.plan()) == bytes(try household.plan()))
  }

  @Test(arguments: seeds) func nothingIsTouchedThatNobodyNames(seed: UInt64) throws {
    let household = RandomHousehold(seed: seed)
    let plan = try household.plan()
    for change in plan.changes {
      #expect(change.from != change.to)
      let owners = plan.entries.filter {
        ($0.system, $0.kind, $0.id) == (change.system, change.kind, change.id) && $0.action != .leave
          && $0.name.utf8.elementsEqual(change.name.utf8)
      }
      #expect(owners.count == 1, "an object belongs to one target")
      let live = try #require(household.live[change.system.text])
      if let object = live.first(where: { $0.isMeant(by: change) }) {
        #expect(object.isUserDefined && object.switchBlocker == nil && object.switchState == change.from)
        if let record = object.record {
          let words = (record.comment ?? "").split(separator: " ")
          #expect(words.contains("reconcile:home"), "only what carries the mark is this policy's")
          #expect(household.names(record, on: change.system) == (change.to.position != .absent))
        }
      } else {
        #expect(change.kind == .domain && change.from.position == .absent && change.to.position == .enabled)
      }
    }
  }

  @Test(arguments: seeds, [ObjectKind.firewallPolicy, .wifi, .group, .domain, .list])
  func aRefusedKindIsNeverChanged(seed: UInt64, kind: ObjectKind) throws {
    let household = RandomHousehold(seed: seed)
    let plan = try household.plan(refusing: kind)
    let refused = household.targets.filter { $0.0.kindsNeeded.contains(kind) }.map(\.0.name)
    #expect(plan.entries.allSatisfy { $0.kind != kind && !refused.contains($0.target) })
    #expect(plan.problems.filter { $0.message.code == "refused" }.compactMap(\.target) == refused)
  }
}

extension Target {
  /// The kinds without which nothing can be said of it.
  fileprivate var kindsNeeded: [ObjectKind] {
    guard let object = selector.object else { return [] }
    return object == .domain ? [.domain, .group] : [object]
  }
}

extension ObservedObject {
  /// Ids of regular expressions differ where their bytes do.
  fileprivate func isMeant(by change: Change) -> Bool {
    kind == change.kind && id.map { Array($0.utf8) } == change.id.map { Array($0.utf8) }
  }
}

extension [String: [ObservedObject]] {
  /// The live objects after `change`, which does to them what a system does.
  fileprivate func applying(_ change: Change) -> Self {
    var live = self
    var objects = live[change.system.text] ?? []
    if let index = objects.firstIndex(where: { $0.isMeant(by: change) }) {
      if change.to.position == .absent { objects.remove(at: index) } else { objects[index].switchState = change.to }
    } else if let entry = change.domainEntry {
      var made = Sample.entry(
        entry.text, list: entry.list, regex: entry.isRegex, at: change.to.position, groups: entry.groups,
        comment: entry.mark)
      made.id = change.id
      objects.append(made)
    }
    live[change.system.text] = objects
    return live
  }

  /// Where the switch of the line's object stands.
  fileprivate func position(of line: PlanEntry) -> SwitchState.Position? {
    let id = line.id.map { Array($0.utf8) }
    let object = self[line.system.text]?.first { $0.kind == line.kind && $0.id.map { Array($0.utf8) } == id }
    return object?.switchState.position ?? (line.kind == .domain ? .absent : nil)
  }
}
