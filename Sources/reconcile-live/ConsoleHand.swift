import HTTPTransport
import JSONTree

/// Makes, looks and removes on a console as somebody would; it shares no code with the provider.
struct ConsoleHand: Sendable {
  let reading: any ReadTransport
  let writing: any WriteTransport
  let key: Secret
  let site: String?

  /// The path of the site: the one that is named, else the only one.
  func sitePath() async throws(LiveFailure) -> String {
    let fitting = try await all("/sites").filter { one in
      site == nil || ["name", "id", "internalReference"].contains { one[$0]?.string == site }
    }
    guard fitting.count == 1, let id = fitting.first?["id"]?.string else {
      throw LiveFailure("expected one site, found \(fitting.count); name one with UNIFI_SITE")
    }
    return "/sites/\(id)"
  }

  /// Every item of the list at `path`.
  func all(_ path: String) async throws(LiveFailure) -> [JSON] {
    var found: [JSON] = []
    while true {
      let page = try await look("\(path)?offset=\(found.count)&limit=200")
      let items = page["data"]?.elements ?? []
      found += items
      if items.isEmpty || found.count >= page["totalCount"]?.int ?? 0 { return found }
    }
  }

  /// What is at `path`.
  func look(_ path: String) async throws(LiveFailure) -> JSON {
    let response: Response
    do throws(TransportError) {
      response = try await reading.read(.get(path, headers: headers))
    } catch {
      throw LiveFailure(error.message)
    }
    try Self.demandSuccess(response, "looking at '\(path)'")
    do { return try JSON(parsing: response.body) } catch { throw LiveFailure("\(error)") }
  }

  func post(_ path: String, _ body: JSON) async throws(LiveFailure) {
    try await write(.post(path, headers: headers, body: body.bytes))
  }

  func put(_ path: String, _ body: JSON) async throws(LiveFailure) {
    try await write(.put(path, headers: headers, body: body.bytes))
  }

  func delete(_ path: String) async throws(LiveFailure) { try await write(.delete(path, headers: headers)) }

  private var headers: [HeaderField] { [HeaderField("X-API-KEY", key)] }

  private func write(_ request: WriteRequest) async throws(LiveFailure) {
    let response: Response
    do throws(TransportError) {
      response = try await writing.write(request)
    } catch {
      throw LiveFailure(error.message)
    }
    try Self.demandSuccess(response, "\(request.method) by hand")
  }

  /// Of the console's own words only the code is told: a message could repeat a passphrase.
  private static func demandSuccess(_ response: Response, _ what: String) throws(LiveFailure) {
    let code = (try? JSON(parsing: response.body))?["code"]?.string.map { " '\($0.prefix(200))'" } ?? ""
    try demand((200..<300).contains(response.status), "\(what) to succeed, came status \(response.status)\(code)")
  }
}
