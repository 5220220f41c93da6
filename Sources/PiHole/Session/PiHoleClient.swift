import HTTPTransport
import JSONTree
import Policies
import Providers

/// The requests that are made of a Pi-hole within a session.
struct PiHoleClient: Sendable {
  let session: PiHoleSession

  private typealias Answer = Result<Response, TransportError>

  /// Whether queries are blocked.
  func blocking() async throws(ProviderError) -> Blocking {
    try Blocking(try await tree("/dns/blocking"))
  }

  /// The version of FTL, such as `v6.4.1`; nil where it gives none.
  func version() async throws(ProviderError) -> String? {
    try await tree("/info/version")["version"]?["ftl"]?["local"]?["version"]?.string?.shortened()
  }

  /// Every row of `table`.
  func rows(of table: Table) async throws(ProviderError) -> [Row] {
    do throws(ProviderError) {
      return try Row.all(in: try await checked(table.path, within: .list), of: table)
    } catch {
      throw error.isTooLarge ? .tooManyRows(table) : error
    }
  }

  /// The domain entries that the policy has to do with; every one where nobody says which these are.
  ///
  /// One by one where that is cheaper. Otherwise all are asked for, and those that nobody asks about are dropped while
  /// the answer is read: Pi-hole has no other filter than the name.
  func entries() async throws(ProviderError) -> [Row] {
    guard let interest = session.settings.domains else { return try await rows(of: .domains) }
    guard let places = interest.places, try await areWorthAsking(places.count) else {
      do throws(ProviderError) {
        return try Row.entries(in: try await checked(Table.domains.path, within: .list), for: interest)
      } catch {
        throw error.isTooLarge ? .tooManyRows(.domains) : error
      }
    }
    var rows: [Row] = []
    for place in places {
      if let row = try await row(at: place) { rows.append(row) }
    }
    return rows
  }

  /// Whether `count` requests for one entry each cost less than one for all. On one machine with a pretend Pi-hole one of
  /// all takes 12 µs of both sides for each of 50,000 entries, and one of one entry 0.4 ms, as much as 33 entries.
  /// (Measured.) In a network each of them takes a round trip more, hence 100.
  private func areWorthAsking(_ count: Int) async throws(ProviderError) -> Bool {
    do throws(ProviderError) {
      return try await entryCount().map { $0 > Self.manyEntries + 100 * count } ?? false
    } catch {
      guard error.mayConcernOneList else { throw error }
      return false
    }
  }

  /// So many entries are always read whole: then those can be told of, too, that nobody names any more.
  private static let manyEntries = 1000

  /// How many domain entries there are, as FTL counted them when it last read its database; nil where it does not say.
  private func entryCount() async throws(ProviderError) -> Int? {
    let database = try await tree("/info/ftl")["ftl"]?["database"]
    var sum: Int?
    for sort in ["domains", "regex"] {
      for list in ["allowed", "denied"] {
        if let count = database?[sort]?[list]?["total"]?.int, count >= 0 {
          sum = min(sum ?? 0, 1 << 30) + min(count, 1 << 30)
        }
      }
    }
    return sum
  }

  /// Every client that is listed.
  func listedClients() async throws(ProviderError) -> [ListedClient] {
    try ListedClient.all(in: try await checked(Table.clients.path, within: .list))
  }

  /// The row at `place`; nil if there is none.
  ///
  /// Of a row that is not there Pi-hole gives an empty list; other rows than the one asked for are no such answer.
  func row(at place: RowAddress) async throws(ProviderError) -> Row? {
    let rows = try Row.all(in: try await checked(try place.path), of: place.table)
    let row = rows.first { $0.place == place }
    guard row != nil || rows.isEmpty else { throw .strangeRow(place.table) }
    return row
  }

  /// The row that Pi-hole makes of `entry`, wherever it comes from; nil if there is none.
  ///
  /// An exact domain outside ASCII is stored in a form that Pi-hole alone makes, and is found by its readable one.
  func row(of entry: DomainEntry) async throws(ProviderError) -> Row? {
    guard !entry.isRegex else { return try await row(at: .domain(entry.list, isRegex: true, entry.text)) }
    let text = entry.text.lowercased()
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return try await row(at: .domain(entry.list, isRegex: false, text)) }
    let answer = try await checked(RowAddress.path(entry.list, isRegex: false), within: .list)
    return try Row.all(in: answer, of: .domains).first { $0.spellings.contains(text) }
  }

  /// Posts `order`; what came of it is for the caller to read.
  func send(_ order: BlockingOrder, through transport: any WriteTransport) async -> WriteResult {
    do {
      let answer = try await write(through: transport) {
        .post("/dns/blocking", headers: $0 + [.json], body: order.body)
      }
      return WriteResult(answer, from: session.settings.system, quoting: .without(await session.secrets))
    } catch {
      return .refused(error)
    }
  }

  /// Writes one row; what came of it is for the caller to read.
  func send(
    through transport: any WriteTransport, _ request: (_ headers: [HeaderField]) -> WriteRequest
  ) async -> RowAnswer {
    do {
      let answer = try await write(through: transport, request)
      return RowAnswer(answer, from: session.settings.system, quoting: .without(await session.secrets))
    } catch {
      return .refused(error)
    }
  }

  private func write(
    through transport: any WriteTransport, _ request: (_ headers: [HeaderField]) -> WriteRequest
  ) async throws(ProviderError) -> Answer {
    try await authorised { headers in
      await Self.answer { () async throws(TransportError) in try await transport.write(request(headers)) }
    }
  }

  /// What a GET is answered with; asked again for a while where the database is locked even for that.
  private func tree(_ path: String) async throws(ProviderError) -> JSON { try await checked(path).tree }

  /// The same, of which no tree is made; `budget` is how much of it there may be.
  private func checked(
    _ path: String, within budget: JSONBudget = .small
  ) async throws(ProviderError) -> JSONText {
    while true {
      let reply = try await reply(path, within: budget)
      guard reply.saysDatabaseIsLocked, await session.waitForDatabase() else {
        return try reply.checked(quoting: .without(await session.secrets))
      }
    }
  }

  private func reply(_ path: String, within budget: JSONBudget) async throws(ProviderError) -> Reply {
    let transport = session.transport
    let answer = try await authorised { headers in
      await Self.answer { () async throws(TransportError) in try await transport.read(.get(path, headers: headers)) }
    }
    switch answer {
    case .success(let response): return Reply(response, within: budget)
    case .failure(let error) where error.kind == .tooLarge: throw .tooLarge(error)
    case .failure(let error): throw ProviderError(error, from: session.settings.system)
    }
  }

  /// One exchange with the session's pass and, where that is answered 401, one more with a new pass; never a third.
  ///
  /// Repeating is safe for a write as well: Pi-hole says 401 before it looks at the body. What is thrown is the
  /// session's error; the exchange that it was for has not been made.
  private func authorised(
    _ exchange: (_ headers: [HeaderField]) async -> Answer
  ) async throws(ProviderError) -> Answer {
    let pass = try await session.pass()
    let answer = await exchange(pass.headers)
    guard case .success(let response) = answer, response.status == 401 else { return answer }
    return await exchange(try await session.pass(after: pass).headers)
  }

  private static func answer(_ exchange: () async throws(TransportError) -> Response) async -> Answer {
    do { return .success(try await exchange()) } catch { return .failure(error) }
  }
}

extension HeaderField {
  /// What a body of ours is. Pi-hole does not ask, but something in front of it may.
  static let json = HeaderField("Content-Type", "application/json")
}
