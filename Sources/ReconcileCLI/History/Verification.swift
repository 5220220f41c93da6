import JSONTree
import Journal

/// What checking the past came to, as a person or a program reads it.
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
    case .broken, .headMissing: false
    }
  }

  /// One line, or two.
  var text: String {
    switch check {
    case .holds(let count):
      "\(count) \(count == 1 ? "entry" : "entries"), unbroken" + (head.map { ", head \($0)" } ?? "") + "\n"
    case .broken(let number):
      """
      broken at entry \(number): it, or what stood before it, was edited or taken out
      What stands before entry \(number) is as it was written.

      """
    case .headMissing:
      """
      the head that was given is not among the entries: what came after it was cut off,
      or this is another state

      """
    }
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .init("formatVersion", .number("1")),
      .init("check", .string(word)),
      .init("count", count.map { .integer($0) } ?? .null),
      .init("brokenAt", brokenAt.map { .integer(Int($0)) } ?? .null),
      .init("head", .text(head)),
    ])
  }

  private var word: String {
    switch check {
    case .holds: "holds"
    case .broken: "broken"
    case .headMissing: "head-missing"
    }
  }

  private var count: Int? {
    if case .holds(let entries) = check { entries } else { nil }
  }

  private var brokenAt: Int64? {
    if case .broken(let number) = check { number } else { nil }
  }
}
