import HTTPTransport
import Host
import Simulator
import StateStore
import Synchronization
import TestSupport
import Testing

/// How a run goes when systems fail or are slow. Time is pretended: what happens first, happens first.
@Suite struct FailingSystemsTests {
  private static let console = "192.168.1.1"
  private static let pihole = "192.168.1.2"

  // MARK: Reads are tried again

  /// What passes by itself within a moment.
  static let passing: [WireFault] = [
    .unresolved, .refused, .brokenOnTheWay, .answerLost, .answerLate, .neverServed, .internalError,
    .internalErrorAfterwards, .badGateway, .unavailable,
  ]

  @Test(arguments: passing) func oneFailedReadIsNoMatter(_ fault: WireFault) async {
    let undisturbed = PretendHousehold().world().run("--dry-run", "household.yaml")
    for number in 1...3 {
      let household = PretendHousehold()
      await household.console.fail(request: number, with: fault)
      let run = household.world().run("--dry-run", "household.yaml")
      #expect(run.output == undisturbed.output && run.status == 0, "request \(number)")
      #expect(await household.console.log.count == 4, "one request more than three")
    }
  }

  /// What does not, or what asks for half a minute.
  @Test(arguments: WireFault.allCases.filter { !passing.contains($0) })
  func otherFailuresAreSaidAtOnce(_ fault: WireFault) async {
    let household = PretendHousehold()
    await household.console.fail(request: 1, with: fault)
    let run = household.world().run("--dry-run", "household.yaml")
    #expect(run.status == 3 && run.output.contains("! gateway  "), "\(run.output)")
    #expect(await household.console.log.count == 1)
  }

  @Test func threeTriesAreAll() async {
    let household = PretendHousehold()
    for number in 1...3 { await household.console.fail(request: number, with: .unavailable) }
    let world = household.world()
    #expect(world.run("--dry-run", "household.yaml").status == 3)
    #expect(await household.console.log.count == 3)
    let tries = world.diary.entries.filter { $0.hasSuffix("GET " + Self.console) }
    #expect(tries == ["0.0 seconds", "0.4 seconds", "1.9 seconds"].map { "\($0) GET \(Self.console)" })
  }

  @Test func aLoginIsNotTriedAgainByTheDoor() async {
    let household = PretendHousehold()
    await household.pihole.fail(request: 1, with: .unavailable)
    #expect(household.world().run("--dry-run", "household.yaml").status == 3)
    #expect(await household.requests.filter { $0.hasPrefix("POST") } == ["POST /api/auth"])
  }

  // MARK: Writes are not

  /// The answer to the update is lost, and so is the first look whether it shows.
  @Test func aLostAnswerIsLookedForAndNotSentAgain() async {
    let household = PretendHousehold()
    await household.console.fail(request: 5, with: .answerLost)
    await household.console.fail(request: 6, with: .brokenOnTheWay)
    let run = household.world().run("household.yaml")
    #expect(run.status == 0 && run.output.contains("All applied and verified."), "\(run.output)")
    #expect(await household.console.log.filter(\.isWrite).count == 1)
  }

  // MARK: One system does not hold up another

  @Test func aSystemThatHangsDelaysNoOtherWrite() async throws {
    var household = PretendHousehold()
    household.hanging = [Self.console]
    let world = household.world()
    let run = world.run("household.yaml")
    #expect(run.status == 3)
    #expect(run.output.contains("! gateway  ") && run.output.contains("no whole answer within 10 s"), "\(run.output)")
    #expect(await household.writes == ["POST /api/dns/blocking"])
    let diary = world.diary.entries
    let write = try #require(diary.firstIndex { $0.hasSuffix("POST " + Self.pihole) && $0 != diary.first })
    let secondTry = try #require(diary.lastIndex { $0.hasSuffix("GET " + Self.console) })
    #expect(write < secondTry, "\(diary)")
    #expect(diary.last == "20.4 seconds end", "two tries of 10 s with a wait between")
    let logout = try #require(diary.first { $0.hasSuffix("DELETE " + Self.pihole) })
    #expect(logout.hasPrefix("0.0 "), "a seat is not kept while another system hangs")
  }

  @Test func aLimitWaitsForEverySystem() async throws {
    var household = PretendHousehold()
    household.hanging = [Self.console]
    let world = household.world()
    #expect(world.run("apply", "--max-changes", "1", "household.yaml").status == 3)
    let writes = world.diary.entries.filter { $0.hasSuffix("POST " + Self.pihole) }
    #expect(writes.map { $0.split(separator: " ")[0] } == ["0.0", "20.4"], "the login, and the pause after all reads")
    #expect(await household.seatsTaken == 0)
  }

