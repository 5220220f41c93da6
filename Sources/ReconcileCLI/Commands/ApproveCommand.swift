import Approvals
import Controller
import Documents
import Host
import JSONTree
import Presentation
import StateStore
import Planning
import Policies
import Overrides

/// `reconcile approve` and `reconcile deny`: decides about a request with the code that an approver was sent, or has a fresh
/// one sent.
enum ApproveCommand {
  static func approve(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    try run(.approve, invocation, environment)
  }

  static func deny(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    try run(.deny, invocation, environment)
  }

  private static func run(
    _ wish: CodeDecision.Wish, _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let (id, context, writing) = try RequestNumber.read(invocation, environment)
    if invocation.has(.send) { return try send(id, context, writing) }
    if let proof = try ApproverProof(invocation, environment) {
      return try decide(wish, id, .proof(proof), context, writing)
    }
    guard let typed = HiddenLine.read(RequestMessages.askForCode, environment) else { throw RequestMessages.noCode }
    let code: OneTimeCode
    do throws(OneTimeCode.Mistake) {
      code = try OneTimeCode(typed: typed)
    } catch {
      environment.refuse(error.message.text, hint: error.message.hint)
      return .refused
    }
    return try decide(wish, id, .code(code), context, writing)
  }

  private static func decide(
    _ wish: CodeDecision.Wish, _ id: String, _ means: RequestDeciding.Means, _ context: OverrideContext,
    _ writing: OverrideWriting
  ) throws(UsageError) -> ExitStatus {
    try writing.change(context) { (present, store) throws(StateError) in
      let deciding = RequestDeciding(wish: wish, id: id, context: present, means: means)
      return try deciding.decide(in: store).map(OverrideDone.decided)
    }
  }

  private static func send(
    _ id: String, _ context: OverrideContext, _ writing: OverrideWriting
  ) throws(UsageError) -> ExitStatus {
    try writing.change(context) { (context, store) throws(StateError) in
      guard let request = try store.requests().first(where: { $0.id == id }) else {
        return .failure(.refused(RequestMessages.noSuchRequest(id)))
      }
      guard request.isOpen(at: context.now) else {
        return .failure(.refused(RequestMessages.isOver(request, context.moments)))
      }
      let needed = try context.asNeeded(request, store)
      guard needed.isBetween(context.person) else { return .failure(.refused(RequestMessages.mayNotSend(needed))) }
      guard !request.isBurned else { return .failure(.refused(RequestMessages.burned(id))) }
      guard let fresh = FreshCode.wanted(for: request, among: needed.needs.approvers, at: context.clocks)
      else {
        return .failure(.refused(RequestMessages.sentOften))
      }
      try store.keep(
        [fresh.request],
        telling: fresh.approvers.map {
          request.event(.codeAsked, at: context.now, by: context.person, name: $0.text)
        })
      let sent = try context.asNeeded(fresh.request, store)
      return .success(
        .asked(
          RequestAnswer(request: sent, replaced: [], context: context, applyLine: context.applyLine, isFresh: true)))
    }
  }
}

/// The request that a command is about.
enum RequestNumber {
  /// Its number, and what is needed to write about it.
  static func read(
    _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) -> (id: String, context: OverrideContext, writing: OverrideWriting) {
    guard let word = invocation.operands.first else { throw RequestMessages.numberMissing }
    guard let number = Int64(word), number > 0 else { throw RequestMessages.noNumber }
    let authority = try RequestAuthority(invocation, environment)
    let context = OverrideContext(policy: authority.loaded.policy, authority.places, environment)
    return (String(number), context, try OverrideWriting(invocation, environment))
  }
}
