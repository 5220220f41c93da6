/// Where a request says which session it belongs to.
struct PresentedSession {
  var sid: String
  /// A cookie alone is not enough outside `/api/auth`.
  var isCookie: Bool

  /// The first that is there of: form body, JSON body, header, cookie, query.
  init?(_ request: SimulatedRequest, _ target: RequestTarget) {
    if let sid = Self.inBody(request) ?? request.header("sid") ?? request.header("X-FTL-SID") {
      self.init(sid: sid, isCookie: false)
    } else if let sid = Self.inCookie(request) {
      self.init(sid: sid, isCookie: true)
    } else if let sid = target.parameter("sid") {
      self.init(sid: Self.withPlus(sid), isCookie: false)
    } else {
      return nil
    }
  }

  private init(sid: String, isCookie: Bool) {
    self.sid = sid
    self.isCookie = isCookie
  }

  private static func inBody(_ request: SimulatedRequest) -> String? {
    guard !request.body.isEmpty, request.body.count <= PiHole.bodyLimit else { return nil }
    let text = String(decoding: request.body, as: UTF8.self)
    if text.hasPrefix("sid=") || text.contains("&sid=") {
      return RequestTarget.form(text).first { $0.name == "sid" }.map { withPlus($0.value) }
    }
    return (try? JSONReader.read(request.body, .piHole))?["sid"]?.text
  }

  private static func inCookie(_ request: SimulatedRequest) -> String? {
    let pairs = (request.header("Cookie") ?? "").split(separator: ";")
    return pairs.lazy.map { $0.drop { $0 == " " } }.first { $0.hasPrefix("sid=") }.map { String($0.dropFirst(4)) }
  }

  /// A plus sign that was not percent-encoded has become a space, which no session id contains.
  private static func withPlus(_ sid: String) -> String {
    String(sid.map { $0 == " " ? "+" : $0 })
  }
}
