internal import HTTPTransport
internal import JSONTree
internal import Reconciliation

/// The requests that are made of a console, and what becomes of their answers. Holds the read door only.
struct UniFiClient: Sendable {
  let settings: UniFiSettings
  let door: any ReadDoor
  let sleep: Sleep
  let run = UniFiRun()

  /// The version of UniFi Network; throws `unsupported` where it has nothing that could be switched.
  func version() async throws(ProviderError) -> UniFiVersion {
    let answer = try await whole { () async throws(Setback) in try await get("/info") }
    guard let version = answer["applicationVersion"]?.string.flatMap(UniFiVersion.init) else {
      throw UniFiWording.noVersion
    }
    guard version >= UniFiKind.firstUsable else { throw UniFiWording.tooOld(version) }
    return version
  }

  /// The site that the settings mean; asked for once in a run.
  func site() async throws(ProviderError) -> UniFiSite {
    if let known = await run.site { return known }
    let items = try await whole { () async throws(Setback) in try await list("/sites", of: "sites") }
    let sites = items.compactMap(UniFiSite.init)
    guard sites.count == items.count else { throw UniFiWording.malformed("a site has no UUID as 'id' or no 'name'") }
    let site = try UniFiSite.named(settings.site, among: sites)
    await run.remember(site)
    return site
  }

  /// All objects of a kind, in the console's order.
  func objects<Object: SwitchedObject>(of site: UniFiSite) async throws(Setback) -> [Object] {
    let traits = Object.traits
    var objects: [Object] = []
    for item in try await list(traits.path(site), of: traits.kind.plural, mayLackIDs: traits.mayLackID) {
      objects.append(try object(item))
    }
    await run.remember(objects)
    await run.hide(objects.flatMap { $0.secrets })
    return objects
  }

  /// The names of the firewall's zones by their ids in lower case.
  func zoneNames(of site: UniFiSite) async throws(Setback) -> [String: String] {
    let zones = try await list("/sites/\(site.id)/firewall/zones", of: "firewall zones")
    let pairs = zones.compactMap { zone in
      zone.uuid.flatMap { id in zone["name"]?.string.map { (id.lowercased(), $0) } }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The object at `path` as it is now.
  func object<Object: SwitchedObject>(at path: String) async throws(ProviderError) -> Found<Object> {
    do throws(Setback) {
      let object: Object = try object(try await get(path))
      await run.hide(object.secrets)
      return .object(object)
    } catch {
      switch error {
      case .failed(let error): throw error
      case .refused(let refusal):
        if refusal.meansGone { return .gone }
        if refusal.isDefinite { return .refused(refusal) }
        throw refusal.error
      }
    }
  }

  /// Performs `exchange`; where its key is refused for the first time in this run, once more after a second.
  func attempt(
    _ exchange: () async throws(TransportError) -> Response
  ) async throws(TransportError) -> UniFiAnswer {
    let first = try await exchange()
    guard first.status == 401, await run.mayTryKeyAgain() else { return await answer(first) }
    await sleep(.seconds(1))
    return await answer(try await exchange())
  }

  /// Sent with every request, beside the transport's own for JSON.
  var headers: [HeaderField] { [HeaderField("X-API-KEY", settings.apiKey)] }

  private func answer(_ response: Response) async -> UniFiAnswer {
    UniFiAnswer(response, hiding: [settings.apiKey] + (await run.secrets))
  }

  private func get(_ path: String) async throws(Setback) -> JSONText {
    let answer: UniFiAnswer
    do throws(TransportError) {
      answer = try await attempt { () async throws(TransportError) in
        try await door.read(.get(path, headers: headers))
      }
    } catch {
      throw .failed(UniFiWording.transport(error))
    }
    return try answer.text.get()
  }

  /// What `read` gives; where it cannot, nothing can be read.
  private func whole<Value>(_ read: () async throws(Setback) -> Value) async throws(ProviderError) -> Value {
    do throws(Setback) { return try await read() } catch { throw error.error }
  }

  private func object<Object: SwitchedObject>(_ text: JSONText) throws(Setback) -> Object {
    do throws(Malformed) {
      return try Object(text)
    } catch {
      throw .failed(UniFiWording.malformed("\(Object.traits.kind.withArticle) \(error.words)"))
    }
  }
}

// MARK: Lists

extension UniFiClient {
  /// No pass over a list asks for more pages than this, whatever totals the console claims.
  private static let mostPages = 100

  /// Every item of the list at `path`, once each. There is no snapshot on the other side: where items came or went
  /// between two pages so that the pages do not add up, the list is read once more, and never taken for whole.
  private func list(
    _ path: String, of what: String, mayLackIDs: Bool = false
  ) async throws(Setback) -> [JSONText] {
    var pass = try await pages(path, of: what, mayLackIDs)
    if !pass.isWhole { pass = try await pages(path, of: what, mayLackIDs) }
    guard pass.isWhole else {
      throw .failed(UniFiWording.malformed("it lists \(pass.items.count) of \(pass.total) \(what)"))
    }
    return pass.items
  }

  private func pages(_ path: String, of what: String, _ mayLackIDs: Bool) async throws(Setback) -> UniFiPass {
    var pass = UniFiPass()
    for _ in 0..<Self.mostPages {
      let text = try await get("\(path)?offset=\(pass.offset)&limit=\(UniFiPage.most)")
      do throws(ProviderError) {
        if pass.take(try UniFiPage(text, offset: pass.offset, mayLackIDs: mayLackIDs)) { return pass }
      } catch {
        throw .failed(error)
      }
    }
    throw .failed(UniFiWording.malformed("the list of \(what) does not end after \(Self.mostPages) pages"))
  }
}
