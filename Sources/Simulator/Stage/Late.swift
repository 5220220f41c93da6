/// A pretend system that is far away: every answer takes a while longer.
public struct Late<System: PretendSystem>: PretendSystem {
  private var system: System
  private let milliseconds: Int

  /// `system`, whose answers wait `milliseconds` where nothing else is wrong with them.
  public init(_ system: System, by milliseconds: Int) {
    self.system = system
    self.milliseconds = milliseconds
  }

  /// The answer of the system itself, delayed.
  public mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    var response = system.respond(to: request, at: now)
    switch response.delivery {
    case .whole: response.delivery = milliseconds > 0 ? .delayed(milliseconds: milliseconds) : .whole
    case .delayed(let longer): response.delivery = .delayed(milliseconds: longer + milliseconds)
    case .lost, .truncated, .followed, .unfinished: break
    }
    return response
  }
}
