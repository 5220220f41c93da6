/// Why a request is not answered.
struct Refused: Error {
  var status: Int
  var message: String

  static let notFound = Refused(status: 404, message: "Not Found")
  static let wrongMethod = Refused(status: 405, message: "Method Not Allowed")
}

extension BuilderOS {
  /// How a refusal is written. A path or a method that is unknown is plain text in any case.
  public enum ErrorForm: Hashable, Sendable {
    /// `{"error": "Unauthorized"}`.
    case json
    /// `{"ok": false, "error": "Unauthorized"}`.
    case flagged
    /// `401: Unauthorized`.
    case text

    func answer(_ refused: Refused) -> SimulatedResponse {
      let isUnknown = refused.message == Refused.notFound.message || refused.status == Refused.wrongMethod.status
      let error = JSONValue.string(refused.message)
      switch self {
      case .json where !isUnknown: return .json(refused.status, ["error": error])
      case .flagged where !isUnknown: return .json(refused.status, ["ok": false, "error": error])
      case .json, .flagged, .text:
        return SimulatedResponse(
          status: refused.status, headers: [("Content-Type", "text/plain; charset=utf-8")],
          body: Array("\(refused.status): \(refused.message)".utf8))
      }
    }
  }
}
