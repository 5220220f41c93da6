import Approvals
import CivilTime
import Controller
import Documents
import Host
import Policies
import Presentation
import StateStore
import Text

/// `reconcile __complete KIND WORD…`: what a shell may propose behind these words that only the policy and the state know.
///
/// It is for the completion scripts and is listed nowhere. It asks no system, opens no secret and changes nothing. Whatever
/// goes wrong makes it silent: the person is in the middle of a line.
struct CompletionWords {
  /// The word that asks for it; no policy is called so without a path.
  static let command = "__complete"

  /// What may be proposed.
  enum Kind: String, CaseIterable, Sendable {
    case targets, override, ask, systems, requests, people, sentence
  }

  private let line: TypedLine
  private let environment: Environment
  private let policy: Policy?

  /// Prints them, a line each: the word, a tab and what it is. Fails where it cannot say, so that the script proposes what
  /// it knows itself.
  static func print(_ arguments: [String], _ environment: Environment) -> ExitStatus {
    var environment = environment
    environment.error = { _ in }
    guard let kind = arguments.first.flatMap(Kind.init),
      let found = CompletionWords(arguments, environment).words(kind)
    else { return .failure }
    environment.output(lines(found))
    return .success
  }

  /// The scripts hand the words to their shells, so that no shell may read anything into one.
  static func lines(_ found: [(word: String, what: String)]) -> String {
    found.filter { $0.word.utf8.allSatisfy(isHarmless) }.map { "\($0.word)\t\($0.what.escaped)\n" }.joined()
  }

  private static func isHarmless(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private init(_ arguments: [String], _ environment: Environment) {
    line = TypedLine(Array(arguments.dropFirst()), OptionTable(environment.kinds), home: environment.variable("HOME"))
    self.environment = environment
    let path = PolicyPath(given: line.policy, environment).path
    let kind = try? environment.files.kind(of: path)
    // A terminal or a pipe is read once, and not by this.
    let isThere = kind == .regular || kind == .folder
    policy = isThere ? LoadedPolicy(path: path, environment, takesSketches: true).policy : nil
  }

  private typealias Found = [(word: String, what: String)]

  private func words(_ kind: Kind) -> Found? {
    switch kind {
    case .targets: targets.map { $0.filter { !line.operands.contains($0.word) } }
    case .override: override
    case .ask: state(behind: line.operands)
    case .systems: policy?.systems.map { ($0.name.text, $0.kind.title) }
    case .requests: requests
    case .people: line.operands.count > 1 ? [] : policy?.people.map { ($0.name.text, "") }
    case .sentence: sentence
    }
  }

  /// All that a statement or an override can name.
  private var targets: Found? {
    policy.map { policy in
      policy.everyTarget.map { target in
        if case .targets(let members) = target.selector {
          return (target.name.text, members.map(\.text).joined(separator: ", "))
        }
        return (target.name.text, target.selector.system.map { "on \($0.text)" } ?? "")
      }
    }
  }

  // MARK: - Overrides

  private var override: Found? {
    switch line.operands.first {
    case nil: return targets.map { [("list", ""), ("end", ""), ("extend", "")] + $0 }
    case "list": return []
    case "end":
      return line.operands.count > 1 && line.operands[1] != "all" || line.operands.count == 1
        ? overrides.map { found in
          let targets = found.compactMap { $0.named?.text } + found.map(\.target.text)
          let named = targets.enumerated().filter { targets.firstIndex(of: $1) == $0 }.map { ($0.element, "") }
          return (found.isEmpty ? [] : [("all", "")]) + found.map(described) + named
        } : []
    case "extend": return line.operands.count == 1 ? overrides.map { $0.map(described) } : []
    default: return state(behind: line.operands)
    }
  }

  private func described(_ override: Override) -> (word: String, what: String) {
    let until = policy.map { Moments(zone: $0.zone, now: environment.now()).short(override.until) }
    return (override.id, "\(override.target.text) \(override.state.rawValue)" + (until.map { " until \($0)" } ?? ""))
  }

  /// Those that hold or are yet to begin.
  private var overrides: [Override]? {
    let now = environment.now()
    return try? store.map { try $0.overrides(at: now).filter { $0.isAhead(of: now) } } ?? []
  }

  private var store: StateStore? {
    get throws(StateError) {
      try StateStore(reading: StateDirectory(given: line.state, environment).path)
    }
  }

  /// The states that all of `words` can have, and further targets; nothing behind a state.
  private func state(behind words: [String]) -> Found? {
    guard let policy else { return nil }
    if words.isEmpty { return targets }
    let names = policy.members(of: words.map { Name($0.lowercased()) })
    let pairs = names.compactMap { policy.target($0)?.states }
    guard pairs.count == names.count, let first = pairs.first else { return [] }
    let states = pairs.allSatisfy { $0 == first } ? first.states.map { ($0.rawValue, "") } : []
    return states + (targets ?? []).filter { !words.contains($0.word) }
  }

  // MARK: - Others

  private var requests: Found? {
    guard line.operands.isEmpty else { return [] }
    let now = environment.now()
    guard let found = try? store.map({ try $0.requests() }) ?? [] else { return nil }
    return found.filter { $0.isOpen(at: now) }.map { ($0.id, "") }
  }

  /// A target, its state, then the names of schedules.
  private var sentence: Found? {
    guard let policy else { return nil }
    switch line.operands.count {
    case 0: return targets
    case 1: return state(behind: line.operands)
    default: return policy.schedules.map { ($0.name.text, "") }
    }
  }
}
