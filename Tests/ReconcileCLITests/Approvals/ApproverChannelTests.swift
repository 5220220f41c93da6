import Foundation
import HTTPTransport
import JSONTree
import Policies
import Presentation
import TestSupport
import Testing

@testable import Controller
@testable import Host
@testable import ReconcileCLI

/// How approvers are told: by programs and by ntfy, and what is said where that fails.
@Suite(.waitsForPrograms) struct ApproverChannelTests {
  private typealias Outcome = ApproverChannel.Outcome

  /// What nobody but one approver may ever see, in the parts in which it might be seen.
  private static let secrets = ["7K3M", "9QXZ", "tk_sesame", "sesame-topic"]

  /// Sends a message in a world whose people file is `people`, and holds what came of it to what may be said.
  private func outcome(
    _ people: String, _ message: ApproverMessage, in world: TestWorld = TestWorld(), startsPrograms: Bool = false
  ) -> Outcome {
    var world = world
    world.files[PeopleFile.usualPath] = people
    let (output, error) = (Written(), Written())
    var environment = world.environment(output, error)
    if startsPrograms { environment.start = Environment.live(.shipped).start }
    let ready = environment
    let outcome = ready.withNetwork({ error.add($0.words + "\n") }) { network, _ in
      await ApproverChannel(PeopleFile(ready), ready, network).send(message)
    }
    let shown = output.text + error.text + "\(outcome)"
    for secret in Self.secrets { #expect(!shown.contains(secret), "\(shown)") }
    return outcome
  }

  private static func world(_ server: PretendNtfy? = nil, token: String? = nil) -> TestWorld {
    var household = PretendHousehold()
    household.others = server.map { ["ntfy.example": $0] } ?? [:]
    var world = household.world()
    world.files["/etc/reconcile/credentials/ben-ntfy"] = token
    return world
  }

  private static let commands = "anna: {command: /bin/tell}\nben: {command: /bin/none}\n"
  private static let topic =
    "ben: {ntfy: https://ntfy.example/a/sesame-topic, token: {credential: ben-ntfy}}\n"
    + "anna: {ntfy: https://ntfy.example/anna}\n"

  @Test func aProgramHearsJSON() throws {
    let world = Self.world()
    #expect(try outcome(Self.commands, SentMessages.request(), in: world) == .sent)
    #expect(world.told.entries.count == 1)
    let told = try JSON(parsing: Array((world.told.entries.first ?? "").utf8))
    #expect(told["code"]?.string == "7K3M-9QXZ" && told["approver"]?.string == "anna")
    #expect(outcome(Self.commands, SentMessages.news, in: world) == .sent)
    #expect(world.told.entries.count == 2 && world.told.entries.last?.contains("taken back by root") == true)
  }

  @Test func whoHasNoAddressIsNotTold() throws {
    let world = Self.world()
    #expect(try outcome(Self.commands, SentMessages.request(to: "carl"), in: world) == .noAddress)
    #expect(try outcome("", SentMessages.request(), in: world) == .noAddress)
    let broken = Self.commands + "carl: {}\n"
    #expect(
      try outcome(broken, SentMessages.request(), in: world)
        == .notReached("the file with the addresses of approvers cannot be used"))
    #expect(world.told.entries.isEmpty)
  }

  @Test(
    arguments: [
      ("ben", 0, "'/bin/none' was not told: No such file or directory"),
      ("anna", 3, "'/bin/tell' was told, and ended with 3"),
      ("anna", nil, "'/bin/tell' was told, and was ended after 10 s"),
    ] as [(String, Int32?, String)]) func aProgramThatFailsIsNamed(_ name: String, _ status: Int32?, _ reason: String)
    throws
  {
    var world = Self.world()
    world.programStatus = status
    #expect(try outcome(Self.commands, SentMessages.request(to: name), in: world) == .notReached(reason))
    #expect(world.told.entries.contains("killed") == (status == nil))
  }

