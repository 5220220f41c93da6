import CivilTime
import Simulator
import TestSupport
import Text

/// What people do about what is guarded, and what must come of it.
extension Life {
  typealias Ruling = ApprovalBook.Ruling

  /// Lets `person` do it; nil for whom the machine has no name of, who is `anna`.
  mutating func happen(_ deed: GuardDeed, by person: String?, at now: Int64) async -> Violation? {
    guard let guarding, !isBroken || lastGood.count == 1 else { return nil }
    let clock = guarding.clock(at: now, wall: now + ahead)
    if case .edit(let edit) = deed {
      self.edit(edit)
      return nil
    }
    if guarding.held != nil {
      // What the last run said of an edit it said of the file as it was then.
      let told = waiting.flatMap { $0.isTold && $0.text == rules.text ? $0.held : nil }
      followEdits(at: clock.wall, told: isBroken ? nil : told)
      if isUnclear { return nil }
    }
    let user = person ?? "anna"
    switch deed {
    case .reach(let person, let isDown): guarding.post.set(person, isDown: isDown)
    case .restart: self.guarding?.restart(at: now)
    case .choosePIN(let number): return choosePIN(number, of: user, clock)
    case .send(let number): return sendAgain(number, by: user, clock)
    case .cancel(let number): return cancel(number, by: user, clock)
    case .decide(let isYes, let number, let typed): return decide(isYes, number, typed, by: user, clock)
    case .decideByPIN(let isYes, let number, let person, let isRight):
      return decide(isYes, number, person, isRight, by: user, clock)
    case .edit: break
    case .ask, .askMore, .more, .lock, .override, .endTarget, .endAll, .shorten:
      guard let plea = plea(deed, clock) else { return nil }
      return perform(plea.words, Machine.User(name: person), rulings(plea, by: user, clock), clock)
    case .overrideByPIN(let person, let isRight, let deed):
      guard let plea = plea(.override(deed), clock), !plea.mayBeRefused,
        let pin = guarding.book.pins[person], !isBroken
      else { return nil }
      return overrideByPIN(plea, pin, of: person, isRight, by: user, clock)
    }
    return nil
  }

  // MARK: - Wishes

  /// Something that somebody wants done, and how it is typed.
  struct Plea {
    var words: [String]
    var deed: HouseRequest.Deed
    /// Nil where it is no request that is made, and by what is not asked by itself.
    var lasting: Int64?
    /// Whether nothing may be changed for other reasons.
    var mayBeRefused = false
    /// Whether only a policy without errors is understood.
    var needsPolicy = true
  }

  private func plea(_ deed: GuardDeed, _ clock: HouseClock) -> Plea? {
    let wall = clock.wall
    let ahead = overrides.filter { $0.keepingShut(at: wall).until > max(wall, $0.from) }
    switch deed {
    case .ask(let target, let state, let seconds, let expires):
      let made = withoutObserved(HouseOverride(target, state, wall, wall + seconds))
      let words = ["ask", target, state, "--for", "\(seconds)s"] + (expires.map { ["--expires", "\($0)s"] } ?? [])
      return Plea(
        words: words, deed: .make(made), lasting: expires ?? 1800, mayBeRefused: !mayBe(state, target))
    case .askMore(let target, let seconds), .more(let target, let seconds):
      guard let made = more(target, seconds, wall) else { return nil }
      let isLocked = ahead.contains { $0.isLock && oracle.rules.stands([$0.target], for: target) }
      let mayBeRefused = isLocked || !mayBe("on", target)
      if case .more = deed {
        return Plea(words: ["more", target, "\(seconds)s"], deed: .make([made]), mayBeRefused: mayBeRefused)
      }
      return Plea(
        words: ["ask", target, "--more", "\(seconds)s"], deed: .make([made]), lasting: 1800, mayBeRefused: mayBeRefused)
    case .lock(let target, let seconds):
      // What is paused does nothing for a while: nobody locks that.
      let words = oracle.rules.target(target)?.words ?? .switches
      let state = (words == .blocking ? .switches : words).off
      var made = HouseOverride(target, state, wall, wall + seconds)
      made.isLock = true
      return Plea(
        words: ["lock", target, "--for", "\(seconds)s"], deed: .make(withoutObserved(made)),
        mayBeRefused: !mayBe(state, target))
    case .override(let deed): return plea(deed, ahead, wall)
    case .endTarget(let target):
      let made = ahead.filter { $0.target == target || $0.named == target }
      let ended = made.isEmpty ? ahead.filter { oracle.rules.isOnly($0.target, about: target) } : made
      guard !ended.isEmpty, !isBroken || !made.isEmpty else { return nil }
      return Plea(words: ["override", "end", target], deed: .end(ended), needsPolicy: isBroken)
    case .endAll:
      return ahead.isEmpty ? nil : Plea(words: ["override", "end", "all"], deed: .end(ahead), needsPolicy: false)
    case .shorten(let number):
      guard !ahead.isEmpty else { return nil }
      let picked = ahead[Int(number % UInt64(ahead.count))]
      let until = max(wall, picked.from) + max(1, (picked.until - max(wall, picked.from)) / 2)
      return Plea(
        words: ["override", "extend", "\(picked.id)", "--until", "\(Instant(secondsSinceEpoch: until))"],
        deed: .extend(picked, until: until), mayBeRefused: true)
    default: return nil
    }
  }