  /// However long it may take to answer, and run after run: somebody may have put it into the file for that.
  @Test(arguments: [(Self.pihole, "kind: pihole"), (Self.console, "kind: unifi")])
  func aLimitDoesNotWaitForWhatNeverAnswers(_ hanging: String, _ kind: String) async throws {
    let limits = PretendHousehold.policy + "limits: {max-changes: 2}\n"
    var household = PretendHousehold()
    household.hanging = [hanging]
    let world = household.world(policy: limits.replacing(kind, with: kind + "\n    timeout: 10m"))
    for run in 1...2 {
      await household.console.inspect { for place in 0...1 { $0.sites[0].aclRules[place].isEnabled = place == 0 } }
      await household.pihole.inspect { $0.blocking = Household.piHole(at: 1_795_204_804).blocking }
      await household.forgetRequests()
      let outcome = world.run("household.yaml")
      #expect(outcome.status == 3 && outcome.output.contains("done\n"), "\(run): \(outcome)")
      #expect(outcome.output.unwrapped.contains("could not be read, left alone not read in the first half of this run"))
      #expect(await household.writes.count == 1, "\(run)")
      let written = try #require(world.diary.entries.last { $0.contains(" PUT ") || $0.contains(" POST ") })
      let at = try #require(written.split(separator: " ").first.flatMap { Double($0) })
      #expect((30...31).contains(at), "\(world.diary.entries)")
      #expect(world.diary.end <= 60 + 5 + 2, "\(world.diary.entries.suffix(3))")
    }
    #expect(await household.seatsTaken == 0)
  }

  /// What is read counts, and no more of it is done than the limit says.
  @Test func aLimitIsOnWhatWasRead() async {
    var household = PretendHousehold()
    household.hanging = [Self.pihole]
    let policy = PretendHousehold.policy.replacing("kind: pihole", with: "kind: pihole\n    timeout: 10m")
    let run = household.world(policy: policy).run("apply", "--max-changes", "0", "household.yaml")
    #expect(run.status == 4, "\(run)")
    #expect(await household.writes.isEmpty)
  }

  @Test(arguments: [[], ["--max-changes", "5"]]) func bothWaysSayTheSame(_ limit: [String]) {
    let outcome = PretendHousehold().world().run(["apply"] + limit + ["household.yaml"])
    let plain = PretendHousehold().world().run("household.yaml")
    #expect(outcome.output == plain.output && outcome.status == plain.status)
  }

  // MARK: The end

  /// Both systems hang in everything, also in the end of a session that a login would have opened.
  @Test(arguments: [1, 15]) func theDeadlineBoundsEverything(seconds: Int) {
    var household = PretendHousehold()
    household.hanging = [Self.console, Self.pihole]
    let world = household.world()
    let run = world.run("apply", "--deadline", "\(seconds)s", "household.yaml")
    #expect(run.status == 69)
    #expect(world.diary.end <= Double(seconds) + 5 + 2, "\(world.diary.entries.suffix(3))")
  }

  /// A login is not cut off, as only its answer says which seat it took, and neither is a write. Both are given up well
  /// before the kernel's timer would end the process with nothing told and a seat taken at the other system.
  @Test(arguments: ["plan", "apply", "drift"], [StopSignal.Reason.interrupted, .terminated])
  func whatHangsAfterASignalIsGivenUp(_ command: String, _ reason: StopSignal.Reason) async throws {
    for (hanging, healthy) in [(Self.pihole, "gateway"), (Self.console, "pihole")] {
      var household = PretendHousehold()
      household.hanging = [hanging]
      household.beforeAnswering = { sent in
        guard sent.entry.hasSuffix(hanging) else { return }
        await sent.time.sleep(.seconds(1))
        sent.stop?.request(reason)
      }
      let world = household.world()
      let run = world.run(command, "household.yaml")
      #expect(run.status == reason.status?.rawValue, "\(run)")
      #expect(run.output.contains("could not be read") && !run.output.contains("! \(healthy)"), "\(run.output)")
      #expect(await household.seatsTaken == 0)
      #expect(world.diary.end <= 1 + 4, "\(world.diary.entries)")
    }
  }

