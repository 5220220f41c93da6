import Documents
import Policies
import Providers
import Reconciliation

/// Every text of this module that is not part of a table.
enum Wording {
  static let runEnded = Notice(code: "run.ended", "the run was ended before its turn")
  static let systemFailedBefore = Notice(code: "system.failed-before", "the system failed before its turn")

  static let noCommandLine =
    "reconcile: it was started without a command line\nhint: the first word is its own name, 'reconcile'\n"

  static func cutOff(_ reason: Stop.Reason?) -> ProviderError {
    switch reason {
    case .deadline:
      ProviderError(.timedOut, "not read within the deadline of this run", hint: "allow more with --deadline")
    case .interrupted, .terminated, nil:
      ProviderError(.cancelled, "the run was ended before it was read")
    }
  }

  // Written by a signal handler, as they are.
  static let endedLate =
    "reconcile: the run was still at work 10 seconds after its deadline, and was ended\n"
    + "hint: a system that answers with far too much can do that; see 'reconcile doctor'\n"
  static let endedBySignal = "reconcile: the run was still at work 5 seconds after it was told to end, and was ended\n"

  static func outputNotWritten(_ reason: String) -> String {
    "standard output cannot be written: \(reason); some of the output is missing"
  }

  /// For a supervisor, while nothing can be said of what comes next.
  static let waitingForClock = "the clock is in the past; nothing is written until it is set"

  static func clockInThePast(_ now: String) -> String {
    "the clock says \(now), which is before this version was made; nothing is written until it is set"
  }

  static func readAgain(_ path: String) -> String { "'\(path)' was read again" }

  /// `next change 21:00 (kids)`, with what is wrong before it.
  static func status(_ report: Report, _ policy: Policy) -> String {
    let unread = report.plan.systems.filter { $0.error != nil }.map { "'\($0.name)' cannot be read" }
    let problems = report.summary.problems == 0 ? [] : ["problems: \(report.summary.problems)"]
    let moments = Moments(zone: policy.zone, now: report.plan.now)
    let next = report.plan.nextChange.map { next in
      "next change \(moments.short(next.at)) (\(next.targets.map(\.text).joined(separator: ", ")))"
    }
    return (unread + problems + [next ?? "nothing changes any more"]).joined(separator: "; ")
  }

  static func noSuchSystem(_ name: String, near: String?) -> UsageError {
    UsageError(message: "the policy has no system '\(name)'", hint: near.map { "did you mean '\($0)'?" })
  }

  static func noTLS(_ system: System) -> String {
    "'\(system.name)' is spoken to over plain http, so there is no certificate"
  }

  /// `known` are the targets that there are.
  static func noSuchTarget(_ name: String, near: String?, known: [String]) -> UsageError {
    let some = known.prefix(12).joined(separator: ", ") + (known.count > 12 ? " and others" : "")
    let others = known.isEmpty ? "it has none" : "the targets are \(some)"
    return UsageError(
      message: "the policy has no target '\(name)'", hint: near.map { "did you mean '\($0)'?" } ?? others)
  }

  static func dormantTarget(_ name: String) -> UsageError {
    UsageError(
      message: "the blocking of '\(name)' is not looked after",
      hint: "a statement that names it, such as 'pause \(name) weekdays', makes it a target")
  }

  static func policyAsTarget(_ path: String) -> UsageError {
    UsageError(
      message: "'\(path)' is a policy and no target", hint: "give it as --policy \(ShellWord.word(path))")
  }
}
