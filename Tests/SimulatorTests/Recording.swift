import Simulator
import TestSupport
import Testing

/// A request and its answer as recorded from a real system.
struct RecordedExchange {
  var name: String
  var request: SimulatedRequest
  var status: Int
  var headers: [(name: String, value: String)]
  var body: String
  /// Seconds since 1970, from `Date`; nil where the answer had none.
  var at: Double?
  /// Seconds between the request and the answer.
  var took: Double { seconds ?? JSONValue.parsing(body)?["took"]?.double ?? 0 }
  /// As the recorder measured them; nil where it did not.
  var seconds: Double?

  /// How long the recorder slept before the request, where the name says so, as in `2.6s later`.
  var slept: Double {
    let words = name.split(separator: " ")
    return words.count > 1 && words[1].hasPrefix("later") ? Double(words[0].prefix { $0 != "s" }) ?? 0 : 0
  }

  /// All exchanges of a file, in order.
  static func load(_ name: String, from folder: String = "pihole-recordings") throws -> [RecordedExchange] {
    let text = try Fixtures.bytes("\(folder)/\(name).json")
    return try #require(JSONValue.parsing(text)?.elements).map(RecordedExchange.init)
  }

  private init(_ json: JSONValue) throws {
    let request = try #require(json["request"])
    let response = try #require(json["response"])
    name = json["name"]?.text ?? ""
    self.request = SimulatedRequest(
      method: request["method"]?.text ?? "", target: request["path"]?.text ?? "",
      headers: [("Host", "127.0.0.1:18080")] + Self.headers(request),
      body: Array((request["body"]?.text ?? "").utf8))
    status = response["status"]?.double.map { Int($0) } ?? 0
    headers = Self.headers(response)
    body = response["body"]?.text ?? ""
    seconds = json["seconds"]?.double
    at = headers.first { $0.name == "Date" }.flatMap { Self.instant($0.value) }
  }

  private static func headers(_ json: JSONValue) -> [(name: String, value: String)] {
    (json["headers"]?.fields ?? []).map { ($0.name, $0.value.text ?? "") }
  }

  /// `Fri, 20 Nov 2026 17:57:05 GMT`; all recordings are of that month.
  private static func instant(_ date: String) -> Double? {
    let words = date.split(separator: " ")
    let clock = words[4].split(separator: ":").compactMap { Double($0) }
    guard words[2...3] == ["Nov", "2026"], let day = Double(words[1]), clock.count == 3 else { return nil }
    return 1_793_491_200 + (day - 1) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }
}