  private func plea(_ deed: OverrideDeed, _ ahead: [HouseOverride], _ wall: Int64) -> Plea? {
    func picked(_ number: UInt64) -> HouseOverride? { ahead.isEmpty ? nil : ahead[Int(number % UInt64(ahead.count))] }
    switch deed {
    case .lasting, .until, .later:
      guard let (words, made) = oracle.making(deed, at: wall) else { return nil }
      return Plea(
        words: ["override"] + words, deed: .make(withoutObserved(made)), mayBeRefused: !mayBe(made.state, made.target))
    case .end(let number):
      return picked(number).map {
        Plea(words: ["override", "end", "\($0.id)"], deed: .end([$0]), needsPolicy: false)
      }
    case .extend(let number, let seconds):
      guard let picked = picked(number), picked.until + seconds <= wall + 366 * 86_400 else { return nil }
      return Plea(
        words: ["override", "extend", "\(picked.id)", "--for", "\(seconds)s"],
        deed: .extend(picked, until: picked.until + seconds), mayBeRefused: true, needsPolicy: false)
    }
  }

  /// More time before the next `off` of one target; nil if there is none within 40 days, or it is several.
  private func more(_ target: String, _ seconds: Int64, _ wall: Int64) -> HouseOverride? {
    var oracle = oracle
    oracle.overrides = overrides.map { $0.keepingShut(at: wall) }
    guard let found = oracle.rules.targets.first(where: { $0.name == target }), found.words == .switches else {
      return nil
    }
    if case .several = found.kind { return nil }
    guard let off = oracle.nextOff(found, from: wall) else { return nil }
    var made = HouseOverride(target, "on", off, off + seconds)
    made.isMore = true
    return made
  }

  /// What `made` comes to: of several targets those that are only observed are left out, and the others get one each.
  private func withoutObserved(_ made: HouseOverride) -> [HouseOverride] {
    let members = members(of: made.target)
    let order = inOrder(made.target)
    let rest = members.filter { $0.enforcement != "observe" }.sorted {
      order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0
    }
    if rest.isEmpty || rest.count == members.count { return [made] }
    return rest.map { member in
      var one = made
      (one.target, one.named) = (member.name, made.target)
      return one
    }
  }

  /// `target` and all that it stands for, as its list of targets names them.
  private func inOrder(_ target: String) -> [String] {
    guard case .several(let names)? = oracle.rules.targets.first(where: { $0.name == target })?.kind else {
      return [target]
    }
    return names.flatMap(inOrder)
  }

  /// The targets with a state of their own that `target` stands for.
  private func members(of target: String) -> [HouseTarget] {
    oracle.rules.targets.filter { target in
      if case .several = target.kind { return false }
      return oracle.rules.stands([target.name], for: target.name)
    }.filter { oracle.rules.stands([target], for: $0.name) }
  }

  /// Whether `target` may be overridden so, whoever asks.
  private func mayBe(_ state: String, _ target: String) -> Bool {
    let all = members(of: target)
    let isPart = all.contains { $0.enforcement != "observe" }
    let members = isPart ? all.filter { $0.enforcement != "observe" } : all
    let implicit = oracle.rules.systems.contains { $0.name == target && $0.kind == .piHole }
    guard !members.isEmpty || implicit && [HouseWords.blocking.on, HouseWords.blocking.off].contains(state) else {
      return false
    }
    return members.allSatisfy { member in
      if case .action = member.kind { return false }
      return member.enforcement != "observe" && [member.words.on, member.words.off].contains(state)
        && member.permits(state)
    }
  }

