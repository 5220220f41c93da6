import CivilTime
import HTTPTransport
import Policies
import Reconciliation

/// What was seen of systems, or why not, by their names.
typealias Readings = [Name: Result<Observation, ProviderError>]

/// Reads systems, all at the same time; one that fails or is slow does not stop the others.
enum Reading {
  /// What was seen of each of `opened`.
  static func all(
    _ opened: [OpenedSystems.Ready], network: any ReadingNetwork, stop: Stop,
    then finish: @escaping @Sendable (OpenedSystem) async -> Void = { _ in }
  ) async -> Readings {
    let readings = Collected<Result<Observation, ProviderError>>()
    await withTaskGroup(of: Void.self) { group in
      for (system, kinds) in opened {
        group.addTask {
          readings[system.system.name] = await one(system, kinds, network: network, stop: stop)
          await finish(system)
        }
      }
    }
    return readings.all
  }

  /// What was seen of `system`; reading ends as soon as the run is to end.
  static func one(
    _ system: OpenedSystem, _ kinds: Set<ResourceKind>, network: any ReadingNetwork, stop: Stop
  ) async -> Result<Observation, ProviderError> {
    let result = await stop.whileReading(on: network.executor) { await system.observe(kinds) }
    // An exchange that was cut off says only that it was; why is known here.
    if case .failure(let error) = result, error.kind == .cancelled { return .failure(Wording.cutOff(stop.reason)) }
    return result
  }
}
