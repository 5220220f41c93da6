import Simulator
import Testing

/// Requests about groups, clients, domains and lists, and what is seen after each.
struct GravityStory: CustomTestStringConvertible, Sendable {
  var id: String
  var steps: [(does: String, sees: String)]
  /// What is different from a fresh Pi-hole.
  var setting: @Sendable (inout PiHole) -> Void
  var testDescription: String { id }

  init(
    _ id: String, _ steps: [(does: String, sees: String)],
    setting: @escaping @Sendable (inout PiHole) -> Void = { _ in }
  ) {
    self.id = id
    self.steps = steps
    self.setting = setting
  }

  /// Plays the steps; what was seen after each.
  func play() -> [String] {
    var talk = PiHoleTests.Conversation {
      $0.gravity = Gravity(at: PiHoleTests.now)
      setting(&$0)
    }
    talk.logIn()
    return steps.map { Self.play($0.does, &talk) }
  }

  /// A request as `METHOD path body`, without `/api/`, or `+N` for so many seconds later.
  private static func play(_ step: String, _ talk: inout PiHoleTests.Conversation) -> String {
    if step.hasPrefix("+"), let seconds = Double(step) {
      talk.now += seconds
      return ""
    }
    let words = step.split(separator: " ", maxSplits: 2).map(String.init)
    return seen(talk.ask(words[0], "/api/" + words[1], words.count > 2 ? words[2] : ""))
  }

  /// Status, rows and what went wrong, in short.
  static func seen(_ answer: SimulatedResponse) -> String {
    guard let body = answer.json else { return "\(answer.status)" }
    if let error = body["error"] {
      let hint = error["hint"]?.text.map { " (\($0))" } ?? ""
      return "\(answer.status) \(error["key"]?.text ?? "?"): \(error["message"]?.text ?? "?")\(hint)"
    }
    let rows = ["groups", "clients", "domains", "lists"].lazy.compactMap { body[$0]?.elements }.first
    let errors = (body["processed"]?["errors"]?.elements ?? []).map {
      "!\($0["item"]?.text ?? "null"): \($0["error"]?.text ?? "?")"
    }
    return ["\(answer.status)", (rows ?? []).map(row).joined(separator: ", "), errors.joined(separator: ", ")]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// `deny/exact name [0,1] off 'comment'`.
  private static func row(_ row: JSONValue) -> String {
    let place = [row["type"]?.text, row["kind"]?.text].compactMap { $0 }.joined(separator: "/")
    let name = ["name", "client", "domain", "address"].reversed().lazy.compactMap { row[$0]?.text }.first ?? "?"
    let groups = row["groups"]?.elements.map { ids in
      "[" + ids.compactMap { $0.double.map { String(Int($0)) } }.joined(separator: ",") + "]"
    }
    let comment = row["comment"]?.text.map { "'\($0)'" }
    return [place.isEmpty ? nil : place, name, groups, row["enabled"] == false ? "off" : nil, comment]
      .compactMap { $0 }.joined(separator: " ")
  }
}
