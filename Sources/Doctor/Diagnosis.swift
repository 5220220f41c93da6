import Controller
import Documents
import HTTPTransport
package import Host
import Planning
import Policies
import Providers
import Secrets

/// What an examination means: one finding for each check, a few for the targets. Decides; asks nobody.
package struct Diagnosis {
  let system: System
  /// In the order of the checks.
  let checks: [CheckResult]
  /// Why the system could not be read; nil where it could.
  let failure: ProviderError?

  package init(_ found: Examination) {
    system = found.system
    let trouble = found.trouble
    checks = Check.allCases.filter { $0.isMade(of: found) }.flatMap { check in
      Self.results(of: check, found, trouble)
    }
    failure = trouble?.error
  }

  /// | check | result |
  /// |---|---|
  /// | the secret, which needs no network | its own |
  /// | the one that failed | the trouble |
  /// | one after a failed one | not tried |
  /// | one before it | its own |
  private static func results(of check: Check, _ found: Examination, _ trouble: Trouble?) -> [CheckResult] {
    if let trouble, check == trouble.check, check != .secret || found.secret.isSuccess {
      return [CheckResult(check, .failed, trouble.message, toWrite: check == .certificate ? found.pinToWrite : [])]
    }
    if check == .secret { return [found.secretResult] }
    let isAfterTrouble = trouble.map { check > $0.check } ?? false
    let isAfterSecret = check > .secret && !found.secret.isSuccess
    if isAfterTrouble || isAfterSecret { return [CheckResult(check, .notTried, DoctorMessages.notTried)] }
    return found.results(of: check)
  }

  /// Whether every check is well, advice aside.
  package var isHealthy: Bool { !checks.contains { $0.status == .failed } }
}

/// What kept a system from being read, and the check that it belongs to.
struct Trouble {
  var check: Check
  var message: Message
  var error: ProviderError
}

extension Check {
  /// Whether it is one for this system at all.
  fileprivate func isMade(of found: Examination) -> Bool {
    switch self {
    case .name, .port, .certificate, .secret, .api, .credential, .version, .rights, .targets: true
    case .clock: found.clockLeadSeconds != nil
    case .site: found.checkup.part != nil
    case .settings: !found.settings.isEmpty
    }
  }
}

extension Examination {
  /// How far the system's clock is ahead of this machine's, by the first answer with a date.
  var clockLeadSeconds: Int64? { heard.compactMap(\.clockLeadSeconds).first }

  /// Whether anything came from the interface itself. A system that is left alone is only knocked at.
  private var isInterfaceHeard: Bool {
    reading?.isSuccess == true || heard.contains { $0.path != "/" && $0.status != nil }
  }

  /// What a check comes to that nothing stood in the way of.
  fileprivate func results(of check: Check) -> [CheckResult] {
    switch check {
    case .name: [.ok(check, DoctorMessages.nameFound(system))]
    case .port: [.ok(check, DoctorMessages.portAnswers(system))]
    case .certificate: [certificateResult]
    case .clock: [clockResult]
    case .secret: [secretResult]
    case .api:
      [isInterfaceHeard ? .ok(check, checkup.interface) : CheckResult(check, .notTried, DoctorMessages.notTried)]
    case .credential: [checkup.credential(credential)]
    case .version: [versionResult]
    case .site: checkup.part.map { [.ok(check, $0(system))] } ?? []
    case .rights: [reading?.success?.rights.map { .ok(check, $0) } ?? checkup.rights]
    case .settings: settings
    case .targets: targetResults
    }
  }

  fileprivate var secretResult: CheckResult {
    switch secret {
    case .success(let source?):
      if let binding, binding.kind == nil, !saysWholeLine {
        DoctorMessages.anyKind(source, system, binding)
      } else {
        .ok(.secret, DoctorMessages.secretFound(source, system))
      }
    case .success(nil): .ok(.secret, DoctorMessages.noSecret)
    case .failure(let error):
      // Authorities that cannot be read are the certificate's trouble; the secret was not come to.
      if error.isAboutAuthorities {
        CheckResult(.secret, .notTried, DoctorMessages.notTried)
      } else if let line = lineWithKey(error), let refusedSource {
        DoctorMessages.secretRefused(error, line, in: refusedSource, system)
      } else {
        DoctorMessages.secretRefused(error)
      }
    }
  }

  /// What accepts the key that was seen; nothing where the certificate is accepted as it is.
  var pinToWrite: [CheckResult.Addition] {
    guard case .success(let seen)? = certificate else { return [] }
    return DoctorMessages.pin(seen, system)
  }

  private var clockResult: CheckResult {
    let lead = clockLeadSeconds ?? 0
    if abs(lead) <= Self.acceptedClockLeadSeconds { return .ok(.clock, DoctorMessages.clocksAgree) }
    return CheckResult(.clock, .advice, DoctorMessages.clocksDiffer(lead))
  }

  /// A schedule is kept to the minute; a header tells whole seconds and arrives a little later.
  private static let acceptedClockLeadSeconds: Int64 = 60
}

extension [Diagnosis] {
  /// As a plan of the same systems would end, and 3 where it would only name a problem:
  ///
  /// | what was found | status |
  /// |---|---|
  /// | a credential not accepted on any system | 77 |
  /// | no system could be read, all of them busy, locked or left alone | 75 |
  /// | no system could be read | 69 |
  /// | a check that failed | 3 |
  /// | anything else, advice too | 0 |
  package var exitStatus: ExitStatus {
    let failures = compactMap(\.failure)
    if let status = ExitStatus(unread: failures, of: count, all: failures) { return status }
    return allSatisfy(\.isHealthy) ? .success : .partialFailure
  }
}

extension Result {
  /// What it came to; nil where it failed.
  package var success: Success? {
    if case .success(let value) = self { return value }
    return nil
  }

  /// Whether it did not fail.
  var isSuccess: Bool { success != nil }

  /// Why it failed; nil where it did not.
  package var failure: Failure? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
