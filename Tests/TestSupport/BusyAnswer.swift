import Documents
public import HTTPTransport
public import Providers

/// An answer that asks for peace, or is of the kind that may, and what every kind of system makes of it. A system that cannot
/// answer now is busy where it asks for more than a read waits.
public struct BusyAnswer: CustomStringConvertible, Sendable {
  /// The answer.
  public let response: Response
  private let kind: ProviderError.Kind
  private let told: String?

  /// With `wait` as its `Retry-After`; `told` is how long it asks to be left alone, as a person reads it.
  private init(_ status: Int, _ wait: String?, _ kind: ProviderError.Kind, told: String? = nil) {
    response = Response(status: status, headers: wait.map { [("Retry-After", $0)] } ?? [])
    self.kind = kind
    self.told = told
  }

  /// Some of each sort.
  public static let all = [
    BusyAnswer(429, "20", .busy(retryAfterSeconds: 20), told: "20 seconds"),
    BusyAnswer(429, "3", .busy(retryAfterSeconds: 3), told: "3 seconds"),
    BusyAnswer(429, "3600", .busy(retryAfterSeconds: 3600), told: "60 minutes"),
    BusyAnswer(429, "7200", .busy(retryAfterSeconds: 7200), told: "120 minutes"),
    BusyAnswer(429, nil, .busy(retryAfterSeconds: nil)),
    BusyAnswer(503, "20", .busy(retryAfterSeconds: 20), told: "20 seconds"),
    BusyAnswer(502, "11", .busy(retryAfterSeconds: 11), told: "11 seconds"),
    BusyAnswer(504, "120", .busy(retryAfterSeconds: 120), told: "120 seconds"),
    // What is in front of a system asks for an hour, and the system is back in ten seconds.
    BusyAnswer(502, "3600", .busy(retryAfterSeconds: 120), told: "60 minutes"),
    BusyAnswer(503, "10", .notReady), BusyAnswer(503, nil, .notReady), BusyAnswer(500, "20", .notReady),
  ]

  /// Whether `error` is what this answer means.
  public func means(_ error: ProviderError) -> Bool {
    let wish = ", and asks to be left alone for "
    let rest = error.message.text.firstRange(of: wish).map { error.message.text[$0.upperBound...] }
    return error.kind == kind && rest.map(String.init) == told
  }

  /// Its status, and how long it asks for.
  public var description: String { "\(response.status) \(response.header("Retry-After") ?? "")" }
}
