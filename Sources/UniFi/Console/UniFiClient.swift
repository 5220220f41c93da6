import HTTPTransport
import JSONTree
import Policies
import Providers
import Text

/// The requests that are made of a console, and what becomes of their answers. Holds the read transport only.
struct UniFiClient: Sendable {
  let settings: UniFiSettings
  let transport: any ReadTransport
  let sleep: Sleep
  let run = UniFiRun()

  /// The version of UniFi Network; throws `unsupported` where it has nothing that could be switched.
  func version() async throws(ProviderError) -> UniFiVersion {
    let answer = try await whole { () async throws(Setback) in try await get("/info") }
    guard let version = answer["applicationVersion"]?.string.flatMap(UniFiVersion.init) else {
      throw UniFiMessages.noVersion
    }
    guard version >= UniFiKind.firstUsable else { throw UniFiMessages.tooOld(version) }
    return version
  }

  /// The site that the settings mean; asked for once in a run.
  func site() async throws(ProviderError) -> UniFiSite {
    if let known = await run.site { return known }
    let items = try await whole { () async throws(Setback) in
      try await list("/sites", of: "sites") { (text) throws(Setback) in UniFiSite(text) }.map { $0 }
    }
    let sites = items.compactMap(\.self)
    guard sites.count == items.count else { throw UniFiMessages.malformed("a site has no UUID in 'id', or no 'name'") }
    let site = try UniFiSite.named(settings.site, among: sites)
    await run.remember(site)
    return site
  }

  /// All objects of a kind, in the console's order.
  func objects<Object: SwitchedObject>(of site: UniFiSite) async throws(Setback) -> [Object] {
    try await objects(of: site) { (object: Object) in object }
  }

  /// What `form` makes of all objects of a kind, in the console's order. An object holds the text of its page; of one that
  /// is made another thing at once, that text is gone before the next page comes.
  func objects<Object: SwitchedObject, Form: Sendable>(
    of site: UniFiSite, as form: @escaping @Sendable (Object) -> Form
  ) async throws(Setback) -> [Form] {
    let traits = Object.traits
    let read = try await list(traits.path(site), of: traits.kind.plural, mayLackIDs: traits.mayLackID) {
      (text) throws(Setback) in
      let object: Object = try Self.object(text)
      return Read(
        seen: UniFiRun.Seen(id: object.id, action: object.action), secrets: object.secrets, form: form(object))
    }
    await run.remember(read.map { $0.seen }, of: traits.kind)
    for secrets in read.map({ $0.secrets }) where !secrets.isEmpty { await run.hide(secrets) }
    return read.map { $0.form }
  }

  /// An object of a list.
  private struct Read<Form: Sendable>: Sendable {
    var seen: UniFiRun.Seen
    var secrets: [Secret]
    var form: Form
  }

