/// Why a guest does not get what was asked for.
struct Refusal: Error {
  var status: Int
  /// What a client goes by; empty where Home Assistant itself answers with plain text.
  var code: String
  var message: String
  /// Seconds.
  var retryAfter: Int?

  /// Where the member `success` stands, which only actions have.
  enum Flag {
    case none, first, last
  }

  init(_ status: Int, _ code: String, _ message: String, retryAfter: Int? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  static let notFound = Refusal(404, "", "404: Not Found")
  static let badRequest = Refusal(400, "", "400: Bad Request")
  static let breakdown = Refusal(500, "", "500 Internal Server Error\n\nServer got itself in trouble")
  static let notJSON = Refusal(400, "invalid_json", "Request body must be valid JSON")
  static let notAnObject = Refusal(400, "invalid_payload", "Request body must be a JSON object")

  /// The answer, with `success` where `flag` says; the two that are made before the endpoint never have it.
  func answer(_ flag: Flag = .none) -> SimulatedResponse {
    if code.isEmpty { return text }
    if code == "rate_limited" || code == "forbidden_remote" { return early }
    let error: JSONValue = ["error": .string(code), "message": .string(message)]
    let success: JSONValue = ["success": false]
    let fields: [JSONValue.Field] =
      switch flag {
      case .none: error.fields ?? []
      case .first: (success.fields ?? []) + (error.fields ?? [])
      case .last: (error.fields ?? []) + (success.fields ?? [])
      }
    return .json(status, .object(fields))
  }

  private var text: SimulatedResponse {
    let closing = status == 500 ? [(name: "Connection", value: "close")] : []
    return SimulatedResponse(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")] + closing, body: Array(message.utf8))
  }

  /// Another writer of JSON, which leaves blanks.
  private var early: SimulatedResponse {
    let wait = retryAfter.map { #", "retry_after": \#($0)"# } ?? ""
    let field = retryAfter.map { [(name: "Retry-After", value: String($0))] } ?? []
    return SimulatedResponse(
      status: status, headers: [("Content-Type", "application/json; charset=utf-8")] + field,
      body: Array(#"{"error": "\#(code)", "message": "\#(message)"\#(wait)}"#.utf8))
  }
}
