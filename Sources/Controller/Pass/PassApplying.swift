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
    let done = Collected<[ActionKey: ActionOutcome]>()
    let actions = pass.actionRunning(network, stop)
    actions.settle(pass.due)
    await withTaskGroup(of: Void.self) { group in
      for (system, kinds) in opened.ready {
        group.addTask {
          let name = system.system.name
          let began = network.uptime
          let due = due(on: name)
          done[name] = await actions.run(due, on: system)
          let part = await reading.one(system, kinds, spent: due.isEmpty ? .zero : network.uptime - began)
          parts[name] = part
          let changes = pass.changes(in: part)
          results[name] = await ChangeRunner.carryOut(
            changes, on: system, network: network, stop: stop, notes: pass.notes, now: pass.clock)
          await system.observer.close()
        }
      }
    }
    return report(ChangeRunner.report(pass.plan(opened, parts.all), results.all), done.all)
  }

  /// Reads every system before anything is written on one of them: a limit, or a plan that was looked at, is about the
  /// whole plan, and refuses it as a whole.
  func allOrNothing(_ approval: Approval) async -> Report {
    let plan = pass.plan(opened, await pass.reading(network, stop).all(opened.ready))
    let refusal = approval.refusal(of: plan)
    let results = Collected<ChangeRunner.Result>()
    let done = Collected<[ActionKey: ActionOutcome]>()
    let actions = pass.actionRunning(network, stop)
    if refusal == nil { actions.settle(pass.due) }
    await withTaskGroup(of: Void.self) { group in
      for system in opened.systems {
        group.addTask {
          if refusal == nil { done[system.system.name] = await actions.run(due(on: system.system.name), on: system) }
          let changes = refusal == nil ? plan.changes.filter { $0.system == system.system.name } : []
          results[system.system.name] = await ChangeRunner.carryOut(
            changes, on: system, network: network, stop: stop, notes: pass.notes, now: pass.clock)
          await system.observer.close()
        }
      }
    }
    return refusal.map { Report(.apply, plan: plan, refusal: $0) }
      ?? report(ChangeRunner.report(plan, results.all), done.all)
  }

  private func due(on system: Name) -> [DueAction] { pass.due.filter { $0.system == system } }

  /// The same with what became of the actions; of a system that could not be opened none was done.
  private func report(_ report: Report, _ done: [Name: [ActionKey: ActionOutcome]]) -> Report {
    var report = report
    for action in pass.due where action.standing == .due {
      report.actionOutcomes[action.key] =
        done[action.system]?[action.key]
        ?? .notDone(opened.refused[action.system]?.message ?? PassMessages.runEnded)
    }
    return report
  }
}