  /// What may come of it, one of which must.
  private func rulings(_ plea: Plea, by user: String, _ clock: HouseClock) -> [Ruling] {
    let book = guarding?.book ?? ApprovalBook()
    let refused = Ruling(end: .refused, text: "refused", book: book, overrides: overrides)
    if isBroken, plea.needsPolicy { return [refused] }
    let (surely, perhaps) = guards(plea.deed, clock)
    var rulings: [Ruling] = []
    let changed = plea.deed.done(to: overrides, at: clock.wall)
    if surely.isEmpty {
      rulings.append(
        plea.lasting == nil
          ? Ruling(end: .done, text: "done, as it frees nobody", book: book, overrides: changed) : refused)
      // What makes nobody freer may change nothing at all.
      if case .make(let made) = plea.deed, made.contains(where: \.isLock), !plea.mayBeRefused {
      } else {
        if case .end = plea.deed {} else { rulings.append(refused) }
      }
    }
    if !perhaps.isEmpty {
      let isTooMuch = book.isTooMuch(for: user, plea.deed.overrides.map(\.target), at: clock, oracle.rules)
      for needs in surely.isEmpty || surely == perhaps ? [perhaps] : [surely, perhaps] where !isTooMuch {
        let asking = book.asking(plea.deed, by: user, needs, lasting: plea.lasting ?? 1800, at: clock, oracle.rules)
        rulings.append(
          Ruling(
            end: plea.lasting == nil ? .asked : .done, text: "asked of \(needs)", book: asking, overrides: overrides))
      }
      if isTooMuch || plea.mayBeRefused { rulings.append(refused) }
    }
    return rulings
  }

  /// The guards of what `deed` would make freer now: surely, and perhaps.
  private func guards(_ deed: HouseRequest.Deed, _ clock: HouseClock) -> (surely: [HouseGuard], perhaps: [HouseGuard]) {
    var freedom = HouseFreedom(oracle, from: overrides, to: deed.done(to: overrides, at: clock.wall))
    return freedom.guards(at: clock.wall)
  }

  private mutating func overrideByPIN(
    _ plea: Plea, _ pin: HousePIN, of person: String, _ isRight: Bool, by user: String, _ clock: HouseClock
  ) -> Violation? {
    guard let book = guarding?.book, case .make = plea.deed else { return nil }
    let (counts, tried) = book.trying(person, isRight: isRight, at: clock)
    let refused = Ruling(end: .refused, text: "refused", book: tried, overrides: overrides)
    var rulings = [refused]
    if counts {
      let (surely, perhaps) = guards(plea.deed, clock)
      let needs = [surely, perhaps]
      let mayAll = { (needs: [HouseGuard]) in needs.isEmpty || needs.areMet(by: [person]) }
      let changed = plea.deed.done(to: overrides, at: clock.wall)
      let done = Ruling(end: .done, text: "done by \(person)", book: tried, overrides: changed, counts: true)
      if needs.allSatisfy(mayAll), !surely.isEmpty {
        rulings = [done]
      } else if needs.contains(where: mayAll) {
        rulings.append(done)
      }
    } else {
      tally.wrongCodes += 1
    }
    let typed = Machine.User(name: user, typed: [isRight ? pin.text : "wrong " + pin.text])
    return perform(plea.words + ["--as", person], typed, rulings, clock)
  }

  // MARK: - Decisions

  /// A request that is open, now and then one that is not.
  private func request(_ number: UInt64, _ clock: HouseClock) -> Int? {
    let requests = guarding?.book.requests ?? []
    let open = requests.indices.filter { requests[$0].isOpen(at: clock.wall) }
    let pool = open.isEmpty || number % 8 == 0 ? Array(requests.indices.suffix(4)) : open
    return pool.isEmpty ? nil : pool[Int(number / 8 % UInt64(pool.count))]
  }

  /// Those who have to agree now, as far as one can tell.
  private func needs(_ request: HouseRequest, _ clock: HouseClock) -> [[HouseGuard]] {
    let (surely, perhaps) = guards(request.deed, clock)
    let changed = HouseFreedom(oracle, from: overrides, to: request.deed.done(to: overrides, at: clock.wall))
    let standing = request.edited.isEmpty ? changed.guardsOfNamed : []
    let found = [surely, perhaps].map { $0.isEmpty ? standing.isEmpty ? request.needs : standing : $0 }
    return found[0] == found[1] ? [found[0]] : found
  }

