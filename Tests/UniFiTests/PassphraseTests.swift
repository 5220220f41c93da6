import HTTPTransport
import Providers
import Planning
import Simulator
import TestSupport
import Testing

@testable import UniFi

/// A passphrase is read with its WiFi and sent back with it, and is seen nowhere else.
@Suite struct PassphraseTests {
  /// What of a passphrase would give it away: words of the household's three.
  static let traces = ["horse", "staple", "battery"]

  /// What a console could say to an update that it does not like, `PASSPHRASE` standing for the passphrase.
  static let echoes = [
    "passphrase 'PASSPHRASE' is too weak", "PASSPHRASE", "PASSPHRASE PASSPHRASE staple-correct-horse",
    #"cannot read {\"passphrase\":\"ESCAPED\"}"#, "Unknown request body property '$.PASSPHRASE'",
    String(repeating: "x", count: 190) + "PASSPHRASE",
  ]
  static let members = ["message", "code", "requestId"]
  static let statuses = [400, 403, 404, 409, 422, 429, 500, 503]

  @Test(arguments: echoes, statuses)
  func staysHiddenWhateverTheConsoleSays(_ echo: String, _ status: Int) async throws {
    for member in Self.members {
      let text =
        echo
        .replacing("PASSPHRASE", with: #"correct \"horse\" battery"#)
        .replacing("ESCAPED", with: #"correct \\\"horse\\\" battery"#)
      let body = #"{"code":"api.request.unknown-property","\#(member)":"\#(text)"}"#
      for request in [7, 8] {
        let stage = Stage { $0.faults = .at(request, .answer(.text(status, body))) }
        try await Self.expectSilence(stage)
      }
    }
  }

  @Test(arguments: [
    Fault.Effect.lostBeforeEffect, .lostAfterEffect, .html(502), .html(200), .notJSON, .wrongType, .unexpectedError,
    .truncated(afterBytes: 300),
  ])
  func staysHiddenWhateverGoesWrong(_ effect: Fault.Effect) async throws {
    for request in 3...8 {
      try await Self.expectSilence(Stage { $0.faults = .at(request, effect) })
    }
  }

  @Test func staysHiddenInPeace() async throws {
    try await Self.expectSilence(Stage())
    try await Self.expectSilence(
      Stage { $0.before(request: 8) { $0[.wifi]?["securityConfiguration"]?["passphrase"] = "battery staple" } })
    let console = Console.household()
    let sent = String(decoding: console[.wifi]?.encoded ?? [], as: UTF8.self)
    #expect(Self.traces.allSatisfy(sent.contains), "the test would not see a passphrase")
  }

  /// The longest is hidden first, so that no tail of it is left where another is its beginning.
  @Test func hidesThePassphraseThatIsAnothersBeginning() async throws {
    let run = UniFiRun()
    await run.hide([Secret("correct"), Secret("correct horse")])
    await run.hide([Secret("correct horse battery")])
    let answer = SimulatedResponse.text(400, #"{"message":"a correct horse battery, a correct horse, correct"}"#)
    let refusal = UniFiRefusal(Response(status: 400, body: answer.body), hiding: await run.secrets)
    #expect(refusal.message == "a ***, a ***, ***")
  }

  /// A passphrase may be a word of the console's own: what it means is decided before that is taken out, and not shown.
  @Test(arguments: ["property", "firewall", "api.request", "$.hits", "endpoint"])
  func isTakenOutOfWhatIsShownOnly(_ passphrase: String) {
    func refusal(_ status: Int, _ body: String) -> UniFiRefusal {
      UniFiRefusal(Response(status: status, body: Array(body.utf8)), hiding: UniFiSecrets([Secret(passphrase)]))
    }
    let property = refusal(
      400, #"{"code":"api.request.unknown-property","message":"Unknown request body property '$.hits'"}"#)
    #expect(property.unknownMember?.description == "hits")
    #expect(refusal(400, #"{"code":"api.firewall.zone-based-firewall-not-configured"}"#).meansNoZoneFirewall)
    #expect(!refusal(404, #"{"message":"No endpoint GET /x."}"#).meansGone)
    #expect(!refusal(404, #"{"code":"api.request.error"}"#).meansGone)
    #expect([property.message, property.unknownMemberInWords].allSatisfy { $0?.contains(passphrase) != true })
  }

  /// Of a console that tells more than can be looked for in every word, no word is quoted.
  @Test(arguments: [(UniFiSecrets.most, "a ***"), (UniFiSecrets.most + 1, nil)] as [(Int, String?)])
  func quotesNothingBesideTooMany(_ count: Int, _ message: String?) {
    var secrets = UniFiSecrets()
    for number in 1...count {
      secrets.add([Secret("horse-\(1_000_000 + number)")])
      secrets.add([Secret("horse-\(1_000_000 + number)"), Secret("")])
    }
    let answer = SimulatedResponse.text(400, #"{"message":"a horse-1000001"}"#)
    #expect(UniFiRefusal(Response(status: 400, body: answer.body), hiding: secrets).message == message)
    #expect(UniFiRefusal(Response(status: 400, body: answer.body), hiding: secrets.adding(Secret("x"))).message == nil)
  }

  /// Looks, moves the switch, and dumps all that comes of it.
  private static func expectSilence(_ stage: Stage) async throws {
    var text = ""
    do throws(ProviderError) {
      dump(try await stage.observer.observe([.wifi]), to: &text)
      dump(try await stage.applier.apply(.moving(.wifi)), to: &text)
    } catch {
      dump(error, to: &text)
      dump(error.message, to: &text)
    }
    dump(stage.observer.client.run, to: &text)
    let seen = traces.filter { text.contains($0) }
    #expect(seen == [])
  }
}
