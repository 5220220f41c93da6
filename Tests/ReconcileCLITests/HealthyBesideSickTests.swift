import HTTPTransport
import Providers
import Planning
import Synchronization
import TestSupport
import Testing

@testable import Host

/// A system that is sick, however it is, keeps no other one waiting. Nothing here is measured in seconds: the sick one
/// answers when the healthy one has been written to, and not before.
@Suite struct HealthyBesideSickTests {
  /// Two systems, of which one is sick.
  struct Pair: Sendable, CustomTestStringConvertible {
    var sick: String
    /// What is sent to the healthy one when it is written to, and how many such requests come before that.
    var write: String
    var before: Int

    var testDescription: String { "\(sick) is sick" }

    func hasWritten(_ diary: Diary) -> Bool { diary.entries.count { $0.hasSuffix(write) } > before }
  }

  private static let console = "192.168.1.1"
  private static let pihole = "192.168.1.2"
  /// A login is a POST too.
  static let pairs = [
    Pair(sick: console, write: "POST \(pihole)", before: 1), Pair(sick: pihole, write: "PUT \(console)", before: 0),
  ]
  private static let waitedInVain = "waited in vain"

  /// Answers nothing that the sick system of `pair` is asked, from the `number`-th request on, until the healthy one has
  /// been written to; a minute later at the latest.
  private static func holding(
    _ pair: Pair, from number: Int
  ) -> @Sendable (PretendHousehold.Sent) async -> Void {
    { sent in
      guard sent.entry.hasSuffix(pair.sick), sent.diary.entries.count(where: { $0.hasSuffix(pair.sick) }) >= number
      else {
        return
      }
      for _ in 0..<600 {
        if pair.hasWritten(sent.diary) { return }
        await sent.time.sleep(.milliseconds(100))
      }
      sent.diary.add(waitedInVain)
    }
  }

  @Test(arguments: pairs, WireFault.allCases)
  func theHealthyOneIsWrittenBeforeTheSickOneAnswers(_ pair: Pair, _ fault: WireFault) async {
    for number in 1...4 {
      var household = PretendHousehold()
      household.beforeAnswering = Self.holding(pair, from: number)
      if pair.sick == Self.console {
        await household.console.fail(request: number, with: fault)
      } else {
        await household.pihole.fail(request: number, with: fault)
      }
      let world = household.world()
      let run = world.run("household.yaml")
      #expect(pair.hasWritten(world.diary), "\(run)")
      #expect(!world.diary.entries.contains(Self.waitedInVain), "request \(number): \(world.diary.entries)")
    }
  }

  // MARK: Too much to compare at once

  /// The Pi-hole has thousands of groups, and the policy hundreds of patterns: to compare them takes long.
  private static let crowd = """
    timezone: UTC
    systems:
      gateway: {kind: unifi, url: "https://\(console)", api-key: {credential: unifi-api-key}}
      pihole: {kind: pihole, url: "http://\(pihole)", password: {credential: pihole-password}}
    targets:
      kids: {system: gateway, acl-rules: ["Downtime-*"]}
      crowd:
        {system: pihole, groups: [\((0..<60).map { "\"nobody-\($0)*\"" }.joined(separator: ", "))], when-off: disabled}
    policy: [kids off, crowd off]

    """

  /// The console answers nothing before the Pi-hole has been asked for all that there is, and what is left to do then is
  /// to compare. Nobody sleeps: time would stand still while there is something to do.
  private static func lateConsole() -> @Sendable (PretendHousehold.Sent) async -> Void {
    let gate = Gate()
    return { sent in
      if sent.entry == "GET \(console)" { await gate.pass() }
      let asked = sent.diary.entries.count { $0.hasSuffix("GET \(pihole)") }
      if asked == 3 || sent.entry == "DELETE \(pihole)" { gate.open() }
    }
  }

  @Test func theHealthyOneIsWrittenWhileTheSickOneIsCompared() async throws {
    var household = PretendHousehold(groups: 2000)
    household.beforeAnswering = Self.lateConsole()
    let world = household.world(policy: Self.crowd)
    let run = world.run("household.yaml")
    let diary = world.diary.entries
    let write = try #require(diary.firstIndex { $0.hasSuffix("PUT \(Self.console)") }, "\(run)")
    let leave = try #require(diary.firstIndex { $0.hasSuffix("DELETE \(Self.pihole)") }, "\(run)")
    #expect(write < leave, "\(diary)")
    #expect(run.output.contains("crowd") && !run.output.contains("could not be read"), "\(run)")
  }

  /// The deadline, and a signal, end the comparison as they end a request.
  @Test(arguments: [(StopSignal.Reason.deadline, Int32(69)), (.terminated, 143)])
  func theEndOfARunEndsTheComparison(_ reason: StopSignal.Reason, _ status: Int32) async {
    var household = PretendHousehold(groups: 2000)
    let lateConsole = Self.lateConsole()
    household.beforeAnswering = { sent in
      await lateConsole(sent)
      // That it is answered at all shows that the comparison has let others have a turn, and is not over.
      if sent.entry == "GET \(Self.console)" { sent.stop?.request(reason) }
    }
    let world = household.world(policy: Self.crowd)
    let run = world.run("household.yaml")
    #expect(run.status == status, "\(run)")
    #expect(run.output.contains("! pihole   could not be read, left alone"), "\(run)")
    #expect(reason != .deadline || run.output.contains("not read within the deadline of this run"), "\(run)")
    #expect(await household.writes.isEmpty)
    #expect(await household.seatsTaken == 0)
  }
}

/// Whoever comes before it is open waits for that.
private final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