  /// A real program: its input is the message, its arguments are none, what it prints goes nowhere.
  @Test func aRealProgramWritesWhatItHears() throws {
    let folder = try TemporaryFolder([:])
    let heard = folder.url.appending(path: "heard")
    let path = try program(
      "echo \"$#\" > '\(heard.path)'; cat | tee -a '\(heard.path)'; cat '\(heard.path)' >&2", folder)
    var world = TestWorld()
    world.isOverSockets = true
    let message = try SentMessages.request()
    #expect(outcome("anna: {command: \(path)}", message, in: world, startsPrograms: true) == .sent)
    #expect(try String(contentsOf: heard, encoding: .utf8) == "0\n" + message.json.line)
  }

  /// One that hangs is ended with all that it has started.
  @Test func aRealProgramThatHangsIsEnded() throws {
    let folder = try TemporaryFolder([:])
    let pids = folder.url.appending(path: "pids").path
    let path = try program("sleep 600 & echo $! $$ > '\(pids).new'; mv '\(pids).new' '\(pids)'; wait", folder)
    var world = Self.world()
    world.files[PeopleFile.usualPath] = "anna: {command: \(path)}"
    let (message, error) = (try SentMessages.request(), Written())
    var environment = world.environment(Written(), error)
    let start = Environment.live(.shipped).start
    // Time is pretended, so that the program is given real time to come so far.
    environment.start = { (program, input) throws(FileError) in
      let started = try start(program, input)
      for _ in 0..<600 where !FileManager.default.fileExists(atPath: pids) { Thread.sleep(forTimeInterval: 0.1) }
      return started
    }
    let ready = environment
    let outcome = ready.withNetwork(nil) { network, _ in
      await ApproverChannel(PeopleFile(ready), ready, network).send(message)
    }
    #expect(outcome == .notReached("'\(path)' was told, and was ended after 10 s") && error.text.isEmpty)
    let numbers = try String(contentsOfFile: pids, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    #expect(numbers.count == 2)
    for number in numbers {
      let isGone = (0..<100).contains { _ in
        let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        if state == nil || state?.contains(") Z ") == true { return true }
        Thread.sleep(forTimeInterval: 0.1)
        return false
      }
      #expect(isGone, "\(number) is still there")
    }
  }

  private func program(_ script: String, _ folder: TemporaryFolder) throws -> String {
    let file = folder.url.appending(path: "tell")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    for path in [file.path, folder.url.path] {
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }
    return file.path
  }

  // MARK: - ntfy

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
    (200, Outcome.sent), (204, .sent), (302, .notReached("'https://ntfy.example' was told, and answered with 302")),
    (401, .notReached("'https://ntfy.example' was told, and answered with 401")),
    (500, .notReached("'https://ntfy.example' was told, and answered with 500")),
  ]) private func anAnswerDecides(_ status: Int, _ expected: Outcome) throws {
    let world = Self.world(PretendNtfy(answering: status), token: "tk_sesame")
    #expect(try outcome(Self.topic, SentMessages.request(to: "ben"), in: world) == expected)
  }

  @Test func whoDoesNotListenIsNotReached() throws {
    #expect(
      try outcome(Self.topic, SentMessages.request(), in: Self.world())
        == .notReached("'https://ntfy.example' was not told: nothing listens there"))
  }

  @Test(
    arguments: [
      (nil, "the credential 'ben-ntfy' is in none of '/etc/reconcile/credentials'"), ("", "is empty"),
      ("tk_sesame\nfor https://ntfy.example/other", "the token's second line says that it may go to another address"),
      ("tk_sesame\nfor https://other.example", "the token's second line says that it may go to another address"),
      ("tk_sesame\nfor http://ntfy.example", "the token's second line says that it may go to another address"),
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
    return try NtfyDelivery(SentMessages.request(to: "ben"), to: topic, environment.secrets)
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
    let told = "'http://127.0.0.1:\(port)' was told, and answered with \(answer)"
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
