import JSONTree
import Policies
import Reconciliation

/// `reconcile doctor`: can every system be reached, trusted, logged in to and read, and is every name there.
///
/// It is only ever handed a network to read from.
enum DoctorCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let now = environment.now()
    let run = try Run(policy, settings, environment, now: now)
    let only = settings.targets.isEmpty ? nil : Set(settings.targets.map { Name($0.lowercased()) })
    let remembered = Remembered(looking: invocation, environment).beside(loaded.fingerprint)
    let examiner = Examiner(
      policy, environment, now: now, only: only, past: remembered.past, again: settings.again)
    let warnings = remembered.warnings + examiner.leftElsewhere
    return environment.withNetwork(settings.log(environment)) { network, stop in
      await run.withDeadline(network, stop) {
        let names = examiner.patients.map(\.system.name.text).joined(separator: ", ")
        let found = await Progress(environment).show("examining \(names)", network) {
          await examiner.examine(network, stop)
        }
        let diagnoses = found.map { Diagnosis($0) }
        environment.output(text(diagnoses, warnings, policy, settings, environment))
        return stop.reason?.status ?? diagnoses.exitStatus
      }
    }
  }

  private static func text(
    _ diagnoses: [Diagnosis], _ warnings: [Finding], _ policy: Policy, _ settings: RunSettings,
    _ environment: Environment
  ) -> String {
    settings.format == .json
      ? DoctorJSON(diagnoses: diagnoses, warnings: warnings).json.line
      : DoctorText(
        diagnoses, warnings, policy: policy, now: environment.now(), style: settings.style(environment)
      ).text
  }
}

extension [Diagnosis] {
  /// As a plan of the same systems would end, and 3 where it would only name a problem:
  ///
  /// | what was found | status |
  /// |---|---|
  /// | a credential not accepted on any system | 77 |
  /// | no system could be read, all of them busy | 75 |
  /// | no system could be read | 69 |
  /// | a check that failed | 3 |
  /// | anything else, advice too | 0 |
  var exitStatus: ExitStatus {
    let failures = compactMap(\.failure)
    if failures.contains(where: { $0.kind == .refusedCredentials }) { return .credentials }
    if !failures.isEmpty, failures.count == count {
      return failures.allSatisfy { if case .busy = $0.kind { true } else { false } } ? .tryAgain : .unreachable
    }
    return allSatisfy(\.isHealthy) ? .success : .partialFailure
  }
}
