import CivilTime
import HTTPTransport
import Policies
import Reconciliation
import Secrets

/// What was found on one system.
struct Surveyed: Sendable {
  /// With a pin where its certificate needs one.
  var system: System
  /// The certificate whose key is pinned; nil where none has to be.
  var pinned: SeenCertificate?
  /// What is there, or why that is not known.
  var reading: Result<Observation, ProviderError>
  /// Where its secret was read; nil where none was.
  var source: SecretSource?
  /// The keys that its secret itself names.
  var boundTo: [String] = []
}

/// Looks at the systems of a first policy, all at the same time, through read doors alone.
struct Survey: Sendable {
  let environment: Environment
  let systems: [System]

  /// What was found, in their order.
  func look(_ network: any ReadingNetwork, _ stop: Stop) async -> [Surveyed] {
    let found = Collected<Surveyed>()
    await stop.whileReading(on: network.executor) {
      await withTaskGroup(of: Void.self) { group in
        for system in systems { group.addTask { found[system.name] = await look(at: system, network) } }
      }
    }
    return systems.compactMap { found[$0.name] }.map { one in
      guard case .failure(let error) = one.reading, error.kind == .cancelled, stop.reason != nil else { return one }
      var one = one
      one.reading = .failure(Wording.cutOff(stop.reason))
      return one
    }
  }

  private func look(at system: System, _ network: any ReadingNetwork) async -> Surveyed {
    var found = Surveyed(system: system, reading: .failure(Wording.cutOff(nil)))
    do throws(TransportError) {
      found.pinned = try await certificateToPin(of: system, network)
    } catch {
      found.reading = .failure(ProviderError(.unreachable, error.message))
      return found
    }
    if let pin = found.pinned?.pin { found.system.tls = .pins([pin]) }
    await read(&found, network)
    return found
  }

  /// The certificate, where this machine does not trust it. A request without any credential tells.
  private func certificateToPin(
    of system: System, _ network: any ReadingNetwork
  ) async throws(TransportError) -> SeenCertificate? {
    guard system.url.scheme == .https else { return nil }
    var endpoint = Endpoint.handshake(with: system)
    let seen = SeenCertificate(try await network.certificate(of: endpoint))
    endpoint.trust = .system
    do throws(TransportError) {
      _ = try await network.readDoor(for: endpoint).read(.get("/"))
      return nil
    } catch {
      return error.kind == .untrusted ? seen : nil
    }
  }

  private func read(_ found: inout Surveyed, _ network: any ReadingNetwork) async {
    do throws(SecretError) {
      let secret = try Opening(environment, now: environment.now()).secret(of: found.system)
      (found.source, found.boundTo) = (secret?.source, secret?.binding?.pins ?? [])
    } catch {
      if error.code == "secret.not-found", await readOpenly(&found, network) { return }
    }
    found.reading = await reading(of: found.system, network)
  }

  /// Reads a Pi-hole without a password, for which no secret was found; whether it has none. One that wants one does not
  /// answer.
  private func readOpenly(_ found: inout Surveyed, _ network: any ReadingNetwork) async -> Bool {
    guard case .pihole(_, let pauseLimitSeconds) = found.system.kind else { return false }
    var system = found.system
    system.kind = .pihole(password: nil, pauseLimitSeconds: pauseLimitSeconds)
    let reading = await reading(of: system, network)
    guard case .success = reading else { return false }
    (found.system, found.reading) = (system, reading)
    return true
  }

  private func reading(
    of system: System, _ network: any ReadingNetwork
  ) async -> Result<Observation, ProviderError> {
    let opening = Opening(environment, now: environment.now())
    do throws(ProviderError) {
      let opened = opening.open(try opening.prepare(system), network)
      let reading = await Self.observed(opened)
      await opened.observer.close()
      return reading
    } catch {
      return .failure(error)
    }
  }

  private static func observed(_ opened: OpenedSystem) async -> Result<Observation, ProviderError> {
    let readable = Providers.readableKinds(of: opened.system)
    return await opened.observe(readable.intersection([.aclRule, .firewallPolicy, .blocking, .group, .list]))
  }
}
