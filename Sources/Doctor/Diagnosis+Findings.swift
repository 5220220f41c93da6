import CivilTime
import Documents
import HTTPTransport
import Planning
import Policies
import Presentation
import Providers
import Secrets

/// What the checks come to that nothing stood in the way of.
extension Examination {
  /// | certificate | result |
  /// |---|---|
  /// | none, on this machine or without a secret | ok |
  /// | none, and a secret goes over plain http | advice |
  /// | not checked | advice, with the pin |
  /// | of the kind that the system makes for itself | advice |
  /// | expired, or about to | advice |
  /// | any other | ok |
  var certificateResult: CheckResult {
    guard case .success(let seen)? = certificate else { return plainResult }
    let system = systemAsTrusted
    if system.tls == .insecure {
      return CheckResult(.certificate, .advice, DoctorMessages.unchecked, toWrite: pinToWrite)
    }
    // One that the machine trusts comes from elsewhere, however short it lives.
    if system.tls != .system, let own = checkup.ownCertificate, seen.isMade(as: own) {
      return CheckResult(.certificate, .advice, DoctorMessages.shortLived(seen, own))
    }
    if let days = seen.daysLeft(at: now), days < Self.renewalDays {
      return CheckResult(.certificate, .advice, DoctorMessages.ends(seen, days, system))
    }
    return .ok(.certificate, DoctorMessages.certificateAccepted(seen, system))
  }

  /// A certificate that ends within so many days is spoken of.
  private static let renewalDays: Int64 = 14

  /// Whether the check of the certificate says already what the secret's whole line is to be.
  var saysWholeLine: Bool { trouble?.check == .certificate || systemAsTrusted.tls == .insecure }

  /// The line of a secret that was refused with `error`, with the key that was seen: where the machine does not trust the
  /// certificate, or only the policy would choose whom to trust, and no key is named. Nil elsewhere. Beside a certificate
  /// that says what to write it is the same line: one without the key would be the next to be refused.
  func lineWithKey(_ error: SecretError) -> String? {
    let codes = [
      "secret.not-bound", "secret.not-pinned", "secret.insecure", "secret.other-origin", "secret.other-kind",
    ]
    guard codes.contains(error.message.code), case .success(let seen)? = certificate
    else { return nil }
    switch system.tls {
    case .pins: return nil
    case .system where knock?.failure?.kind != .untrusted: return nil
    case .system, .authorities, .insecure:
      return SecretBinding(system.url, kind: system.kind.name, pins: [seen.pin]).line
    }
  }

  /// The system with the trust that counts: a key in the secret's line is enough by itself.
  private var systemAsTrusted: System {
    guard let pins = binding?.pins, !pins.isEmpty, [.system, .insecure].contains(system.tls) else { return system }
    var system = system
    system.tls = .pins(pins)
    return system
  }

  private var plainResult: CheckResult {
    if AddressClass(address: system.url.host) == .loopback || system.url.host == "localhost" {
      return .ok(.certificate, DoctorMessages.plainHere)
    }
    guard case .success(_?) = secret else { return .ok(.certificate, DoctorMessages.plainWithoutSecret) }
    return CheckResult(.certificate, .advice, DoctorMessages.plain(system))
  }

  var versionResult: CheckResult {
    let seen = reading?.success?.version ?? heard.compactMap(\.version).last
    guard let seen, !seen.isEmpty else {
      let isRead = reading?.isSuccess == true
      return CheckResult(
        .version, isRead ? .advice : .notTried, isRead ? DoctorMessages.versionUnknown : DoctorMessages.notTried)
    }
    return .ok(.version, checkup.version(seen))
  }

  var targetResults: [CheckResult] {
    let left = leftBehind.map { CheckResult(.targets, .advice, $0) }
    guard hasTargets else { return left.isEmpty ? [CheckResult(.targets, .advice, DoctorMessages.noTarget)] : left }
    let findings =
      problems.together.map {
        CheckResult(.targets, .failed, DoctorMessages.problem($0.finding, of: $0.targets, on: system))
      }
      + warnings.together.map { CheckResult(.targets, .advice, DoctorMessages.warning($0.finding, of: $0.targets)) }
      + withOwnSchedule.map {
        CheckResult(.targets, .advice, DoctorMessages.ownSchedule($0, on: system, hint: checkup.scheduleHint))
      }
      + obstacles.map { CheckResult(.targets, .advice, $0) }
      + caveats.map { CheckResult(.targets, .advice, DoctorMessages.caveat($0.message, of: $0.object, on: system)) }
      + left
    return findings.isEmpty ? [.ok(.targets, DoctorMessages.allThere(selectedCount))] : Self.few(findings)
  }

  /// So many findings about the targets of one system are shown: a system may list thousands of entities.
  static let mostFindings = 100

  /// The first `findings`, what failed before what is advice, and how many others there are.
  private static func few(_ findings: [CheckResult]) -> [CheckResult] {
    guard findings.count > mostFindings else { return findings }
    let failed = findings.filter { $0.status == .failed }
    let ordered = failed + findings.filter { $0.status != .failed }
    let isFailedLeft = failed.count > mostFindings
    return ordered.prefix(mostFindings)
      + [CheckResult(.targets, isFailedLeft ? .failed : .advice, DoctorMessages.others(findings.count - mostFindings))]
  }
}
