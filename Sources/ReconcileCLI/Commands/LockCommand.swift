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
    if invocation.has(.forDuration) || invocation.has(.until),
      let problem = BareEnd.startProblem(invocation.operands, .lock, invocation)
    {
      throw problem
    }
    guard let stretch = try OverrideStretch(invocation) else {
      if let end = BareEnd(invocation.operands) { throw end.problem(.lock, invocation) }
      if let start = BareEnd.startProblem(invocation.operands, .lock, invocation) { throw start }
      throw Messages.lockEndMissing(targets.joined(separator: " "))
    }
    let authority = try RequestAuthority(invocation, environment)
    guard let policy = authority.loaded.policy else { return authority.loaded.refuse(environment) }
    var subjects: [OverrideSubject] = []
    for target in targets { subjects += try OverrideSubject.locking(target, policy) }
    let context = OverrideContext(policy: policy, authority.places, environment)
    let range = try stretch.range(in: context.zone, now: context.now)
    return try writing.make(.lock(subjects, range), length: stretch.end.length, context)
  }

  /// No target is called like a state.
  private static func checkHasNoState(_ words: [String], _ kinds: SystemKinds) throws(UsageError) {
    for word in words {
      guard let state = kinds.state(word.lowercased()) else { continue }
      throw Messages.lockWithState(word, isLock: state.isOff)
    }
  }
}
