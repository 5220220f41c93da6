import StateStore
import Text

/// What there is in a household in which somebody guards something: who was told what, and when the machine was started.
struct Guarding: Sendable {
  var book = ApprovalBook()
  let post: Post
  /// Who may have to agree to each request that is open in a run, and who surely has to.
  var approvers: [Int: (some: Set<String>, sure: Set<String>)] = [:]
  /// What is known of edits; nil where no guard holds any.
  var held: HeldRules?
  /// What came since the last run.
  private(set) var letters: [Post.Letter] = []
  /// The codes that were sent, the last ones.
  private(set) var codes: [String] = []
  /// Which start of the machine this is, and when it was, by the true clock.
  private var boot = (number: 1, at: Int64(0))

  init(seed: UInt64, at start: Int64) {
    post = Post(seed: seed ^ 0xC0DE)
    boot.at = start - 100_000
  }

  private static let mostCodes = 30

  func clock(at now: Int64, wall: Int64) -> HouseClock {
    HouseClock(wall: wall, boot: boot.number, uptime: now - boot.at)
  }

  mutating func restart(at now: Int64) { boot = (boot.number + 1, now - 20) }

  /// Looks into the mailboxes.
  mutating func listen() { letters = post.take() }

  mutating func know(_ code: String) { codes = (codes + [code]).suffix(Self.mostCodes) }

  /// What must be printed nowhere: the codes, with their hyphen and without.
  var secrets: [String] {
    (codes + letters.compactMap { $0.code?.text }).flatMap { [$0, $0.exchanging("-", for: "")] }
  }
}

/// What is in the state of what people want, as the program itself reads it.
struct KeptWishes: Sendable {
  struct Request: Hashable, Sendable {
    var ending: String?
    var wrong: Int
    var agreed: [String]
  }

  struct PIN: Hashable, Sendable {
    var wrong: Int
    var waits: Int
  }

  /// Which rules go for a target.
  struct Agreed: Hashable, Sendable {
    /// As they are written; nil where they are not there.
    var text: String?
    var since: Int64
    var isHeld: Bool
    var request: Int?
  }

  /// What a request about an edit is about.
  struct Edit: Hashable, Sendable {
    var asker: String
    var targets: [String]
    var text: String?
  }

  var overrides: [HouseOverride] = []
  /// By number.
  var requests: [Int: Request] = [:]
  /// Those of them that are about edits.
  var edits: [Int: Edit] = [:]
  /// By target.
  var agreed: [String: Agreed] = [:]
  var pins: [String: PIN] = [:]
  /// What the program knows PINs by.
  var pinHashes: [String: String] = [:]

  /// Whether `book` and `overrides` are just that; the overrides with their numbers where they are.
  func overrides(_ expected: [HouseOverride], _ book: ApprovalBook, at wall: Int64) -> [HouseOverride]? {
    for request in book.requests {
      guard let found = requests[request.id] else {
        if request.isOpen(at: wall) { return nil }
        continue
      }
      // Whatever is over ends with the next run.
      let isExpired = found.ending == "expired" && request.ending == nil && !request.isOpen(at: wall)
      let ending = isExpired ? "expired" : request.ending
      if found != Request(ending: ending, wrong: request.wrong, agreed: request.agreed) { return nil }
    }
    guard Set(requests.keys).isSubset(of: book.requests.map(\.id)) else { return nil }
    for (person, pin) in book.pins
    where pins[person] != PIN(wrong: pin.wrong, waits: pin.waits) || !pin.isKnown(by: pinHashes[person]) {
      return nil
    }
    return numbered(expected, at: wall)
  }

  /// What ended more than a year ago is forgotten.
  private static let longest: Int64 = 390 * 86_400

  private func numbered(_ expected: [HouseOverride], at wall: Int64) -> [HouseOverride]? {
    let known = Dictionary(uniqueKeysWithValues: expected.filter { $0.id > 0 }.map { ($0.id, $0) })
    var made = expected.filter { $0.id == 0 }[...]
    for found in overrides {
      if let known = known[found.id] {
        if known != found { return nil }
      } else {
        guard var new = made.popFirst() else { return nil }
        new.id = found.id
        if new != found { return nil }
      }
    }
    let ids = Set(overrides.map(\.id))
    let isGone = known.values.contains { !ids.contains($0.id) && $0.until > wall - Self.longest }
    return made.isEmpty && !isGone ? overrides : nil
  }
}

extension Disk {
  /// What is kept on it of people's wishes; nil where it cannot be read.
  func wishes(of people: [String]) -> KeptWishes? {
    do {
      guard let store = try StateStore(reading: path) else { return KeptWishes() }
      return try KeptWishes(store, people)
    } catch {
      return nil
    }
  }
}