  /// What only reads takes nothing that would have to be given back.
  @Test(arguments: [
    ["plan", "household.yaml"], ["devices", "--policy", "household.yaml"], ["apps", "--policy", "household.yaml"],
  ])
  func aReadEndsWithTheSignal(_ command: [String]) async throws {
    var household = PretendHousehold()
    household.hanging = [Self.console]
    household.beforeAnswering = { sent in
      guard sent.entry.hasSuffix(Self.console) else { return }
      await sent.time.sleep(.seconds(1))
      sent.stop?.request(.interrupted)
    }
    let world = household.world()
    let run = world.run(command)
    #expect(run.status == 130 && (run.output + run.error).contains("the run was ended before it was read"), "\(run)")
    #expect(!run.output.contains("reconcile doctor"), "nobody has to be told more about that")
    #expect(world.diary.end < 2, "\(world.diary.entries)")
  }

  /// Nobody waits for the next try of a password that is not going to be sent; and while tries are left, one that was
  /// refused is not called wrong, as logins of others at the same second do that, too.
  @Test(arguments: ["plan", "apply"], [(login: 1, wait: 0), (1, 100), (2, 0), (4, 0), (4, 100)])
  func aSignalEndsTheWaitsBetweenLogins(_ command: String, _ end: (login: Int, wait: Int)) async throws {
    var household = PretendHousehold()
    let logins = Mutex(0)
    household.beforeAnswering = { sent in
      let isLast = logins.withLock { logins in
        if sent.entry == "POST \(Self.pihole)" { logins += 1 }
        return sent.entry == "POST \(Self.pihole)" && logins == end.login
      }
      guard isLast else { return }
      // While it is under way, or in the wait that follows.
      if end.wait == 0 { sent.stop?.request(.terminated) }
      Task(executorPreference: sent.time) {
        await sent.time.sleep(.milliseconds(end.wait))
        sent.stop?.request(.terminated)
      }
    }
    var world = household.world()
    world.files[PretendHousehold.passwordFile] = WrittenSecret("wrong", for: "http://192.168.1.2", "pihole").file
    let run = world.run(command, "household.yaml")
    #expect(run.status == 143 && logins.withLock { $0 } == end.login, "\(run)")
    #expect(run.output.contains("the run was ended before it was read"), "\(run)")
    let login = try #require(world.diary.entries.last { $0.hasSuffix("POST \(Self.pihole)") })
    let last = try #require(login.split(separator: " ").first.flatMap { Double($0) })
    #expect(world.diary.end < last + 0.5, "\(world.diary.entries)")
    #expect(try StateStore(reading: world.state.path)?.backoffs().isEmpty ?? true, "it is not left alone for that")
  }

  /// Of a write that was given up nobody knows; what came before it is told.
  @Test func aWriteThatHangsAfterASignalIsToldOf() async throws {
    var household = PretendHousehold()
    household.hanging = ["PUT \(Self.console)"]
    household.beforeAnswering = { sent in
      guard sent.entry == "PUT \(Self.console)" else { return }
      await sent.time.sleep(.seconds(1))
      sent.stop?.request(.terminated)
    }
    let world = household.world()
    let run = world.run("apply", "household.yaml")
    #expect(run.status == 143, "\(run)")
    #expect(
      run.output.contains("1 applied and verified") && run.output.contains("sent, not confirmed"), "\(run.output)")
    #expect(await household.seatsTaken == 0)
    #expect(world.diary.end <= 1 + 4, "\(world.diary.entries)")
  }

  @Test func aReadThatIsCutOffSaysWhy() {
    var household = PretendHousehold()
    household.hanging = [Self.console]
    let run = household.world().run("--dry-run", "--deadline", "3s", "household.yaml")
    #expect(run.status == 3 && run.output.contains("not read within the deadline of this run"), "\(run.output)")
    #expect(run.output.contains("reconcile doctor household.yaml"))
  }

  /// With 1 s left, a wait of 1.5 s is not begun: what was found is said at once.
  @Test func aWaitNeverPassesTheDeadline() async {
    let household = PretendHousehold()
    for number in 1...3 { await household.console.fail(request: number, with: .refused) }
    let world = household.world()
    let run = world.run("--dry-run", "--deadline", "1s", "household.yaml")
    #expect(run.status == 3 && run.output.contains("connection refused"), "\(run.output)")
    #expect(world.diary.entries.last == "0.4 seconds end")
  }
}
