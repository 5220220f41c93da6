import Simulator
import Synchronization

/// The way to one system, and what befalls those who take it.
final class Road: Sendable {
  /// What befalls one exchange, beside what the wire knows.
  enum Mishap: Sendable {
    /// The system does what is asked; one value of its answer is of another type.
    case wrongType(UInt64)
    /// 401, and nothing is done.
    case unauthorized
  }

  private struct State: Sendable {
    var mishaps: [(left: Int, kind: Mishap)] = []
    var delay = Duration.zero
    var lostSessions = 0
  }

  private let state = Mutex(State())

  /// Lets `kind` befall the `number`-th exchange from now, counted from 1.
  func befall(_ kind: Mishap, at number: Int) { state.withLock { $0.mishaps.append((number, kind)) } }

  /// How long everything takes.
  var delay: Duration {
    get { state.withLock { $0.delay } }
    set { state.withLock { $0.delay = newValue } }
  }

  /// How many sessions may have been left open for what befell exchanges since this was asked last: one for each that
  /// was about a session, and for each that was refused as if its session were over.
  func takeLostSessions() -> Int {
    state.withLock { state in
      defer { state.lostSessions = 0 }
      return state.lostSessions
    }
  }

  /// What befalls the next exchange, which is about `path`.
  func next(_ path: String) -> Mishap? {
    state.withLock { state in
      let due = state.mishaps.first { $0.left == 1 }
      state.mishaps = state.mishaps.filter { $0.left > 1 }.map { ($0.left - 1, $0.kind) }
      switch due?.kind {
      case .unauthorized: state.lostSessions += 1
      case .wrongType where path.hasPrefix("/auth"): state.lostSessions += 1
      case .wrongType, nil: break
      }
      return due?.kind
    }
  }

  /// Nothing befalls anybody any more.
  func heal() {
    state.withLock { state in
      state.mishaps = []
      state.delay = .zero
    }
  }
}

extension Road {
  /// `body` with one value of another type, which one `number` says; anything but JSON stays what it is.
  static func misread(_ body: [UInt8], _ number: UInt64) -> [UInt8] {
    guard let tree = JSONValue.parsing(body) else { return body }
    var left = Int(number % UInt64(max(1, leaves(tree))))
    return changed(tree, &left).encoded
  }

  private static func leaves(_ value: JSONValue) -> Int {
    if let fields = value.fields, !fields.isEmpty { return fields.reduce(0) { $0 + leaves($1.value) } }
    if let elements = value.elements, !elements.isEmpty { return elements.reduce(0) { $0 + leaves($1) } }
    return 1
  }

  private static func changed(_ value: JSONValue, _ left: inout Int) -> JSONValue {
    switch value {
    case .object(let fields) where !fields.isEmpty:
      return .object(fields.map { JSONValue.Field($0.name, changed($0.value, &left)) })
    case .array(let elements) where !elements.isEmpty: return .array(elements.map { changed($0, &left) })
    default: break
    }
    left -= 1
    guard left == -1 else { return value }
    switch value {
    case .string: return .number("7")
    case .number: return .string("seven")
    case .bool: return .string("yes")
    case .null, .bytes: return .array([])
    case .array: return .object([.init("x", .null)])
    case .object: return .string("nothing")
    }
  }
}
