import CivilTime
import Controller
import Host
import Policies
import Presentation
import Overrides

/// `reconcile ask`: asks for what a guard does not allow without an approval. It changes nothing by itself, and starts no
/// program.
enum AskCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    if let name = invocation.value(.`as`), !environment.isRoot || environment.isForSomebodyElse {
      throw RequestMessages.onlyRoot("--as \(name)")
    }
    let authority = try RequestAuthority(invocation, environment)
    guard let policy = authority.loaded.policy else { return authority.loaded.refuse(environment) }
    let context = OverrideContext(
      policy: policy, authority.places, environment, person: invocation.value(.`as`))
    let purpose = OverrideMaking.Purpose.ask(try lasting(invocation))
    let writing = try OverrideWriting(invocation, environment)
    if let more = invocation.value(.more) {
      let length = try CivilLength(given: more, for: .more)
      let targets = try targetsOfMore(invocation, policy)
      return try writing.make(.more(targets, length), length: length, context, purpose: purpose)
    }
    try OverrideRequest.checkOrder(invocation.operands, for: .ask, invocation, policy.kinds) { policy }
    let (targets, state) = try words(invocation, policy)
    let end = try OverrideStretch(invocation)
    var subjects: [OverrideSubject] = []
    for target in targets { subjects.append(try OverrideSubject(target: target, state: state, policy)) }
    guard let stretch = end else {
      throw RequestMessages.askLengthMissing(invocation.operands, invocation)
    }
    let range = try stretch.range(in: context.zone, now: context.now)
    return try writing.make(.state(subjects, range), length: stretch.end.length, context, purpose: purpose)
  }

  private static func words(_ invocation: Invocation, _ policy: Policy) throws(UsageError) -> ([String], String) {
    let words = invocation.operands
    let targets = TargetWords.split(words.dropLast())
    guard let state = words.last else { throw RequestMessages.askWhat }
    guard !targets.isEmpty else {
      let end = GivenStretch(invocation).options(else: ["--for", "30m"])
      throw Messages.stateMissing([state], for: .ask, end: end, policy)
    }
    return (targets, state)
  }

  private static func targetsOfMore(_ invocation: Invocation, _ policy: Policy) throws(UsageError) -> [Name] {
    let targets = TargetWords.split(invocation.operands)
    guard !targets.isEmpty else { throw RequestMessages.askWhat }
    let other = [Option.from, .forDuration, .until].contains { invocation.has($0) }
    if other || targets.contains(where: { policy.kinds.state($0.lowercased()) != nil }) {
      throw RequestMessages.moreAndState
    }
    try MoreTime.check(targets, policy)
    return targets.map { Name($0.lowercased()) }
  }

  private static func lasting(_ invocation: Invocation) throws(UsageError) -> Int64 {
    let seconds = try invocation.duration(.expires) ?? RequestMaking.usualSeconds
    guard seconds <= RequestMaking.longestSeconds else { throw RequestMessages.lastsTooLong }
    return seconds
  }
}
