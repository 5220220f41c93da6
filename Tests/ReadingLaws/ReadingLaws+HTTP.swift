import HTTPTransport
import Synchronization
import TestSupport

extension ReadingLaws {
  /// One server for all: a search that opened a port for each text would soon have none left.
  private static let server = Mutex<RawServer?>(nil)

  /// The laws that `bytes`, as all that a server says to a request (`WireScript`), break; empty where all hold.
  public static func brokenByHTTP(_ bytes: [UInt8]) -> [String] {
    server.withLock { server in
      guard let running = server ?? (try? RawServer([])) else { return ["no server can be made"] }
      server = running
      return HTTPRun(server: running, sent: WireScript(bytes).sent).broken()
    }
  }
}

/// What a server says as a fuzzer writes it: byte for byte, but that a line `%%N` stands for the line before it N times
/// more. So a short text can be a header without end.
struct WireScript {
  /// At most this many bytes are sent.
  private static let most = 256 << 10
  let sent: [UInt8]

  init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var sent: [UInt8] = []
    var before: [UInt8] = []
    for (number, line) in lines.enumerated() {
      if line.starts(with: "%%".utf8), let times = Int(String(decoding: line.dropFirst(2), as: UTF8.self)), times > 0 {
        for _ in 0..<max(0, min(times, (Self.most - sent.count) / max(1, before.count))) { sent += before }
      } else {
        before = line + (number < lines.count - 1 ? [UInt8(ascii: "\n")] : [])
        sent += before
      }
    }
    self.sent = Array(sent.prefix(Self.most))
  }
}

private struct HTTPRun {
  private static let largestBody = 4096
  private static let largestHeader = 64 << 10
  private static let well = Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwell".utf8)

  let server: RawServer
  let sent: [UInt8]

  func broken() -> [String] {
    let (first, second) = exchanges([.init([sent], patienceMilliseconds: 2), .init([Self.well])])
    let (again, _) = exchanges([.init([sent])])
    let (cut, _) = exchanges([.init(pieces)])
    // libcurl refuses a header with a zero byte in it, but for what came together with the line before.
    let isSameInPieces = sent.contains(0) || Self.isSame(first, cut)
    return faults(of: first) + (Self.isSame(first, again) ? [] : ["the same bytes are two answers"])
      + (isSameInPieces ? [] : ["bytes that come in pieces are another answer"]) + faults(ofNext: second)
  }

  /// Two requests one after the other, on one connection where the first answer leaves it open.
  private func exchanges(_ answers: [RawServer.Answer]) -> (Outcome, Outcome) {
    server.answer(answers)
    let loop = EventLoop()
    // Long: a request that was given up on a machine without a moment for it would be answered with what is for the next.
    let endpoint = Endpoint(
      isTLS: false, host: "127.0.0.1", port: server.port, basePath: "", trust: .system, plaintext: .loopbackOnly,
      timeoutSeconds: 60)
    let transport = Transport(loop: loop, userAgent: "reconcile/test", largestBody: Self.largestBody)
    let door = transport.readTransport(for: endpoint)
    return loop.run { () async -> (Outcome, Outcome) in
      let first = await Self.outcome(of: door)
      return (first, answers.count > 1 ? await Self.outcome(of: door) : first)
    }
  }

  private typealias Outcome = Result<Response, TransportError>

  private static func outcome(of door: any ReadTransport) async -> Outcome {
    do throws(TransportError) { return .success(try await door.read(.get("/"))) } catch { return .failure(error) }
  }

  /// Cut where the bytes themselves say.
  private var pieces: [[UInt8]] {
    let step = 1 + sent.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xff } % max(1, min(97, sent.count))
    let ends = stride(from: step, to: sent.count, by: max(step, sent.count / 8)).map { $0 }
    return zip([0] + ends, ends + [sent.count]).map { Array(sent[$0..<$1]) }
  }

  /// An error may have another name: a connection can break before or after it is clear that nobody speaks HTTP on it.
  private static func isSame(_ one: Outcome, _ other: Outcome) -> Bool {
    switch (one, other) {
    case (.success(let one), .success(let other)):
      one.status == other.status && one.body == other.body && one.headers.elementsEqual(other.headers, by: ==)
    case (.failure, .failure): true
    case _: false
    }
  }
}

// MARK: - What holds for an answer

extension HTTPRun {
  private func faults(of outcome: Outcome) -> [String] {
    switch outcome {
    case .success(let response): faults(of: response)
    case .failure(let error): faults(of: error)
    }
  }

  private func faults(of error: TransportError) -> [String] {
    let isExpected: Bool =
      switch error.kind {
      case .unanswered, .broken, .tooLarge, .outOfProportion, .failed: true
      case _: false
      }
    let isClean = error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    return (isExpected ? [] : ["a server that closes its connection is said to be \(error.kind)"])
      + (isClean ? [] : ["a message contains a control character"])
  }

  private func faults(of response: Response) -> [String] {
    // What is no Unicode gets longer when it is repaired; so its characters are counted.
    let headerLength = response.headers.reduce(0) { $0 + $1.name.unicodeScalars.count + $1.value.unicodeScalars.count }
    let coding = response.header("Transfer-Encoding")
    return [
      (100...999).contains(response.status) ? nil : "a status that is none: \(response.status)",
      response.body.count <= Self.largestBody ? nil : "a body over its bound",
      headerLength <= Self.largestHeader ? nil : "a header over its bound",
      coding != nil || isSent(response.body) ? nil : "a body that was not sent",
      isWhole(response) ? nil : "a body that breaks off is taken for a whole one",
    ].compactMap(\.self) + response.headers.flatMap(faults)
  }

  private func faults(of field: (name: String, value: String)) -> [String] {
    let isSentAsItIs = [field.name, field.value].allSatisfy { text in
      !text.utf8.allSatisfy { $0 < 0x80 } || isSent(Array(text.utf8))
    }
    return isSentAsItIs ? [] : ["a field that was not sent: '\(field.name)'"]
  }

  /// Where one length is announced, and nothing else says how long the body is, it is that long.
  private func isWhole(_ response: Response) -> Bool {
    let lengths = response.headers.filter { $0.name.lowercased() == "content-length" }.map(\.value)
    guard response.header("Transfer-Encoding") == nil, lengths.count == 1, response.status >= 200,
      ![204, 304].contains(response.status), lengths[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let length = Int(lengths[0])
    else { return true }
    return response.body.count == length
  }

  /// Thousands of fields are looked for, each in all that was sent.
  private func isSent(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    var rest = sent[...]
    while let place = rest.firstIndex(of: first) {
      if rest[place...].starts(with: part) { return true }
      rest = rest[(place + 1)...]
    }
    return false
  }

  /// What is left over from one answer is never taken for the next. Of what does not fit into one piece of the network a
  /// part may still be under way.
  private func faults(ofNext outcome: Outcome) -> [String] {
    guard sent.count <= 16 << 10, case .success(let response) = outcome else { return [] }
    return response.body.elementsEqual("well".utf8) ? [] : ["the rest of one answer is taken for the next"]
  }
}
