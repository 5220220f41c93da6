import CivilTime
import PiHole
import Policies
import TestSupport
import UniFi

/// Random policies with guarded targets, some on a Pi-hole that may be paused; what people do to them; and edits.
struct GuardedHouse {
  var random: RandomPolicy
  private(set) var policy: Policy
  let around: Instant

  private static let people = Guard(approvers: [Name("anna")])

  init(seed: UInt64) throws {
    random = RandomPolicy(seed: seed)
    (policy, around) = try random.policy()
    let blocking = Selector.blocking(system: Name("pihole"))
    let entries = Selector.domains(
      system: Name("pihole"), DomainEntries(list: .deny, exact: ["a.example"], regex: [], groups: [], prune: false))
    policy.targets = [
      MadePolicy.target("kids"), MadePolicy.target("tv", otherwise: .off), MadePolicy.group("all", of: ["kids", "tv"]),
      Target(name: Name("sites"), selector: entries, otherwise: .off, enforcement: .normal, span: MadePolicy.span),
      Target(name: Name("pihole"), selector: blocking, otherwise: .active, enforcement: .normal, span: MadePolicy.span),
    ]
    for index in policy.targets.indices where policy.targets[index].otherwise != nil {
      if !oneIn(4) { policy.targets[index].guarding = Self.people }
      policy.targets[index].enforcement = enforcement()
      if oneIn(5) { policy.targets[index].otherwise = .leave }
    }
    for index in policy.statements.indices { address(index) }
  }

  private mutating func oneIn(_ count: Int) -> Bool { random.numbers.oneIn(count) }

  private mutating func enforcement() -> Enforcement {
    oneIn(2) ? .normal : random.numbers.pick(Enforcement.allCases)
  }

  /// Makes the statement one about some target, in its words.
  private mutating func address(_ index: Int) {
    let subject = random.numbers.pick(["kids", "kids", "tv", "all", "sites", "pihole"])
    let isOn = oneIn(2)
    policy.statements[index].subjects = [Name(subject)]
    policy.statements[index].state = subject == "pihole" ? (isOn ? .active : .paused) : isOn ? .on : .off
    policy.statements[index].atOtherTimes = subject != "pihole" && isOn && oneIn(4) ? .off : nil
  }

  // MARK: - What people do

  /// Up to four overrides, some of which are over, and some yet to begin.
  mutating func overrides() -> [Override] { (0..<random.numbers.int(in: 0..<5)).map { override(number: $0 + 1) } }

  private mutating func override(number: Int) -> Override {
    let target = random.numbers.pick(["kids", "tv", "all", "sites", "pihole"])
    let isOn = oneIn(2)
    let from = around + Int64(random.numbers.int(in: -90_000..<200_000))
    return Override(
      id: String(number), target: Name(target),
      state: target == "pihole" ? (isOn ? .active : .paused) : isOn ? .on : .off, from: from,
      until: from + random.numbers.pick([0, 1, 59, 1_800, 7_200, 86_400, 200_000]), because: nil, by: "me")
  }

  /// The same with one made, removed, ended, extended, or with another state.
  mutating func changed(_ overrides: [Override]) -> [Override] {
    var changed = overrides
    guard let place = overrides.indices.randomElement(using: &random.numbers), !oneIn(3) else {
      return overrides + [override(number: overrides.count + 1)]
    }
    let seconds = Int64(random.numbers.int(in: 1..<90_000))
    switch random.numbers.int(in: 0..<5) {
    case 0: changed.remove(at: place)
    case 1: changed[place].until = changed[place].until + seconds
    case 2: changed[place].until = max(changed[place].from, changed[place].until + -seconds)
    case 3: changed[place].from = changed[place].from + -seconds
    default: changed[place] = override(number: place + 1)
    }
    return changed
  }

  // MARK: - Edits

  /// The policy after an edit, or two.
  mutating func edited() throws -> Policy {
    let before = policy
    for _ in 0...random.numbers.int(in: 0..<2) { try edit() }
    defer { policy = before }
    return policy
  }

  private mutating func edit() throws {
    let target = random.numbers.int(in: 0..<policy.targets.count)
    let statement = policy.statements.indices.randomElement(using: &random.numbers)
    switch random.numbers.int(in: 0..<9) {
    case 0: if let statement { policy.statements.remove(at: statement) }
    case 1: if let statement { address(statement) }
    case 2: if let statement { policy.statements.append(policy.statements.remove(at: statement)) }
    case 3:
      let other = try RandomPolicy(seed: UInt64(random.numbers.int(in: 0..<100_000))).made()
      policy.statements += other.statements.prefix(1)
      address(policy.statements.count - 1)
    case 4: policy.schedules = try RandomPolicy(seed: UInt64(random.numbers.int(in: 0..<100_000))).made().schedules
    case 5: policy.zone = try MadePolicy.zone(random.numbers.pick(RandomPolicy.zones))
    case 6: if policy.targets[target].enforcement != nil { policy.targets[target].enforcement = enforcement() }
    case 7: if policy.targets[target].states == .onOff { policy.targets[target].otherwise = oneIn(2) ? .on : .off }
    default:
      // Statements about what is gone would not be read.
      let name = policy.targets[target].name
      guard ["sites", "pihole"].contains(name.text) else { return }
      policy.targets.remove(at: target)
      policy.statements.removeAll { $0.subjects == [name] }
    }
  }
}

extension RandomPolicy {
  /// One policy of this seed.
  fileprivate func made() throws -> Policy {
    var copy = self
    return try copy.policy().policy
  }
}
