public import Policies
public import Providers
public import Planning

extension Planner {
  /// The whole plan for what was read, or why it could not be, at once: nobody else has anything to do meanwhile.
  public func plan(
    _ readings: [Name: Result<Observation, ProviderError>]
  ) -> Plan {
    let parts = FakeTime { _ in }.run {
      var parts: [Name: Result<Plan, ProviderError>] = [:]
      for (system, _) in interests {
        guard let reading = readings[system.name] else { continue }
        do throws(ProviderError) {
          let part = try await part(about: system, reading.get())
          parts[system.name] = .success(part)
        } catch {
          parts[system.name] = .failure(error)
        }
      }
      return parts
    }
    return plan(of: parts)
  }
}
