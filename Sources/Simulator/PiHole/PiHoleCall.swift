/// One request to the API.
struct PiHoleCall {
  var request: SimulatedRequest
  var target: RequestTarget
  var presented: PresentedSession?
  var now: Double

  init(_ request: SimulatedRequest, _ target: RequestTarget, now: Double) {
    self.request = request
    self.target = target
    self.now = now
    presented = PresentedSession(request, target)
  }

  /// The body as JSON; a body that is too large counts as none.
  func body() -> Result<JSONValue, PiHoleProblem> {
    guard !request.body.isEmpty, request.body.count <= PiHole.bodyLimit else {
      return .failure(PiHoleProblem(answer: .noBody))
    }
    do throws(JSONReader.Failure) {
      return .success(try JSONReader.read(request.body, .piHole))
    } catch {
      let rest = request.body.dropFirst(error.offset).prefix { $0 != 0 }
      return .failure(PiHoleProblem(answer: .badJSON(Array(rest))))
    }
  }
}

/// A request that is answered with an error.
struct PiHoleProblem: Error {
  var answer: PiHoleAnswer
}
