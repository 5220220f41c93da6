import Documents
import Host
import Policies
import Providers
import Planning

/// The part of a pass that writes, between the opening of the systems and the report.
struct PassApplying: Sendable {
  let pass: Pass
  let opened: OpenedSystems
  let network: any Network
  let stop: StopSignal

  /// Reads, compares, writes and takes leave of every system for itself, so that one that is slow or hangs delays no
  /// write on another.
  ///
  /// The report is that of the whole plan, which is put together from the parts. The part of a plan that is about one
  /// system depends on that system's reading alone.
  func eachForItself() async -> Report {
    let reading = pass.reading(network, stop)
    let parts = Collected<Result<Plan, ProviderError>>()
    let results = Collected<ChangeRunner.Result>()
    let done = Collected<ActionRunning.Result>()
    let actions = pass.actionRunning(network, stop)
    actions.settle(pass.due)
    await withTaskGroup(of: Void.self) { group in
      for (system, kinds) in opened.ready {
        group.addTask {
          let name = system.system.name
          let acted = await act(on: system, kinds, by: actions, reading)
          done[name] = acted.actions
          parts[name] = acted.part
          results[name] = await carryOut(acted.part, on: system, after: acted)
          await system.observer.close()
        }
      }
    }
    return report(ChangeRunner.report(pass.plan(opened, parts.all), results.all), done.all)
  }

  /// Reads every system before anything is written on one of them: a limit, or a plan that was looked at, is about the
  /// whole plan, and refuses it as a whole. One that is not read in half of the time is left alone, as half of it has to do for
  /// what is written: nothing that hangs may keep the rest from being enforced.
  func allOrNothing(_ approval: Approval) async -> Report {
    let reading = pass.reading(network, stop)
    let read = await reading.all(opened.ready, within: stop.timeLeft(at: network.uptime) / 2)
    let looked = read.parts
    let refusal = approval.refusal(of: pass.plan(opened, looked))
    let parts = Collected<Result<Plan, ProviderError>>()
    let results = Collected<ChangeRunner.Result>()
    let done = Collected<ActionRunning.Result>()
    let actions = pass.actionRunning(network, stop)
    if refusal == nil { actions.settle(pass.due) }
    await withTaskGroup(of: Void.self) { group in
      for (system, kinds) in opened.ready {
        group.addTask {
          let name = system.system.name
          await read.settle(name)
          var acted = ActedSystem(part: looked[name] ?? .failure(PassMessages.notReadInTime))
          var obstacle = refusal
          if refusal == nil, due(on: name).contains(where: { $0.standing == .due }) {
            acted = await act(on: system, kinds, by: actions, reading, seen: acted.part)
            done[name] = acted.actions
            // What the actions have moved may be more than the limit lets this run put right.
            obstacle = approval.refusal(of: pass.plan(opened, looked.merging([name: acted.part]) { $1 }))
          }
          parts[name] = acted.part
          results[name] = await carryOut(acted.part, on: system, after: acted, unless: obstacle)
          await system.observer.close()
        }
      }
    }
    let plan = pass.plan(opened, parts.all)
    return refusal.map { Report(.apply, plan: plan, refusal: $0) }
      ?? report(ChangeRunner.report(plan, results.all), done.all)
  }

  /// Makes the changes of `part`, which is about `system`, but for those that were made before what was `acted`, once it is
  /// noted that they are under way; `obstacle` says why none is made.
  private func carryOut(
    _ part: Result<Plan, ProviderError>, on system: OpenedSystem, after acted: ActedSystem? = nil,
    unless obstacle: Message? = nil
  ) async -> ChangeRunner.Result {
    let done = acted?.closed ?? ChangeRunner.Result()
    let changes = pass.changes(in: part).filter { done.outcomes[$0.key] == nil }
    if let obstacle = acted?.obstacle ?? obstacle {
      return done.merging(ChangeRunner.skipped(changes, because: obstacle))
    }
    if !changes.isEmpty, stop.reason == nil, case .success(var plan) = part {
      if !done.outcomes.isEmpty { plan.entries.removeAll { done.outcomes[$0.key] != nil } }
      pass.notes?.note(movesOf: plan)
    }
    return done.merging(
      await ChangeRunner.carryOut(
        changes, on: system, network: network, stop: stop, notes: pass.notes, ended: acted?.ended,
        now: pass.clock))
  }

  /// Does what is due on `system`, and reads it after that: what was moved is not where it was seen before. `seen` is what was
  /// read of it already.
  ///
  /// What is to be locked, closed or switched off comes first. An action waits for its device, which may be jammed, and that
  /// must keep no door open.
  private func act(
    on system: OpenedSystem, _ kinds: Set<ObjectKind>, by actions: ActionRunning, _ reading: SystemReader,
    seen: Result<Plan, ProviderError>? = nil
  ) async -> ActedSystem {
    let due = due(on: system.system.name)
    guard due.contains(where: { $0.standing == .due }) else {
      if let seen { return ActedSystem(part: seen) }
      return ActedSystem(part: await reading.one(system, kinds))
    }
    let began = network.uptime
    var before = seen
    if before == nil, pass.mayClose(on: system.system.name) { before = await reading.one(system, kinds) }
    let closing = before.flatMap(pass.closing)
    var acted = ActedSystem(part: .failure(PassMessages.notReadInTime))
    if let closing { acted.closed = await carryOut(.success(closing), on: system) }
    let turn = network.uptime
    acted.actions = await actions.run(due, on: system)
    if stop.reason == .deadline, network.uptime - turn > ActedSystem.quick {
      acted.ended = PassMessages.timeUsedUp(by: due.filter { $0.standing == .due }.map(\.key.target))
    }
    let after = await reading.one(system, kinds, spent: network.uptime - began, moved: acted.actions.moved)
    acted.see(after, before: before, closing)
    return acted
  }

  private func due(on system: Name) -> [DueAction] { pass.due.filter { $0.system == system } }

  /// The same with what became of the actions; of a system that could not be opened none was done.
  private func report(_ report: Report, _ done: [Name: ActionRunning.Result]) -> Report {
    var report = report
    for action in pass.due where action.standing == .due {
      report.actionOutcomes[action.key] =
        done[action.system]?.outcomes[action.key]
        ?? .notDone(opened.refused[action.system]?.message ?? PassMessages.runEnded)
    }
    report.movedByActions = done.values.reduce(into: []) { $0.formUnion($1.moved) }
    report.newFailures = pass.actionRunning(network, stop).noteFailures(pass.due, report.actionOutcomes)
    return report
  }
}