  /// Whether nobody can agree to `request` now, as far as one can tell: of what changes nothing some yeses count, as what is
  /// left by hand is wished for anew.
  private func isBarred(_ request: HouseRequest, _ clock: HouseClock) -> [Bool] {
    let isBarred = isSurelyBarred(request, clock)
    return isBarred || !isGiven(request, clock) ? [isBarred] : [false, true]
  }

  /// Whether what `request` asks for is so anyway, at each quarter of an hour and wherever an override begins or ends.
  private func isGiven(_ request: HouseRequest, _ clock: HouseClock) -> Bool {
    guard case .make(let wanted) = request.deed else { return false }
    var oracle = oracle
    oracle.overrides = overrides.map { $0.keepingShut(at: clock.wall) }
    return wanted.allSatisfy { made in
      let from = max(made.from, clock.wall)
      guard !made.isLock, from < made.until else { return false }
      let edges = overrides.flatMap { [$0.from, $0.until] }.filter { from < $0 && $0 < made.until }
      let instants = [from] + edges + stride(from: from - from % 900 + 900, to: made.until, by: 900)
      return members(of: made.target).allSatisfy { member in
        instants.allSatisfy { oracle.state(member, $0) == made.state }
      }
    }
  }

  /// Whether a lock, or its end, keeps everybody from agreeing to `request` now: a lock decides at an instant of the more time
  /// that it would give, or what it would end, or give another end, has ended, or got one since.
  private func isSurelyBarred(_ request: HouseRequest, _ clock: HouseClock) -> Bool {
    if case .extend(let asked, _) = request.deed {
      guard let present = overrides.first(where: { $0.id == asked.id }) else { return true }
      return present.keepingShut(at: clock.wall).until <= max(clock.wall, present.from) || present.until != asked.until
    }
    // As long as one of them goes on, there is something to end.
    if case .end(let asked) = request.deed {
      return !overrides.contains { override in
        asked.contains { $0.id == override.id }
          && override.keepingShut(at: clock.wall).until > max(clock.wall, override.from)
      }
    }
    guard case .make(let wanted) = request.deed else { return false }
    var oracle = oracle
    oracle.overrides = overrides.map { $0.keepingShut(at: clock.wall) }
    return wanted.contains { made in
      let from = max(made.from, clock.wall)
      guard made.isMore, from < made.until, let target = oracle.rules.targets.first(where: { $0.name == made.target })
      else { return false }
      let instants = [from] + overrides.flatMap { [$0.from, $0.until] }.filter { from < $0 && $0 < made.until }
      return instants.contains { oracle.override(of: target, at: $0)?.isLock ?? false }
    }
  }

  private mutating func decide(
    _ isYes: Bool, _ number: UInt64, _ typed: HouseTyped, by user: String, _ clock: HouseClock
  ) -> Violation? {
    guard let guarding, let place = request(number, clock) else { return nil }
    let request = guarding.book.requests[place]
    let code: String
    switch typed {
    case .guess(let number): code = Self.code(number)
    case .old(let number):
      guard !guarding.codes.isEmpty else { return nil }
      code = guarding.codes[Int(number % UInt64(guarding.codes.count))]
    case .sent(let number):
      let codes = request.codes.sorted { $0.key < $1.key }
      guard !codes.isEmpty else { return nil }
      code = codes[Int(number % UInt64(codes.count))].value.text
    }
    let rulings = needs(request, clock).flatMap { needs in
      isBarred(request, clock).flatMap { isBarred in
        guarding.book.deciding(
          isYes, place, needs, typed: code, by: user, overrides, isBarred: isBarred, at: clock)
      }
    }
    let spelled = number.isMultiple(of: 3) ? code.lowercased().exchanging("-", for: " ") : code
    let words = [isYes ? "approve" : "deny", "\(request.id)"]
    return perform(words, Machine.User(name: user, typed: [spelled]), rulings + forgotten(request, clock), clock)
  }

  /// What may come of any word about a request that is over for so long that it may be forgotten: nothing is counted.
  private func forgotten(_ request: HouseRequest, _ clock: HouseClock) -> [Ruling] {
    guard let book = guarding?.book, !request.isOpen(at: clock.wall), clock.wall - request.made.wall > 30 * 86_400
    else { return [] }
    return [Ruling(end: .refused, text: "not found", book: book, overrides: overrides)]
  }

