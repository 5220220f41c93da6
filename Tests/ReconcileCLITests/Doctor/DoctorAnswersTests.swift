import HTTPTransport
import TestSupport
import Testing

/// What the doctor ticks where a server answers every request alike: nothing that the first answer does not show.
@Suite("doctor: one answer to everything") struct DoctorAnswersTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var status: Int
    var body: String
    /// The checks that fail, by kind of system.
    var home: String
    var studio: String
    var door: String
    var testDescription: String { "\(status) \(body)" }
  }

  private static func all(_ status: Int, _ body: String, _ check: String = "api") -> Row {
    Row(status: status, body: body, home: check, studio: check, door: check)
  }

  static let rows = [
    all(400, "400: Bad Request"), all(404, "404: Not Found"), all(200, "<!DOCTYPE html><html>Router</html>"),
    all(200, "{}"), all(301, ""), all(429, ""), all(500, ""), all(502, ""),
    Row(
      status: 403, body: #"{"error":"forbidden_remote","message":"no","success":false}"#, home: "credential",
      studio: "credential", door: "api"),
    Row(status: 403, body: "403: Forbidden", home: "credential", studio: "credential", door: "api"),
    Row(
      status: 401, body: #"{"error":"token_revoked","message":"no","success":false}"#, home: "credential",
      studio: "credential", door: "credential"),
    // It says so to nobody whose token it does not accept.
    Row(
      status: 200, body: #"{"version":"2025.4.4","state":"STARTING","recovery_mode":false}"#, home: "targets",
      studio: "api", door: "api"),
  ]

  private static let pairing =
    #"{"version":1,"address":"http://192.168.1.9:8123","device":"reconcile-1","seed":"\#(String(repeating: "A", count: 43))","token":"t"}"#

  private static let kinds: [(@Sendable (Row) -> String, String, String, String, String)] = [
    (
      { $0.home }, "192.168.1.4:8123", "home-assistant",
      "token: {credential: key}}}\ntargets: {tv: {entities: [switch.tv]}}\npolicy: [tv off]", "a-token"
    ),
    (
      { $0.studio }, "192.168.1.5:8080", "builderos",
      "api-key: {credential: key}}}\ntargets: {tv: {capsules: [plex]}}\npolicy: [tv stopped]", "a-key"
    ),
    (
      { $0.door }, "192.168.1.9:8123", "easy-control",
      "pairing: {credential: key}}}\ntargets: {tv: {entities: [lock.front]}}\npolicy: [tv locked]", pairing
    ),
  ]

  @Test(arguments: rows, kinds.indices) func isTickedNoFurther(_ row: Row, _ place: Int) {
    let (expected, host, kind, system, secret) = Self.kinds[place]
    var household = PretendHousehold()
    household.others = [String(host.prefix { $0 != ":" }): Answering(row)]
    let policy = "timezone: Europe/Berlin\nsystems: {x: {kind: \(kind), url: \"http://\(host)\", \(system)\n"
    var world = household.world(policy: policy)
    world.files["/etc/reconcile/credentials/key"] = WrittenSecret(secret, for: "http://\(host)", kind).file
    let run = world.run("doctor", "--format", "json", "household.yaml")
    let status = { (check: String) in
      ["ok", "failed", "not-tried", "advice"].first { run.output.contains(#"{"check":"\#(check)","status":"\#($0)""#) }
    }
    let failing = expected(row)
    let order = ["api", "credential", "targets"]
    for check in order {
      let isAfter = order.firstIndex(of: check) ?? 0 > order.firstIndex(of: failing) ?? 0
      #expect(
        status(check) == (check == failing ? "failed" : isAfter ? "not-tried" : "ok"),
        "\(check): \(run)")
    }
  }

  /// A server that gives one answer.
  private struct Answering: ReadTransport, WriteTransport {
    let row: Row
    init(_ row: Row) { self.row = row }

    private var answer: Response {
      let type = row.body.hasPrefix("{") ? "application/json" : row.body.hasPrefix("<") ? "text/html" : "text/plain"
      return Response(status: row.status, headers: [("Content-Type", type)], body: Array(row.body.utf8))
    }

    func read(_: ReadRequest) async throws(TransportError) -> Response { answer }
    func write(_: WriteRequest) async throws(TransportError) -> Response { answer }
  }
}
