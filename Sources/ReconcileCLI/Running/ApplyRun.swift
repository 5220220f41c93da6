import Policies
import Reconciliation

/// The part of a run that writes, between the opening of the systems and the report.
struct ApplyRun: Sendable {
  let run: Run
  let opened: OpenedSystems
  let network: any Network
  let stop: Stop

  /// Reads, compares, writes and takes leave of every system for itself, so that one that is slow or hangs delays no
  /// write on another.
  ///
  /// The report is that of the whole plan, which is computed again from all that was read. The part of a plan that is
  /// about one system depends on that system's reading alone.
  func eachForItself() async -> Report {
    let readings = Collected<Result<Observation, ProviderError>>()
    let results = Collected<Applying.Result>()
    await withTaskGroup(of: Void.self) { group in
      for (system, kinds) in opened.ready {
        group.addTask {
          let name = system.system.name
          let reading = await Reading.one(system, kinds, network: network, stop: stop)
          readings[name] = reading
          let changes = run.plan([name: reading]).changes
          results[name] = await Applying.carryOut(changes, on: system, network: network, stop: stop)
          await system.observer.close()
        }
      }
    }
    return Applying.report(run.plan(opened, readings.all), results.all)
  }

  /// Reads every system before anything is written on one of them: a limit, or a plan that was looked at, is about the
  /// whole plan, and refuses it as a whole.
  func allOrNothing(_ approval: Approval) async -> Report {
    let readings = await Reading.all(opened.ready, network: network, stop: stop)
    let plan = run.plan(opened, readings)
    let refusal = approval.refusal(of: plan)
    let results = Collected<Applying.Result>()
    await withTaskGroup(of: Void.self) { group in
      for system in opened.systems {
        group.addTask {
          let changes = refusal == nil ? plan.changes.filter { $0.system == system.system.name } : []
          results[system.system.name] = await Applying.carryOut(changes, on: system, network: network, stop: stop)
          await system.observer.close()
        }
      }
    }
    return refusal.map { Report(.apply, plan: plan, refusal: $0) } ?? Applying.report(plan, results.all)
  }
}
