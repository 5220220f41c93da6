import CivilTime
import Controller
import Host
import JSONTree
import Presentation
import Providers
import Planning
import StateStore

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
  }

  /// Makes overrides as `wish` says. `length` is how long they were said to hold.
  func make(
    _ wish: OverrideMaking.Wish, length: CivilLength?, _ context: OverrideContext
  ) throws(UsageError) -> ExitStatus {
    let making = OverrideMaking(wish: wish, because: because, length: length, context: context)
    return try change(context) { (store) throws(StateError) in
      try making.write(to: store).mapError(OverrideFailure.refused)
    }
  }

  /// Changes overrides that are there.
  func change(
    _ context: OverrideContext,
    _ body: (StateStore) throws(StateError) -> Result<OverrideAnswer, OverrideFailure>
  ) throws(UsageError) -> ExitStatus {
    let outcome: Result<OverrideAnswer, OverrideFailure>
    do throws(StateError) {
      outcome = try StateWriting.perform(in: context.places.state, environment, body)
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
    }
    switch outcome {
    case .success(let answer): return try tell(answer)
    case .failure(.usage(let error)): throw error
    case .failure(.refused(let refusal)):
      environment.refuse(refusal.message, hint: refusal.hint)
      return .refused
    }
  }

  private func tell(_ answer: OverrideAnswer) throws(UsageError) -> ExitStatus {
    let isApplying = invocation.has(.applyNow)
    environment.output(output.format == .json ? answer.json.line : answer.text(isApplying: isApplying))
    guard isApplying else { return .success }
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
