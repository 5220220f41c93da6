extension SimulatedResponse {
  /// A page of the web server: the status and its name as text.
  static func homeAssistant(_ status: Int, allow: String? = nil) -> SimulatedResponse {
    let names = [
      400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
      413: "Request Entity Too Large",
    ]
    let allowed = allow.map { [(name: "Allow", value: $0)] } ?? []
    return .plainText(status, "\(status): \(names[status] ?? "")", headers: allowed)
  }

  /// An answer as text.
  static func plainText(
    _ status: Int, _ text: String, headers: [(name: String, value: String)] = []
  ) -> SimulatedResponse {
    SimulatedResponse(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")] + headers, body: Array(text.utf8))
  }

  /// What a program that failed says: nothing.
  static var internalServerError: SimulatedResponse {
    .plainText(
      500, "500 Internal Server Error\n\nServer got itself in trouble", headers: [("Connection", "close")])
  }

  /// An answer of the API that is only a sentence.
  static func message(_ status: Int, _ text: String) -> SimulatedResponse {
    .json(status, ["message": .string(text)])
  }
}

/// Why a service call does not end well.
enum ServiceFailure: Error, Hashable {
  /// There is no such service, or the fields are not its own.
  case badRequest
  /// Not JSON.
  case notJSON
  /// The server stumbles over the body.
  case stumble
  /// The user has no right to it.
  case forbidden
  /// What is asked makes no sense to the integration.
  case refused(String)
  /// The integration could not do it.
  case failed(String)
  case timedOut

  /// The answer; nil for what is not the endpoint's to answer.
  func response(_ generation: HomeAssistant.Generation) -> SimulatedResponse? {
    switch self {
    case .forbidden: nil
    case .badRequest: .homeAssistant(400)
    case .notJSON: .message(400, "Data should be valid JSON.")
    case .refused(let text) where generation == .new: .message(400, text)
    case .failed(let text) where generation == .new: .message(500, text)
    case .stumble, .refused, .failed: .internalServerError
    case .timedOut: SimulatedResponse(status: 504, headers: [("Content-Type", "text/plain"), ("Connection", "close")])
    }
  }
}
