import HTTPTransport
import JSONTree

/// Makes, looks and removes on a Pi-hole as somebody would, with a session of its own. It shares no code with the
/// provider: a shared mistake would cancel out.
actor PiHoleHand {
  private let reading: any ReadTransport
  private let writing: any WriteTransport
  private let password: Secret?
  private var sid: Secret?

  init(_ reading: any ReadTransport, _ writing: any WriteTransport, password: Secret?) {
    self.reading = reading
    self.writing = writing
    self.password = password
  }

  func logIn() async throws(LiveFailure) {
    guard let password else { return }
    let body = password.reveal { JSON.object([.init("password", .string($0))]).bytes }
    let answer = try await tree { () async throws(TransportError) in
      try await self.reading.read(.openSession("/auth", body: body))
    }
    sid = answer["session"]?["sid"]?.string.map { Secret($0) }
  }

  /// Pi-hole's own words for what went wrong; a refused login says it in its session.
  private static func words(of response: Response) -> String {
    let tree = try? JSON(parsing: response.body, invalidText: .repaired)
    let error = tree?["error"]
    let said = [error?["message"]?.string ?? tree?["session"]?["message"]?.string, error?["hint"]?.string]
    return said.compactMap { $0.map { ": '\($0.prefix(200))'" } }.joined()
  }

  func logOut() async {
    guard let sid else { return }
    _ = try? await reading.read(.closeSession("/auth", headers: [HeaderField("X-FTL-SID", sid)]))
  }

  /// What is at `path`.
  func look(_ path: String) async throws(LiveFailure) -> JSON {
    let headers = headers
    return try await tree { () async throws(TransportError) in
      try await self.reading.read(.get(path, headers: headers))
    }
  }

  /// Posts `body`; an error beside a good status counts as one.
  func post(_ path: String, _ body: JSON) async throws(LiveFailure) {
    let headers = headers
    let answer = try await tree { () async throws(TransportError) in
      try await self.writing.write(.post(path, headers: headers, body: body.bytes))
    }
    let errors = answer["processed"]?["errors"]?.elements ?? []
    try demand(errors.isEmpty, "no error for '\(path)', came \(errors.map(\.text).joined())")
  }

  private var headers: [HeaderField] { sid.map { [HeaderField("X-FTL-SID", $0)] } ?? [] }

  private func tree(
    _ exchange: () async throws(TransportError) -> Response
  ) async throws(LiveFailure) -> JSON {
    let response: Response
    do throws(TransportError) { response = try await exchange() } catch { throw LiveFailure(error.message) }
    try demand(
      (200..<300).contains(response.status), "a success, came status \(response.status)\(Self.words(of: response))")
    if response.body.isEmpty { return .null }
    do { return try JSON(parsing: response.body, invalidText: .repaired) } catch { throw LiveFailure("\(error)") }
  }
}
