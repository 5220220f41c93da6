import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Secrets

extension Examination {
  /// What kept the system from being read: what came first on the way to it.
  var trouble: Trouble? {
    if case .failure(let error)? = certificate { return wayTrouble(error) }
    if case .failure(let error)? = knock { return wayTrouble(error) }
    if case .failure(let error) = secret { return secretTrouble(error) }
    if case .failure(let error)? = reading { return readingTrouble(error) }
    return nil
  }

  private func secretTrouble(_ error: SecretError) -> Trouble {
    let message = error.message
    return Trouble(
      check: error.isAboutAuthorities ? .certificate : .secret, message: message,
      error: ProviderError(.refusedCredentials, error.message))
  }

  // MARK: On the way

  /// | transport | check |
  /// |---|---|
  /// | unresolved | name |
  /// | refused, timed out, cut off | port |
  /// | untrusted | certificate |
  /// | refused for plain http | secret |
  /// | broken, too large, anything else | api |
  private func wayTrouble(_ error: TransportError) -> Trouble {
    let failure = secret.failure.map { ProviderError(.refusedCredentials, $0.message) }
    let unreachable = failure ?? ProviderError(.unreachable, error.message)
    switch error.kind {
    case .unresolved:
      return Trouble(
        check: .name, message: DoctorMessages.unresolved(system, hint: checkup.nameHint), error: unreachable)
    case .refused:
      return Trouble(check: .port, message: DoctorMessages.nothingListens(error), error: unreachable)
    case .timedOut:
      return Trouble(
        check: .port, message: DoctorMessages.silent(error), error: failure ?? ProviderError(.timedOut, error.message))
    case .cancelled:
      let ended = cutOff ?? ProviderError(.cancelled, error.message)
      return Trouble(check: .port, message: ended.message, error: ended)
    case .untrusted:
      return Trouble(check: .certificate, message: certificateTrouble(error), error: unreachable)
    case .plaintextRefused:
      return Trouble(check: .secret, message: DoctorMessages.plaintextRefused(error), error: unreachable)
    case .unanswered, .broken, .tooLarge, .outOfProportion, .failed:
      return Trouble(check: .api, message: DoctorMessages.broken(error, system), error: unreachable)
    }
  }

  private func certificateTrouble(_ error: TransportError) -> Message {
    guard case .success(let seen)? = certificate, let flaw = error.flaw else { return DoctorMessages.noTLS(error) }
    return DoctorMessages.untrusted(flaw, seen, system, checkup.ownCertificate)
  }

  // MARK: While reading

  private func readingTrouble(_ error: ProviderError) -> Trouble {
    if error.kind == .cancelled, let cutOff { return Trouble(check: stage, message: cutOff.message, error: cutOff) }
    if error.isLeftAlone { return Trouble(check: .credential, message: error.message, error: error) }
    let failed = FailedReading(
      error: error, url: system.url, exchanges: heard, readFrom: DoctorMessages.readFrom(secret.success ?? nil))
    let check = checkup.check(failed) ?? usualCheck(of: failed)
    let message = checkup.message(check, failed) ?? usualMessage(check, failed)
    return Trouble(check: check, message: message, error: error)
  }

  /// How far reading got, by its last request.
  private var stage: Check {
    guard let path = heard.last?.path, path != "/" else { return .api }
    return checkup.stage(path) ?? .targets
  }

  /// | error | check |
  /// |---|---|
  /// | refused with 403 | rights |
  /// | refused otherwise | credential |
  /// | nothing at this path | api |
  /// | a version that cannot do it | version |
  /// | anything else | how far reading got |
  private func usualCheck(of failed: FailedReading) -> Check {
    switch failed.error.kind {
    case .refusedCredentials: failed.last?.status == 403 ? .rights : .credential
    case .unsupported: failed.last?.status == 404 ? .api : .version
    case .busy, .notFound, .unreachable, .timedOut, .notReady, .locked, .unexpectedReply, .cancelled: stage
    }
  }

  private func usualMessage(_ check: Check, _ failed: FailedReading) -> Message {
    switch check {
    case .api: apiMessage(failed)
    case .credential: DoctorMessages.credentialRefused(failed)
    case .site: DoctorMessages.partUnread(failed.error)
    case .rights: DoctorMessages.rightsMissing(failed.error)
    case .version: DoctorMessages.tooOld(failed.error)
    case .targets: DoctorMessages.unread(failed.error)
    case .name, .port, .certificate, .clock, .secret, .settings: failed.error.message
    }
  }

  private func apiMessage(_ failed: FailedReading) -> Message {
    if failed.last?.isWebPage == true, failed.last?.status == 200 {
      return DoctorMessages.webPage(hint: checkup.webPageHint)
    }
    if failed.last?.status == 404 { return DoctorMessages.noAPI(failed.error, hint: checkup.absentHint) }
    return DoctorMessages.apiFailed(failed.error)
  }
}

extension SecretError {
  /// Whether it is the file of `tls: {ca: …}` that cannot be read.
  var isAboutAuthorities: Bool { message.code == "tls.ca" }
}
