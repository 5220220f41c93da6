package import CivilTime
package import Controller
import Documents
package import HTTPTransport
package import Host
package import Policies
import Presentation
import Providers
package import Planning
import Secrets
import Text

/// Examines systems, all at the same time, through read doors alone.
package struct Examiner: Sendable {
  let policy: Policy
  let environment: Environment
  let planner: Planner
  let now: Instant
  /// Systems to examine, in the order of the file, with the kinds of object that targets select there.
  package let patients: [(system: System, kinds: Set<ObjectKind>)]
  /// What is left behind on systems that the policy does not have any more.
  package let leftElsewhere: [Finding]
  /// What the command line named and hints repeat.
  private let again: String
  /// What earlier runs left.
  private let remembered: StateSnapshot

  /// `only` keeps it to the systems that these targets are on; nil is every system of the policy.
  package init(
    _ policy: Policy, _ environment: Environment, now: Instant, only: Set<Name>?, _ remembered: StateSnapshot,
    again: String
  ) {
    self.policy = policy
    self.remembered = remembered
    self.environment = environment
    self.now = now
    self.again = again
    let overlay = Overlay(Evaluator(policy), of: policy, overrides: [])
    planner = Planner(
      policy: policy, verdicts: overlay.verdicts(at: now), now: now, only: only, past: remembered.past,
      armed: overlay.armedHours(at: now))
    let moments = Moments(zone: policy.zone, now: now)
    leftElsewhere = planner.leftElsewhere.warnings(in: policy, moments, again: again)
    let interests = planner.interests
    patients = policy.systems.compactMap { system in
      let kinds = interests.first { $0.system.name == system.name }?.kinds
      return kinds == nil && only != nil ? nil : (system, kinds ?? [])
    }
  }

  /// What was found out about each, in the order of the file.
  package func examine(_ network: any ReadingNetwork, _ stop: StopSignal) async -> [Examination] {
    let found = Collected<Examination>()
    await stop.whileReading(on: network.executor) {
      await withTaskGroup(of: Void.self) { group in
        for (system, kinds) in patients {
          group.addTask { found[system.name] = await examine(system, kinds, network) }
        }
      }
    }
    return patients.compactMap { found[$0.system.name] }.map { one in
      var one = one
      if stop.reason != nil { one.cutOff = PassMessages.cutOff(stop.reason) }
      return one
    }
  }

  // MARK: One system

  private func examine(
    _ system: System, _ kinds: Set<ObjectKind>, _ network: any ReadingNetwork
  ) async -> Examination {
    let opening = SystemConnector(environment)
    let access = Result { () throws(SecretError) in try opening.access(to: system) }
    var found = Examination(
      system, environment.kinds[system.kind].checkup, now: now,
      hasTargets: policy.targets.contains { $0.selector.system == system.name },
      secret: access.map { $0.secret?.source })
    found.settings = settings(of: system)
    found.binding = access.success?.secret?.binding
    if case .failure = access { found.refusedSource = (try? opening.secret(of: system))?.source }
    let recorder = ExchangeRecorder()
    let listening = RecordingNetwork(
      network: network, recorder: recorder, now: environment.now, learn: environment.kinds[system.kind].checkup.learn)
    if system.url.scheme == .https { found.certificate = await certificate(of: system, listening) }
    if found.certificate?.isSuccess != false, let endpoint = Self.knockingEndpoint(system, access) {
      found.knock = await knock(listening.readTransport(for: endpoint))
    }
    if found.knock?.isSuccess == true, case .success(let (_, secret)) = access, !environment.outputIsTerminal,
      let refusal = remembered.refusedForGood(system, secret, in: policy.zone, at: now)
    {
      found.reading = .failure(refusal)
    } else if found.knock?.isSuccess == true, case .success(let (access, secret)) = access {
      let opened = opening.open(system, access, secret, listening, named: planner.named(on: system))
      found.reading = await Self.read(opened, kinds)
      if found.reading?.isSuccess == true { found.credential = await opened.connected.credential() }
      await compare(&found)
      if found.reading?.isSuccess == true, !found.selected.isEmpty {
        found.obstacles = await opened.connected.obstacles(found.selected)
      }
      if found.reading?.isSuccess == true { found.problems += await actionProblems(on: system.name, opened) }
      await opened.observer.close()
    }
    if case .success(let (access, _)) = access {
      let coded = policy.targets.filter { $0.code != nil && planner.asksFor($0.name) }
      found.problems += opening.codeFindings(of: coded, on: system, access)
    }
    found.heard = recorder.all
    return found
  }

  /// What `system` has to be set to and does not tell itself, and where the policy is in another zone than its clock.
  private func settings(of system: System) -> [CheckResult] {
    let selections = policy.targets.compactMap { target -> DeviceSelection? in
      if case .devices(system.name, _, let selection) = target.selector { selection } else { nil }
    }
    let other = system.sharesClock(of: policy.zone) ? nil : DoctorMessages.otherClock(of: system, policy.zone)
    let untold = environment.kinds[system.kind].checkup.untold(system, selections)
    return (other.map { [CheckResult(.settings, .advice, $0)] } ?? [])
      + untold.map { CheckResult(.settings, .notTried, $0) }
  }

  /// Adds what the plan says of a system that could be read.
  private func compare(_ found: inout Examination) async {
    let system = found.system
    guard case .success(let seen)? = found.reading else { return }
    let moments = Moments(zone: policy.zone, now: now)
    defer { found.warnings += StateMessages.ends(seen.ends, of: system.name, moments) }
    guard planner.interests.contains(where: { $0.system.name == system.name }) else {
      // What is only done at times is in no plan.
      found.warnings = seen.warnings.map {
        Finding($0, system: system.name, file: system.span.file, line: system.span.start.line)
      }
      return
    }
    do throws(ProviderError) {
      let plan = try await planner.part(about: system, seen)
      found.add(plan)
      found.leftBehind = plan.leftBehind.compactMap {
        $0.warning(in: policy, moments, again: again)?.message
      }
    } catch {
      found.reading = .failure(error)
    }
  }

  /// What keeps the actions of targets on `system` from being done.
  private func actionProblems(on system: Name, _ opened: OpenedSystem) async -> [Finding] {
    let targets = policy.targets.filter { planner.asksFor($0.name) }
    let wanted = targets.compactMap { target -> (Name, SelectorKind.Action)? in
      if case .action(system, _, let action) = target.selector { (target.name, action) } else { nil }
    }
    guard !wanted.isEmpty else { return [] }
    let obstacles = await opened.connected.actionObstacles(wanted.map(\.1))
    return wanted.compactMap { target, action in
      obstacles[action].map { Finding($0, system: system, target: target) }
    }
  }

  private func certificate(
    of system: System, _ network: any ReadingNetwork
  ) async -> Result<SeenCertificate, TransportError> {
    do throws(TransportError) {
      return .success(SeenCertificate(try await network.certificate(of: .handshake(with: system))))
    } catch {
      return .failure(error)
    }
  }

  private func knock(_ transport: any ReadTransport) async -> Result<Void, TransportError> {
    do throws(TransportError) {
      _ = try await transport.read(.get("/"))
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private static func read(
    _ opened: OpenedSystem, _ kinds: Set<ObjectKind>
  ) async -> Result<Observation, ProviderError> {
    do throws(ProviderError) {
      return .success(try await opened.observer.observe(kinds))
    } catch {
      return .failure(error)
    }
  }

  /// Where a request without any credential goes: its certificate is judged as that of the others, and a secret that
  /// must not be sent keeps nobody from asking. Nil where the authorities cannot be read.
  private static func knockingEndpoint(
    _ system: System, _ access: Result<(access: SystemAccess, secret: BoundSecret?), SecretError>
  ) -> Endpoint? {
    var endpoint = Endpoint.handshake(with: system)
    endpoint.plaintext = .anywhere
    switch (access, system.tls) {
    case (.success(let (access, _)), _): endpoint.trust = access.endpoint.trust
    case (.failure, .system): endpoint.trust = .system
    case (.failure, .pins(let pins)): endpoint.trust = .pins(pins)
    case (.failure, .insecure): endpoint.trust = .insecure
    case (.failure, .authorities(let path)):
      guard let pem = try? AuthorityFile.read(path) else { return nil }
      endpoint.trust = .authorities(pem: pem, pins: [])
    }
    return endpoint
  }
}

extension Endpoint {
  /// Where `system` answers, with nothing accepted yet and no secret to be sent.
  package static func handshake(with system: System) -> Endpoint {
    Endpoint(
      isTLS: system.url.scheme == .https, host: system.url.host, port: system.url.port, basePath: "", trust: .insecure,
      plaintext: .loopbackOnly, timeoutSeconds: system.timeoutSeconds)
  }
}

extension Examination {
  /// Takes over what `plan` says of this system.
  fileprivate mutating func add(_ plan: Plan) {
    (problems, warnings) = (plan.problems, plan.warnings)
    let lines = plan.entries.filter { $0.from != nil && $0.action != .problem }
    selectedCount = lines.filter { $0.to != nil || $0.verdict.state == .leave }.count
    guard case .success(let observation)? = reading else { return }
    let wanted = Set(lines.lazy.filter { $0.to != nil }.map(\.key))
    selected = observation.objects.filter { wanted.contains($0.key(on: system.name)) }
    withOwnSchedule = selected.filter { $0.ownSchedule != nil }
    caveats = selected.flatMap { object in
      SwitchPosition.allCases.flatMap { object.caveats[$0] ?? [] }.uniqued().map { (object, $0) }
    }
  }
}
