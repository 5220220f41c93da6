import CivilTime
import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import PiHole

/// Repeats in every answer whatever it is told, as far as it can, and what it was told at the login.
private struct Parrot: PretendSystem {
  static let sid = "sid+of/the-parrot====="
  /// Whether logins are granted.
  var grants: Bool
  var status: Int
  private var login = ""

  init(grants: Bool, status: Int) {
    self.grants = grants
    self.status = status
  }

  mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    if grants, request.method == "POST", request.target == "/api/auth" {
      login = String(decoding: request.body, as: UTF8.self)
      return SimulatedResponse(status: 200, body: Array(#"{"session":{"valid":true,"sid":"\#(Self.sid)"}}"#.utf8))
    }
    let said = request.headers.map { "\($0.name): \($0.value)" } + [String(decoding: request.body, as: UTF8.self)]
    let all = (said + [login]).joined(separator: " ")
    let text = all.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" }
    let error = #"{"key":"\#(text)","message":"\#(text)","hint":"\#(text)"}"#
    let processed = #"{"errors":[{"item":"\#(text)","error":"\#(text)"}],"success":[]}"#
    return SimulatedResponse(
      status: status,
      body: Array(
        #"{"error":\#(error),"session":{"message":"\#(text)"},"blocking":"\#(text)","processed":\#(processed)}"#.utf8))
  }
}

@Suite struct SecrecyTests {
  static let password = #"a "quoted" \ password"#

  @Test("what is repeated to us is not repeated by us", arguments: [true, false])
  func parrot(grants: Bool) async {
    for status in [200, 201, 302, 400, 401, 403, 404, 409, 418, 429, 500, 502, 503] {
      var report = ""
      let wire = FakeWire(Parrot(grants: grants, status: status), basePath: "/api")
      let session = PiHoleSession(
        settings: PiHoleSettings(system: Name("pihole"), password: Secret(Self.password)), transport: wire,
        sleep: wire.sleep, random: { 0.5 })
      let now = Instant(secondsSinceEpoch: 0)
      do { dump(try await PiHoleObserver(session: session, now: { now }).observe([.blocking]), to: &report) } catch {
        dump(error, to: &report)
        print(error.message, error.message.hint ?? "", to: &report)
      }
      do {
        let applier = PiHoleApplier(session: session, transport: wire, now: { now })
        dump(try await applier.apply(ApplierStory.pause), to: &report)
      } catch {
        dump(error, to: &report)
        print(error.message, error.message.hint ?? "", to: &report)
      }
      await session.close()
      for secret in ["quoted", Parrot.sid] { #expect(!report.contains(secret), "\(status): \(report)") }
      #expect(report.contains("ProviderError"), "\(status)")
    }
  }

  @Test(
    "what is repeated to a write is not repeated by us",
    arguments: [
      Change.group(), .list(), .entry("youtube.com", .enabled, .disabled), .entry("youtube.com", .enabled, .absent),
      .entry("new.example", .absent, .enabled),
    ])
  func parrotOfWrites(change: Change) async throws {
    for status in [200, 201, 302, 400, 401, 403, 404, 409, 429, 500, 502, 503] {
      let run = PretendRun(PiHole.household(password: Self.password), password: Self.password)
      let parrot = FakeWire(Parrot(grants: false, status: status), basePath: "/api")
      let applier = PiHoleApplier(session: run.session, transport: parrot, now: { PretendRun.now })
      var report = ""
      do { dump(try await applier.apply(change), to: &report) } catch { dump(error, to: &report) }
      let sids = await run.wire.system.log.compactMap { $0.request.header("X-FTL-SID") }
      await run.session.close()
      #expect(!sids.isEmpty && !report.isEmpty)
      for secret in sids + ["quoted"] { #expect(!report.contains(secret), "\(status): \(report)") }
      #expect(await run.wire.system.system.rows == PiHole.household().rows)
    }
  }

  @Test(
    "quotations",
    arguments: [
      ("all is well", "all is well"),
      ("it was s3cret, s3cret", "it was ***, ***"),
      (#"{"password":"a\"b"}"#, #"{"password":"***"}"#),
      (#"said a"b"#, "said ***"),
      ("s3cre", "s3cre"),
      (String(repeating: "é", count: 200), String(repeating: "é", count: 200)),
      (String(repeating: "é", count: 201), String(repeating: "é", count: 200) + "…"),
      (String(repeating: "x", count: 198) + "s3cret", String(repeating: "x", count: 198) + "**…"),
      ("", ""),
    ])
  func quotation(text: String, expected: String) {
    #expect(Quotation.of(text, without: [Secret("s3cret"), Secret(#"a"b"#), Secret("")]) == expected)
  }
}
