import Glibc
import HTTPTransport
import Simulator
import Testing

@Suite struct RequestTests {
  @Test func arrivesAsItWasMeant() throws {
    var rig = try Rig { _, _ in
      .init(status: 207, headers: [("X-Twice", "1"), ("x-twice", "2")], body: Array("{}".utf8))
    }
    rig.endpoint.basePath = "/proxy/v1"
    let response = try rig.write(
      .put(
        "/a%2Fb/../c?x=%41&y=+", headers: [.init("X-API-KEY", Secret("k3y")), .init("X-None", "")], body: [1, 0, 2])
    ).get()
    let arrived = try #require(rig.arrived.first)
    #expect(arrived.method == "PUT")
    #expect(arrived.target == "/proxy/v1/a%2Fb/../c?x=%41&y=+")
    #expect(arrived.body == [1, 0, 2])
    let fields = arrived.headers.map { "\($0.name): \($0.value)" }.sorted()
    #expect(
      fields == [
        "Accept: application/json", "Content-Length: 3", "Content-Type: application/json",
        "Host: 127.0.0.1:\(rig.server.port)", "User-Agent: reconcile/test", "X-API-KEY: k3y", "X-None: ",
      ])
    #expect(response.status == 207)
    #expect(response.headers.filter { $0.name.lowercased() == "x-twice" }.map(\.value) == ["1", "2"])
    #expect(response.header("X-TWICE") == "1")
    #expect(response.body == Array("{}".utf8))
  }

  static let methods: [(request: ReadRequest, method: String, body: Int)] = [
    (.get("/"), "GET", 0), (.openSession("/", body: [7, 7]), "POST", 2), (.closeSession("/"), "DELETE", 0),
  ]

  @Test(arguments: methods) func readsByTheMethodsOfASession(_ row: (request: ReadRequest, method: String, body: Int))
    throws
  {
    let rig = try Rig()
    #expect(rig.read(row.request).summary == "200")
    #expect(rig.arrived.map(\.method) == [row.method])
    #expect(rig.arrived.map(\.body.count) == [row.body])
  }

  @Test func aFieldOfTheCallerReplacesTheUsualOne() throws {
    let rig = try Rig()
    _ = rig.read(.get("/", headers: [.init("accept", "text/plain")]))
    let accepted = rig.arrived.first?.headers.filter { $0.name.lowercased() == "accept" }.map(\.value)
    #expect(accepted == ["text/plain"])
  }

  static let unsendable: [ReadRequest] = [
    .get("no-slash"), .get("/a b"), .get("/a\r\nX: y"), .get("/a#b"), .get("/ä"),
    .get("/", headers: [.init("X", "a\r\nY: b")]), .get("/", headers: [.init("X:Y", "a")]),
    .get("/", headers: [.init("", "a")]), .get("/", headers: [.init("X", Secret("a\nb"))]),
  ]

  @Test(arguments: unsendable.indices) func whatWouldSaySomethingElseIsNotSent(_ index: Int) throws {
    let rig = try Rig()
    #expect(rig.read(Self.unsendable[index]).summary == "failed")
    #expect(rig.arrived.isEmpty)
  }

  @Test func aRedirectIsReturnedAndNotFollowed() throws {
    let rig = try Rig { _, _ in .init(status: 302, headers: [("Location", "/elsewhere")]) }
    #expect(rig.read().summary == "302")
    #expect(rig.arrived.count == 1)
  }

  @Test func proxySettingsAreNotLookedAt() throws {
    for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"] { setenv(name, "http://127.0.0.1:9", 1) }
    defer { for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"] { unsetenv(name) } }
    #expect(try Rig().read().summary == "200")
  }

  @Test func cookiesAreNotKept() throws {
    let rig = try Rig { _, _ in .init(status: 200, headers: [("Set-Cookie", "sid=abc; path=/")]) }
    _ = rig.read()
    _ = rig.read()
    #expect(rig.arrived.count == 2)
    #expect(rig.arrived.allSatisfy { $0.header("cookie") == nil })
  }

  @Test func theLogSaysWhatHappenedAndNothingSecret() throws {
    let rig = try Rig { number, _ in .init(status: 200, body: [1, 2, 3], delivery: number == 2 ? .lost : .whole) }
    let log = Shared<[TransportEvent]>([])
    let transport = rig.transport { event in log.change { $0.append(event) } }
    let endpoint = rig.endpoint
    rig.loop.run {
      for _ in 1...2 {
        _ = await outcome { () throws(TransportError) in
          try await transport.writeTransport(for: endpoint)
            .write(.post("/x?y", headers: [.init("sid", Secret("s3cret"))], body: Array("s3cret".utf8)))
        }
      }
    }
    let events = log.value
    #expect(events.map(\.status) == [200, nil])
    #expect(events.map(\.bodyBytes) == [3, 0])
    #expect(events.allSatisfy { $0.method == "POST" && $0.path == "/x?y" && !"\($0)".contains("s3cret") })
  }
}
