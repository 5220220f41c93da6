import Controller
import Doctor
import Documents
import Host
import Planning
import Policies
import Presentation
import Providers
import Secrets
import Text

/// `reconcile init`: looks at the live systems and writes a first policy file. It writes nothing else, and is only
/// ever handed a network to read from.
enum InitCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let deadline = Deadline(try invocation.duration(.deadline) ?? 60)
    let log = invocation.log(environment)
    var request = try SetupRequest(invocation, environment)
    if (try? environment.files.kind(of: request.place.path)) != .some(nil) {
      return refuse(SetupMessages.exists(request.place.path), SetupMessages.existsHint, environment)
    }
    request.requested.credentials = FreeCredentials(environment: environment)
      .names(for: request.systems, try systems(of: request, environment))
    let systems = try systems(of: request, environment)
    let survey = Survey(environment: environment, systems: systems)
    let (met, cutOff) = during(deadline, log, environment, systems) { await survey.meet($0, $1) }
    if let cutOff { return finish(met, request, output.style(environment), environment, cutOff) }
    let asked = consented(met, request, environment)
    let (surveyed, reason) = during(deadline, log, environment, systems) { await survey.look(asked, $0, $1) }
    return finish(surveyed, request, output.style(environment), environment, reason)
  }

  /// Looks at the systems with a network and a deadline of its own, and why that was to end early. Somebody is asked
  /// between two looks, and may take any time.
  private static func during(
    _ deadline: Deadline, _ log: Environment.ExchangeLog?, _ environment: Environment, _ systems: [System],
    _ look: @escaping @Sendable (any ReadingNetwork, StopSignal) async -> [Surveyed]
  ) -> (found: [Surveyed], reason: StopSignal.Reason?) {
    environment.withNetwork(log) { network, stop in
      await deadline.limit(network, stop) {
        let names = systems.map(\.name.text).joined(separator: ", ")
        let seen = await Progress(environment).show("looking at \(names)", network) { await look(network, stop) }
        return (seen, stop.reason)
      }
    }
  }

  /// With who says of each key that it is the system's.
  private static func consented(
    _ met: [Surveyed], _ request: SetupRequest, _ environment: Environment
  ) -> [Surveyed] {
    let shown = request.trusted.filter { key in met.contains { $0.pinned?.pin == key } }
    let consent = KeyConsent(
      environment: environment, trusted: request.trusted, hasStray: shown.count < request.trusted.count)
    return met.map { one in
      var one = one
      if let seen = one.pinned { one.ground = consent.ground(for: one.system, seen) }
      one.isOtherThanGiven = consent.hasStray && one.ground == .nobody
      return one
    }
  }

  /// The systems that the command line means, read as a policy would be, so that the same mistakes are found.
  private static func systems(
    of request: SetupRequest, _ environment: Environment
  ) throws(UsageError) -> [System] {
    let loaded = request.outline.loaded(environment)
    guard let policy = loaded.policy else {
      throw SetupMessages.badSetting(loaded.diagnostics.first { $0.severity == .error })
    }
    return policy.systems
  }

  private static func finish(
    _ surveyed: [Surveyed], _ request: SetupRequest, _ style: Style, _ environment: Environment,
    _ reason: StopSignal.Reason?
  ) -> ExitStatus {
    var text = SetupText(
      surveyed: surveyed, place: request.place, user: SetupUser(environment),
      request: request.trusting(surveyed).words, style: style,
      kinds: environment.kinds, zone: request.zone)
    if let failure = surveyed.failure {
      text.isWritten = false
      environment.output(text.findings + text.keys + text.secrets)
      _ = refuse(SetupMessages.nothingWritten(request.place.path), nil, environment)
      return reason?.status ?? failure
    }
    var draft = PolicyDraft(surveyed, request, environment.kinds)
    draft.takenOwners = surveyed.reduce(into: []) { owners, one in
      if case .success(let observation) = one.reading { owners.formUnion(observation.owners) }
    }
    do throws(BedtimeQuestions.Refusal) {
      let offered = OfferedClients(surveyed, environment.kinds.systems)
      draft.propose(offered)
      let questions = BedtimeQuestions(offered: offered, draft: draft, style: style, environment: environment)
      draft.bedtime = try questions.answer(to: request)
    } catch {
      environment.output(text.findings)
      _ = refuse(error.message, error.hint, environment)
      return error.status
    }
    if environment.inputHasHungUp() {
      let ended = SetupMessages.inputEnded
      _ = refuse(ended.message, ended.hint, environment)
      return .usage
    }
    text.bedtime = draft.bedtime
    text.freeCredentials = FreeCredentials(environment: environment).names(insteadOf: surveyed.map(\.system))
    text.takenOwner = draft.takenOwner
    let loaded = draft.loaded(environment)
    guard loaded.policy != nil else { return loaded.refuse(environment) }
    do throws(FileError) {
      try environment.publish(request.place.path, draft.text)
    } catch {
      return refuse(SetupMessages.notWritten(error), SetupMessages.existsHint, environment)
    }
    environment.output(text.findings + text.next)
    writeSchema(request.place.schema, environment)
    return .success
  }

  /// What editors check the policy with, beside it; one that is there is left as it is.
  private static func writeSchema(_ path: String, _ environment: Environment) {
    guard (try? environment.files.kind(of: path)) == .some(nil) else { return }
    do throws(FileError) {
      try environment.publish(path, PolicySchema(environment.kinds.systems).json.indented)
    } catch {
      environment.error("warning: \(SetupMessages.schemaNotWritten(error).escaped)\n")
    }
  }

  private static func refuse(_ message: String, _ hint: String?, _ environment: Environment) -> ExitStatus {
    environment.error("reconcile: \(message.escaped)\n")
    if let hint { environment.error("hint: \(hint)\n") }
    return .failure
  }
}

extension [Surveyed] {
  /// Whether one of them shows this key, or may do so once it can be reached.
  fileprivate func mayShow(_ key: String) -> Bool { contains { $0.pinned.map { $0.pin == key } ?? $0.isAway } }

  /// What to end with where a system could not be read, as a plan would; nil where all could.
  fileprivate var failure: ExitStatus? {
    let errors = compactMap(\.reading.failure)
    if errors.isEmpty { return nil }
    return ExitStatus(unread: errors, of: count, all: errors) ?? .partialFailure
  }
}

extension SetupRequest {
  /// The systems alone, as a policy.
  fileprivate var outline: OutlinedPolicy { OutlinedPolicy(request: self) }

  /// The same, with the keys that nobody has trusted yet, and without those that are no system's.
  fileprivate func trusting(_ surveyed: [Surveyed]) -> SetupRequest {
    var request = self
    request.trusted = trusted.filter(surveyed.mayShow)
    let wanted = surveyed.filter { $0.ground == .nobody }.compactMap(\.pinned?.pin)
    request.trusted += wanted.filter { !trusted.contains($0) }
    return request
  }
}

extension PolicyDraft {
  /// What was found becomes a policy.
  fileprivate init(_ surveyed: [Surveyed], _ request: SetupRequest, _ kinds: ProviderKinds) {
    let parts = surveyed.map { one in
      let setup = kinds[one.system.kind].setup
      let found = Setup.Found(
        system: one.system.name, objects: one.reading.success?.objects ?? [], includes: request.includes,
        hasDevices: one.clients.contains { $0.mac?.isOfOneCard == true })
      return Part(
        system: one.system, isPinned: one.pinned != nil, openComment: setup.openComment, draft: setup.draft(found),
        refusal: one.refusal)
    }
    self.init(zone: request.zone, parts: parts, place: request.place)
  }
}
