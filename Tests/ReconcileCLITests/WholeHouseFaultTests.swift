import Simulator
import Synchronization
import TestSupport
import Testing

@testable import ReconcileCLI

/// Every fault at every request of a run over both systems and all kinds.
@Suite struct WholeHouseFaultTests {
  /// More than any run takes of one system.
  private static let mostRequests = 60

  @Test(arguments: WireFault.allCases) func aHealthyRunPutsEverythingRight(_ fault: WireFault) async throws {
    let undisturbed = WholeHouse()
    let foreign = await undisturbed.state().foreign
    #expect(undisturbed.world().run("household.yaml").status == 0)
    let wanted = await undisturbed.state()
    var number = 1
    while number < Self.mostRequests {
      let house = WholeHouse()
      let (world, secrets) = (house.world(), await house.secrets())
      await house.systems.console.fail(request: number, with: fault)
      await house.systems.pihole.fail(request: number, with: fault)
      let run = world.run("apply", "-v", "household.yaml")
      #expect(await house.state().foreign == foreign, "request \(number)")
      for secret in secrets { #expect(!(run.output + run.error).contains(secret), "request \(number)") }
      let isBeyond = [await house.systems.console.heal(), await house.systems.pihole.heal()] == [true, true]
      if run.status == 0 || !isBeyond {
        #expect(run.status == 0 || run.output.contains("! ") || !run.error.isEmpty, "request \(number): \(run)")
      }

      await house.systems.forgetRequests()
      let healthy = world.run("household.yaml")
      #expect(healthy.status == 0, "request \(number): \(healthy.output)\nafter \(run.output)")
      #expect(await house.state() == wanted, "request \(number)")
      await house.systems.forgetRequests()
      #expect(world.run("household.yaml").status == 0)
      #expect(await house.systems.writes.isEmpty, "request \(number)")
      if isBeyond { break }
      number += 1
    }
    #expect((20..<Self.mostRequests).contains(number), "every request of the longer system was struck: \(number)")
  }

  /// The Pi-hole restarts in the middle of a run: a request is falsely refused, and then nobody answers for a while.
  @Test(arguments: 1...26) func aRestartInTheMiddleOfARun(at number: Int) async {
    let house = WholeHouse()
    let world = house.world()
    let (foreign, undisturbed) = (await house.state().foreign, WholeHouse())
    #expect(undisturbed.world().run("household.yaml").status == 0)
    let countdown = Countdown(number)
    await house.systems.pihole.beforeNext({ _ in countdown.isOver() }) { pihole in
      pihole.falseRefusals = 1
      pihole.restart(at: pihole.startedAt + 3600)
    }
    for later in 1...3 { await house.systems.pihole.fail(request: number + later, with: .refused) }
    let run = world.run("household.yaml")
    #expect([0, 3].contains(run.status), "\(run.output)")
    #expect(await house.state().foreign == foreign)
    await house.systems.pihole.heal()
    #expect(world.run("household.yaml").status == 0)
    #expect(await house.state() == undisturbed.state())
    #expect(await house.systems.seatsTaken <= 1, "a session whose end nobody heard ends by itself")
  }
}

/// Counts what it is asked.
private final class Countdown: Sendable {
  private let left: Mutex<Int>
  init(_ number: Int) { left = Mutex(number) }

  /// Whether this is the last one.
  func isOver() -> Bool {
    left.withLock { left in
      left -= 1
      return left == 0
    }
  }
}