  /// The names of the firewall's zones by their ids in lower case.
  func zoneNames(of site: UniFiSite) async throws(Setback) -> [String: String] {
    Dictionary(try await zones(of: site).map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// The firewall's zones.
  func zones(of site: UniFiSite) async throws(Setback) -> [ListedZone] {
    try await items("/sites/\(site.id)/firewall/zones", of: "firewall zones") { ListedZone($0) }.compactMap(\.self)
  }

  /// The object at `path` as it is now.
  func object<Object: SwitchedObject>(at path: String) async throws(ProviderError) -> Found<Object> {
    do throws(Setback) {
      let object: Object = try Self.object(try await get(path))
      await run.hide(object.secrets)
      return .object(object)
    } catch {
      switch error {
      case .failed(let error), .cutOff(let error): throw error
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
  ) async throws(TransportError) -> Response {
    let first = try await exchange()
    guard first.status == 401, await run.mayTryKeyAgain() else { return first }
    await sleep(.seconds(1))
    return try await exchange()
  }

  /// What `response` amounts to, which holds one object or a list.
  func answer(_ response: Response, within budget: JSONBudget = .small) async -> UniFiAnswer {
    UniFiAnswer(
      response, hiding: await run.secrets.adding(settings.apiKey), within: budget,
      throughConnector: settings.isThroughConnector)
  }

  /// Sent with every request, beside the transport's own for JSON.
  var headers: [HeaderField] { [HeaderField("X-API-KEY", settings.apiKey)] }

  private func get(_ path: String) async throws(Setback) -> JSONText {
    try await answer(try await response(path)).text.get()
  }

  private func response(_ path: String) async throws(Setback) -> Response {
    do throws(TransportError) {
      return try await attempt { () async throws(TransportError) in
        try await transport.read(.get(path, headers: headers))
      }
    } catch {
      let failure = UniFiMessages.transport(error, from: settings.system)
      switch error.kind {
      case .unanswered, .broken: throw Setback.cutOff(failure)
      case .unresolved, .refused, .timedOut, .untrusted, .plaintextRefused, .tooLarge, .outOfProportion, .cancelled,
        .failed:
        throw .failed(failure)
      }
    }
  }

  /// What `read` gives, which every console has; where it cannot, nothing can be read.
  private func whole<Value>(_ read: () async throws(Setback) -> Value) async throws(ProviderError) -> Value {
    do throws(Setback) {
      return try await read()
    } catch {
      if case .refused(let refusal) = error, refusal.status == 404 { throw refusal.noAPI }
      throw error.error
    }
  }

  @Sendable private static func object<Object: SwitchedObject>(_ text: JSONText) throws(Setback) -> Object {
    do throws(Malformed) {
      return try Object(text)
    } catch {
      throw .failed(UniFiMessages.malformed("\(described(text, Object.traits.kind)) \(error.words)"))
    }
  }

  /// Which object it is that `text` should be, as far as it says so.
  private static func described(_ text: JSONText, _ kind: ObjectKind) -> String {
    if let name = text["name"]?.string { return "the \(kind.inWords) \(name.shortened().quoted)" }
    return text.uuid.map { "the \(kind.inWords) with the id \($0)" } ?? kind.withArticle
  }
}

// MARK: Lists

extension UniFiClient {
  /// No pass over a list asks for more pages than this, whatever totals the console claims.
  static let mostPages = 100

  /// No list is taken that has more items than this. The largest sites have some hundred rules; thousands take seconds to
  /// compare, in which nobody else is managed.
  static let mostItems = 5000

  /// All pages of a list together hold no more than this. Some of their text is kept, and several lists are read at a time;
  /// 5000 objects of 1600 bytes fit.
  static let listBudget = JSONBudget(bytes: 8 << 20, values: 1_000_000)

  /// A page of 200 objects has some hundred KiB at most. While a larger one is taken in, the next is not asked for.
  private static let largestUsualPage = 1 << 20

  /// What `make` makes of the items of a list, in the console's order. It keeps nothing of an item's text, which would
  /// hold that of the whole page. Where they have other ids than texts, or none, none can be told to be another.
  func items<Item: Sendable>(
    _ path: String, of what: String, mayLackIDs: Bool = false, as make: @escaping @Sendable (JSONText) -> Item
  ) async throws(Setback) -> [Item] {
    try await list(path, of: what, mayLackIDs: mayLackIDs) { (text) throws(Setback) in make(text) }.map { $0 }
  }

  /// Every item of the list at `path`, once each, as `make` understands it. There is no snapshot on the other side:
  /// where items came or went between two pages so that the pages do not add up, the list is read once more, and never
  /// taken for whole.
  private func list<Item: Sendable>(
    _ path: String, of what: String, mayLackIDs: Bool = false,
    as make: @escaping @Sendable (JSONText) throws(Setback) -> Item
  ) async throws(Setback) -> UniFiPass<Item> {
    let list = UniFiList(path: path, what: what, mayLackIDs: mayLackIDs, make: make)
    var pass = try await pages(of: list)
    if !pass.isWhole {
      // What is of no use must not be held beside what comes.
      pass = UniFiPass(most: Self.mostItems, of: what)
      pass = try await pages(of: list)
    }
    guard pass.isWhole else {
      throw .failed(UniFiMessages.malformed("it lists \(pass.count) of \(pass.total) \(what)"))
    }
    return pass
  }

  /// One page is asked for after the other, but while one is taken in the next is on its way: taking it in costs about
  /// as much time as the console needs to answer. Of pages that are far too large one is held at a time.
  private func pages<Item>(of list: UniFiList<Item>) async throws(Setback) -> UniFiPass<Item> {
    var pass = UniFiPass<Item>(most: Self.mostItems, of: list.what)
    var response = try await response(list.path(offset: 0))
    for _ in 0..<Self.mostPages {
      guard let ahead = pass.offsetAhead, response.body.count <= Self.largestUsualPage else {
        if try pass.take(try await page(response, pass.offset, pass.room, list).get()) { return pass }
        // One after the other, so that neither is held beside the other.
        response = Response(status: 0)
        response = try await self.response(list.path(offset: pass.offset))
        continue
      }
      async let taken = pageLater(response, pass.offset, pass.room, list)
      let next = await outcome { () async throws(Setback) in try await self.response(list.path(offset: ahead)) }
      if try pass.take(try await taken.get()) { return pass }
      // A page that was not full leaves a gap before what was asked for.
      response = pass.offset == ahead ? try next.get() : try await self.response(list.path(offset: pass.offset))
    }
    throw .failed(UniFiMessages.malformed("the list of \(list.what) does not end after \(Self.mostPages) pages"))
  }

  /// The same as `page`, after the request that is made beside it has been sent.
  private func pageLater<Item>(
    _ response: Response, _ offset: Int, _ room: JSONBudget, _ list: UniFiList<Item>
  ) async -> Result<UniFiPage<Item>, Setback> {
    await sleep(.zero)
    return await page(response, offset, room, list)
  }

  /// The page that was asked for at `offset`, where there is no more of it than `room`.
  private func page<Item>(
    _ response: Response, _ offset: Int, _ room: JSONBudget, _ list: UniFiList<Item>
  ) async -> Result<UniFiPage<Item>, Setback> {
    let answer = await answer(response, within: room)
    return await outcome { () throws(Setback) in
      if case .garbled(let error) = answer, UniFiMessages.isTooMuch(error) {
        throw .failed(UniFiMessages.tooLong(list.what, most: Self.listBudget))
      }
      return try UniFiPage(answer.text.get(), offset: offset, of: list)
    }
  }

  /// What `body` gives or throws, as a value.
  func outcome<Value>(_ body: () async throws(Setback) -> Value) async -> Result<Value, Setback> {
    do throws(Setback) { return .success(try await body()) } catch { return .failure(error) }
  }
}
