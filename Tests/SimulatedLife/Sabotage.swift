import CSQLite
import HTTPTransport
import Simulator
import Synchronization
import Text

/// A way in which the program may be broken, to see that an invariant finds it out.
public enum Sabotage: String, Sendable, CaseIterable {
  /// Leaves a member out of what it writes back.
  case dropsMember
  /// Renames what it switches.
  case renames
  /// Sends its last write once more whenever it looks.
  case repeatsWrites
  /// Does not log out.
  case forgetsLogout
  /// Prints the secrets that it was handed.
  case printsSecrets
  /// Says that all is well, whatever came of it.
  case hidesFailure
  /// Writes nothing.
  case isIdle
  /// Writes nothing, and says that all is well.
  case hidesIdleness
  /// Edits what was written into the past.
  case editsPast
  /// Does not tell of what it did last.
  case losesPast
  /// Puts back what somebody else moved, also where that is to stand.
  case neverYields
  /// Unlocks what it is to lock.
  case opensDoors
  /// Forgets after each run which actions it has done.
  case forgetsActions
  /// Does not see that a target is guarded.
  case overlooksGuards
  /// Does not see that a guard holds edits.
  case followsEdits
  /// Lets no code grow old.
  case keepsCodesFresh
  /// Prints what approvers are sent.
  case printsCodes
}

/// A program that is broken in one way.
final class Saboteur: Sendable {
  let sabotage: Sabotage
  private let lastWrite = Mutex<WriteRequest?>(nil)

  init(_ sabotage: Sabotage) { self.sabotage = sabotage }

  /// `door` as such a program goes through it.
  func door(_ door: any ReadTransport & WriteTransport) -> any ReadTransport & WriteTransport {
    SabotagedDoor(inner: door, saboteur: self)
  }

  /// What it ends with instead of `status`.
  func status(_ status: Int32) -> Int32 { [.hidesFailure, .hidesIdleness].contains(sabotage) ? 0 : status }

  /// What it prints beside what is to be printed.
  func words(_ secrets: [String], _ letters: [String]) -> String {
    switch sabotage {
    case .printsSecrets: secrets.joined(separator: "\n")
    case .printsCodes: letters.joined(separator: "\n")
    default: ""
    }
  }

  /// What it reads in the file instead of `policy`.
  func policy(_ policy: String) -> String {
    switch sabotage {
    case .neverYields: policy.exchanging("enforcement: yield", for: "enforcement: normal")
    case .followsEdits: policy.exchanging(", edits: true", for: "")
    // Whoever is guarded by nobody's leave but their own is as good as not guarded.
    case .overlooksGuards: policy.split(separator: "\n").map { Self.unguarded(String($0)) + "\n" }.joined()
    default: policy
    }
  }

  private static func unguarded(_ line: String) -> String {
    guard let start = line.firstRange(of: ", guard: {"), let end = line[start.upperBound...].firstRange(of: "}, ")
    else {
      return line
    }
    return line[..<start.lowerBound] + ", " + line[end.upperBound...]
  }

  /// Whether the clock that began with the machine stands still.
  var stopsClock: Bool { sabotage == .keepsCodesFresh }

  /// What it does to the state in `folder` after a run.
  func meddle(in folder: String) {
    let sql =
      switch sabotage {
      case .editsPast: "UPDATE entries SET body = body || ' ' WHERE number = 1"
      case .forgetsActions: "UPDATE notes SET value = replace(value, 'settled', 'expected') WHERE name = 'actions'"
      case .losesPast: "DELETE FROM entries WHERE number = (SELECT max(number) FROM entries)"
      default: ""
      }
    var handle: OpaquePointer?
    guard !sql.isEmpty, sqlite3_open(folder + "/journal.db", &handle) == SQLITE_OK else { return }
    sqlite3_exec(handle, sql, nil, nil, nil)
    sqlite3_close(handle)
  }

  fileprivate var repeated: WriteRequest? { sabotage == .repeatsWrites ? lastWrite.withLock { $0 } : nil }
  fileprivate func remember(_ request: WriteRequest) { lastWrite.withLock { $0 = request } }
}

private struct SabotagedDoor: ReadTransport, WriteTransport {
  let inner: any ReadTransport & WriteTransport
  let saboteur: Saboteur

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    if saboteur.sabotage == .forgetsLogout, request.method == "DELETE" { return Response(status: 204) }
    if request.method == "GET", let write = saboteur.repeated { _ = try await inner.write(write) }
    return try await inner.read(request)
  }

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    switch saboteur.sabotage {
    case .isIdle, .hidesIdleness: return Response(status: 200, body: request.body)
    case .dropsMember:
      return try await inner.write(
        changed(request) { body in
          for name in ["sourceFilter", "comment", "description", "loggingEnabled"] { body[name] = nil }
        })
    case .renames:
      return try await inner.write(changed(request) { body in if body["name"] != nil { body["name"] = "mine" } })
    case .opensDoors:
      guard request.path.hasSuffix("/services/lock/lock") else { return try await inner.write(request) }
      let path = request.path.exchanging("/lock/lock", for: "/lock/unlock")
      return try await inner.write(.post(path, headers: request.headers, body: request.body))
    case .repeatsWrites, .forgetsLogout, .printsSecrets, .hidesFailure, .editsPast, .losesPast, .neverYields,
      .forgetsActions, .overlooksGuards, .followsEdits, .keepsCodesFresh, .printsCodes:
      if request.method == "PUT" { saboteur.remember(request) }
      return try await inner.write(request)
    }
  }

  private func changed(_ request: WriteRequest, _ change: (inout JSONValue) -> Void) -> WriteRequest {
    guard request.method == "PUT", var body = JSONValue.parsing(request.body) else { return request }
    change(&body)
    return .put(request.path, headers: request.headers, body: body.encoded)
  }
}
