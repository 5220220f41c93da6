import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Simulator

extension ContractStage {
  func lookingWritesNothing() async throws {
    let before = await snapshot
    let seen = try await observe()
    try demand(!seen.version.isEmpty && !seen.title.isEmpty, "a version and a title; seen was \(seen)")
    try demand(seen.objects.allSatisfy { fixture.kinds.contains($0.kind) }, "only objects of the kinds asked for")
    try demand(try await observe() == seen, "looking twice to see the same")
    try demand(await writes == 0, "no write; there was \(await wire.log)")
    try demand(await snapshot == before, "nothing changed by looking")
  }

  func changeMovesOneSwitch() async throws {
    let before = await snapshot
    let change = try await plannedChange()
    try isApplied(try await apply(change), "in peace")
    try demand(await isDone, "the system to stand as '\(change.to)'")
    try await foreignUntouched(since: before, "by a change of '\(change.name)'")
    try demand(await writes == 1 || fixture.isReadable, "to be asked once; there was \(await wire.log)")
    let seen = try await nextRun().observer.observe(fixture.kinds)
    try demand(
      fixture.change(seeing: seen, at: await now) == nil || !fixture.isReadable,
      "the next look to show the change; it was \(seen)")
  }

  func unreadableIsSaid() async throws {
    let seen = try await observe()
    try demand(!seen.objects.isEmpty, "objects; seen was \(seen)")
    for object in seen.objects {
      try demand(
        object.isUnreadable && object.switchState == SwitchState(.unknown) && object.whenOff != nil,
        "a state that is said to be unreadable; it was \(object)")
    }
  }

  func movingBackLeavesNoTrace() async throws {
    let before = await snapshot
    try isApplied(try await apply(try await plannedChange()), "in peace")
    let seen = try await observe()
    let back = try need(fixture.changeBack(seeing: seen, at: await now), "a way back")
    try isApplied(try await apply(back), "on the way back")
    let after = await snapshot
    try demand(after == before, "all as before; it was \(before) and is \(after)")
  }

  func changedMeanwhileIsLeftAlone() async throws {
    let change = try await plannedChange()
    await wire.inspect { [fixture] in fixture.interfere(&$0) }
    try await isSuperseded(change)
  }

  func goneMeanwhileIsLeftAlone() async throws {
    let change = try await plannedChange()
    try demand(await wire.inspect { [fixture] in fixture.remove(&$0) }, "an object that can be removed")
    try await isSuperseded(change)
  }

  func credentialsRefused() async throws {
    let change = try await plannedChange()
    await wire.inspect { [fixture] in fixture.refuseCredentials(&$0) }
    let before = await snapshot
    await wire.clearLog()
    let again = nextRun()
    do {
      let seen = try await again.observer.observe(fixture.kinds)
      throw ContractViolation("expected: refused credentials while looking; seen was \(seen)")
    } catch let error as ProviderError {
      try isClear(error, [.refusedCredentials], "while looking")
    }
    do {
      let outcome = try await again.applier.apply(change)
      throw ContractViolation("expected: refused credentials while changing; the outcome was \(outcome)")
    } catch let error as ProviderError {
      try isClear(error, [.refusedCredentials], "while changing")
    }
    try demand(await snapshot == before, "nothing changed without credentials")
    try demand(await wire.log.count <= 8, "few attempts with refused credentials; there were \(await wire.log)")
  }

  func closingEndsWhatWasBegun() async throws {
    _ = try await apply(try await plannedChange())
    await observer.close()
    try demand(fixture.openSessions(await wire.system) == 0, "no session left open")
    await observer.close()
  }

  func faultWhileLooking(_ fault: WireFault) async throws {
    let undisturbed = try await observe()
    await observer.close()
    for number in 1...Self.mostRequests {
      let observer = nextRun().observer
      await wire.fail(request: number, with: fault)
      do {
        let seen = try await observer.observe(fixture.kinds)
        try demandSame(seen, undisturbed, "\(fault) at request \(number)")
      } catch let error as ProviderError {
        try isClear(error, fault.names, "for \(fault) at request \(number)")
      }
      let survived = await wire.heal()
      await observer.close()
      if survived { return }
    }
    throw ContractViolation("expected: fewer than \(Self.mostRequests) requests")
  }

