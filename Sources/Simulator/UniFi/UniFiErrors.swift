/// Why the Network application refuses a request.
struct UniFiRefusal: Error {
  var status: Int
  /// Stable, and absent before 10.0.
  var code: String
  var message: String
  /// For 405.
  var allow: [String] = []
  /// The answer to an unknown path has none.
  var hasRequestID = true

  init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// Codes that begin with `simulator.` are where the real code is not known; nothing may come to depend on them.
  static let artificial = "simulator."

  static func unknownPath(_ method: String, _ path: String) -> UniFiRefusal {
    var refusal = UniFiRefusal(404, "api.request.error", "No endpoint \(method) \(path).")
    refusal.hasRequestID = false
    return refusal
  }

  static func wrongMethod(_ method: String, allow: [String]) -> UniFiRefusal {
    var refusal = UniFiRefusal(405, artificial + "method-not-allowed", "Method '\(method)' is not supported")
    refusal.allow = allow
    return refusal
  }

  static func mismatch(_ value: String, _ name: String) -> UniFiRefusal {
    UniFiRefusal(400, "api.request.argument-type-mismatch", "'\(value)' is not a valid '\(name)' value")
  }

  static func missingParameter(_ name: String) -> UniFiRefusal {
    let message = "Required request parameter '\(name)' for method parameter type UUID is not present"
    return UniFiRefusal(400, "api.request.error", message)
  }

  static func unknownProperty(_ path: String) -> UniFiRefusal {
    UniFiRefusal(400, "api.request.unknown-property", "Unknown request body property '\(path)'")
  }

  static func missingTypeID(_ path: String) -> UniFiRefusal {
    UniFiRefusal(400, "api.request.missing-type-id", "Missing \(path) value")
  }

  static func unknownTypeID(_ path: String, _ value: String, valid: [String]) -> UniFiRefusal {
    let valid = valid.map { "'\($0)'" }.joined(separator: ", ")
    return UniFiRefusal(
      400, "api.request.unknown-type-id", "Invalid \(path) value '\(value)' (valid values: \(valid))")
  }

  static func unreadable(_ what: String) -> UniFiRefusal {
    UniFiRefusal(400, artificial + "unreadable-body", what)
  }

  static func invalid(_ what: String) -> UniFiRefusal {
    UniFiRefusal(400, artificial + "validation", what)
  }

  static func notFound(_ kind: String, _ id: String) -> UniFiRefusal {
    UniFiRefusal(404, "api.resource-not-found", "\(kind) '\(id)' was not found")
  }

  static let forbidden = UniFiRefusal(403, "api.forbidden", "Forbidden")

  static let noZoneFirewall = UniFiRefusal(
    400, "api.firewall.zone-based-firewall-not-configured", "Zone Based Firewall is not configured")

  /// What is before `cant-allow-return-traffic` in the real code has not been recorded.
  static let noReturnTraffic = UniFiRefusal(
    400, artificial + "cant-allow-return-traffic", "Return traffic cannot be allowed here")

  static func notWritable(_ origin: String) -> UniFiRefusal {
    UniFiRefusal(400, artificial + "origin-not-writable", "An object with the origin '\(origin)' cannot be changed")
  }

  static func unknownReference(_ kind: String, _ id: String) -> UniFiRefusal {
    UniFiRefusal(400, artificial + "unknown-reference", "\(kind) '\(id)' does not exist")
  }

  static func notOffered(_ path: String) -> UniFiRefusal {
    UniFiRefusal(501, artificial + "not-offered", "The simulator does not offer '\(path)'")
  }
}

/// Bodies that do not come from an endpoint.
enum UniFiBodies {
  /// The application's error body; `requestPath` is without `/proxy/network`.
  static func error(
    _ refusal: UniFiRefusal, path: String, at now: Double, requestID: String, version: UniFiVersion
  ) -> JSONValue {
    var body: JSONValue = [
      "statusCode": .number(String(refusal.status)), "statusName": .string(statusName(refusal.status)),
    ]
    if version.errorsHaveCodes { body["code"] = .string(refusal.code) }
    body["message"] = .string(refusal.message)
    body["timestamp"] = .string(timestamp(now))
    body["requestPath"] = .string(path)
    if refusal.hasRequestID { body["requestId"] = .string(requestID) }
    return body
  }

  /// What the console in front of the application says to a missing or a wrong key.
  static let edgeUnauthorized: JSONValue = ["error": ["code": 401, "message": "Unauthorized"]]

  static let loadingPage = page("UniFi OS", "<div id=\"loading\">UniFi Network is starting up</div>")
  static let webApp = page("UniFi OS", "<div id=\"root\"></div>")
  static let tomcatNotFound = page("HTTP Status 404 \u{2013} Not Found", "<h1>HTTP Status 404 \u{2013} Not Found</h1>")

  static func page(_ title: String, _ content: String) -> String {
    "<!doctype html><html lang=\"en\"><head><title>\(title)</title></head><body>\(content)</body></html>"
  }

  private static func statusName(_ status: Int) -> String {
    switch status {
    case 400: "BAD_REQUEST"
    case 401: "UNAUTHORIZED"
    case 403: "FORBIDDEN"
    case 404: "NOT_FOUND"
    case 405: "METHOD_NOT_ALLOWED"
    case 429: "TOO_MANY_REQUESTS"
    case 500: "INTERNAL_SERVER_ERROR"
    case 501: "NOT_IMPLEMENTED"
    default: "STATUS_\(status)"
    }
  }
}
