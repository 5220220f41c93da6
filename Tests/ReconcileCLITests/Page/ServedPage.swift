import Foundation
import JSONTree
import StateStore
import TestSupport
import Testing

/// The built program that serves the page on loopback, for a household without systems that answer.
final class ServedPage {
  let folder: TemporaryFolder
  let port: UInt16
  private let program: Program
  private let supervisor: ListeningSupervisor
  private var isOver = false

  static let policy = """
    timezone: Europe/Berlin
    people:
      anna: {manages: [kids, tv]}
      emma: {asks: [kids, tv]}
      omar: {}
    systems:
      gateway: {kind: unifi, url: https://192.0.2.1, api-key: {credential: unifi-api-key}} # a-comment-of-theirs
    targets:
      kids: {acl-rules: ["Downtime-*"], guard: {approve: anna}}
      tv: {acl-rules: [TV-secret-name]}
    policy:
      - kids off 00:00–24:00
      - {do: tv off 00:00–24:00, because: a-reason-of-theirs}
    """

  /// It is ended with this value, by its process id.
  ///
  /// Where its address does not say it, `port` is where it is to listen. `prepare` happens in its folder before it begins.
  init(
    _ options: [String] = [], port given: UInt16? = nil, files: [String: String] = [:],
    prepare: (TemporaryFolder) throws -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder(["policy.yaml": Self.policy].merging(files) { $1 })
    try prepare(folder)
    let state = folder.url.path + "/state"
    supervisor = try ListeningSupervisor(at: folder.url.path + "/notify")
    program = try Program(
      Program.built("reconcile"), ["serve", "policy.yaml", "--listen", "127.0.0.1:\(given ?? 0)"] + options,
      environment: [
        "STATE_DIRECTORY": state, "NOTIFY_SOCKET": supervisor.path, "CREDENTIALS_DIRECTORY": folder.url.path,
      ], in: folder.url)
    guard supervisor.hears("READY=1") else {
      program.send(SIGTERM)
      throw Missing(outcome: try program.wait())
    }
    let address = try StateStore(reading: state)?.pageAddress() ?? ""
    port = try given ?? #require(UInt16(address.split(separator: ":").last ?? ""), "\(address)")
  }

  struct Missing: Error { var outcome: Program.Outcome }

  deinit { if !isOver { _ = try? end() } }

  /// Ends it, and hands back what it said.
  @discardableResult
  func end() throws -> Program.Outcome {
    isOver = true
    program.send(SIGTERM)
    return try program.wait()
  }

  /// Whether what the process could write to has `text` in it.
  func memoryHolds(_ text: String) throws -> Bool {
    let maps = try String(contentsOfFile: "/proc/\(program.identifier)/maps", encoding: .utf8)
    let memory = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(program.identifier)/mem"))
    defer { try? memory.close() }
    for line in maps.split(separator: "\n") where line.contains(" rw") || line.contains("reconcile") {
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard ends.count == 2, (try? memory.seek(toOffset: ends[0])) != nil else { continue }
      // What was never touched cannot be read, and holds nothing.
      if let bytes = try? memory.read(upToCount: Int(ends[1] - ends[0])), bytes.range(of: Data(text.utf8)) != nil {
        return true
      }
    }
    return false
  }

  /// Whether less than that of the program's own code is in memory, now or within half a minute.
  func rests(belowKibibytesOfCode most: Int) -> Bool {
    let smaps = "/proc/\(program.identifier)/smaps"
    for _ in 0..<300 {
      var (isCode, code) = (false, 0)
      for line in (try? String(contentsOfFile: smaps, encoding: .utf8))?.split(separator: "\n") ?? [] {
        let words = line.split(separator: " ")
        if words.count >= 5, words[1].count == 4 { isCode = words[1] == "r-xp" && line.hasSuffix("/reconcile") }
        if isCode, words.first == "Rss:" { code += Int(words[1]) ?? 0 }
      }
      if code > 0, code < most { return true }
      usleep(100_000)
    }
    return false
  }

