package import JSONTree
import Policies

extension Override {
  /// `override 3: kids on from 21:00:04 until 22:30, by anna (film night)`; `lock 3: …` for a lock
  func words(_ moments: Moments) -> String {
    "\(name): \(target) \(state.rawValue) \(moments.stretch(from, until)), by \(by)"
      + (because.map { " (\($0))" } ?? "")
  }

  /// `override 3: kids on until 21:30 (film night), by anna`; `until` is the end in words.
  func line(until: String) -> String {
    let because = because.map { " (\($0))" } ?? ""
    return "\(name): \(target) \(state.rawValue) until \(until)\(because), by \(by)"
  }
}

extension Override {
  /// `override 3` or `lock 3`.
  package var name: String { "\(kind.inWords) \(id)" }
}

extension Override.Kind {
  /// What it is called in a sentence. More time is an override like any other once it is made.
  package var inWords: String { self == .lock ? "lock" : "override" }
}

extension Override {
  /// The override as one JSON object, its keys in a fixed order.
  package var json: JSON {
    .object([
      .init("id", .string(id)), .init("target", .string(target.text)), .init("state", .string(state.rawValue)),
      // One that was ended before it began has no length, and never one below that.
      .init("from", .instant(from)), .init("until", .instant(max(from, until))), .init("because", .text(because)),
      .init("by", .string(by)), .init("kind", .string(kind.rawValue)), .init("madeAt", .instant(madeAt)),
      .init("policy", .text(policy?.path)),
    ])
  }
}
