import Simulator
import Testing

@testable import HTTPTransport

@Suite struct PlaintextTests {
  struct Row: Sendable {
    let rule: Endpoint.PlaintextRule
    let address: AddressClass
    let isSent: Bool
  }

  private static func rows(
    _ rule: Endpoint.PlaintextRule, _ sent: (loopback: Bool, near: Bool, far: Bool)
  ) -> [Row] {
    [(AddressClass.loopback, sent.loopback), (.privateNetwork, sent.near), (.elsewhere, sent.far)].map {
      Row(rule: rule, address: $0.0, isSent: $0.1)
    }
  }

  static let table =
    rows(.loopbackOnly, (true, false, false)) + rows(.privateAddresses, (true, true, false))
    + rows(.anywhere, (true, true, true))

  @Test(arguments: table) func isDecidedOnTheAddress(_ row: Row) throws {
    var rig = try Rig()
    rig.endpoint.host = "localhost"
    rig.endpoint.plaintext = row.rule
    var transport = rig.transport()
    transport.classify = { $0 == "127.0.0.1" ? row.address : nil }
    let door = transport.readTransport(for: rig.endpoint)
    let result = rig.loop.run { await outcome { () throws(TransportError) in try await door.read(.get("/")) } }
    #expect(result.summary == (row.isSent ? "200" : "plaintextRefused"))
    #expect(rig.arrived.count == (row.isSent ? 1 : 0))
    if !row.isSent { #expect(result.message.contains("'localhost:\(rig.endpoint.port)' is at '")) }
  }

  /// Nothing listens there any more: whoever tried to connect would say so.
  @Test func noConnectionIsTried() throws {
    let rig = try Rig()
    rig.server.stop()
    var transport = rig.transport()
    transport.classify = { _ in .elsewhere }
    let door = transport.readTransport(for: rig.endpoint)
    let result = rig.loop.run { await outcome { () throws(TransportError) in try await door.read(.get("/")) } }
    #expect(result.summary == "plaintextRefused")
  }

  /// The address is asked about before each request, also on a connection that an earlier one has opened.
  @Test func aReusedConnectionIsJudgedAgain() throws {
    let rig = try Rig()
    #expect(rig.read().summary == "200")
    var transport = rig.transport()
    transport.classify = { _ in .elsewhere }
    let door = transport.readTransport(for: rig.endpoint)
    let result = rig.loop.run { await outcome { () throws(TransportError) in try await door.read(.get("/")) } }
    #expect(result.summary == "plaintextRefused")
    #expect(rig.arrived.count == 1)
  }

  @Test func theTLSRuleForLoopback() {
    let endpoint = Endpoint(
      isTLS: true, host: "h", port: 443, basePath: "", trust: .system, plaintext: .loopbackOnly, timeoutSeconds: 1)
    #expect([.loopback, .privateNetwork, .elsewhere].map(endpoint.allows) == [true, true, true])
  }
}
