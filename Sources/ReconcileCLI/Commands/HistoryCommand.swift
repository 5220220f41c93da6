import CivilTime
import Controller
import Documents
import Host
import JSONTree
import Planning
import Policies
import Presentation
import Providers
import StateStore
import Text

/// `reconcile history`: what was observed and done, by whom and why; from the state alone.
enum HistoryCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let now = environment.now()
    let head = try noted(invocation)
    let state = StateDirectory(given: invocation.value(.state), environment)
    let folder = state.path
    let opened = Result { () throws(StateError) in try state.store() }
    let zone = Zones(environment.files).followed(by: try? opened.get())
    let since = try invocation.instant(.since, as: .past, in: zone, now: now)
    let moments = Moments(zone: zone, now: now)
    if let since, since > now { throw Messages.sinceTheFuture(moments.short(since)) }
    do throws(StateError) {
      guard let store = try opened.get() else { return none(folder, moments, output, invocation, environment) }
      if invocation.has(.verify) { return try verify(store, head, moments, output, environment) }
      let history = try History(
        store, since: since ?? now + -defaultSeconds, folder: folder, moments, environment.kinds.systems,
        isOfRequests: invocation.has(.onlyRequests))
      if output.format == .json {
        history.tellJSON { environment.output($0) }
      } else {
        history.tell(output.style(environment)) { environment.output($0) }
      }
      return .success
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: true))
    }
  }

  /// What is told without `--since`: a week.
  private static let defaultSeconds: Int64 = 7 * 86_400

  /// The head that was noted elsewhere.
  private static func noted(_ invocation: Invocation) throws(UsageError) -> String? {
    guard let head = invocation.operands.first else {
      if invocation.has(.verify), invocation.has(.since) { throw Messages.sinceWithVerify }
      if invocation.has(.verify), invocation.has(.onlyRequests) { throw Messages.requestsWithVerify }
      return nil
    }
    guard invocation.has(.verify) else { throw Messages.headWithoutVerify(head) }
    guard head.count == 64, head.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { throw Messages.noHead(head) }
    return head.lowercased()
  }

  /// There is no state. A head that was noted says that there was one.
  private static func none(
    _ folder: String, _ moments: Moments, _ output: OutputSettings, _ invocation: Invocation, _ environment: Environment
  ) -> ExitStatus {
    if invocation.has(.verify) {
      let isMissing = !invocation.operands.isEmpty
      return tell(
        Verification(.nothing(isHeadFound: isMissing ? false : nil), head: nil, moments), output, environment)
    }
    environment.output(
      output.format == .json ? History.emptyJSON.line : Messages.noState(folder).escaped + "\n")
    return .success
  }

  private static func verify(
    _ store: StateStore, _ noted: String?, _ moments: Moments, _ output: OutputSettings, _ environment: Environment
  ) throws(StateError) -> ExitStatus {
    tell(Verification(try store.examine(head: noted), head: try store.head(), moments), output, environment)
  }

  private static func tell(
    _ verification: Verification, _ output: OutputSettings, _ environment: Environment
  ) -> ExitStatus {
    environment.output(output.format == .json ? verification.json.line : verification.text)
    return verification.holds ? .success : .failure
  }
}
