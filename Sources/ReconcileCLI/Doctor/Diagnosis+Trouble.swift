import HTTPTransport
import Policies
import Providers
import Reconciliation
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
    let notice = Notice(code: error.code, error.message, hint: error.hint)
    return Trouble(
      check: error.isAboutAuthorities ? .certificate : .secret, notice: notice,
      error: ProviderError(.refusedCredentials, error.message, hint: error.hint, code: error.code))
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
      return Trouble(check: .name, notice: DoctorWording.unresolved(system), error: unreachable)
    case .refused:
      return Trouble(check: .port, notice: DoctorWording.nothingListens(error), error: unreachable)
    case .timedOut:
      return Trouble(
        check: .port, notice: DoctorWording.silent(error), error: failure ?? ProviderError(.timedOut, error.message))
    case .cancelled:
      let ended = cutOff ?? ProviderError(.cancelled, error.message)
      return Trouble(check: .port, notice: ended.notice, error: ended)
    case .untrusted:
      return Trouble(check: .certificate, notice: certificateTrouble(error), error: unreachable)
    case .plaintextRefused:
      return Trouble(check: .secret, notice: DoctorWording.plaintextRefused(error), error: unreachable)
    case .broken, .tooLarge, .outOfProportion, .failed:
      return Trouble(check: .api, notice: DoctorWording.broken(error, system), error: unreachable)
    }
  }

  private func certificateTrouble(_ error: TransportError) -> Notice {
    guard case .success(let seen)? = certificate, let flaw = error.flaw else { return DoctorWording.noTLS(error) }
    return DoctorWording.untrusted(flaw, seen, system)
  }

  // MARK: While reading

  private func readingTrouble(_ error: ProviderError) -> Trouble {
    if error.kind == .cancelled, let cutOff { return Trouble(check: stage, notice: cutOff.notice, error: cutOff) }
    let check = check(of: error)
    return Trouble(check: check, notice: notice(check, error), error: error)
  }

  private var last: Heard? { heard.last }

  private var secretSource: SecretSource? { secret.success ?? nil }

  /// How far reading got, by its last request.
  private var stage: Check {
    guard let path = last?.path, path != "/" else { return .api }
    if path.hasSuffix("/sites") { return .site }
    return path == "/info" || path == "/auth" ? .api : .targets
  }

  /// | error | check |
  /// |---|---|
  /// | refused with 403 | rights |
  /// | refused otherwise; a Pi-hole that is busy | credential |
  /// | nothing at this path; a console that is busy | api |
  /// | a version that cannot do it | version |
  /// | not found on a console | site |
  /// | anything else | how far reading got |
  private func check(of error: ProviderError) -> Check {
    switch error.kind {
    case .refusedCredentials: return last?.status == 403 ? (isStandAlone ? .api : .rights) : .credential
    case .busy: return system.isConsole ? .api : .credential
    case .unsupported: return last?.status == 404 ? .api : .version
    case .notFound where system.isConsole: return .site
    case .notFound, .unreachable, .timedOut, .notReady, .locked, .unexpectedReply, .cancelled: return stage
    }
  }

  /// The port of the Network application where it runs without UniFi OS.
  private var isStandAlone: Bool { system.isConsole && system.url.port == 8443 }

  private func notice(_ check: Check, _ error: ProviderError) -> Notice {
    switch check {
    case .api: apiNotice(error)
    case .credential: credentialNotice(error)
    case .site: DoctorWording.siteUnknown(error)
    case .rights: DoctorWording.rightsMissing(error, system)
    case .version: DoctorWording.tooOld(error)
    case .targets: DoctorWording.unread(error)
    case .name, .port, .certificate, .clock, .secret: error.notice
    }
  }

  private func apiNotice(_ error: ProviderError) -> Notice {
    if isStandAlone, last?.isWebPage == true || last?.status == 403 || last?.status == 404 {
      return DoctorWording.standAlone(error)
    }
    if last?.isWebPage == true, last?.status == 200 { return DoctorWording.webPage(system) }
    if last?.status == 404 { return DoctorWording.noAPI(error, system) }
    return DoctorWording.apiFailed(error)
  }

  private func credentialNotice(_ error: ProviderError) -> Notice {
    if system.isConsole { return DoctorWording.keyRefused(error, secretSource) }
    if last?.errorCode == "api_seats_exceeded" { return DoctorWording.seatsTaken(error) }
    if last?.path == "/auth", last?.status == 400 { return DoctorWording.secondFactor(error) }
    if !heard.contains(where: { $0.path == "/auth" }) { return DoctorWording.passwordMissing(error) }
    if case .busy = error.kind { return DoctorWording.throttled(error) }
    return DoctorWording.passwordRefused(error, secretSource)
  }
}

extension SecretError {
  /// Whether it is the file of `tls: {ca: …}` that cannot be read.
  var isAboutAuthorities: Bool { code == "tls.ca" }
}

extension Result {
  var failure: Failure? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