  /// Any code.
  private static func code(_ number: UInt64) -> String {
    let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    let characters = (0..<8).map { digits[Int(number >> UInt64($0 * 5) & 31)] }
    return String(characters.prefix(4)) + "-" + String(characters.suffix(4))
  }

  private mutating func decide(
    _ isYes: Bool, _ number: UInt64, _ person: String, _ isRight: Bool, by user: String, _ clock: HouseClock
  ) -> Violation? {
    guard let guarding, let place = request(number, clock), let pin = guarding.book.pins[person] else { return nil }
    let request = guarding.book.requests[place]
    let (counts, tried) = guarding.book.trying(person, isRight: isRight, at: clock)
    let rulings =
      counts
      ? needs(request, clock).flatMap { needs in
        isBarred(request, clock).map { isBarred in
          tried.deciding(isYes, place, needs, by: person, overrides, isBarred: isBarred, at: clock)
        }
      }
      : [Ruling(end: .refused, text: "a wrong PIN", book: tried, overrides: overrides)]
    let words = [isYes ? "approve" : "deny", "\(request.id)", "--as", person]
    return perform(
      words, Machine.User(name: user, typed: [isRight ? pin.text : "wrong " + pin.text]),
      rulings + forgotten(request, clock), clock)
  }

  private mutating func sendAgain(_ number: UInt64, by user: String, _ clock: HouseClock) -> Violation? {
    guard let book = guarding?.book, let place = request(number, clock) else { return nil }
    let request = book.requests[place]
    // Of what stays they may have more a day later.
    if !request.edited.isEmpty, request.sent.values.contains(where: { $0 >= 3 }) { return nil }
    let rulings = needs(request, clock).map { needs in
      let mayBe = request.isOpen(at: clock.wall) && request.isBetween(user, needs)
      let sent = mayBe ? book.sendingAgain(place, to: needs.approvers) : nil
      return Ruling(
        end: sent == nil ? .refused : .done, text: "fresh codes", book: sent ?? book, overrides: overrides)
    }
    return perform(["approve", "\(request.id)", "--send"], Machine.User(name: user), rulings, clock)
  }

  private mutating func cancel(_ number: UInt64, by user: String, _ clock: HouseClock) -> Violation? {
    guard let known = guarding?.book, let place = request(number, clock) else { return nil }
    let request = known.requests[place]
    let rulings = needs(request, clock).map { needs in
      var book = known
      let mayBe = request.isOpen(at: clock.wall) && request.isBetween(user, needs)
      if mayBe { book.requests[place].ending = "cancelled" }
      return Ruling(end: mayBe ? .done : .refused, text: "taken back", book: book, overrides: overrides)
    }
    return perform(["cancel", "\(request.id)"], Machine.User(name: user), rulings, clock)
  }

  private mutating func choosePIN(_ number: UInt64, of person: String, _ clock: HouseClock) -> Violation? {
    guard let book = guarding?.book, !isBroken else { return nil }
    let text = "a phrase of \(number)"
    var (counts, changed) = (true, book)
    if book.pins[person] != nil { (counts, changed) = book.trying(person, isRight: true, at: clock) }
    if counts { changed.pins[person] = HousePIN(text, after: book.pins[person]) }
    let ruling = Ruling(end: counts ? .done : .refused, text: "a new PIN", book: changed, overrides: overrides)
    let typed = (book.pins[person].map { [$0.text] } ?? []) + [text, text]
    return perform(
      ["people", "pin", person], Machine.User(name: person, typed: typed, isAtTerminal: true), [ruling], clock)
  }

  // MARK: - The program

