import Controller
import Documents
import HTTPTransport
import Host
import JSONTree
import Planning
import Policies
import Presentation
import Providers
import Secrets
import Text

/// `reconcile pair SYSTEM`: exchanges a code for a secret and keeps that, shows what it is good for, or takes it away.
///
/// It knows no kind of system: which can be paired with, and how, says `ProviderKind.pairing`.
enum PairCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let request = try PairRequest(invocation)
    let output = try OutputSettings(invocation)
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    guard let system = policy.systems.first(where: { $0.name.text == request.system.lowercased() }) else {
      throw Messages.noSuchSystem(request.system, policy)
    }
    guard let pairing = environment.kinds[system.kind].pairing else { throw PairMessages.noPairing(system) }
    let command = Pairer(
      system: system, pairing: pairing, output: output, moments: Moments(zone: policy.zone, now: environment.now()),
      log: invocation.log(environment), environment: environment)
    switch request.deed {
    case .pair(let replaces): return try command.pair(replaces: replaces)
    case .status: return command.showStatus()
    case .forget(let isAsked): return try command.forget(asks: !isAsked)
    }
  }
}
