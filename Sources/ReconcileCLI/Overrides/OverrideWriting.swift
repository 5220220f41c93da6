import Approvals
import CivilTime
import Controller
import Host
import JSONTree
import Presentation
import Providers
import Planning
import StateStore
import Overrides

/// What `override`, `more` and `lock` have in common: they write to the state, say so, and may apply at once.
struct OverrideWriting {
  let output: OutputSettings
  private let because: String?
  private let invocation: Invocation
  private let environment: Environment

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    (self.invocation, self.environment) = (invocation, environment)
    output = try OutputSettings(invocation)
    because = invocation.value(.because).flatMap { $0.isEmpty ? nil : $0 }
    if let because, !OverrideMaking.isShort(because) { throw Messages.longReason(because) }
  }

  /// Makes overrides as `wish` says. `length` is how long they were said to hold.
  func make(
    _ wish: OverrideMaking.Wish, length: CivilLength?, _ context: OverrideContext,
    purpose: OverrideMaking.Purpose = .hold
  ) throws(UsageError) -> ExitStatus {
    try change(context) { (present, store) throws(StateError) in
      let making = OverrideMaking(
        wish: wish, because: because, length: length, context: present, purpose: purpose)
      return try making.write(to: store).mapError(OverrideFailure.refused)
    }
  }

  /// Changes overrides that are there. `body` is given `context` as it is once the state is free.
  func change(
    _ context: OverrideContext,
    _ body: (OverrideContext, StateStore) throws(StateError) -> Result<OverrideDone, OverrideFailure>
  ) throws(UsageError) -> ExitStatus {
    let outcome: Result<OverrideDone, OverrideFailure>
    do throws(StateError) {
      outcome = try StateWriting.perform(in: context.places.state, environment) { (store) throws(StateError) in
        try body(context.asOfNow(), store)
      }
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
    }
    switch outcome {
    case .success(let done): return try tell(done)
    case .failure(.usage(let error)): throw error
    case .failure(.refused(let refusal)):
      // What is so already may only wait for a run.
      let isApplying = invocation.has(.applyNow) && invocation.command != .approve && refusal.isAlreadySo
      let places = NamedPlaces(invocation)
      environment.refuse(
        refusal.message, hint: isApplying ? nil : refusal.hint.map(places.completing(hintOfRefused:)))
      if isApplying { return try ApplyCommand.run(invocation.asApply, environment) }
      return refusal.reason == .ended ? .failure : .refused
    }
  }

  private func tell(_ done: OverrideDone) throws(UsageError) -> ExitStatus {
    let isApplying = invocation.has(.applyNow) && done.isChange
    environment.output(
      output.format == .json ? done.json.line : done.text(output.style(environment), isApplying: isApplying))
    if case .asked(let answer) = done, invocation.has(.wait) {
      let request = answer.request.id
      return try RequestWaiting(number: request, context: answer.context, output: output, environment: environment)
        .wait()
    }
    guard isApplying else { return done.isRefused(by: invocation.command) ? .refused : .success }
    if output.format == .text { environment.output("\n") }
    return try ApplyCommand.run(invocation.asApply, environment)
  }
}

extension Invocation {
  /// The apply of the same policy with the same state.
  fileprivate var asApply: Invocation {
    var other = self
    (other.command, other.operands) = (.apply, [])
    other.options = options.filter { [.policy, .state, .format, .color].contains($0.key) }
    return other
  }
}
