import CivilTime
import HTTPTransport
import Host
import Policies
import Providers
import Planning

/// What is planned for systems that were read, or why they could not be, by their names.
typealias PlanParts = [Name: Result<Plan, ProviderError>]

/// What came of reading systems of which none may hold up the others.
struct ReadInTime: Sendable {
  /// What is planned for each that was read, and why the others were not.
  let parts: PlanParts
  fileprivate let tasks: [Name: Task<Void, Never>]

  /// Waits for what cannot be cut off of the reading of the system `name`, such as a login. What comes of it is not looked at.
  func settle(_ name: Name) async { await tasks[name]?.value }
}

/// Reads systems and compares what was seen, all at the same time; one that fails or is slow does not stop the others.
struct SystemReader: Sendable {
  /// What is wanted.
  let planner: Planner
  let network: any ReadingNetwork
  let stop: StopSignal

  /// What is planned for each of `opened`; `finish` is called with each when that is known.
  func all(
    _ opened: [OpenedSystems.Ready], then finish: @escaping @Sendable (OpenedSystem) async -> Void = { _ in }
  ) async -> PlanParts {
    let parts = Collected<Result<Plan, ProviderError>>()
    await withTaskGroup(of: Void.self) { group in
      for (system, kinds) in opened {
        group.addTask {
          parts[system.system.name] = await one(system, kinds)
          await finish(system)
        }
      }
    }
    return parts.all
  }

  /// What is planned for those of `opened` that can be read within `time`; the reading of the others ends then.
  func all(_ opened: [OpenedSystems.Ready], within time: Duration) async -> ReadInTime {
    let parts = Collected<Result<Plan, ProviderError>>()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    var tasks: [Name: Task<Void, Never>] = [:]
    for (system, kinds) in opened {
      tasks[system.system.name] = Task(executorPreference: network.executor) {
        parts[system.system.name] = await one(system, kinds, within: time)
        end.yield()
      }
    }
    let limit = Task(executorPreference: network.executor) {
      await network.sleep(time)
      end.finish()
    }
    var missing = opened.count
    var iterator = ends.makeAsyncIterator()
    while missing > 0, await iterator.next() != nil { missing -= 1 }
    limit.cancel()
    // Left behind it would stand still for ever, and keep the loop that it waits on.
    await limit.value
    let unread: PlanParts = tasks.mapValues { _ in
      .failure(stop.reason.map(PassMessages.cutOff) ?? PassMessages.notReadInTime)
    }
    return ReadInTime(parts: unread.merging(parts.all) { $1 }, tasks: tasks)
  }

  /// What is planned for `system`; reading and comparing end as soon as the run is to end, or later by the time that was
  /// `spent` on its actions, which have `moved` these. They end after `time` where that is given.
  func one(
    _ system: OpenedSystem, _ kinds: Set<ObjectKind>, spent: Duration = .zero, within time: Duration? = nil,
    moved: Set<ObjectKey> = []
  ) async -> Result<Plan, ProviderError> {
    await stop.reading(network, spent: spent, within: time) { await planned(system, kinds, moved) }
  }

  private func planned(
    _ system: OpenedSystem, _ kinds: Set<ObjectKind>, _ moved: Set<ObjectKey>
  ) async -> Result<Plan, ProviderError> {
    do throws(ProviderError) {
      let seen = try await system.observe(kinds).get()
      return .success(try await planner.part(about: system.system, seen, moved: moved))
    } catch {
      return .failure(error)
    }
  }
}
