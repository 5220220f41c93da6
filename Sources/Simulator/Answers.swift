extension SimulatedResponse {
  /// An answer with a JSON body.
  public static func json(
    _ status: Int, _ value: JSONValue, headers: [(name: String, value: String)] = []
  ) -> SimulatedResponse {
    SimulatedResponse(
      status: status, headers: [("Content-Type", "application/json")] + headers, body: value.encoded)
  }

  /// An answer with an HTML page.
  public static func html(
    _ status: Int, _ page: String, headers: [(name: String, value: String)] = []
  ) -> SimulatedResponse {
    SimulatedResponse(
      status: status, headers: [("Content-Type", "text/html;charset=utf-8")] + headers, body: Array(page.utf8))
  }

  /// The first value of the field `name`, compared without case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The body as JSON; nil where it is not.
  public var json: JSONValue? { JSONValue.parsing(body) }
}