  /// Lets `user` run the program with `words`, and holds what came of it to the `rulings`.
  private mutating func perform(
    _ words: [String], _ user: Machine.User, _ rulings: [Ruling], _ clock: HouseClock
  ) -> Violation? {
    guard let guarding else { return nil }
    var machine = machine(clock.wall)
    machine.user = user
    let outcome = machine.run(words)
    if outcome.isKilled { memory.hasGaps = true }
    let told = "\(words.joined(separator: " "))\n\(outcome.output)\(outcome.error)"
    if let letter = guarding.post.take().first {
      return Violation(invariant: .told, found: "\(letter.approver) was told by \(told)")
    }
    if let secret = (guarding.secrets + user.typed).first(where: outcome.tells) {
      return Violation(invariant: .secret, found: "\(secret) by \(told)")
    }
    guard let kept = disk.wishes(of: GuardLife.people) else { return nil }
    let isCutOff = outcome.isKilled || disk.isFull || outcome.status == 75
    let unchanged = Ruling(end: .refused, text: "cut off", book: guarding.book, overrides: overrides)
    for ruling in rulings + (isCutOff ? [unchanged] : []) {
      guard isCutOff || ruling.end.suits(outcome.status),
        let numbered = kept.overrides(ruling.overrides, ruling.book, at: clock.wall)
      else { continue }
      count(ruling, guarding.book)
      overrides = numbered
      self.guarding?.book = ruling.book
      for person in ruling.book.pins.keys { self.guarding?.book.pins[person]?.hash = kept.pinHashes[person] }
      return learnAgreed(guarding.book, kept)
    }
    let found =
      "\(told)exit \(outcome.status), expected: \(rulings.map(\.text).joined(separator: ", or "))"
      + "\noverrides \(kept.overrides.suffix(4))\nrequests \(kept.requests.sorted { $0.key < $1.key }.suffix(4))"
    return Violation(invariant: invariant(rulings, kept, clock), found: found)
  }

  /// Which invariant is broken where none of `rulings` is what came of it.
  private func invariant(_ rulings: [Ruling], _ kept: KeptWishes, _ clock: HouseClock) -> Invariant {
    var freedom = HouseFreedom(oracle, from: overrides, to: kept.overrides)
    if !freedom.guards(at: clock.wall).surely.isEmpty { return .guarded }
    let isAboutACode = rulings.contains { $0.counts || $0.text.hasSuffix("code") }
    return isAboutACode ? .counted : .asked
  }

  private mutating func count(_ ruling: Ruling, _ before: ApprovalBook) {
    if ruling.book.requests.count > before.requests.count { tally.asked += 1 }
    if ruling.counts { tally.decided += 1 }
    if ruling.text.hasSuffix("code") || ruling.text.hasPrefix("is b") || ruling.text.hasPrefix("its codes") {
      tally.wrongCodes += 1
    }
  }

  // MARK: - After a run

  /// What approvers were told, and what is in the state.
  mutating func checkPost(_ seen: Seen) -> Violation? {
    guard var guarding else { return nil }
    defer { self.guarding = guarding }
    let start = guarding.clock(at: seen.now, wall: seen.now + seen.ahead)
    // Telling takes its time as well.
    let end = start.later(by: seen.ended - seen.now + 12)
    let isCutOff = seen.outcome.isKilled || disk.isFull
    let letters = guarding.letters
    let isClean = !isCutOff && !isStormy && !isBroken && [0, 3].contains(seen.outcome.status)
    if guarding.held != nil, let kept = disk.wishes(of: GuardLife.people),
      let violation = learnEdits(&guarding, kept, at: start, isClean: isClean)
    {
      return violation
    }
    // Who has to agree may be others by now.
    var approvers: [Int: (some: Set<String>, sure: Set<String>)] = [:]
    for request in guarding.book.requests where request.isOpen(at: start.wall) || request.isOpen(at: end.wall) {
      let all = (request.edited.isEmpty ? [start, end].flatMap { needs(request, $0) } : [request.needs])
        .map { Set($0.approvers) }
      let sure = all.dropFirst().reduce(all[0]) { $0.intersection($1) }
      approvers[request.id] = (all.reduce([]) { $0.union($1) }, sure)
    }
    guarding.approvers = approvers
    for letter in letters {
      if let problem = guarding.learn(letter, from: start, to: end, isSure: !isCutOff) {
        return Violation(invariant: .told, found: "\(problem): \(letter.text)")
      }
    }
    if let problem = guarding.missing(letters, at: end, isClean: isClean, isCutOff: isCutOff) {
      return Violation(invariant: .told, found: "\(problem)\n\(seen.outcome.output)\(seen.outcome.error)")
    }
    guard ticks % 4 == 0 || !letters.isEmpty || guarding.book.requests.contains(where: { $0.ending == nil }),
      let kept = disk.wishes(of: GuardLife.people)
    else { return nil }
    for place in guarding.book.requests.indices {
      let request = guarding.book.requests[place]
      guard request.ending == nil, kept.requests[request.id]?.ending == "expired", !request.isOpen(at: end.wall) else {
        continue
      }
      guarding.book.requests[place].ending = "expired"
    }
    if kept.overrides(overrides, guarding.book, at: start.wall) != nil { return nil }
    var freedom = HouseFreedom(oracle, from: overrides, to: kept.overrides)
    let isFreer = !freedom.guards(at: start.wall).surely.isEmpty
    return Violation(
      invariant: isFreer ? .guarded : .asked,
      found: "a run left \(kept)\n\(overrides.suffix(4))\n\(guarding.book.requests.suffix(4))")
  }
}

