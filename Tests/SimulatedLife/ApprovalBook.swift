/// What the simulation knows of requests, codes and PINs, and what must come of deciding about them.
struct ApprovalBook: Sendable {
  var requests: [HouseRequest] = []
  /// By user.
  var tries: [String: Tries] = [:]
  /// By person.
  var pins: [String: HousePIN] = [:]

  /// Wrong codes that one user has tried.
  struct Tries: Sendable {
    var wrong: [HouseClock] = []
    var blockedSince: HouseClock?
  }

  /// What must have come of something that somebody typed.
  struct Ruling: Sendable {
    enum End: Sendable {
      /// Nothing of it is done, but for what is counted.
      case refused
      /// It was done, or a request was made where that was what was wanted.
      case done
      /// A request was made instead.
      case asked
    }

    var end: End
    /// What it is, for people to read.
    var text: String
    var book: ApprovalBook
    var overrides: [HouseOverride]
    /// Whether a right code, or a right PIN, was what did it.
    var counts = false
  }

  private static let hour: Int64 = 3600
  static let mostWrong = 5
  private static let mostWrongInAnHour = 10

  // MARK: Asking

  /// Whether `asker` has asked so often that another request about `targets` is refused.
  func isTooMuch(for asker: String, _ targets: [String], at now: HouseClock, _ rules: HouseRules) -> Bool {
    let own = requests.filter { $0.asker == asker }
    let open = own.filter { $0.isOpen(at: now.wall) && !Self.isAlike($0, targets, rules) }
    return open.count >= 3 || own.count { !now.isADay(after: $0.made) } >= 10
  }

  /// Whether it is about one of `targets`, or a part of one, or they are a part of what it is about.
  private static func isAlike(_ request: HouseRequest, _ targets: [String], _ rules: HouseRules) -> Bool {
    rules.everything(in: request.deed.overrides.map(\.target)).contains { rules.everything(in: targets).contains($0) }
  }

  /// With one more request, in place of what the same person asks for about the same targets.
  func asking(
    _ deed: HouseRequest.Deed, by asker: String, _ needs: [HouseGuard], lasting seconds: Int64, at now: HouseClock,
    _ rules: HouseRules
  ) -> ApprovalBook {
    var book = self
    let targets = deed.overrides.map(\.target)
    for place in book.requests.indices
    where book.requests[place].asker == asker && book.requests[place].isOpen(at: now.wall)
      && Self.isAlike(book.requests[place], targets, rules)
    {
      book.requests[place].ending = "replaced"
    }
    let expires = min(now.wall + seconds, deed.isInVainFrom)
    book.requests.append(
      HouseRequest(
        id: (requests.map(\.id).max() ?? 0) + 1, asker: asker, deed: deed, made: now, expires: expires, needs: needs))
    return book
  }

  // MARK: Deciding

  /// What may come of `user` typing `code` about the request in `place`, one of which must. `needs` are those of now;
  /// where it `isBarred`, nobody can say yes, and the code stays good.
  func deciding(
    _ isYes: Bool, _ place: Int, _ needs: [HouseGuard], typed code: String, by user: String,
    _ overrides: [HouseOverride], isBarred: Bool, at now: HouseClock
  ) -> [Ruling] {
    let request = requests[place]
    func refused(_ text: String, _ book: ApprovalBook? = nil) -> Ruling {
      Ruling(end: .refused, text: text, book: book ?? self, overrides: overrides)
    }
    if let since = tries[user]?.blockedSince, !now.isPast(Self.hour, since: since) { return [refused("is blocked")] }
    guard request.isOpen(at: now.wall) else { return [refused("is over")] }
    guard request.wrong < Self.mostWrong else { return [refused("its codes are burned")] }
    let wrong = refused("a wrong code", counting(wrongBy: user, place, at: now))
    guard let (approver, known) = request.codes.first(where: { $0.value.text == code }) else { return [wrong] }
    var rulings: [Ruling] = []
    let (surely, perhaps) = known.isGood(at: now)
    if known.isUsed, !(isYes && request.agreed.contains(approver) && needs.areMet(by: request.agreed)) {
      rulings = [refused("a used code")]
    } else {
      if perhaps {
        var book = self
        book.requests[place].codes[approver]?.isUsed = true
        let hasSay = needs.approvers.contains(approver)
        rulings.append(
          !hasSay
            ? refused("who has no say any more")
            : isYes && isBarred
              ? refused("is barred") : book.decided(isYes, place, needs, by: approver, overrides, at: now))
      }
      if !surely { rulings.append(refused("a late code")) }
    }
    return known.isSure ? rulings : rulings + [wrong]
  }

