import HTTPTransport
import JSONTree
public import Providers

/// What kind of password opened a session, as far as the Pi-hole tells.
public enum PiHoleLogin: Hashable, Sendable {
  /// No session is needed: the Pi-hole has no password, or the policy gives none.
  case notNeeded
  /// An app password: it needs no second factor and cannot change the settings.
  case appPassword
  /// The password of the web interface.
  case mainPassword
  /// The password that Pi-hole makes for its own command line: another one after every start of it.
  case commandLinePassword
  /// The Pi-hole does not tell.
  case unknown
}

extension PiHoleSession {
  /// What kind of password opened this session; opens it where it is not open yet. One request, which changes nothing.
  public func login() async throws(ProviderError) -> PiHoleLogin {
    let pass = try await pass()
    guard pass.sid != nil else { return .notNeeded }
    let list = try Reply(try await sessions(pass)).value(quoting: .nothing)["sessions"]?.elements ?? []
    let current = list.first { $0["current_session"] == .bool(true) }
    if current?["cli"] == .bool(true) { return .commandLinePassword }
    switch current?["app"] {
    case .bool(true)?: return .appPassword
    case .bool(false)?: return .mainPassword
    case .null?, .number?, .string?, .array?, .object?, nil: return .unknown
    }
  }

  private func sessions(_ pass: Pass) async throws(ProviderError) -> Response {
    do throws(TransportError) {
      return try await transport.read(.get("/auth/sessions", headers: pass.headers))
    } catch {
      throw ProviderError(error, from: settings.system)
    }
  }
}
