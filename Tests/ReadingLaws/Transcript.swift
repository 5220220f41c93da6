import Documents
import JSONTree
import Planning
import Providers
import Simulator

/// What went over the wire, as a judge sees it who knows nothing of the providers.
struct Transcript {
  let exchanges: [(request: SimulatedRequest, response: SimulatedResponse)]

  /// Those after the first `count`.
  func dropping(_ count: Int) -> Transcript { Transcript(exchanges: Array(exchanges.dropFirst(count))) }

  /// The requests that change a setting.
  var writes: [(request: SimulatedRequest, response: SimulatedResponse)] {
    exchanges.filter { $0.request.method != "GET" && !$0.request.path.hasSuffix("/auth") }
  }

  /// The body of the last answer to a GET of `path`, whatever its query; nil where it was none that can be read.
  func lastReading(of path: String) -> JSON? {
    exchanges.last { $0.request.method == "GET" && $0.request.path == path }?.response.tree
  }

  /// The body of the answer to the last request, where that was a GET.
  var lastReading: JSON? { exchanges.last.flatMap { $0.request.method == "GET" ? $0.response.tree : nil } }

  /// What the last GET before the first write read.
  var readingBeforeWrite: JSON? {
    exchanges.prefix { $0.request.method == "GET" || $0.request.path.hasSuffix("/auth") }
      .last { $0.request.method == "GET" }?.response.tree
  }
}

extension SimulatedRequest {
  /// Without the query.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// The body as JSON; nil where it is none.
  var tree: JSON? { try? JSON(parsing: body) }
}

extension SimulatedResponse {
  var isSuccess: Bool { (200..<300).contains(status) && delivery != .lost }

  /// The body of a success as JSON, what is no Unicode repaired; nil for anything else.
  var tree: JSON? { isSuccess ? try? JSON(parsing: body, invalidText: .repaired) : nil }
}

extension ReadingLaws {
  /// Which of `texts` hold one of `secrets`.
  static func leaks(of secrets: [String], in texts: [String]) -> [String] {
    texts.filter { text in secrets.contains { text.contains($0) } }.map { "a secret is shown: \($0)" }
  }
}

extension Message {
  var texts: [String] { [text, hint ?? ""] }
}

extension Outcome {
  var texts: [String] { messages.flatMap(\.texts) }
}
