import Simulator
import Synchronization
import TestSupport
import Testing

/// Every fault at every request of a run over both systems and all kinds.
@Suite struct WholeHouseFaultTests {
  /// More than any run takes of one system.
  private static let mostRequests = 60

  /// Each fault strikes every fifth request, beginning at another one: all of them together strike every request with
  /// faults of every manner. (The providers' contract breaks every request in every way.)
  @Test(arguments: WireFault.allCases.indices) func aHealthyRunPutsEverythingRight(_ place: Int) async throws {
    let fault = WireFault.allCases[place]
    let undisturbed = WholeHouse()
    let (foreign, secrets) = (await undisturbed.state().foreign, await undisturbed.secrets())
    #expect(undisturbed.world().run("household.yaml").status == 0)
    let wanted = await undisturbed.state()
    for number in stride(from: 1 + place % 5, to: Self.mostRequests, by: 5) {
      let house = WholeHouse()
      let world = house.world()
      // The two systems have nothing to do with each other: a fault at each at once is two cases in one.
      await house.systems.console.fail(request: number, with: fault)
      await house.systems.pihole.fail(request: number, with: fault)
      let run = world.run("apply", "-v", "household.yaml")
      let isBeyond = [await house.systems.console.heal(), await house.systems.pihole.heal()] == [true, true]
      #expect(await house.state().foreign == foreign, "\(fault) at request \(number)")
      for secret in secrets { #expect(!(run.output + run.error).contains(secret), "\(fault) at request \(number)") }

      await house.systems.forgetRequests()
      // With a state of its own: one that asked to be left alone is left alone for a minute.
      let healthy = house.world().run("household.yaml")
      #expect(healthy.status == 0, "\(fault) at request \(number): \(healthy.output)\nafter \(run.output)")
      #expect(await house.state() == wanted, "\(fault) at request \(number)")
      if isBeyond {
        #expect(await house.systems.writes.isEmpty, "nothing was left to do")
        #expect(number > 20, "every request was struck")
        return
      }
    }
    Issue.record("a run with \(Self.mostRequests) requests")
  }

  /// The Pi-hole restarts in the middle of a run: nobody answers for a while, and the first session that is shown
  /// afterwards is falsely refused; or the false refusal comes first.
  @Test(arguments: [false, true]) func aRestartInTheMiddleOfARun(beginsWithARefusal: Bool) async {
    let undisturbed = WholeHouse()
    let foreign = await undisturbed.state().foreign
    #expect(undisturbed.world().run("household.yaml").status == 0)
    let (wanted, requests) = (await undisturbed.state(), await undisturbed.systems.pihole.log.count)
    for number in 1...requests {
      let house = WholeHouse()
      let countdown = Countdown(number)
      await house.systems.pihole.beforeNext({ _ in countdown.isOver() }) { pihole in
        // Only the login takes time before.
        let now = pihole.startedAt + 3600 + (number > 1 ? 0.35 : 0)
        pihole.refusesOnceAfterRestart = !beginsWithARefusal
        if beginsWithARefusal { pihole.falseRefusals = 1 } else { pihole.restart(from: now, until: now + 0.65) }
      }
      if beginsWithARefusal {
        for later in 1...2 { await house.systems.pihole.fail(request: number + later, with: .refused) }
      }
      let run = house.world().run("household.yaml")
      #expect([0, 3].contains(run.status), "\(number): \(run.output)")
      #expect(await house.state().foreign == foreign, "\(number)")
      // Nobody can tell a falsely refused end of a session from one that was over already.
      let lost = number == requests ? 1 : 0
      #expect(await house.systems.seatsTaken == lost, "\(number)")
      await house.systems.pihole.heal()
      await house.systems.pihole.pass(.seconds(1))
      #expect(house.world().run("household.yaml").status == 0, "\(number)")
      #expect(await house.state() == wanted, "\(number)")
      #expect(await house.systems.seatsTaken == lost, "\(number)")
    }
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