  /// What must come of `person`, who has shown who that is, deciding.
  func deciding(
    _ isYes: Bool, _ place: Int, _ needs: [HouseGuard], by person: String, _ overrides: [HouseOverride],
    isBarred: Bool, at now: HouseClock
  ) -> Ruling {
    let request = requests[place]
    let isRefused =
      !request.isOpen(at: now.wall) || !needs.approvers.contains(person)
      || isYes && request.agreed.contains(person) && !needs.areMet(by: request.agreed)
    if isRefused { return Ruling(end: .refused, text: "has no say", book: self, overrides: overrides) }
    if isYes, isBarred { return Ruling(end: .refused, text: "is barred", book: self, overrides: overrides) }
    return decided(isYes, place, needs, by: person, overrides, at: now)
  }

  private func decided(
    _ isYes: Bool, _ place: Int, _ needs: [HouseGuard], by person: String, _ overrides: [HouseOverride],
    at now: HouseClock
  ) -> Ruling {
    var book = self
    guard isYes else {
      book.requests[place].ending = "denied"
      return Ruling(end: .done, text: "\(person) says no", book: book, overrides: overrides, counts: true)
    }
    book.requests[place].agreed.append(person)
    guard needs.areMet(by: book.requests[place].agreed) else {
      return Ruling(
        end: .done, text: "\(person) agrees, and others have to", book: book, overrides: overrides, counts: true)
    }
    book.requests[place].ending = "approved"
    let granted = requests[place].deed.done(to: overrides, at: now.wall)
    return Ruling(end: .done, text: "\(person) agrees", book: book, overrides: granted, counts: true)
  }

  private func counting(wrongBy user: String, _ place: Int, at now: HouseClock) -> ApprovalBook {
    var book = self
    book.requests[place].wrong += 1
    let before = tries[user] ?? Tries()
    // What an hour's wait was for does not count again.
    let recent = before.blockedSince == nil ? before.wrong.filter { !now.isPast(Self.hour, since: $0) } : []
    book.tries[user] =
      recent.count + 1 >= Self.mostWrongInAnHour ? Tries(blockedSince: now) : Tries(wrong: recent + [now])
    return book
  }

  // MARK: PINs

  /// What is known once `person`'s PIN was typed, or something else; whether it counts.
  func trying(_ person: String, isRight: Bool, at now: HouseClock) -> (counts: Bool, book: ApprovalBook) {
    guard let pin = pins[person], !pin.isBlocked(at: now) else { return (false, self) }
    var book = self
    book.pins[person] = pin.tried(isRight, at: now)
    return (isRight, book)
  }

  // MARK: Fresh codes

  /// With fresh codes to be sent for the request in `place`; nil where all were sent often, or none is good.
  func sendingAgain(_ place: Int, to all: [String]) -> ApprovalBook? {
    guard requests[place].wrong < Self.mostWrong else { return nil }
    var book = self
    let approvers = all.filter {
      requests[place].sent[$0, default: 0] < 3 && !requests[place].agreed.contains($0)
    }
    for approver in approvers {
      book.requests[place].sent[approver, default: 0] += 1
      book.requests[place].codes[approver] = nil
      book.requests[place].waiting[approver] = 0
      book.requests[place].isTellingSure = requests[place].isTellingSure || approvers == all
    }
    return approvers.isEmpty ? nil : book
  }
}

/// Somebody's PIN, and what was tried.
struct HousePIN: Sendable {
  var text: String
  /// What the program knows it by, once that was seen, and the one before.
  var hash: String?
  var formerHash: String?
  private(set) var wrong = 0
  private(set) var waits = 0
  private var blockedSince: HouseClock?

  init(_ text: String, after former: HousePIN?) {
    self.text = text
    formerHash = former?.hash
  }

  /// Whether it is the one that the program knows by `hash`.
  func isKnown(by hash: String?) -> Bool { self.hash.map { $0 == hash } ?? (hash != nil && hash != formerHash) }

  /// An hour, two, and so on, up to a day.
  private var waitSeconds: Int64 { min(86_400, 3600 << Int64(min(max(waits, 1) - 1, 5))) }

  func isBlocked(at now: HouseClock) -> Bool { blockedSince.map { !now.isPast(waitSeconds, since: $0) } ?? false }

  func tried(_ isRight: Bool, at now: HouseClock) -> HousePIN {
    var pin = self
    if isRight {
      (pin.wrong, pin.waits, pin.blockedSince) = (0, 0, nil)
    } else {
      pin.wrong += 1
      if pin.wrong >= 5 { (pin.wrong, pin.waits, pin.blockedSince) = (0, waits + 1, now) }
    }
    return pin
  }
}
