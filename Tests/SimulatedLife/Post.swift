import HTTPTransport
import Host
import Providers
import Simulator
import Synchronization
import TestSupport
import Text

/// The ways on which approvers are told, each with a mailbox, and the bytes that codes are made of.
final class Post: Sendable {
  /// What an approver was sent.
  struct Letter: Sendable {
    /// Whose mailbox it came to.
    var approver: String
    var text: String
  }

  private struct State: Sendable {
    var letters: [Letter] = []
    var down: Set<String> = []
    var bytes: SplitMix64
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(bytes: SplitMix64(seed: seed))) }

  /// The people who are told by a program, and those who are told by a server.
  static let commands = ["anna"]
  static let topics = ["ben"]
  /// Who is told at all.
  static var reached: [String] { commands + topics }
  static let server = "ntfy.example"

  /// The machine's own file of how they are reached.
  static var file: String {
    let lines =
      commands.map { "\($0): {command: /usr/local/bin/tell-\($0)}" }
      + topics.map { "\($0): {ntfy: \"https://\(server)/\($0)\"}" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether that person can be told.
  func isDown(_ person: String) -> Bool { state.withLock { $0.down.contains(person) } }

  func set(_ person: String, isDown: Bool) {
    state.withLock { state in
      if isDown { state.down.insert(person) } else { state.down.remove(person) }
    }
  }

  /// All that came since this was asked last.
  func take() -> [Letter] {
    state.withLock { state in
      defer { state.letters = [] }
      return state.letters
    }
  }

  /// All that came, and is still there.
  var unread: [Letter] { state.withLock { $0.letters } }

  func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in (0..<count).map { _ in UInt8(truncatingIfNeeded: state.bytes.next() >> 32) } }
  }

  /// Puts `text` into somebody's mailbox; whether that could be done.
  fileprivate func deliver(_ text: String, to person: String) -> Bool {
    state.withLock { state in
      if state.down.contains(person) { return false }
      state.letters.append(Letter(approver: person, text: text))
      return true
    }
  }

  /// Runs the program at `path`, which ends at once.
  func run(_ path: String, _ input: String) throws(FileError) -> any StartedProgram {
    guard let dash = path.lastIndex(of: "-") else { throw FileError(path: path, reason: "there is no such program") }
    let person = String(path[path.index(after: dash)...])
    return EndedProgram(ending: deliver(input, to: person) ? 0 : 1)
  }

  private struct EndedProgram: StartedProgram {
    let ending: Int32
    func status() -> Int32? { ending }
    func kill() {}
  }

  /// The server's door.
  var door: any ReadTransport & WriteTransport { Door(post: self) }

  private struct Door: ReadTransport, WriteTransport {
    let post: Post

    func read(_ request: ReadRequest) async throws(TransportError) -> Response { Response(status: 404) }

    func write(_ request: WriteRequest) async throws(TransportError) -> Response {
      let topic = request.path.split(separator: "/").last.map(String.init) ?? ""
      return Response(status: post.deliver(String(decoding: request.body, as: UTF8.self), to: topic) ? 200 : 503)
    }
  }
}

extension Post.Letter {
  /// The code in it, and the request that it is about; nil if there is none.
  var code: (request: Int, text: String)? {
    if let tree = JSONValue.parsing(Array(text.utf8)), tree["kind"] != nil {
      guard let code = tree["code"]?.text, let id = tree["request"]?.text.flatMap({ Int($0) }),
        tree["approver"]?.text == approver
      else { return nil }
      return (id, code)
    }
    let lines = text.split(separator: "\n")
    let code = lines.first { $0.hasPrefix("code: ") }?.dropFirst(6).prefix(9)
    let id = lines.first { $0.hasPrefix("yes: ") }?.split(separator: " ").last.flatMap { Int($0) }
    guard let code, let id else { return nil }
    return (id, String(code))
  }
}
