import HTTPTransport
import JSONTree
import Reconciliation

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
    try await tree("/info/version")["version"]?["ftl"]?["local"]?["version"]?.string
  }

  /// Posts `order`; what came of it is for the caller to read.
  func send(_ order: BlockingOrder, through door: any WriteDoor) async -> Delivery {
    do {
      let answer = try await authorised { headers in
        await Self.answer { () async throws(TransportError) in
          try await door.write(.post("/dns/blocking", headers: headers + [.json], body: order.body))
        }
      }
      return Delivery(answer, from: session.settings.system, quoting: .without(await session.secrets))
    } catch {
      return .refused(error)
    }
  }

  private func tree(_ path: String) async throws(ProviderError) -> JSON {
    let door = session.door
    let answer = try await authorised { headers in
      await Self.answer { () async throws(TransportError) in try await door.read(.get(path, headers: headers)) }
    }
    switch answer {
    case .success(let response): return try Reply(response).value(quoting: .without(await session.secrets))
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
