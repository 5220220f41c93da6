internal import HTTPTransport
internal import JSONTree
internal import Reconciliation

/// The requests that are made of a console, and what becomes of their answers. Holds the read door only.
struct UniFiClient: Sendable {
  let settings: UniFiSettings
  let door: any ReadDoor
  let sleep: Sleep
  let run = UniFiRun()

  /// The version of UniFi Network as the console spells it; throws `unsupported` where it has no ACL rules.
  func version() async throws(ProviderError) -> String {
    let answer = try await get("/info")
    guard let text = answer["applicationVersion"]?.string, let version = UniFiVersion(text) else {
      throw UniFiWording.noVersion
    }
    guard version >= UniFiKind.firstUsable else { throw UniFiWording.tooOld(text) }
    return text
  }

  /// The site that the settings mean; asked for once in a run.
  func site() async throws(ProviderError) -> UniFiSite {
    if let known = await run.site { return known }
    let items = try await list("/sites", of: "sites")
    let sites = items.compactMap(UniFiSite.init)
    guard sites.count == items.count else { throw UniFiWording.malformed("a site has no UUID as 'id' or no 'name'") }
    let site = try UniFiSite.named(settings.site, among: sites)
    await run.remember(site)
    return site
  }

  /// All ACL rules of `site`, in the console's order.
  func rules(of site: UniFiSite) async throws(ProviderError) -> [ACLRule] {
    var rules: [ACLRule] = []
    for item in try await list("/sites/\(site.id)/acl-rules", of: "ACL rules") { rules.append(try rule(item)) }
    await run.remember(rules)
    return rules
  }

  /// The rule at `path` as it is now; nil where there is none.
  func rule(at path: String) async throws(ProviderError) -> ACLRule? {
    switch try await ask(path) {
    case .json(let tree): return try rule(tree)
    case .garbled(let error): throw error
    case .refused(let refusal):
      if refusal.meansGone { return nil }
      throw refusal.error
    }
  }

  /// Performs `exchange`; where its key is refused for the first time in this run, once more after a second.
  func attempt(
    _ exchange: () async throws(TransportError) -> Response
  ) async throws(TransportError) -> UniFiAnswer {
    let first = try await exchange()
    guard first.status == 401, await run.mayTryKeyAgain() else { return answer(first) }
    await sleep(.seconds(1))
    return answer(try await exchange())
  }

  /// Sent with every request, beside the transport's own for JSON.
  var headers: [HeaderField] { [HeaderField("X-API-KEY", settings.apiKey)] }

  private func answer(_ response: Response) -> UniFiAnswer { UniFiAnswer(response, hiding: settings.apiKey) }

  private func get(_ path: String) async throws(ProviderError) -> JSON {
    switch try await ask(path) {
    case .json(let tree): return tree
    case .garbled(let error): throw error
    case .refused(let refusal): throw refusal.error
    }
  }

  private func ask(_ path: String) async throws(ProviderError) -> UniFiAnswer {
    do throws(TransportError) {
      return try await attempt { () async throws(TransportError) in
        try await door.read(.get(path, headers: headers))
      }
    } catch {
      throw UniFiWording.transport(error)
    }
  }

  private func rule(_ tree: JSON) throws(ProviderError) -> ACLRule {
    do throws(ACLRule.Malformed) {
      return try ACLRule(tree)
    } catch {
      throw UniFiWording.malformed("an ACL rule \(error.words)")
    }
  }
}

// MARK: Lists

extension UniFiClient {
  /// No pass over a list asks for more pages than this, whatever totals the console claims.
  private static let mostPages = 100

  /// Every item of the list at `path`, once each. There is no snapshot on the other side: where items came or went
  /// between two pages so that the pages do not add up, the list is read once more, and never taken for whole.
  private func list(_ path: String, of what: String) async throws(ProviderError) -> [JSON] {
    var pass = try await pages(path, of: what)
    if pass.items.count != pass.total { pass = try await pages(path, of: what) }
    guard pass.items.count == pass.total else {
      throw UniFiWording.malformed("it lists \(pass.items.count) of \(pass.total) \(what)")
    }
    return pass.items
  }

  private func pages(_ path: String, of what: String) async throws(ProviderError) -> (items: [JSON], total: Int) {
    var items: [JSON] = []
    var ids: Set<String> = []
    var offset = 0
    for _ in 0..<Self.mostPages {
      let page = try UniFiPage(try await get("\(path)?offset=\(offset)&limit=\(UniFiPage.most)"), offset: offset)
      items += page.items.filter { ids.insert($0.id).inserted }.map(\.tree)
      offset += page.items.count
      if page.items.isEmpty || offset >= page.total { return (items, page.total) }
    }
    throw UniFiWording.malformed("the list of \(what) does not end after \(Self.mostPages) pages")
  }
}

/// One page of a list: `{offset, limit, count, totalCount, data}`, all five required.
struct UniFiPage {
  /// The most items that a page may be asked for; without asking it holds 25.
  static let most = 200

  /// How many items the whole list has.
  let total: Int
  /// In the console's order.
  let items: [(id: String, tree: JSON)]

  /// The page asked for at `offset`; throws where it does not hold together.
  init(_ tree: JSON, offset: Int) throws(ProviderError) {
    guard let data = tree["data"]?.elements, let total = tree["totalCount"]?.int, let count = tree["count"]?.int,
      let start = tree["offset"]?.int, let limit = tree["limit"]?.int
    else { throw UniFiWording.malformed("a page lacks one of offset, limit, count, totalCount, data") }
    let items = data.compactMap { item in item["id"]?.string.map { (id: $0, tree: item) } }
    guard count == data.count, items.count == count, start == offset, count <= limit, total >= 0,
      count == 0 || total >= offset + count
    else { throw UniFiWording.malformed("a page contradicts itself") }
    self.total = total
    self.items = items
  }
}