extension ApprovalBook.Ruling.End {
  /// Whether a command ends so with `status`.
  fileprivate func suits(_ status: Int32) -> Bool {
    switch self {
    case .done: status == 0
    case .asked: status == 4
    case .refused: status != 0
    }
  }
}

extension Guarding {
  /// Takes note of what somebody was told; what is wrong with it, or nil.
  fileprivate mutating func learn(
    _ letter: Post.Letter, from start: HouseClock, to end: HouseClock, isSure: Bool
  ) -> String? {
    guard let (id, code) = letter.code else { return "it has no code" }
    guard let place = book.requests.firstIndex(where: { $0.id == id }) else { return "there is no such request" }
    let request = book.requests[place]
    guard approvers[id]?.some.contains(letter.approver) ?? true else { return "\(letter.approver) has no say" }
    guard request.isOpen(at: start.wall) || request.isOpen(at: end.wall) else { return "it is over" }
    if codes.contains(where: letter.text.holds) { return "it holds a code that was sent before" }
    let known = request.codes[letter.approver]
    let isNew = known == nil && !request.needs.approvers.contains(letter.approver)
    if request.waiting[letter.approver] == nil, request.isTellingSure, known?.isSure ?? true, !isNew {
      return "\(letter.approver) was told already"
    }
    if letters.contains(where: { $0.approver != letter.approver && $0.text.holds(code) }) {
      return "others have it too"
    }
    know(code)
    book.requests[place].codes[letter.approver] = HouseCode(text: code, from: start, to: end, isSure: isSure)
    book.requests[place].waiting[letter.approver] = nil
    return nil
  }

  /// Who should have been told and was not; nil where nobody is. `end` is when the run ended.
  fileprivate mutating func missing(
    _ letters: [Post.Letter], at end: HouseClock, isClean: Bool, isCutOff: Bool
  ) -> String? {
    for place in book.requests.indices where book.requests[place].isOpen(at: end.wall) {
      if !isClean { book.requests[place].isTellingSure = false }
      if isCutOff {
        // Another one may have been made, which nobody was sent.
        for approver in book.requests[place].codes.keys { book.requests[place].codes[approver]?.isSure = false }
      }
      let request = book.requests[place]
      // A code that could do nothing is sent to nobody.
      guard request.wrong < ApprovalBook.mostWrong else { continue }
      for (approver, tries) in request.waiting.sorted(by: { $0.key < $1.key }) {
        // Who has agreed otherwise needs no code.
        guard !request.agreed.contains(approver), Post.reached.contains(approver), isClean, request.isTellingSure,
          approvers[request.id]?.sure.contains(approver) ?? false
        else { continue }
        if !post.isDown(approver) { return "\(approver) was not told of request \(request.id)" }
        book.requests[place].waiting[approver] = tries + 1 < 3 ? tries + 1 : nil
      }
    }
    return nil
  }
}

extension HouseRules {
  /// Whether whatever `name` stands for is a part of what `other` does.
  fileprivate func isOnly(_ name: String, about other: String) -> Bool {
    if name == other { return true }
    let members = targets.filter { target in
      if case .several = target.kind { return false }
      return stands([name], for: target.name)
    }
    return !members.isEmpty && members.allSatisfy { stands([other], for: $0.name) }
  }
}

extension HouseOracle {
  /// When `target` is next off, from `instant` on; nil within 40 days.
  fileprivate mutating func nextOff(_ target: HouseTarget, from instant: Int64) -> Int64? {
    if state(target, instant) == target.words.off { return instant }
    for day in stride(from: instant, to: instant + 40 * 86_400, by: 86_400) {
      let later = edges(day).filter { $0 > instant && $0 <= day + 86_400 }
      if let off = later.first(where: { state(target, $0) == target.words.off }) { return off }
    }
    return nil
  }
}
