import Foundation
import HTTPTransport
import JSONTree
import Policies
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// What an ntfy server is sent, and what is said where that fails.
extension ApproverChannelTests {
  private static let topic =
    "ben: {ntfy: https://ntfy.example/a/sesame-topic, token: {credential: ben-ntfy}}\n"
    + "anna: {ntfy: https://ntfy.example/anna}\n"

  @Test func ntfyHearsTextAndFields() throws {
    let server = PretendNtfy()
    let world = Self.world(server, token: "tk_sesame\n")
    #expect(try outcome(Self.topic, SentMessages.request(to: "ben"), in: world) == .sent)
    #expect(outcome(Self.topic, SentMessages.news, in: world) == .sent)
    #expect(try outcome(Self.topic, SentMessages.request(asker: "zoë"), in: world) == .sent)
    try Golden.check(server.heard.joined(separator: "----\n"), "people/ntfy.requests")
  }

  /// What anna is sent has nothing of ben's in it.
  @Test func nothingOfAnothersGoesAlong() throws {
    let server = PretendNtfy()
    let world = Self.world(server, token: "tk_sesame\n")
    #expect(try outcome(Self.topic, SentMessages.request(to: "anna", code: "00000001"), in: world) == .sent)
    let heard = server.heard.joined()
    #expect(heard.contains("0000-0001") && !heard.contains("ben") && !heard.contains("sesame"), "\(heard)")
  }

  @Test(arguments: [
    (200, Outcome.sent), (204, .sent), (302, .notReached("'https://ntfy.example' answered the notification with 302")),
    (401, .notReached("'https://ntfy.example' answered the notification with 401")),
    (500, .notReached("'https://ntfy.example' answered the notification with 500")),
  ]) private func anAnswerDecides(_ status: Int, _ expected: Outcome) throws {
    let world = Self.world(PretendNtfy(answering: status), token: "tk_sesame")
    #expect(try outcome(Self.topic, SentMessages.request(to: "ben"), in: world) == expected)
  }

