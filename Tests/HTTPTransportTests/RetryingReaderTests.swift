import HTTPTransport
import Simulator
import Testing

@Suite struct RetryingReaderTests {
  /// Answers by a script, and keeps what it was asked.
  private struct ScriptedDoor: ReadTransport {
    let asked = Shared<[String]>([])
    let answers: Shared<[Result<Response, TransportError>]>

    init(_ answers: [Result<Response, TransportError>]) { self.answers = Shared(answers) }

    func read(_ request: ReadRequest) async throws(TransportError) -> Response {
      asked.change { $0.append("\(request.method) \(request.path)") }
      guard let next = answers.value.first else { throw TransportError(.failed, "the script is over") }
      answers.change { $0.removeFirst() }
      return try next.get()
    }
  }

  private static let refused = Result<Response, TransportError>.failure(TransportError(.refused, "nothing listens"))
  private static let fine = Result<Response, TransportError>.success(Response(status: 200))

  private static func answer(_ status: Int) -> Result<Response, TransportError> { .success(Response(status: status)) }

  /// The waits that `pace` was asked for, and the outcome.
  private func play(
    _ request: ReadRequest, _ transport: ScriptedDoor, left: Duration = .seconds(60)
  ) async -> (waits: [Duration], outcome: String) {
    let waits = Shared<[Duration]>([])
    let pace = RetryingReader.Pace(
      sleep: { wait in waits.change { $0.append(wait) } },
      timeLeft: { waits.value.reduce(left) { $0 - $1 } }, random: { 0.5 })
    let result = await outcome { () throws(TransportError) in
      try await RetryingReader(transport, pace: pace).read(request)
    }
    return (waits.value, result.summary)
  }

  @Test func aReadIsTriedThreeTimesAtMost() async {
    let transport = ScriptedDoor([Self.refused, Self.answer(503), Self.refused, Self.fine])
    let (waits, outcome) = await play(.get("/a"), transport)
    #expect(outcome == "refused", "the outcome of the last try")
    #expect(waits == [.milliseconds(400), .milliseconds(1500)])
    #expect(transport.asked.value == ["GET /a", "GET /a", "GET /a"])
  }

  @Test func theFirstAnswerThatIsOneCounts() async {
    let transport = ScriptedDoor([Self.refused, Self.answer(404), Self.fine])
    let (waits, outcome) = await play(.get("/a"), transport)
    #expect(outcome == "404" && waits.count == 1 && transport.asked.value.count == 2)
  }

  @Test(arguments: ["open", "close"]) func aSessionIsOpenedAndClosedOnce(_ what: String) async {
    let request = what == "open" ? ReadRequest.openSession("/s", body: []) : .closeSession("/s")
    let transport = ScriptedDoor([Self.answer(503), Self.fine])
    let (waits, outcome) = await play(request, transport)
    #expect(outcome == "503" && waits.isEmpty && transport.asked.value.count == 1)
  }

  @Test func nothingIsTriedAgainWithoutTime() async {
    let transport = ScriptedDoor([Self.refused, Self.fine])
    let (waits, outcome) = await play(.get("/a"), transport, left: .milliseconds(400))
    #expect(outcome == "refused" && waits.isEmpty && transport.asked.value.count == 1)
  }

  /// The wait ends early, as when the run is stopped; what was found before stands.
  @Test func aRunThatEndsMeanwhileTriesNoMore() async {
    let transport = ScriptedDoor([Self.answer(503), Self.fine])
    let isOver = Shared(false)
    let pace = RetryingReader.Pace(
      sleep: { _ in isOver.change { $0 = true } }, timeLeft: { isOver.value ? .zero : .seconds(60) },
      random: { 0.5 })
    let result = await outcome { () throws(TransportError) in
      try await RetryingReader(transport, pace: pace).read(.get("/a"))
    }
    #expect(result.summary == "503" && transport.asked.value.count == 1)
  }

  @Test func aTaskThatIsCancelledTriesNoMore() async {
    let transport = ScriptedDoor([Self.answer(503), Self.fine])
    let pace = RetryingReader.Pace(
      sleep: { _ in withUnsafeCurrentTask { $0?.cancel() } }, timeLeft: { .seconds(60) }, random: { 0.5 })
    let result = await Task {
      await outcome { () throws(TransportError) in try await RetryingReader(transport, pace: pace).read(.get("/a")) }
    }.value
    #expect(result.summary == "503" && transport.asked.value.count == 1)
  }

  /// Over a real socket: a server that closes the connection twice, then answers.
  @Test func aConnectionThatBreaksIsTriedAgain() throws {
    let rig = try Rig { number, _ in .init(status: 200, delivery: number < 3 ? .lost : .whole) }
    let pace = RetryingReader.Pace(sleep: { _ in }, timeLeft: { .seconds(60) }, random: { 0 })
    let transport = RetryingReader(rig.transport().readTransport(for: rig.endpoint), pace: pace)
    let result = rig.loop.run { await outcome { () throws(TransportError) in try await transport.read(.get("/")) } }
    #expect(result.summary == "200" && rig.arrived.count == 3)
  }
}
