import CivilTime
import Controller
import Host
import Policies
import Providers
import Planning
import Overrides

/// `reconcile lock`: keeps targets off for a while, whatever the schedule says.
enum LockCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let writing = try OverrideWriting(invocation, environment)
    let targets = TargetWords.split(invocation.operands)
    guard !targets.isEmpty else { throw Messages.lockWhat }
    try checkHasNoState(targets, environment.kinds.systems)
    let policyIfRead = { try? invocation.policy(environment).policy }
    if BareEnd.isGiven(invocation), let start = BareStart(invocation.operands) {
      try check(start.words, policyIfRead())
      try start.check(invocation)
      throw start.problem(.lock, invocation)
    }
    guard let stretch = try OverrideStretch(invocation) else {
      throw try endProblem(invocation, policyIfRead())
    }
    let authority = try RequestAuthority(invocation, environment)
    guard let policy = authority.loaded.policy else { return authority.loaded.refuse(environment) }
    var subjects: [OverrideSubject] = []
    for target in targets { subjects += try OverrideSubject.locking(target, policy) }
    let context = OverrideContext(policy: policy, authority.places, environment)
    let range = try stretch.range(in: context.zone, now: context.now)
    return try writing.make(.lock(subjects, range), length: stretch.end.length, context)
  }

  /// What is wrong where no option says when it ends; throws what is wrong besides. `policy` is nil where it cannot be read.
  private static func endProblem(_ invocation: Invocation, _ policy: Policy?) throws(UsageError) -> UsageError {
    let words = invocation.operands
    let household = { invocation.household }
    if let end = BareEnd(words, household) ?? BareEnd(within: words, household) {
      let odd = TargetWords.split(end.behind).first { policy?.target(Name($0.lowercased())) == nil }
      if let odd { throw UsageError.tooMany(odd) }
      try check(end.words, policy)
      try end.check(invocation)
      return end.problem(.lock, invocation)
    }
    if let start = BareStart(words) {
      try check(start.words, policy)
      try start.check(invocation)
      return start.problem(.lock, invocation)
    }
    let targets = BareEnd.before(words)
    guard !targets.isEmpty else { return Messages.lockWhat }
    try check(targets, policy)
    return Messages.lockEndMissing(targets, invocation)
  }

  /// Throws what is wrong with the targets that `words` name: a line with them is refused however it goes on.
  private static func check(_ words: [String], _ policy: Policy?) throws(UsageError) {
    guard let policy else { return }
    for target in TargetWords.split(words) { _ = try OverrideSubject.locking(target, policy) }
  }

  /// No target is called like a state.
  private static func checkHasNoState(_ words: [String], _ kinds: SystemKinds) throws(UsageError) {
    for word in words {
      guard let state = kinds.state(word.lowercased()) else { continue }
      throw Messages.lockWithState(word, isLock: state.isOff)
    }
  }
}
