import Simulator

/// Answers as a fuzzer writes them: one after the other, a line `%%` between two of them.
///
/// An answer is a line with its status, its header lines, an empty line and its body. One that is empty is left to the
/// system, and one whose status is no number never comes: the connection breaks.
struct AnswerScript {
  /// In the order of the requests; nil where the system answers for itself.
  let answers: [SimulatedResponse?]

  init(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    var answers: [SimulatedResponse?] = []
    while !lines.isEmpty {
      let part = lines.prefix { !$0.elementsEqual("%%".utf8) }
      answers.append(Self.answer(part))
      lines = lines.dropFirst(part.count + 1)
    }
    self.answers = answers
  }

  private static func answer(_ lines: ArraySlice<ArraySlice<UInt8>>) -> SimulatedResponse? {
    guard let first = lines.first, lines.contains(where: { !$0.isEmpty }) else { return nil }
    guard let status = Int(text(first)), (100...599).contains(status) else {
      return SimulatedResponse(status: 200, delivery: .lost)
    }
    let head = lines.dropFirst().prefix { !$0.isEmpty }
    let body = lines.dropFirst(1 + head.count + 1).joined(separator: [UInt8(ascii: "\n")])
    return SimulatedResponse(status: status, headers: head.compactMap { field(text($0)) }, body: Array(body))
  }

  private static func field(_ line: String) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String { String(decoding: line, as: UTF8.self) }
}

/// A pretend system some of whose answers are somebody else's. What is answered so is not done.
struct Interrupted<System: PretendSystem>: PretendSystem {
  /// One request and what was answered.
  typealias Exchange = (request: SimulatedRequest, response: SimulatedResponse)

  private var system: System
  private var answers: ArraySlice<SimulatedResponse?>
  /// Everything so far.
  private(set) var exchanges: [Exchange] = []

  init(_ system: System, _ script: AnswerScript) {
    self.system = system
    answers = script.answers[...]
  }

  mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    // The system goes on with what it has begun.
    guard request.step == 0 else {
      let response = system.respond(to: request, at: now)
      if let last = exchanges.indices.last { exchanges[last].response = response }
      return response
    }
    let response = (answers.popFirst() ?? nil) ?? system.respond(to: request, at: now)
    exchanges.append((request, response))
    return response
  }
}
