import Policies
import Reconciliation

/// Reads systems, all at the same time; one that fails does not stop the others.
struct Reading {
  /// What was seen, or why not, by system.
  static func all(
    _ opened: [(system: OpenedSystem, kinds: Set<ResourceKind>)], network: any ReadingNetwork, stop: Stop
  ) async -> [Name: Result<Observation, ProviderError>] {
    let results = Collected<Result<Observation, ProviderError>>()
    await stop.whileReading(on: network.executor) {
      await withTaskGroup(of: Void.self) { group in
        for (system, kinds) in opened {
          group.addTask { results[system.system.name] = await one(system, kinds) }
        }
      }
    }
    return results.all.mapValues { result in
      // An exchange that was cut off says only that it was; why is known here.
      if case .failure(let error) = result, error.kind == .cancelled { return .failure(Wording.cutOff(stop.reason)) }
      return result
    }
  }

  private static func one(
    _ opened: OpenedSystem, _ kinds: Set<ResourceKind>
  ) async -> Result<Observation, ProviderError> {
    do throws(ProviderError) {
      return .success(try await opened.observer.observe(kinds))
    } catch {
      return .failure(error)
    }
  }
}