  /// Runs a command beside it.
  func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(
      Program.built("reconcile"), arguments,
      environment: ["STATE_DIRECTORY": folder.url.path + "/state", "RECONCILE_POLICY": "policy.yaml"], in: folder.url)
  }

  /// The path of a fresh link for `person`.
  func link(_ person: String) throws -> String {
    let outcome = try run("people", "link", person, "--format", "json", "--policy", "policy.yaml")
    let link = try JSON(parsing: Array(outcome.output.utf8))["link"]?.string
    return "/join/" + (try #require(link?.split(separator: "/").last, "\(outcome)"))
  }

  /// The cookie of somebody who joined, as a header's value.
  func join(_ person: String) throws -> String {
    let answer = try post(try link(person), "")
    return String(try #require(answer.header("set-cookie")).prefix { $0 != ";" })
  }

  // MARK: Requests

  struct Answer: CustomStringConvertible {
    var text: String
    var description: String { String(text.prefix(2_000)) }
    /// 0 where nothing came.
    var status: Int { text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
    var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n") }
    var head: String { text.components(separatedBy: "\r\n\r\n").first ?? "" }
    func header(_ name: String) -> String? { headers(name).first }
    func headers(_ name: String) -> [String] {
      head.components(separatedBy: "\r\n").dropFirst().compactMap { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return parts.first?.lowercased() == name
          ? parts.last.map { String($0).trimmingCharacters(in: .whitespaces) } : nil
      }
    }
  }

  func get(_ path: String, _ headers: [String: String] = [:], host: String? = nil) throws -> Answer {
    try send("GET", path, headers, "", host: host)
  }

  func post(_ path: String, _ body: String, _ headers: [String: String] = [:], host: String? = nil) throws -> Answer {
    let form = ["Content-Type": "application/x-www-form-urlencoded", "Content-Length": "\(body.utf8.count)"]
    return try send("POST", path, form.merging(headers) { $1 }, body, host: host)
  }

  func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: String, host: String? = nil
  ) throws -> Answer {
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
    let host = host ?? "127.0.0.1:\(port)"
    return try raw("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(lines)\r\n\(body)")
  }

  /// What comes for these bytes until the other side ends it.
  func raw(_ bytes: String) throws -> Answer {
    let wire = try Wire(port)
    wire.send(bytes)
    return Answer(text: wire.readToEnd(within: 30))
  }

  /// The fields that every form of the page carries, and the key of that page.
  func seal(_ cookie: String) throws -> (from: String, key: String) {
    let page = try get("/", ["Cookie": cookie]).body
    let value = { (name: String) in
      page.components(separatedBy: "name=\"\(name)\" value=\"").dropFirst().first?.split(separator: "\"").first.map(
        String.init)
    }
    return (try #require(value("from"), "\(page)"), try #require(value("key")))
  }

  /// Does what a form does; `fields` beside those that every form has. Returns the word of what came of it, and the card
  /// at which it is said.
  func act(_ cookie: String, _ fields: String, path: String = "/do") throws -> String {
    let place = try place(cookie, fields, path)
    guard let parts = place.firstMatch(of: /^\/\?said=([a-z-]+)(&at=[\w-]+)?/) else { return place }
    let card = parts.2.flatMap { $0.hasPrefix("&at=t-") ? $0.dropFirst(4) : nil }
    return "/?said=\(parts.1)" + (card.map { "#\($0)" } ?? "")
  }

  /// Where the browser is sent for a form.
  func place(_ cookie: String, _ fields: String, _ path: String = "/do") throws -> String {
    let seal = try seal(cookie)
    let answer = try post(path, "from=\(seal.from)&key=\(seal.key)&\(fields)", ["Cookie": cookie])
    return try #require(answer.header("location"), "\(answer)")
  }

  /// The page that is shown there.
  func told(_ cookie: String, _ fields: String, path: String = "/do") throws -> String {
    try get(String(place(cookie, fields, path).prefix { $0 != "#" }), ["Cookie": cookie]).body
  }
}

/// One connection, byte for byte.
final class Wire {
  private let socket: Int32

  init(_ port: UInt16) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
    }
    guard isConnected else { throw CocoaError(.fileReadUnknown) }
  }

  deinit { close(socket) }

  /// Whether all of it was taken.
  @discardableResult
  func send(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// What comes within so many seconds, until `end` has come or the other side ends it.
  func read(until end: String, within seconds: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let limit = ContinuousClock.now + .seconds(Int(seconds))
    while ContinuousClock.now < limit {
      var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, 200) > 0 else { continue }
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer[..<count]
      if !end.isEmpty, String(decoding: bytes, as: UTF8.self).contains(end) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func readToEnd(within seconds: Int32) -> String { read(until: "", within: seconds) }

  /// Whether the other side has ended it within so many seconds.
  func isEnded(within seconds: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let limit = ContinuousClock.now + .seconds(Int(seconds))
    while ContinuousClock.now < limit {
      var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      if poll(&wanted, 1, 200) > 0, recv(socket, &buffer, buffer.count, 0) <= 0 { return true }
    }
    return false
  }
}
