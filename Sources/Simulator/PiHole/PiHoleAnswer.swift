/// An answer before its fields are added.
struct PiHoleAnswer {
  var status: Int
  /// Nil for 204.
  var body: JSONValue?
  var cookie = Cookie.none
  var contentType = "application/json; charset=utf-8"
  /// The text of an answer that is not JSON.
  var text: String?
  /// `Location`, which takes the place of `Set-Cookie`.
  var location: String?
  /// Without the fields for other origins that a 200 usually has.
  var isBare = false
  /// A second body, which FTL sends behind the first one without a header.
  var stray: JSONValue?
  /// How it is held up.
  var pause: SimulatedResponse.Delivery?

  /// What goes into `Set-Cookie`.
  enum Cookie: Hashable {
    case none
    case deleted
    case session(sid: String, maximumAge: Int)
  }

  static func ok(_ body: JSONValue) -> PiHoleAnswer {
    PiHoleAnswer(status: 200, body: body)
  }

  static func noContent(_ contentType: String) -> PiHoleAnswer {
    PiHoleAnswer(status: 204, body: nil, contentType: contentType)
  }

  /// What goes wrong, in the envelope of every endpoint but `/api/auth`.
  static func error(_ status: Int, _ key: String, _ message: String, hint: JSONValue = .null) -> PiHoleAnswer {
    PiHoleAnswer(
      status: status, body: ["error": ["key": .string(key), "message": .string(message), "hint": hint]])
  }

  static func notFound(_ path: String) -> PiHoleAnswer {
    error(404, "not_found", "Not found", hint: .string(path))
  }

  static let unauthorized = error(401, "unauthorized", "Unauthorized")
  static let noBody = error(400, "bad_request", "No request body data")
  static func forbidden(_ message: String, hint: JSONValue) -> PiHoleAnswer {
    error(403, "forbidden", message, hint: hint)
  }

  static let rateLimited = error(429, "rate_limiting", "Rate-limiting login attempts")
  static let seatsExceeded = error(
    429, "api_seats_exceeded", "API seats exceeded", hint: "increase webserver.api.max_sessions")
  static let elsewhere = error(
    400, "bad_request", "Bad request", hint: "The API is hosted at pi.hole/api, not pi.hole/admin/api")

  static let page = PiHoleAnswer(
    status: 404, body: nil, contentType: "text/plain; charset=utf-8", text: "Error 404: Not Found\nNot found")

  /// The hint is the rest of the body from where it stops being JSON, as raw bytes.
  static func badJSON(_ rest: [UInt8]) -> PiHoleAnswer {
    error(
      400, "bad_request", "Invalid request body data (no valid JSON), error at hint", hint: .bytes(rest))
  }

  static func notOffered(_ path: String) -> PiHoleAnswer {
    error(501, "simulator_not_offered", "The simulator does not offer this endpoint", hint: .string(path))
  }

  /// The answer as it is sent; `HEAD` gets no body.
  func response(to request: SimulatedRequest, took: Double) -> SimulatedResponse {
    var body = body
    body?["took"] = .spelled(took)
    let bytes = text.map { Array($0.utf8) } ?? body?.encoded ?? []
    let fields = PiHoleFields.common + cookieFields + crossOrigin(request) + [("Content-Type", contentType)]
    return SimulatedResponse(status: status, headers: fields, body: request.method == "HEAD" ? [] : bytes)
  }

  private var cookieFields: [(name: String, value: String)] {
    if let location { return [("Location", location)] }
    return switch cookie {
    case .none: []
    case .deleted:
      [("Set-Cookie", "sid=deleted; SameSite=Lax; Path=/; Max-Age=-1; Expires=Thu, 01 Jan 1970 00:00:00 GMT;")]
    case .session(let sid, let age):
      [("Set-Cookie", "sid=\(sid); SameSite=Lax; Path=/; Max-Age=\(age); HttpOnly")]
    }
  }

  private func crossOrigin(_ request: SimulatedRequest) -> [(name: String, value: String)] {
    guard (status == 200 && !isBare) || text != nil else { return [] }
    let origin = request.header("Origin") == nil ? [] : [(name: "Access-Control-Allow-Origin", value: "*")]
    return origin + PiHoleFields.anyOrigin
  }
}

/// Header fields that do not depend on the answer. `Date`, `Content-Length` and `Connection` are the server's.
enum PiHoleFields {
  static let common: [(name: String, value: String)] = [
    ("Cache-Control", "no-cache, no-store, must-revalidate, private, max-age=0"), ("Expires", "0"),
    ("Pragma", "no-cache"), ("X-DNS-Prefetch-Control", "off"),
    ("Content-Security-Policy", "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"),
    ("X-Frame-Options", "DENY"), ("X-XSS-Protection", "0"), ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "strict-origin-when-cross-origin"),
  ]
  static let anyOrigin: [(name: String, value: String)] = [
    ("Access-Control-Allow-Headers", "*"), ("Access-Control-Allow-Methods", "*"),
  ]

  /// What the web server in front of the API says.
  static func page(_ status: Int, _ title: String, _ text: String) -> SimulatedResponse {
    SimulatedResponse(
      status: status, headers: common + anyOrigin + [("Content-Type", "text/plain; charset=utf-8")],
      body: Array("Error \(status): \(title)\n\(text)".utf8))
  }
}
