import HTTPTransport
import Hashing
import JSONTree
import TestSupport

/// Exchanges with real servers of both contracts, as far as a guest had them.
struct RecordedGuest {
  let name: String
  let path: String
  let requestHeaders: [String: String]
  let requestBody: [UInt8]
  let response: Response

  /// All files.
  static let files: [String] =
    ((try? Fixtures.names(in: "easy-control-recordings")) ?? []).filter { $0.hasSuffix(".json") }

  static func exchanges(_ file: String) throws -> [RecordedGuest] {
    let tree = try JSON(parsing: Fixtures.bytes("easy-control-recordings/\(file)"))
    return (tree.elements ?? []).map(RecordedGuest.init).filter { $0.path.hasPrefix("/api/easy_control/") }
  }

  private init(_ tree: JSON) {
    name = tree["name"]?.string ?? ""
    path = tree["request"]?["path"]?.string ?? ""
    requestHeaders = Dictionary(
      (tree["request"]?["headers"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }, uniquingKeysWith: { $1 })
    requestBody = Array((tree["request"]?["body"]?.string ?? "").utf8)
    response = Response(
      status: tree["response"]?["status"]?.int ?? 0,
      headers: (tree["response"]?["headers"]?.members ?? []).map { ($0.name, $0.value.string ?? "") },
      body: Array((tree["response"]?["body"]?.string ?? "").utf8))
  }

  /// The proof that it carries; nil if there is none.
  var proof: JSON? {
    requestHeaders["X-Easy-Control-Proof"].flatMap { Digest.bytes(base64url: $0) }.flatMap { try? JSON(parsing: $0) }
  }

  /// Whether it is an action that was signed and done.
  var isAcceptedAction: Bool { path == "/api/easy_control/action" && response.status == 200 && proof != nil }
}
