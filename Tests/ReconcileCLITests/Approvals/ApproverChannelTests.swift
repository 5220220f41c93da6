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
  typealias Outcome = ApproverChannel.Outcome

  /// What nobody but one approver may ever see, in the parts in which it might be seen.
  private static let secrets = ["7K3M", "9QXZ", "tk_sesame", "sesame-topic"]

  /// Sends a message in a world whose people file is `people`, and holds what came of it to what may be said.
  func outcome(
    _ people: String, _ message: ApproverMessage, in world: TestWorld = TestWorld(), startsPrograms: Bool = false
  ) -> Outcome {
    var world = world
    world.files[PeopleFile.usualPath] = people
    let (output, error) = (Written(), Written())
    var environment = world.environment(output, error)
    if startsPrograms { environment.start = Environment.live(.shipped).start }
    let ready = environment
    let outcome = ready.withNetwork({ error.add($0.words + "\n") }) { network, stop in
      await ApproverChannel(PeopleFile(ready), ready, network, stop, within: 10).send(message)
    }
    let shown = output.text + error.text + "\(outcome)"
    for secret in Self.secrets { #expect(!shown.contains(secret), "\(shown)") }
    return outcome
  }

  static func world(_ server: PretendNtfy? = nil, token: String? = nil) -> TestWorld {
    var household = PretendHousehold()
    household.others = server.map { ["ntfy.example": $0] } ?? [:]
    var world = household.world()
    world.files["/etc/reconcile/credentials/ben-ntfy"] = token
    return world
  }

  private static let commands = "anna: {command: /bin/tell}\nben: {command: /bin/none}\n"

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
        == .notReached("the file of approvers cannot be used"))
    #expect(world.told.entries.isEmpty)
  }

  /// A server may hand on what it then does not confirm: the code that came is good, and the one before it is not.
  @Test func aCodeThatCameIsGoodWhateverWasAnswered() throws {
    let scene = RequestScene()
    #expect(scene.run("ask kids on --for 30m").status == 0)
    var codes: [String] = []
    for _ in 1...2 {
      scene.pass(60)
      var world = scene.world(as: "root")
      world.programStatus = 1
      _ = world.run("apply")
      let told = try world.told.entries.map { try JSON(parsing: Array($0.utf8)) }
      let annas = told.first { $0["approver"]?.string == "anna" }
      codes.append(try #require(annas?["code"]?.string))
    }
    let late = scene.run("approve 1", typing: [codes[0]])
    #expect(late.status == 4 && late.error.contains("not the code of this request"), "\(late)")
    #expect(scene.run("approve 1", typing: [codes[1]]).status == 0)
  }

  /// Whoever cannot be reached is tried by three runs in a row, then whenever the code before is not good any more, and at once
  /// where a fresh one is wanted.
  @Test func aProgramThatFailsIsTriedAgain() {
    let scene = RequestScene()
    #expect(scene.run("ask kids on --for 30m").status == 0)
    let tries = (1...15).map { _ in
      scene.pass(60)
      var world = scene.world(as: "root")
      world.programStatus = 1
      _ = world.run("apply")
      return world.told.entries.count
    }
    #expect(tries == [2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0], "anna and ben")
    #expect(scene.run("approve 1 --send", as: "anna").status == 0)
    scene.pass(60)
    #expect(scene.enforce().keys.sorted() == ["anna", "ben"])
  }

  /// Nobody but the approver waits for the message: the run that did not get through says so, and `status` and each run as long as
  /// that is so.
  @Test func whoCouldNotBeToldIsNamed() throws {
    let scene = RequestScene()
    #expect(scene.run("ask kids on --for 30m").status == 0)
    let said = "request 1: anna could not be notified (notification command '/bin/tell' exited with 1)"
    for number in 1...3 {
      scene.pass(60)
      var world = scene.world(as: "root")
      world.programStatus = 1
      let run = world.run("apply")
      #expect(run.error.unwrapped.contains(said) == (number == 1), "\(run)")
      #expect(run.output.unwrapped.contains(said) == (number > 1), "\(run)")
      let status = scene.run("status", as: "root")
      #expect(status.status == 3 && status.output.unwrapped.contains("! " + said), "\(status)")
    }
    #expect(scene.run("status --format json", as: "root").output.contains("approver.unreachable"))
    scene.pass(600)
    #expect(scene.enforce().keys.sorted() == ["anna", "ben"])
    #expect(scene.run("status", as: "root").status != 3)
    scene.pass(60)
    #expect(!scene.world(as: "root").run("apply").output.contains("could not be notified"))
  }

  @Test(
    arguments: [
      ("ben", 0, "notification command '/bin/none' was not started: No such file or directory"),
      ("anna", 3, "notification command '/bin/tell' exited with 3"),
      ("anna", nil, "notification command '/bin/tell' timed out after 10 s"),
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
    let outcome = ready.withNetwork(nil) { network, stop in
      await ApproverChannel(PeopleFile(ready), ready, network, stop, within: 10).send(message)
    }
    #expect(outcome == .notReached("notification command '\(path)' timed out after 10 s") && error.text.isEmpty)
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
}
