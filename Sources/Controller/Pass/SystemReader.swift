import CivilTime
import HTTPTransport
import Host
import Policies
import Providers
import Planning

/// What is planned for systems that were read, or why they could not be, by their names.
typealias PlanParts = [Name: Result<Plan, ProviderError>]

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

  /// What is planned for `system`; reading and comparing end as soon as the run is to end, or later by the time that was
  /// `spent` on its actions, which have `moved` these.
  func one(
    _ system: OpenedSystem, _ kinds: Set<ObjectKind>, spent: Duration = .zero, moved: Set<ObjectKey> = []
  ) async -> Result<Plan, ProviderError> {
    await stop.reading(network, spent: spent) { await planned(system, kinds, moved) }
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
