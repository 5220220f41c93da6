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
          let (acted, part) = await act(on: system, kinds, by: actions, reading)
          done[name] = acted
          parts[name] = part
          results[name] = await carryOut(part, on: system)
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
          var part = looked[name]
          var obstacle = refusal
          if refusal == nil, due(on: name).contains(where: { $0.standing == .due }) {
            let (acted, seen) = await act(on: system, kinds, by: actions, reading)
            (done[name], part) = (acted, seen)
            // What the actions have moved may be more than the limit lets this run put right.
            obstacle = approval.refusal(of: pass.plan(opened, looked.merging([name: seen]) { $1 }))
          }
          parts[name] = part
          results[name] = await carryOut(part, on: system, unless: obstacle)
          await system.observer.close()
        }
      }
    }
    let plan = pass.plan(opened, parts.all)
    return refusal.map { Report(.apply, plan: plan, refusal: $0) }
      ?? report(ChangeRunner.report(plan, results.all), done.all)
  }

  /// Makes the changes of `part`, which is about `system`, once it is noted that they are under way; `obstacle` says why
  /// none is made.
  private func carryOut(
    _ part: Result<Plan, ProviderError>?, on system: OpenedSystem, unless obstacle: Message? = nil
  ) async -> ChangeRunner.Result {
    let changes = part.map { pass.changes(in: $0) } ?? []
    if let obstacle { return ChangeRunner.skipped(changes, because: obstacle) }
    if !changes.isEmpty, stop.reason == nil, case .success(let plan)? = part { pass.notes?.note(movesOf: plan) }
    return await ChangeRunner.carryOut(
      changes, on: system, network: network, stop: stop, notes: pass.notes, now: pass.clock)
  }

  /// Does what is due on `system`, and reads it after that: what was moved is not where it was seen before.
  private func act(
    on system: OpenedSystem, _ kinds: Set<ObjectKind>, by actions: ActionRunning, _ reading: SystemReader
  ) async -> (ActionRunning.Result, Result<Plan, ProviderError>) {
    let began = network.uptime
    let due = due(on: system.system.name)
    let acted = await actions.run(due, on: system)
    let spent = due.isEmpty ? .zero : network.uptime - began
    return (acted, await reading.one(system, kinds, spent: spent, moved: acted.moved))
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
