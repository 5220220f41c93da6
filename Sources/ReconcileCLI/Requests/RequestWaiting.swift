import Approvals
import Controller
import Documents
import Host
import JSONTree
import Overrides
import Policies
import Presentation
import StateStore

/// Stays until the approvers of a request that was just made were told, or could not be, or the request is over: who is on
/// the page may answer before a run tells anybody.
struct RequestWaiting {
  /// Its number: who asks again meanwhile waits for another one.
  let number: String
  let context: OverrideContext
  let output: OutputSettings
  let environment: Environment

  /// For so many seconds at most: a timer runs every minute.
  private static let longestSeconds = 120
  private static let step = Duration.seconds(1)

  /// Says what came of it; asks to be tried again where nobody has enforced the policy meanwhile.
  func wait() throws(UsageError) -> ExitStatus {
    do throws(StateError) {
      for _ in 0..<Self.longestSeconds {
        if let store = try StateStore(reading: context.places.state.path),
          let made = try store.requests().first(where: { $0.id == number })
        {
          // Time has passed since it was asked.
          let present = OverrideContext(policy: context.policy, context.places, environment, person: context.person)
          let request = try present.asNeeded(made, store)
          if isSettled(request) { return show(request, beside: try store.overrides(at: present.now), present) }
        }
        environment.pause(Self.step)
      }
    } catch {
      return error.report(environment, hint: nil)
    }
    environment.refuse(RequestMessages.nobodyTells, hint: context.applyLine.map { "'\($0)' tells them now" })
    return .tryAgain
  }

  private func isSettled(_ request: ApprovalRequest) -> Bool {
    !request.isOpen(at: environment.now()) || request.isBurned
      || !request.codes.contains { $0.isUnderway && !request.approvedBy.contains($0.approver) }
  }

  private func show(_ request: ApprovalRequest, beside overrides: [Override], _ now: OverrideContext) -> ExitStatus {
    let list = RequestList([request], beside: overrides, now)
    environment.output(
      output.format == .json ? list.json.line : "\n" + list.text(output.style(environment)))
    return .success
  }
}

extension ApproverCode {
  /// Whether its owner has yet to be told.
  fileprivate var isUnderway: Bool { standing == .wanted || standing == .sending }
}
