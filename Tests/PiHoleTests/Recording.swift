import Foundation
import HTTPTransport
import JSONTree
import TestSupport

/// One exchange as it was recorded from a Pi-hole.
struct Recording: Sendable {
  var name: String
  var method: String
  var path: String
  var response: Response

  /// Every exchange of the recording `file`, in order.
  static func all(in file: String) throws -> [Recording] {
    let tree = try JSON(parsing: try Fixtures.bytes("pihole-recordings/\(file).json"))
    return (tree.elements ?? []).compactMap(Recording.init)
  }

  /// The exchange called `name`.
  static func named(_ name: String, in file: String) throws -> Recording {
    struct Missing: Error {}
    guard let found = try all(in: file).first(where: { $0.name == name }) else { throw Missing() }
    return found
  }

  private init?(_ tree: JSON) {
    guard let name = tree["name"]?.string, let request = tree["request"], let method = request["method"]?.string,
      let path = request["path"]?.string, let answer = tree["response"], let status = answer["status"]?.int
    else { return nil }
    self.name = name
    self.method = method
    self.path = path
    let raw = answer["body_base64"]?.string.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
    response = Response(status: status, body: raw ?? Array((answer["body"]?.string ?? "").utf8))
  }
}
