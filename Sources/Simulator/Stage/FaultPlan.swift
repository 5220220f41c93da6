/// What goes wrong, and at which requests.
public struct FaultPlan: Sendable {
  /// In order; the first that matches a request strikes.
  public var faults: [Fault]

  /// A plan from its faults.
  public init(_ faults: [Fault] = []) {
    self.faults = faults
  }

  /// A plan with one fault, at the request with this number; the first is 1.
  public static func at(_ request: Int, _ effect: Fault.Effect) -> FaultPlan {
    FaultPlan([Fault(.request(request), effect)])
  }

  /// A plan with the same fault at every request.
  public static func always(_ effect: Fault.Effect) -> FaultPlan {
    FaultPlan([Fault(.every, effect)])
  }

  /// What strikes `request`, which is the `number`th of all; counts the matches.
  mutating func strike(_ request: SimulatedRequest, number: Int) -> Fault.Effect? {
    for place in faults.indices {
      if let effect = faults[place].strike(request, number: number) { return effect }
    }
    return nil
  }
}

/// One thing that goes wrong.
public struct Fault: Sendable {
  /// The requests it strikes.
  public var moment: Moment
  /// What happens to them.
  public var effect: Effect
  private var matches = 0

  /// The requests a fault strikes.
  public enum Moment: Hashable, Sendable {
    /// All of them.
    case every
    /// The request with this number, counted over all requests; the first is 1.
    case request(Int)
    /// Every request from the one with this number on.
    case from(Int)
    /// Requests with this method (nil: any) whose target contains `target` (empty: any); of these, those whose
    /// number among the matching ones is in `numbers` (the first is 1; nil: all).
    case matching(method: String?, target: String, numbers: ClosedRange<Int>? = nil)
  }

  /// What a fault does.
  public enum Effect: Sendable {
    /// The system does not see the request; this is answered instead.
    case answer(SimulatedResponse)
    /// The system does not see the request, and the connection is closed.
    case lostBeforeEffect
    /// The system does what it is asked to, and the connection is closed without an answer.
    case lostAfterEffect
    /// So many bytes of the true body arrive.
    case truncated(afterBytes: Int)
    /// The true answer comes late.
    case delayed(milliseconds: Int)
    /// The true status with another body.
    case body([UInt8])
    /// The true answer, and behind it its body once more, which belongs to no answer.
    case answeredTwice
  }

  /// A fault from its parts.
  public init(_ moment: Moment, _ effect: Effect) {
    self.moment = moment
    self.effect = effect
  }

  mutating func strike(_ request: SimulatedRequest, number: Int) -> Effect? {
    switch moment {
    case .every: return effect
    case .request(let wanted): return number == wanted ? effect : nil
    case .from(let first): return number >= first ? effect : nil
    case .matching(let method, let target, let numbers):
      guard method == nil || method == request.method else { return nil }
      guard target.isEmpty || request.target.contains(target) else { return nil }
      matches += 1
      return numbers?.contains(matches) ?? true ? effect : nil
    }
  }
}

extension Fault.Effect {
  /// A page where JSON is expected.
  public static func html(_ status: Int) -> Fault.Effect {
    .answer(.html(status, UniFiBodies.page("\(status)", "<h1>\(status)</h1>")))
  }

  /// Only a status.
  public static func empty(_ status: Int) -> Fault.Effect {
    .answer(SimulatedResponse(status: status))
  }

  /// 429, with or without `Retry-After` in seconds.
  public static func tooManyRequests(retryAfter: Int? = nil) -> Fault.Effect {
    let field = retryAfter.map { [(name: "Retry-After", value: String($0))] } ?? []
    return .answer(
      .json(
        429, ["statusCode": 429, "statusName": "TOO_MANY_REQUESTS", "code": "api.rate-limit.exceeded"], headers: field))
  }

  /// The Network application's own 500.
  public static let unexpectedError = Fault.Effect.answer(
    .json(
      500,
      [
        "statusCode": 500, "statusName": "INTERNAL_SERVER_ERROR", "code": "api.unexpected-error",
        "message": "Unexpected error", "requestId": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
      ]))

  /// Text that is not JSON, said to be JSON.
  public static let notJSON = Fault.Effect.body(Array("{\"data\": [nonsense".utf8))

  /// A list of lists, so many levels deep.
  public static func deepJSON(_ levels: Int = 100_000) -> Fault.Effect {
    .body(Array(repeating: UInt8(ascii: "["), count: levels) + Array(repeating: UInt8(ascii: "]"), count: levels))
  }

  /// A JSON string of so many bytes; 17 MiB unless told otherwise.
  public static func hugeBody(_ bytes: Int = 17 * 1024 * 1024) -> Fault.Effect {
    let quote = [UInt8(ascii: "\"")]
    return .body(quote + Array(repeating: UInt8(ascii: "x"), count: max(0, bytes - 2)) + quote)
  }

  /// JSON of a type nobody expects.
  public static let wrongType = Fault.Effect.body(Array("[42]".utf8))
}
