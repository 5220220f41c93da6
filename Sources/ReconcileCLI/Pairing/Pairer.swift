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

/// Pairs with one system, shows what came of it, or forgets it.
struct Pairer {
  let system: System
  let pairing: Pairing
  let output: OutputSettings
  let moments: Moments
  let log: Environment.ExchangeLog?
  let environment: Environment

  // MARK: - Pairing

  /// Everything that can be in the way is looked at before the code is used up.
  func pair(replaces: Bool) throws(UsageError) -> ExitStatus {
    let place = try SecretPlace(system.secret, of: system, environment)
    if let obstacle = place.obstacle(replaces: replaces, environment) { return refuse(obstacle, .failure) }
    let (line, endpoint): (SecretBinding, Endpoint)
    do throws(SecretError) {
      line = try self.line(of: place)
      endpoint = try self.endpoint(as: line, place)
    } catch {
      return refuse(error.message, .credentials)
    }
    let usual = pairing.usualBytes(system) + line.line.utf8.count + 2
    guard usual <= SecretReader.largestFile else { return refuse(PairMessages.noRoom(usual), .failure) }
    let code = try askForCode()
    environment.error(PairMessages.sending(pairing, to: system))
    let (result, reason) = exchange { network in
      let request = PairingRequest(
        system: system, transport: network.writeTransport(for: endpoint), code: code, sleep: network.pause,
        waiting: { environment.error(PairMessages.waiting(seconds: $0)) },
        askingAgain: { environment.error(PairMessages.askingAgain($0, seconds: $1)) })
      return await Self.caught { () throws(ProviderError) in try await pairing.pair(request) }
    }
    switch result {
    case .failure(let error): return refuse(error, reason)
    case .success(let paired): return keep(paired, line, place, replaces: replaces)
    }
  }

  private func askForCode() throws(UsageError) -> Secret {
    guard let code = HiddenLine.read(PairMessages.ask(pairing, system), environment) else {
      throw PairMessages.noCode(pairing)
    }
    return code
  }

  private func keep(
    _ paired: Paired, _ line: SecretBinding, _ place: SecretPlace, replaces: Bool
  ) -> ExitStatus {
    let text = paired.secret.reveal { "\($0)\n\(line.line)\n" }
    guard text.utf8.count <= SecretReader.largestFile else {
      return refuse(PairMessages.tooLarge(text.utf8.count, pairing), .failure)
    }
    do throws(FileError) {
      try environment.keep(place.path, text, replaces)
    } catch {
      return refuse(PairMessages.notKept(error, pairing), .failure)
    }
    show(PairText(system, paired.rights, keptAt: place.path, moments))
    return .success
  }

  // MARK: - Afterwards

  /// What the secret that is there is good for.
  func showStatus() -> ExitStatus {
    let (access, secret): (SystemAccess, BoundSecret?)
    do throws(SecretError) {
      (access, secret) = try SystemConnector(environment).access(to: system)
    } catch {
      return refuse(error.message, .credentials)
    }
    for warning in access.warnings { environment.warn(warning.text) }
    let endpoint = addressed(access.endpoint)
    let (result, reason) = exchange { network in
      let connection = Connection(
        system: system, transport: network.readTransport(for: endpoint), secret: secret?.secret, isSecretKnown: false,
        named: NamedObjects(), sleep: network.pause, now: environment.now, random: environment.random)
      return await Self.caught { () throws(ProviderError) in try await pairing.status(connection) }
    }
    switch result {
    case .failure(let error): return refuse(error, reason)
    case .success(let rights):
      show(PairText(system, rights, keptAt: secret?.source.path, moments))
      return .success
    }
  }

  /// Takes the pairing away, after somebody has said so.
  func forget(asks: Bool) throws(UsageError) -> ExitStatus {
    let place = try SecretPlace(system.secret, of: system, environment)
    if (try? environment.files.kind(of: place.path)) == .some(nil) {
      return refuse(PairMessages.isNotThere(place.path), .failure)
    }
    do throws(SecretError) {
      _ = try KeptPairing(at: place.path, of: system, environment)
    } catch {
      return refuse(error.message, .credentials)
    }
    if asks {
      guard environment.inputIsTerminal else { return refuse(PairMessages.nobodyToAsk, .failure) }
      environment.error(PairMessages.askToForget(place.path))
      let answer = environment.input()?.filter { !$0.isWhitespace }.lowercased()
      guard answer == "y" || answer == "yes" else { return refuse(PairMessages.notForgotten, .failure) }
    }
    do throws(FileError) {
      try environment.remove(place.path)
    } catch {
      return refuse(PairMessages.notRemoved(error), .failure)
    }
    environment.output(PairMessages.forgotten(place.path, pairing))
    return .success
  }

  // MARK: - Parts

  /// The line that the secret is to have.
  private func line(of place: SecretPlace) throws(SecretError) -> SecretBinding {
    if (try? environment.files.kind(of: place.path)) == .some(nil) { return .wanted(by: system) }
    return try KeptPairing(at: place.path, of: system, environment).successor(for: system)
  }

  /// A code goes where the secret may go that it is exchanged for, and is not asked for before that is known.
  private func endpoint(as line: SecretBinding, _ place: SecretPlace) throws(SecretError) -> Endpoint {
    let wanted = BoundSecret(secret: Secret(""), binding: line, source: .file(path: place.path))
    let access = try SystemAccess(to: system, secret: wanted, authorities: AuthorityFile.read)
    for warning in access.warnings { environment.warn(warning.text) }
    return addressed(access.endpoint)
  }

  private func addressed(_ endpoint: Endpoint) -> Endpoint {
    var endpoint = endpoint
    endpoint.system = system.name.text
    endpoint.basePath = environment.kinds[system.kind].basePath(system.url)
    return endpoint
  }

  /// What `body` comes to, unless somebody ends the program meanwhile; and whether somebody did.
  private func exchange<Value: Sendable>(
    _ body: @escaping @Sendable (any Network) async -> Result<Value, ProviderError>
  ) -> (result: Result<Value, ProviderError>, reason: StopSignal.Reason?) {
    environment.withNetwork(log) { network, stop in
      let result = await stop.whileReading(on: network.executor) { await body(network) }
      return (result, stop.reason)
    }
  }

  private static func caught<Value>(
    _ body: () async throws(ProviderError) -> Value
  ) async -> Result<Value, ProviderError> {
    do throws(ProviderError) { return .success(try await body()) } catch { return .failure(error) }
  }

  private func show(_ text: PairText) {
    environment.output(output.format == .json ? text.json.line : text.text(output.style(environment)))
  }

  private func refuse(_ message: Message, _ status: ExitStatus) -> ExitStatus {
    environment.refuse(message.text, hint: message.hint)
    return status
  }

  private func refuse(_ error: ProviderError, _ reason: StopSignal.Reason?) -> ExitStatus {
    let status = reason?.status ?? ExitStatus(unread: [error], of: 1, all: [error]) ?? .failure
    return refuse(error.message, status)
  }
}

extension SecretSource {
  /// The file; nil if there is none.
  fileprivate var path: String? {
    switch self {
    case .credential(_, let path), .file(let path): path
    case .environment: nil
    }
  }
}
