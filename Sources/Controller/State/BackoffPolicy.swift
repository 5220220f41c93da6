import CivilTime
import HTTPTransport
import Hashing
import Policies
import Providers
import Planning
import Secrets
import StateStore

/// When a system is left alone, and what ends it.
enum BackoffPolicy {
  /// What a back-off from a system depends on: the policy, and the secret that would be sent there.
  ///
  /// Of a password only eight bits of a hash are kept, and only while the system is left alone: too few to find it out,
  /// and enough to see that it is another one. A change that goes unnoticed (one of 256 does) waits for at most the
  /// length of a back-off. Of what is too long to be guessed, a key or a token, there are 64: a back-off from one may have
  /// no end. The file's time would say nothing: systemd makes the file again for every run.
  static func circumstances(of system: System, _ secret: BoundSecret?, policy: String) -> String {
    let text = secret?.secret.reveal { "\(policy)\u{0}\(system.name)\u{0}\($0)" } ?? ""
    let isGuessable = secret?.secret.reveal { $0.utf8.count < longSecret } ?? true
    return policy + ":" + Digest.hex(Array(Digest.sha256(Array(text.utf8)).prefix(isGuessable ? 1 : 8)))
  }

  /// In bytes; nobody chooses such a secret himself.
  private static let longSecret = 64

  /// Tells the secret of `system` from others, whatever the policy: eight bits of a hash, too few to find it out.
  static func fingerprint(of secret: BoundSecret, for system: System) -> String {
    let text = secret.secret.reveal { "accepted\u{0}\(system.name)\u{0}\(system.url.origin)\u{0}\($0)" }
    return Digest.hex(Array(Digest.sha256(Array(text.utf8)).prefix(1)))
  }

  /// The secrets that systems are known to have accepted, after a run that came to `report`.
  static func accepted(
    _ report: Report, _ fingerprints: [Name: String], before: [Name: AcceptedSecret]
  ) -> [Name: AcceptedSecret] {
    var accepted = before
    for system in report.plan.systems {
      guard let fingerprint = fingerprints[system.name] else { continue }
      let error = system.error ?? report.failures[system.name]
      accepted[system.name] = .after(error, fingerprint: fingerprint, before: before[system.name])
    }
    return accepted
  }

  /// The back-offs after a run that came to `report`: success ends one, a refusal begins or lengthens it, and what was
  /// not asked, or failed otherwise, stays as it was.
  static func after(
    _ report: Report, _ circumstances: [Name: String], before: [Name: Backoff], now: Instant
  ) -> [Name: Backoff] {
    var backoffs = before
    for system in report.plan.systems {
      let name = system.name
      guard let error = system.error ?? report.failures[name] else {
        backoffs[name] = nil
        continue
      }
      guard let circumstances = circumstances[name], !error.isLeftAlone else { continue }
      let next = Backoff(after: error, previous: before[name], circumstances: circumstances, now: now)
      if let next { backoffs[name] = next }
    }
    return backoffs
  }
}