  @Test func whoDoesNotListenIsNotReached() throws {
    #expect(
      try outcome(Self.topic, SentMessages.request(), in: Self.world())
        == .notReached("the notification to 'https://ntfy.example' was not sent: nothing listens there"))
  }

  @Test(
    arguments: [
      (nil, "credential 'ben-ntfy' not found in '/etc/reconcile/credentials'"), ("", "is empty"),
      ("tk_sesame\nfor https://ntfy.example/other", "the token's second line names another address"),
      ("tk_sesame\nfor https://other.example", "the token's second line names another address"),
      ("tk_sesame\nfor http://ntfy.example", "the token's second line names another address"),
      ("tk_sesame\nfor https://ntfy.example", nil), ("tk_sesame\nfor https://ntfy.example/a/sesame-topic", nil),
    ] as [(String?, String?)]) func aTokenGoesWhereItMay(_ token: String?, _ reason: String?) throws
  {
    let server = PretendNtfy()
    let outcome = try outcome(Self.topic, SentMessages.request(to: "ben"), in: Self.world(server, token: token))
    guard let reason else {
      #expect(outcome == .sent && server.heard.first?.contains("Authorization: Bearer tk_sesame\n") == true)
      return
    }
    guard case .notReached(let words) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(words.contains(reason) && server.heard.isEmpty, "\(words)")
  }

  @Test(arguments: [
    ("https://ntfy.example/t", true, Endpoint.PlaintextRule.loopbackOnly),
    ("http://localhost:81/t", false, .loopbackOnly),
    ("http://ntfy.lan/t, plaintext: true", false, .privateAddresses),
  ]) func plainTextStaysNear(_ url: String, _ isTLS: Bool, _ rule: Endpoint.PlaintextRule) throws {
    let delivery = try self.delivery(url, token: "tk_sesame")
    #expect(delivery.endpoint.isTLS == isTLS && delivery.endpoint.plaintext == rule)
    #expect(delivery.endpoint.trust == .system && delivery.endpoint.timeoutSeconds == 10)
  }

  /// A server at home with a certificate of its own.
  @Test func thePinsOfTheTokenHold() throws {
    let pin = "sha256//" + String(repeating: "A", count: 43) + "="
    let delivery = try self.delivery("https://ntfy.lan/t", token: "tk_sesame\nfor https://ntfy.lan \(pin)")
    #expect(delivery.endpoint.trust == .pins([pin]))
  }

  private func delivery(_ url: String, token: String) throws -> NtfyDelivery {
    var world = Self.world(token: token)
    world.files[PeopleFile.usualPath] = "ben: {ntfy: \"\(url)\", token: {credential: ben-ntfy}}"
      .replacing(", plaintext: true\"", with: "\", plaintext: true")
    let environment = world.environment(Written(), Written())
    let people = PeopleFile(environment)
    guard case .ntfy(let topic) = try #require(people.addresses[Name("ben")], "\(people.text)") else { throw Missing() }
    return try NtfyDelivery(SentMessages.request(to: "ben"), to: topic, within: 10, environment.secrets)
  }

  private struct Missing: Error {}

  /// The transport itself, to a server on this machine.
  @Test(arguments: [("200", Outcome.sent), ("302", .notReached("")), ("507", .notReached(""))])
  private func aRealServerIsTold(_ answer: String, _ expected: Outcome) throws {
    let folder = try TemporaryFolder([:])
    let (server, port) = try listener(folder, answer)
    var world = TestWorld()
    world.isOverSockets = true
    world.files["/etc/reconcile/credentials/ben-ntfy"] = "tk_sesame\nfor http://127.0.0.1:\(port)\n"
    let people = "ben: {ntfy: http://127.0.0.1:\(port)/sesame-topic, token: {credential: ben-ntfy}}"
    let outcome = try outcome(people, SentMessages.request(to: "ben", asker: "zoë"), in: world)
    let told = "'http://127.0.0.1:\(port)' answered the notification with \(answer)"
    #expect(outcome == (expected == .sent ? .sent : .notReached(told)))
    #expect(try server.wait().status == 0)
    let heard = try JSON(parsing: Array(Data(contentsOf: folder.url.appending(path: "heard"))))
    #expect(heard["path"]?.string == "/sesame-topic")
    #expect(heard["Authorization"]?.string == "Bearer tk_sesame" && heard["Priority"]?.string == "high")
    #expect(heard["Title"]?.string == "=?UTF-8?B?em/DqyBhc2tzOiBraWRzIG9uIHVudGlsIDIxOjMwOjA0?=", "\(heard)")
    #expect(heard["Content-Type"]?.string == "text/plain; charset=utf-8")
    #expect(heard["body"]?.string?.contains("code: 7K3M-9QXZ, good for 10 minutes\n") == true, "\(heard)")
  }

  /// Answers one request, and writes what it heard to `heard`, its port to `port`.
  private func listener(_ folder: TemporaryFolder, _ answer: String) throws -> (program: Program, port: String) {
    let script = """
      import http.server, json, os
      class Topic(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
          body = self.rfile.read(int(self.headers['Content-Length'])).decode()
          with open('heard', 'w') as f: json.dump(dict(self.headers) | {'path': self.path, 'body': body}, f)
          self.send_response(\(answer))
          self.send_header('Location', '/elsewhere')
          self.send_header('Content-Length', '0')
          self.end_headers()
        def log_message(self, *rest): pass
      server = http.server.HTTPServer(('127.0.0.1', 0), Topic)
      with open('port.new', 'w') as f: f.write(str(server.server_port))
      os.rename('port.new', 'port')
      server.handle_request()
      """
    let program = try Program("/usr/bin/python3", ["-c", script], in: folder.url)
    for _ in 0..<300 {
      if let port = try? String(contentsOf: folder.url.appending(path: "port"), encoding: .utf8) {
        return (program, port)
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
    throw Missing()
  }
}
