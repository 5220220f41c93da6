import Controller
import JSONTree
import Presentation
import StateStore

/// What checking the past came to, as people and programs read it.
struct Verification {
  private let check: ChainCheck
  /// Of the last entry; nil where there is no state.
  private let head: String?

  init(_ check: ChainCheck, head: String?) {
    self.check = check
    self.head = head
  }

  /// Whether nothing was edited or cut off.
  var holds: Bool {
    switch check {
    case .holds: true
    case .broken, .headMissing, .differs: false
    }
  }

  /// One line, or two.
  var text: String {
    switch check {
    case .holds(let count):
      "\(count) \(count == 1 ? "entry" : "entries"), unbroken" + (head.map { ", head \($0)" } ?? "") + "\n"
    case .broken(let number):
      """
      broken at entry \(number): it, or the entry before it, was edited or removed
      All entries before entry \(number) are as they were written.

      """
    case .headMissing:
      """
      the head that was given is not among the entries: what came after it was cut off,
      or this is another state

      """
    case .differs(let differences):
      "the entries are unbroken, but the data beside them does not match:\n"
        + differences.map { "  " + $0.words + "\n" }.joined()
    }
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .formatVersion,
      .init("check", .string(word)),
      .init("count", count.map { .integer($0) } ?? .null),
      .init("brokenAt", brokenAt.map { .integer(Int($0)) } ?? .null),
      .init("head", .text(head)),
      .init("differences", .array(differences.map(\.json))),
    ])
  }

  private var word: String {
    switch check {
    case .holds: "holds"
    case .broken: "broken"
    case .headMissing: "head-missing"
    case .differs: "differs"
    }
  }

  private var differences: [Difference] {
    if case .differs(let differences) = check { differences } else { [] }
  }

  private var count: Int? {
    if case .holds(let entries) = check { entries } else { nil }
  }

  private var brokenAt: Int64? {
    if case .broken(let number) = check { number } else { nil }
  }
}

extension Difference {
  /// `override 3 is not in the history: somebody else has put it there`
  var words: String {
    switch kind {
    case .unknown: "\(kept.words) is not in the history: somebody else added it"
    case .changed: "\(kept.words) differs from the history: somebody else changed it"
    case .missing: "\(kept.words) is in the history, but was removed"
    }
  }

  fileprivate var json: JSON {
    .object([
      .init("what", .string(kept.name)), .init("id", .text(kept.id)), .init("how", .string(kind.rawValue)),
    ])
  }
}

extension Kept {
  fileprivate var name: String {
    switch self {
    case .override: "override"
    case .lastGoodPolicy: "last-good-policy"
    case .followedPolicy: "followed-policy"
    case .request: "request"
    case .tries: "tries"
    case .pin: "pin"
    case .news: "news"
    case .approvedTarget: "approved-target"
    case .policyVersion: "policy-version"
    case .release: "release"
    case .link: "link"
    case .device: "device"
    }
  }

  /// What tells it from others of its sort.
  fileprivate var id: String? {
    switch self {
    case .override(let id), .request(let id), .tries(let id), .pin(let id), .news(let id), .approvedTarget(let id),
      .policyVersion(let id), .release(let id), .link(let id),
      .device(let id):
      id
    case .lastGoodPolicy, .followedPolicy: nil
    }
  }
}
