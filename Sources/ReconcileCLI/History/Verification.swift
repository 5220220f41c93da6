import Controller
import JSONTree
import Presentation
import StateStore
import Text

/// What checking the past came to, as people and programs read it.
struct Verification {
  private let check: PastCheck
  /// Of the last entry; nil where there is no state.
  private let head: String?
  private let moments: Moments

  init(_ check: PastCheck, head: String?, _ moments: Moments) {
    self.check = check
    self.head = head
    self.moments = moments
  }

  /// Whether nothing was edited or cut off.
  var holds: Bool {
    switch check.worst {
    case .holds: true
    case .broken, .headMissing, .differs: false
    }
  }

  /// So many places are told in words that do not fit.
  private static let toldBreaks = 8

  // MARK: Text

  /// One line where all is well; otherwise what is not, what is nevertheless known, and what to do.
  var text: String {
    var lines: [String] = []
    switch check.worst {
    case .holds: lines.append(entries + ", unbroken" + (head.map { ", head \($0)" } ?? ""))
    case .broken: lines += breaks
    case .headMissing: lines += VerificationMessages.headMissing(firstKept: firstKept)
    case .differs: lines.append(VerificationMessages.differs)
    }
    if case .broken = check.worst {
      if let isHeadFound = check.isHeadFound {
        lines += isHeadFound ? [headFound] : VerificationMessages.headMissing(firstKept: firstKept)
      }
      if !check.differences.isEmpty { lines.append(VerificationMessages.alsoDiffers) }
    }
    if check.breaks.isEmpty, check.isHeadFound == true { lines.append(headFound) }
    let isCut = check.breaks.contains { $0.missing != nil }
    lines += check.differences.map { "  " + $0.words(isCut: isCut).escaped }
    lines += check.setAside.map { VerificationMessages.begunAnew($0.escaped) }
    if case .broken = check.worst, let head {
      lines.append(VerificationMessages.goOn(head, from: stretches.last.flatMap(startOfLast)))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// `24 entries (21 to 44, …)`
  private var entries: String {
    let count = "\(check.count) \(check.count == 1 ? "entry" : "entries")"
    guard check.forgotten > 0 else { return count }
    guard let first = check.first, let last = check.last else {
      return "\(count) (\(VerificationMessages.forgotten(check.forgotten)))"
    }
    let numbers = first.number == last.number ? "\(first.number)" : "\(first.number) to \(last.number)"
    let start = firstKept.map { ", from \($0) on" } ?? ""
    return "\(count) (\(numbers)\(start); \(VerificationMessages.forgotten(check.forgotten)))"
  }

  /// When the first entry was made, where others were before it.
  private var firstKept: String? { check.forgotten > 0 ? check.first?.at.map(moments.short) : nil }

  private var breaks: [String] {
    var lines = check.breaks.prefix(Self.toldBreaks).map { found in
      VerificationMessages.broken(
        found.place.number, at: found.place.at.map(moments.short), missing: found.missing)
    }
    if check.breaks.count > Self.toldBreaks {
      lines.append(VerificationMessages.moreBreaks(check.breaks.count - Self.toldBreaks))
    }
    let stretches = stretches
    let told = stretches.prefix(Self.toldBreaks)
    if !told.isEmpty {
      lines.append(VerificationMessages.fitting(Array(told), isAll: told.count == stretches.count))
    }
    if let found = check.breaks.last, let first = check.first, found.place.number > first.number {
      lines.append(VerificationMessages.nothingVouches(before: found.place.number))
    }
    return lines
  }

  /// From where to where entries fit each other, before and behind what does not. No stretch vouches for another: whoever
  /// breaks an entry can make up all before it, with hashes that fit.
  private var stretches: [ClosedRange<Int64>] {
    guard let first = check.first, let last = check.last, let broken = check.breaks.first else { return [] }
    // The numbers before a gap are those of an entry that is there.
    let end = { (found: PastCheck.Break) in found.missing?.lowerBound ?? found.place.number }
    let before = first.number < end(broken) ? [first.number...end(broken) - 1] : []
    let ends = check.breaks.dropFirst().map { end($0) - 1 } + [last.number]
    return before
      + zip(check.breaks.map(\.place.number), ends).compactMap { start, end in start < end ? start + 1...end : nil }
  }

  /// The same where nothing is broken: all entries fit each other.
  private var whole: [ClosedRange<Int64>] {
    guard check.breaks.isEmpty, let first = check.first, let last = check.last else { return stretches }
    return [first.number...last.number]
  }

  /// Where `stretch` begins if the last entry is in it: what the head of now vouches for; nil where it is not.
  private func startOfLast(_ stretch: ClosedRange<Int64>) -> Int64? {
    stretch.upperBound == check.last?.number ? stretch.lowerBound : nil
  }

  /// What the head that was given says of the entries: those of its own stretch up to it.
  private var headFound: String {
    if let number = check.headNumber, check.breaks.contains(where: { $0.place.number == number }) {
      return VerificationMessages.headAfterGap(at: number)
    }
    guard let number = check.headNumber, let stretch = whole.first(where: { $0.contains(number) }) else {
      return VerificationMessages.headForgotten
    }
    return VerificationMessages.headFound(at: number, from: stretch.lowerBound)
  }

  // MARK: JSON

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .formatVersion,
      .init("check", .string(word)),
      .init("count", holds ? .integer(check.count) : .null),
      .init("brokenAt", check.breaks.first.map { .integer(Int($0.place.number)) } ?? .null),
      .init("head", .text(head)),
      .init("differences", .array(check.differences.map(\.json))),
      .init("headFound", check.isHeadFound.map { .bool($0) } ?? .null),
      .init("breaks", .integer(check.breaks.count)),
      .init("lastBroken", check.breaks.last.map { .integer(Int($0.place.number)) } ?? .null),
      .init("first", check.first.map { .integer(Int($0.number)) } ?? .null),
      .init("last", check.last.map { .integer(Int($0.number)) } ?? .null),
      .init("forgotten", .integer(Int(check.forgotten))),
      .init("setAside", .array(check.setAside.map { .string($0) })),
    ])
  }

  private var word: String {
    switch check.worst {
    case .holds: "holds"
    case .broken: "broken"
    case .headMissing: "head-missing"
    case .differs: "differs"
    }
  }
}

extension Difference {
  /// `override 3 is not in the history: somebody else added it`; where entries are missing, what added it may be one of these.
  func words(isCut: Bool) -> String {
    switch kind {
    case .unknown where isCut:
      "\(kept.words) is not in the history: its entry is among those that were removed, or somebody else added it"
    case .unknown: "\(kept.words) is not in the history: somebody else added it"
    case .changed where isCut:
      "\(kept.words) differs from the history: what changed it is among the entries that were removed, or somebody else did"
    case .changed: "\(kept.words) differs from the history: somebody else changed it"
    case .missing where isCut:
      "\(kept.words) is in the history, but not there: what forgot it is among the entries that were removed, or somebody else "
        + "removed it"
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
