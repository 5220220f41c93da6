import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import BuilderOS

@Suite struct ApplierTests {
  /// Answers to an action, what is said of them, and a piece of the words.
  static let answers: [(status: Int, body: String, comes: String, words: String)] = [
    (200, #"{"success":true,"message":"done","output":""}"#, "applied device.assumed", ""),
    (202, #"{"success":true}"#, "applied device.assumed", ""),
    (200, #"{"success":true,"output":"\#(String(repeating: "line ", count: 100_000))"}"#, "applied device.assumed", ""),
    (200, #"{"success":false,"message":"No space left"}"#, "failed builderos.failed", "'No space left'"),
    (200, #"{"success":false}"#, "failed builderos.failed", "that it failed"),
    (200, #"{"success":false,"message":"bad simulated-key"}"#, "failed builderos.failed", "'bad ***'"),
    (200, "{}", "unverified builderos.unknown", "does not say"), (204, "", "unverified builderos.unknown", "not say"),
    (200, "<html>Please wait</html>", "unverified builderos.unknown", "does not say"),
    (200, #"{"success":"true"}"#, "unverified builderos.unknown", "does not say"),
    (200, #"{"success":tr"#, "unverified builderos.unknown", "does not say"),
    (303, "", "unverified builderos.unknown", "status 303"),
    (400, "Unknown action", "failed builderos.refused", "'Unknown action'"),
    (405, "405: Method Not Allowed", "failed builderos.refused", "status 405"),
    (409, #"{"error":"busy with it"}"#, "failed builderos.refused", "'busy with it'"),
    (409, #"{"message":"out of memory"}"#, "failed builderos.refused", "'out of memory'"),
    (409, #"{"error":"no room","message":"failed"}"#, "failed builderos.refused", "'no room'"),
    (500, #"{"success":false,"message":"out of memory"}"#, "unverified builderos.unknown", "'out of memory'"),
    (401, "401: Unauthorized", "throws refusedCredentials", "refused the API key"),
    (403, "", "throws refusedCredentials", "refused the API key"),
    (404, "404: Not Found", "failed builderos.no-actions", "accepts no actions"),
    (404, #"{"error":"Capsule not found"}"#, "failed builderos.no-actions", "with status 404: 'Capsule not found'"),
    (404, "", "failed builderos.no-actions", "was not done"),
    (408, "", "unverified builderos.unknown", "status 408"),
    (429, "", "throws busy(retryAfterSeconds: nil)", "rate-limiting"),
    (500, #"{"ok":false,"error":"crashed"}"#, "unverified builderos.unknown", "'crashed'"),
    (502, "<html>", "unverified builderos.unknown", "status 502"),
    (504, "", "unverified builderos.unknown", "status 504"),
  ]

  @Test(arguments: answers.indices) func comesToThis(_ place: Int) async {
    let (status, body, comes, words) = Self.answers[place]
    let stage = Stage(Stage.host())
    let answer = SimulatedResponse(status: status, body: Array(body.utf8))
    await stage.wire.inspect { $0.faults = .on("/api/capsules/jellyfin/actions", .answer(answer)) }
    let (line, message) = await stage.ask("jellyfin")
    #expect(line == comes)
    #expect(
      message.map { $0.text.contains(words) && !$0.text.contains(Stage.key) } ?? words.isEmpty, "\(message as Any)")
    #expect(await stage.wire.log.count(where: \.isWrite) == 1, "nothing is asked twice")
  }

  @Test("each capsule is asked for its own action, and for no other one") func asks() async {
    let stage = Stage(Stage.host())
    #expect(await stage.ask("jellyfin").line == "applied device.assumed")
    #expect(await stage.ask("backup", to: .enabled).line == "applied device.assumed")
    #expect(await stage.calls == ["stop jellyfin", "start backup"])
    for position in [SwitchState.Position.active, .paused, .absent, .mixed, .unknown] {
      #expect(await stage.ask("plex", to: position).line == "failed builderos.no-such-action")
    }
    #expect(await stage.calls.count == 2)
  }

  @Test("ids are one segment of the path, whatever they hold", arguments: ["a b", "ü?x=1#y", "a%2Fb", "...", "a+b&c"])
  func encodes(_ id: String) async {
    let stage = Stage(Stage.host { $0.capsules = [BuilderOS.Capsule(id, isRunning: true)] })
    #expect(await stage.ask(id).line == "applied device.assumed")
    #expect(await stage.calls == ["stop \(id)"])
  }

  @Test("one capsule that is gone is told apart from a host that takes no actions") func isGone() async {
    let stage = Stage(Stage.host())
    #expect(await stage.ask("nowhere").line == "superseded builderos.gone")
    #expect(await stage.log == ["GET /capsules 200"])
    let without = Stage(Stage.host())
    await without.wire.inspect { $0.faults = .on("/actions", .empty(404)) }
    #expect(await without.ask("plex").line == "failed builderos.no-actions")
  }

  @Test("an answer that is lost leaves the outcome unknown, and is said to") func loses() async {
    let stage = Stage(Stage.host { $0.answersToLose = 1 })
    let (line, message) = await stage.ask("jellyfin")
    #expect(line == "unverified builderos.unknown")
    #expect(message?.text.hasPrefix("was sent, but whether it was done is unknown: ") == true)
    #expect(await stage.calls == ["stop jellyfin"])
  }

  @Test(
    "an action that takes most of a minute is waited for",
    arguments: [(50, "applied device.assumed"), (70, "unverified builderos.unknown")])
  func waits(_ seconds: Int, _ comes: String) async {
    let stage = Stage(Stage.host { $0.actionSeconds = Double(seconds) })
    #expect(await stage.ask("jellyfin").line == comes)
    #expect(await stage.calls == ["stop jellyfin"])
  }

  @Test("a host that does not answer holds up the end of a run for seconds only") func isPatient() {
    let applier = Stage(Stage.host()).applier
    #expect(applier.patience(for: Stage.change("plex", to: .disabled)) == Patience.answer)
    #expect(BuilderOSApplier.answerSeconds >= 60)
    #expect(applier.changesAtOnce == 1)
  }
}
