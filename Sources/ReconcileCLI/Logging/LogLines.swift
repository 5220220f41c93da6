import CivilTime
import Controller
import HTTPTransport
import JSONTree
import Presentation
import Synchronization

/// Standard error as one JSON object a line.
///
/// All that is written there as text comes through `add`: no line can go past it.
final class LogLines: Sendable {
  private let rest = Mutex("")
  private let now: @Sendable () -> Instant
  private let write: @Sendable (String) -> Void

  /// Lines with the time of `now`, handed to `write`.
  init(now: @escaping @Sendable () -> Instant, to write: @escaping @Sendable (String) -> Void) {
    self.now = now
    self.write = write
  }

  /// How much a line matters.
  enum Level: String {
    case error
    case warning
    case info
    case debug
  }

  /// Takes text as it is for people: its lines become objects as soon as they are whole.
  func add(_ text: String) {
    let whole = rest.withLock { rest in
      rest += text
      var lines = rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      rest = lines.popLast() ?? ""
      return lines
    }
    for line in whole { add(line: line) }
  }

  /// Takes an exchange that has ended.
  func add(_ event: TransportEvent) {
    add(
      .debug, event.words,
      [
        .init("system", .text(event.system)), .init("method", .string(event.method)),
        .init("path", .string(event.path)),
        .init("status", event.status.map { .integer($0) } ?? .null), .init("bytes", .integer(event.bodyBytes)),
        .init("milliseconds", .integer(event.milliseconds)),
      ])
  }

  /// Writes what did not end in a line feed.
  func finish() { add(rest.withLock { $0.isEmpty ? "" : "\n" }) }

  private func add(line: String) {
    guard !line.isEmpty else { return }
    let levels = [
      ("reconcile: warning: ", Level.warning), ("reconcile: note: ", .info), ("reconcile: ", .error),
      ("warning: ", .warning), ("hint: ", .info),
    ]
    for (prefix, level) in levels where line.hasPrefix(prefix) {
      return add(level, prefix == "hint: " ? line : String(line.dropFirst(prefix.count)))
    }
    add(Self.level(of: line), line)
  }

  /// `household.yaml:3:4: error: …` says it further back.
  private static func level(of line: String) -> Level {
    let parts = line.split(separator: " ", maxSplits: 2)
    if parts.first == "error:" || parts.dropFirst().first == "error:" { return .error }
    return parts.dropFirst().first == "warning:" ? .warning : .info
  }

  private func add(_ level: Level, _ message: String, _ further: [JSON.Member] = []) {
    let members: [JSON.Member] = [
      .init("at", .instant(now())), .init("level", .string(level.rawValue)), .init("message", .string(message)),
    ]
    write(JSON.object(members + further).line)
  }
}

/// How standard error is written.
enum LogFormat: String, CaseIterable, Sendable {
  case text
  case json
}
