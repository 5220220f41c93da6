import HTTPTransport
import JSONTree
import Providers
import Planning
import Testing

@testable import PiHole

/// What a Pi-hole really said is read as what it meant.
@Suite struct RecordingTests {
  @Test(
    "logins",
    arguments: [
      ("auth", "refused granted 400 400 400 400 400 refused granted granted granted granted granted"),
      ("auth-app-password", "refused granted granted refused granted granted granted"),
      ("auth-cli-password", "granted"),
      ("auth-expiry", "granted granted"),
      ("auth-no-password", "open open"),
      ("auth-rate-limit", "refused refused refused refused refused refused refused refused granted"),
      (
        "auth-rate-limit-concurrent",
        "throttled throttled throttled throttled throttled refused refused refused granted "
          + "throttled throttled granted granted granted granted"
      ),
      ("auth-seats", "granted granted granted seats granted granted"),
      (
        "auth-totp",
        "token refused refused granted refused refused+totp refused+totp refused refused granted"
      ),
    ])
  func logins(file: String, expected: String) throws {
    let replies = try Recording.all(in: file)
      .filter { $0.method == "POST" && $0.path.hasPrefix("/api/auth") }
      .map { word(for: LoginReply(Reply($0.response))) }
    #expect(replies.joined(separator: " ") == expected)
  }

  private func word(for reply: LoginReply) -> String {
    switch reply {
    case .granted(let sid): sid == nil ? "open" : "granted"
    case .refused(let wantsSecondFactor): wantsSecondFactor ? "refused+totp" : "refused"
    case .failed(.secondFactorNeeded): "token"
    case .failed(.seatsTaken(nil)): "seats"
    case .throttled(.loginsThrottled(nil)): "throttled"
    case .throttled(let error): "throttled: \(error)"
    case .failed(.unexpectedStatus(400, nil)): "400"
    case .failed(let error): "\(error)"
    }
  }

  @Test(
    "blocking",
    arguments: [
      ("dns-blocking", "initial", Blocking(.enabled)),
      ("dns-blocking", "after disable, no timer", Blocking(.disabled)),
      ("dns-blocking", "disable 60s", Blocking(.disabled, remainingSeconds: 60)),
      ("dns-blocking", "after about 1s", Blocking(.disabled, remainingSeconds: 58.899999999999984)),
      ("dns-blocking", "disable with timer huge", Blocking(.disabled, remainingSeconds: 1e12)),
      ("dns-blocking", "disable with timer 1e308", Blocking(.disabled, remainingSeconds: 1e308)),
      ("dns-blocking", "timer not in json at all, 1e400", Blocking(.disabled)),
      ("dns-blocking", "enable for 2s while disabled", Blocking(.enabled, remainingSeconds: 2)),
      ("dns-blocking", "state: enabled yet timer still running", Blocking(.enabled, remainingSeconds: 60)),
      ("dns-failed", "get", Blocking(.failure)),
      ("restart", "after restart: timer is gone, blocking STAYS disabled", Blocking(.disabled)),
      ("auth-no-password", "protected endpoint without sid", Blocking(.enabled)),
    ])
  func blocking(file: String, name: String, expected: Blocking) throws {
    let reply = Reply(try Recording.named(name, in: file).response)
    #expect(try Blocking(reply.value(quoting: .without([]))) == expected)
  }

  @Test("every recorded success of the blocking endpoint is read")
  func everyBlocking() throws {
    let answers = try ["dns-blocking", "dns-failed", "restart", "errors", "auth", "auth-seats", "auth-expiry"]
      .flatMap { try Recording.all(in: $0) }
      .filter { $0.path.hasPrefix("/api/dns/blocking") && ["GET", "POST"].contains($0.method) }
      .filter { $0.response.status == 200 }
    #expect(answers.count > 70)
    for answer in answers {
      #expect(throws: Never.self, "\(answer.name)") { try Blocking(Reply(answer.response).value(quoting: .nothing)) }
    }
  }

  @Test(
    "errors",
    arguments: [
      ("errors", "unknown endpoint", ProviderError.noAPI),
      ("errors", "v5 api.php", .wrongBase),
      ("errors", "admin/api alias", .wrongBase),
      ("errors", "admin", .noAPI),
      ("errors", "root", .forbidden(nil)),
      ("errors", "unknown method", .unexpectedStatus(400, nil)),
      ("errors", "PUT on domains unauthenticated", .sessionRefused),
      (
        "errors", "gzip body not understood",
        .unexpectedStatus(400, "Invalid request body data (no valid JSON), error at hint: \u{FFFD}\u{8}")
      ),
      ("dns-failed", "set", .resolverFailed),
      (
        "dns-failed", "domains still work",
        .databaseUnusable("Could not read domains from database table: Database not available")
      ),
      ("dns-blocking", "blocking missing", .unexpectedStatus(400, "No \"blocking\" boolean in body data")),
      ("dns-blocking", "put", .noAPI),
      (
        "auth-cli-password", "CLI session may not write config",
        .forbidden(
          "Unable to change configuration (read-only): The current CLI session is not allowed to modify Pi-hole config "
            + "settings")
      ),
    ])
  func errors(file: String, name: String, expected: ProviderError) throws {
    let reply = Reply(try Recording.named(name, in: file).response)
    #expect(throws: expected) { try reply.value(quoting: .without([])) }
  }

  @Test("the session id comes from the body and goes into a header as it is")
  func sessionID() throws {
    let reply = LoginReply(Reply(try Recording.named("right password", in: "auth").response))
    guard case .granted(let sid?) = reply else { return #expect(Bool(false), "\(reply)") }
    #expect(sid.reveal { $0 } == "pCtZLIMuf7AWTPnS/+nkZw=")
  }
}
