import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import BuilderOS

@Suite struct ObserverTests {
  private static let later: @Sendable (inout BuilderOS) -> Void = { ($0.shape, $0.statusShape) = (.later, .later) }

  @Test("both shapes of list and status say the same", arguments: [false, true]) func readsBoth(_ isLater: Bool)
    async throws
  {
    let stage = Stage(Stage.host(isLater ? Self.later : { _ in }))
    let seen = try await stage.observer.observe([.capsule])
    #expect(seen.version == "2.1.0" && seen.title == "BuilderOS 2.1.0")
    #expect(seen.objects.map(\.id) == ["jellyfin", "plex", "backup"])
    #expect(seen.objects.map(\.name) == seen.objects.map(\.id))
    #expect(seen.objects.allSatisfy { $0.isUnreadable && $0.switchBlocker == nil && $0.whenOff == .disabled })
    #expect(await stage.log == ["GET /capsules 200", "GET /status 200"])
  }

  /// Bodies of the list, and the ids that are read from them; nil for an error.
  static let bodies: [(String, [String]?)] = [
    ("[]", []), (#"{"count":0,"capsules":[]}"#, []), (#"{"capsules":[{"name":"a"}]}"#, ["a"]),
    (#"[{"id":"a","name":"A"},{"id":"b","status":"whatever","tags":7}]"#, ["a", "b"]),
    (#"[{"name":"a"},{"id":""},{"id":3},{},7,null]"#, ["a"]),
    (#"[{"id":"a"},{"id":"a"}]"#, ["a", "a"]),
    ("{}", nil), (#"{"capsules":{}}"#, nil), ("null", nil), (#""a""#, nil), ("", nil), ("[{", nil),
    ("<html></html>", nil), ("404: Not Found", nil),
    ("[" + Array(repeating: "0", count: 300_000).joined(separator: ",") + "]", nil),
    (capsules(5000), (0..<5000).map { "c\($0)" }), (capsules(5001), nil), (#"{"capsules":\#(capsules(5001))}"#, nil),
    ("[\"" + String(repeating: "a", count: 5 << 20) + "\"]", nil),
    (String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000), nil),
  ]

  private static func capsules(_ count: Int) -> String {
    "[" + (0..<count).map { #"{"id":"c\#($0)"}"# }.joined(separator: ",") + "]"
  }

  @Test(arguments: bodies.indices) func reads(_ place: Int) async throws {
    let (body, ids) = Self.bodies[place]
    let stage = Stage(Stage.host())
    await stage.wire.inspect { $0.faults = .on("/api/capsules", .body(Array(body.utf8))) }
    do {
      #expect(try await stage.observer.observe([.capsule]).objects.compactMap(\.id) == ids)
    } catch {
      #expect(ids == nil && error.kind == .unexpectedReply, "\(error)")
    }
  }

  /// Statuses of the list, what they come to, and what somebody is told.
  static let refusals: [(Int, String, ProviderError.Kind, String)] = [
    (401, #"{"error":"Unauthorized"}"#, .refusedCredentials, "refused the API key"),
    (401, "401: Unauthorized", .refusedCredentials, "refused the API key"),
    (403, "", .refusedCredentials, "refused the API key"),
    (404, "404: Not Found", .unsupported, "this host does not offer capsules"),
    (404, #"{"error":"x"}"#, .unsupported, "this host does not offer capsules"),
    (405, "", .unsupported, "this host does not offer capsules"),
    (302, "", .unexpectedReply, "redirects requests"), (418, "tea only", .unexpectedReply, "'tea only'"),
    (429, "", .busy(retryAfterSeconds: nil), "rate-limiting"),
    (500, "Internal error\n  at line 3", .notReady, "'Internal error at line 3'"),
    (500, #"{"ok":false,"error":"disk is full"}"#, .notReady, "'disk is full'"),
    (503, "<html>wait</html>", .notReady, "with status 503"),
    (500, "no use for simulated-key", .notReady, "'no use for ***'"),
    (500, String(repeating: "long ", count: 9000), .notReady, "…'"),
  ]

  @Test(arguments: refusals.indices) func tells(_ place: Int) async throws {
    let (status, body, kind, words) = Self.refusals[place]
    let stage = Stage(Stage.host())
    let answer = SimulatedResponse(status: status, headers: [("Location", "http://elsewhere/")], body: Array(body.utf8))
    await stage.wire.inspect { $0.faults = .on("/api/capsules", .answer(answer)) }
    let error = await #expect(throws: ProviderError.self) { try await stage.observer.observe([.capsule]) }
    #expect(error?.kind == kind)
    let text = error?.message.text ?? ""
    #expect(text.contains(words) && text.utf8.count < 400 && !text.contains(Stage.key), "\(text)")
    // Nobody is followed, and nothing is asked of a host that has refused.
    #expect(await stage.log == ["GET /capsules \(status)"])
  }

  @Test("health and status prove nothing about the key") func provesTheKey() async throws {
    let stage = Stage(Stage.host(), key: "wrong")
    let error = await #expect(throws: ProviderError.self) { try await stage.observer.observe([.capsule]) }
    #expect(error?.kind == .refusedCredentials)
    #expect(await stage.log == ["GET /capsules 401"])
  }

  @Test("a host without capsules is told apart from one without this capsule") func hasNone() async throws {
    let without = Stage(Stage.host { $0.offersCapsules = false })
    let error = await #expect(throws: ProviderError.self) { try await without.observer.observe([.capsule]) }
    #expect(error?.kind == .unsupported)
    #expect(try await Stage(Stage.host { $0.capsules = [] }).observer.observe([.capsule]).objects.isEmpty)
  }

  @Test(
    "a status that says nothing is no trouble",
    arguments: ["", "{}", "null", #"{"version":7}"#, #"{"version":""}"#, "<html>", "404: Not Found"])
  func hasNoVersion(_ body: String) async throws {
    let stage = Stage(Stage.host())
    await stage.wire.inspect { $0.faults = .on("/api/status", .body(Array(body.utf8))) }
    let seen = try await stage.observer.observe([.capsule])
    #expect(seen.version == "unknown" && seen.title == "BuilderOS" && seen.objects.count == 3)
  }

  @Test("a status that does not come keeps nothing from being asked") func hasNoStatus() async throws {
    let stage = Stage(Stage.host())
    await stage.wire.fail(request: 2, with: .answerLost)
    let seen = try await stage.observer.observe([.capsule])
    #expect(seen.version == "unknown" && seen.objects.count == 3)
  }

  @Test(
    "an id that cannot be part of an address is not to be touched",
    arguments: ["a/b", ".", "..", "a\nb", "\u{7F}", String(repeating: "é", count: 128)])
  func refusesIDs(_ id: String) async throws {
    let stage = Stage(Stage.host { $0.capsules = [BuilderOS.Capsule(id)] })
    let seen = try await stage.observer.observe([.capsule])
    #expect(seen.objects.map(\.switchBlocker?.code) == ["builderos.id"])
    #expect(await stage.ask(id).line == "failed builderos.no-such-action")
    #expect(await stage.calls == [])
  }

  @Test("an id as long as a file's name is one") func longID() async throws {
    let stage = Stage(Stage.host { $0.capsules = [BuilderOS.Capsule(String(repeating: "é", count: 127) + "e")] })
    #expect(try await stage.observer.observe([.capsule]).objects.map(\.switchBlocker?.code) == [nil])
  }

  @Test("what cannot be a key is not sent", arguments: ["", "two words", "kéy", "a\r\nX-Evil: b"])
  func keepsBadKeys(_ key: String) async throws {
    let stage = Stage(Stage.host(), key: key)
    let error = await #expect(throws: ProviderError.self) { try await stage.observer.observe([.capsule]) }
    #expect(error?.message.code == "secret.form")
    #expect(await stage.ask("plex").line == "throws refusedCredentials")
    #expect(await stage.log == [])
  }
}