  func faultIsTold(_ fault: WireFault) async throws {
    for number in 1...Self.mostRequests {
      let stage = ContractStage(fixture)
      let before = await stage.snapshot
      await stage.wire.fail(request: number, with: fault)
      try await stage.runTellingTheTruth("\(fault) at request \(number)")
      let survived = await stage.wire.heal()
      let log = await stage.wire.log
      try demand(
        log.count(where: \.isWrite) <= 1, "to be asked once after \(fault) at request \(number); it was \(log)")
      try await stage.foreignUntouched(since: before, "after \(fault) at request \(number)")
      if survived { return }
    }
    throw ContractViolation("expected: fewer than \(Self.mostRequests) requests")
  }

  func faultThenConverges(_ fault: WireFault) async throws {
    for number in 1...Self.mostRequests {
      let stage = ContractStage(fixture)
      let before = await stage.snapshot
      await stage.wire.fail(request: number, with: fault)
      try await stage.runTellingTheTruth("\(fault) at request \(number)")
      let survived = await stage.wire.heal()
      try await stage.foreignUntouched(since: before, "after \(fault) at request \(number)")
      try await stage.runAgain("after \(fault) at request \(number)")
      try await stage.foreignUntouched(since: before, "in the run after \(fault) at request \(number)")
      if survived { return }
    }
    throw ContractViolation("expected: fewer than \(Self.mostRequests) requests")
  }
}

// MARK: Parts of stories

extension ContractStage {
  /// No story needs more requests than this.
  private static var mostRequests: Int { 200 }

  private func isApplied(_ outcome: Outcome, _ when: String) throws {
    guard case .applied = outcome else { throw ContractViolation("expected: applied \(when); it was \(outcome)") }
  }

  private func isSuperseded(_ change: Change) async throws {
    let before = await snapshot
    await wire.clearLog()
    let outcome = try await apply(change)
    guard case .superseded = outcome else { throw ContractViolation("expected: superseded; it was \(outcome)") }
    try demand(await writes == 0, "no write; there was \(await wire.log)")
    try demand(await snapshot == before, "nothing changed")
  }

  /// The same objects, wherever a running timer stands; of a kind that is refused nothing is known, and why is said. What is
  /// yet to be made for a target is not known either where the target has a problem.
  private func demandSame(_ seen: Observation, _ undisturbed: Observation, _ when: String) throws {
    let known = undisturbed.objects.filter { object in
      let isUnknown =
        object.switchState.position == .absent && object.made.map { seen.problems[$0.target] != nil } ?? false
      return seen.unavailableKinds[object.kind] == nil && !isUnknown
    }.map(\.identity)
    let found = seen.objects.map(\.identity)
    try demand(
      seen.unavailableKinds.values.allSatisfy { $0.text.contains(": ") }, "a reason for what is refused \(when)")
    try demand(found == known, "the same objects in spite of \(when); they were \(known) and are \(found)")
  }

  /// One run with something going wrong in it: whatever it says must be so.
  private func runTellingTheTruth(_ when: String) async throws {
    do {
      let seen = try await observe()
      if let change = await fixture.change(seeing: seen, at: now) {
        try await isTrue(try await apply(change), when)
      } else {
        try demand(
          !seen.unavailableKinds.isEmpty || !seen.problems.isEmpty,
          "a change is possible \(when), or a reason why its kind was not read or nothing can be made")
      }
    } catch let error as ProviderError {
      try keepsTheSecret(error)
      try demand(await isDone == false, "an error \(when) only where nothing was done; it was \(error)")
    }
    await observer.close()
  }

  private func isTrue(_ outcome: Outcome, _ when: String) async throws {
    let holds =
      switch outcome {
      case .applied: await isDone
      case .failed, .stuck: await !isDone
      case .superseded, .skipped: await writes == 0
      case .unverified: await writes > 0
      }
    try demand(holds, "the truth \(when); it said \(outcome), done is \(await isDone), after \(await wire.log)")
  }

  /// The next run, undisturbed: reaches what is wanted, and a third has nothing left to do.
  private func runAgain(_ when: String) async throws {
    let again = nextRun()
    if let change = fixture.change(seeing: try await again.observer.observe(fixture.kinds), at: await now) {
      try isApplied(try await again.applier.apply(change), "\(when), in the next run")
    }
    try demand(await isDone, "the switch to stand as wanted \(when), in the next run")
    await wire.clearLog()
    let seen = try await again.observer.observe(fixture.kinds)
    try demand(fixture.change(seeing: seen, at: await now) == nil, "nothing left to do \(when); seen was \(seen)")
    try demand(await writes == 0, "no write while looking \(when)")
    await again.observer.close()
  }
}

extension ObservedObject {
  fileprivate var identity: String { "\(kind.rawValue) \(id ?? "-") '\(name)' \(switchState.position)" }
}
