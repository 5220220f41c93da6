import CivilTime
import Controller
import Doctor
import Documents
import HTTPTransport
import Host
import Planning
import Policies
import Providers
import Secrets

/// What was found on one system.
struct Surveyed: Sendable {
  /// With a pin where its certificate needs one.
  var system: System
  /// The certificate whose key is pinned; nil where none has to be.
  var pinned: SeenCertificate?
  /// Who says that this key is the system's.
  var ground = KeyConsent.Ground.seenOnly
  /// Whether somebody has named a key that no system shows, and not this one.
  var isOtherThanGiven = false
  /// What is there, or why that is not known.
  var reading: Result<Observation, ProviderError>
  /// What is connected and can be named in a policy; empty where that cannot be told or used.
  var clients: [ConnectedClient] = []
  /// Why no device can be named there; nil where it can, or where its kind knows none.
  var obstacle: String?
  /// What the system says where nothing that stops a device can be made there; nil where it can.
  var refusal: Message?
  /// Where its secret was read; nil where none was.
  var source: SecretSource?
  /// What the second line of its secret says; nil if there is none.
  var binding: SecretBinding?
}

/// Looks at the systems of a first policy, all at the same time, through read doors alone: first at their certificates,
/// then, with the secrets, at what is on them. In between is time to ask somebody.
struct Survey: Sendable {
  let environment: Environment
  let systems: [System]

  // MARK: Certificates

  /// The systems with the certificates that this machine does not trust; no secret is sent. In their order.
  func meet(_ network: any ReadingNetwork, _ stop: StopSignal) async -> [Surveyed] {
    await each(systems.map { Surveyed(system: $0, reading: .failure(PassMessages.cutOff(nil))) }, network, stop) {
      found in
      do throws(TransportError) {
        found.pinned = try await certificateToPin(of: found.system, network)
        if let pin = found.pinned?.pin { found.system.tls = .pins([pin]) }
      } catch {
        let kind: ProviderError.Kind = error.kind == .cancelled ? .cancelled : .unreachable
        found.reading = .failure(ProviderError(kind, error.message))
      }
    }
  }

  /// The certificate, where this machine does not trust it. A request without any credential tells.
  private func certificateToPin(
    of system: System, _ network: any ReadingNetwork
  ) async throws(TransportError) -> SeenCertificate? {
    var endpoint = Endpoint.handshake(with: system)
    guard system.url.scheme == .https else {
      try await reach(endpoint, network)
      return nil
    }
    let seen = SeenCertificate(try await network.certificate(of: endpoint))
    endpoint.trust = .system
    do throws(TransportError) {
      _ = try await network.readTransport(for: endpoint).read(.get("/"))
      return nil
    } catch {
      return error.kind == .untrusted ? seen : nil
    }
  }

  /// Fails where nobody answers: a secret for an address with a slip in it is not worth storing.
  private func reach(_ endpoint: Endpoint, _ network: any ReadingNetwork) async throws(TransportError) {
    do throws(TransportError) {
      _ = try await network.readTransport(for: endpoint).read(.get("/"))
    } catch {
      // Otherwise something is there. What it is, reading tells.
      if [.unresolved, .refused, .timedOut, .cancelled].contains(error.kind) { throw error }
    }
  }

  // MARK: Reading

  /// What is on those of `met` that may be asked, in their order.
  func look(_ met: [Surveyed], _ network: any ReadingNetwork, _ stop: StopSignal) async -> [Surveyed] {
    await each(met, network, stop) { found in
      guard found.mayBeRead else { return }
      switch found.ground {
      case .nobody: found.reading = .failure(SetupMessages.nobodyTrusts(found))
      case .otherKey: found.reading = .failure(SetupMessages.otherKey(source(of: found.system)))
      case .seenOnly, .line, .person: await read(&found, network)
      }
    }
  }

  /// Where the secret of `system` is; nil where it cannot be read.
  private func source(of system: System) -> SecretSource? {
    (try? SystemConnector(environment).secret(of: system))?.source
  }

  private func read(_ found: inout Surveyed, _ network: any ReadingNetwork) async {
    do throws(SecretError) {
      let secret = try SystemConnector(environment).secret(of: found.system)
      (found.source, found.binding) = (secret?.source, secret?.binding)
    } catch {
      if error.message.code == "secret.not-found", await readOpenly(&found, network) { return }
    }
    let confirmed = found.ground == .person ? found.pinned?.pin : nil
    await read(&found, as: found.system, confirmed: confirmed, network)
  }

  /// Reads a system that may have no secret and for which none was found; whether it has none. One that wants one does
  /// not answer.
  private func readOpenly(_ found: inout Surveyed, _ network: any ReadingNetwork) async -> Bool {
    guard found.system.kind.secretSetting?.isRequired == false else { return false }
    var open = found
    open.system.secret = nil
    await read(&open, as: open.system, confirmed: nil, network)
    guard case .success = open.reading else { return false }
    found = open
    return true
  }

  private func read(
    _ found: inout Surveyed, as system: System, confirmed: String?, _ network: any ReadingNetwork
  ) async {
    let opening = SystemConnector(environment)
    let devices = Set(system.kind.selectors.filter(\.isOfDevices).map(\.object))
    do throws(ProviderError) {
      let opened = opening.open(
        try opening.prepare(system, confirmed: confirmed), network,
        named: NamedObjects(devices: devices.isEmpty ? nil : Self.trial))
      found.reading = await opened.observe(environment.kinds[system.kind].setup.objects.union(devices))
      if case .success(let observation) = found.reading, let directory = opened.connected.directory {
        found.learn(await directory.clients(), observation.unavailableKinds.first { devices.contains($0.key) }?.value)
      }
      await opened.observer.close()
    } catch {
      found.reading = .failure(error)
    }
  }

  /// A wish for one device, which nobody has: where it could not be fulfilled, a system says why.
  private static let trial = MACAddress("02:00:00:00:00:00").map { mac in
    var interest = DeviceInterest(
      [.init(Name("trial"), DeviceSelection(devices: [.init(Name("trial"), mac)]))], owner: "trial")
    interest.listsOwners = true
    return interest
  }

  // MARK: All at the same time

  /// `work` on each of `before`; what was cut off says why.
  private func each(
    _ before: [Surveyed], _ network: any ReadingNetwork, _ stop: StopSignal,
    _ work: @escaping @Sendable (inout Surveyed) async -> Void
  ) async -> [Surveyed] {
    let found = Collected<Surveyed>()
    await stop.whileReading(on: network.executor) {
      await withTaskGroup(of: Void.self) { group in
        for one in before {
          group.addTask {
            var one = one
            await work(&one)
            found[one.system.name] = one
          }
        }
      }
    }
    return before.map { one in
      var one = found[one.system.name] ?? one
      if case .failure(let error) = one.reading, error.kind == .cancelled, stop.reason != nil {
        one.reading = .failure(PassMessages.cutOff(stop.reason))
      }
      return one
    }
  }
}

extension Surveyed {
  /// Whether it could be met: a system that could not is not asked for more.
  fileprivate var mayBeRead: Bool {
    if case .failure(let error) = reading { return error.kind == .cancelled }
    return true
  }

  /// What is connected there, unless `refusal` says why it could not be named.
  fileprivate mutating func learn(_ listed: Result<[ConnectedClient], ProviderError>, _ refusal: Message?) {
    self.refusal = refusal
    switch (listed, refusal) {
    case (_, let refusal?): obstacle = SetupMessages.cannotMake(refusal)
    case (.failure(let error), nil): obstacle = SetupMessages.clientsUnread(error)
    case (.success(let listed), nil): clients = listed
    }
  }
}
