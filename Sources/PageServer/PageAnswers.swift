import Approvals
import CivilTime
import Controller
import Hashing
import Host
import Overrides
import Page
import Planning
import Policies
import StateStore
import Text

/// Answers whoever asks: the page for people here, and the interface for programs.
final class PageAnswers {
  private let environment: Environment
  private let places: Places
  private let assets = PageAssets { String(Digest.hex(Digest.sha256($0)).prefix(12)) }
  /// The names by which it may be asked for.
  var hosts: AllowedHosts
  private let known: KnownHousehold
  private var door: PageDoor
  private var pages = OpenPages()
  private var pending = PendingActs()
  /// Where browsers were sent, and what programs were answered.
  private var recent = RecentActs<String>()
  private var answered = RecentActs<Answer>()
  /// What the keys of all pages begin with that this server has made: what was done by an older page it does not know.
  private let generation: String
  private var rate = ActRate()

  init(_ settings: PageSettings, _ environment: Environment, known: KnownHousehold, hosts: AllowedHosts) {
    (places, self.environment, self.known) = (settings.places, environment, known)
    door = PageDoor(settings, environment)
    generation = Digest.base64url(environment.secureBytes(3))
    self.hosts = hosts
  }

  /// How many pages are open.
  var openPages: Int { pages.count }
  /// Whether somebody waits until the state is free.
  var isWaiting: Bool { !pending.isEmpty }

  /// Takes a request, which is answered now or later.
  func take(_ incoming: Incoming) {
    if let answer = answer(incoming) { incoming.answer(answer) }
  }

  /// Its client is gone.
  func forget(_ incoming: Incoming) {
    pages.forget(incoming)
    pending.forget(incoming)
  }

  /// Tells the pages that are open that there is something new.
  func tell() { pages.tell() }

  /// Does what waits, where the state is free.
  func flush() {
    let outcome = pending.perform(in: places.state, environment)
    for (incoming, answer) in outcome.said { incoming.answer(answer) }
    if outcome.isDone { tell() }
  }

  /// Lets everybody go.
  func end() {
    for (incoming, answer) in pending.giveUp().said { incoming.answer(answer) }
    pages.closeAll()
  }

  // MARK: Requests

  /// Nil where the answer comes later.
  private func answer(_ incoming: Incoming) -> Answer? {
    guard hosts.allows(incoming.header("host"), at: incoming.localAddress) else {
      return .refusal(421, "This page is not served under that name. 'reconcile serve --host NAME' allows one.")
    }
    if incoming.path.hasPrefix(PageAPI.prefix) { return program(incoming) }
    let html = PageHTML(Words.preferred(incoming.header("accept-language")), assets)
    switch (incoming.method, incoming.path) {
    case ("GET", _), ("HEAD", _): return get(incoming, html)
    case ("POST", _):
      guard isOwn(incoming) else { return .refusal(403, "This was not sent by the page.") }
      return post(incoming, html)
    default: return Answer.refusal(405, "GET and POST are understood.").with("Allow", "GET, HEAD, POST")
    }
  }

  /// Whether a form was sent by this page, as far as the browser says where it comes from.
  private func isOwn(_ incoming: Incoming) -> Bool {
    if let site = incoming.header("sec-fetch-site"), site != "same-origin", site != "none" { return false }
    guard incoming.has("origin") else { return true }
    guard let origin = incoming.header("origin").flatMap(PageAddress.init), let host = incoming.header("host") else {
      return false
    }
    return origin.text == "http://" + host || origin.text == "https://" + host
  }

  private func get(_ incoming: Incoming, _ html: PageHTML) -> Answer? {
    let path = incoming.path
    if let file = assets.file(path) { return self.file(file) }
    if path.hasPrefix("/join/") {
      // Half a link, as a messenger cuts it, is one that does not work; of links that do not everybody reads the same.
      guard let token = DeviceToken(shown: String(path.dropFirst(6))) else { return .page(html.joinFailed(), 404) }
      return .page(html.join(path: "/join/" + token.text, shows: shown(incoming)?.rights.person))
    }
    guard let caller = caller(incoming), let household = known.current() else { return locked(incoming, html) }
    switch path {
    case "/": return page(incoming, caller, household, html)
    case "/week.svg": return week(caller, household, html)
    case "/events":
      pages.open(incoming, for: caller.rights.person)
      return nil
    default: return .page(html.notFound(), 404)
    }
  }

  /// The door, wherever somebody goes who is not let in. A cookie is taken back only where its device is known to have been
  /// unlinked: a state that is not there for a moment, or another one, puts nobody out.
  private func locked(_ incoming: Incoming, _ html: PageHTML) -> Answer {
    let shown = door.cookies(of: incoming)
    if !shown.isEmpty, known.trouble != nil || known.isWithoutPolicy {
      return .page(html.unreadable(isWithoutPolicy: known.isWithoutPolicy), 503)
    }
    guard let household = known.last, !shown.isEmpty else { return .page(html.door(), 401) }
    switch door.standing(shown, asProgram: false, in: household) {
    case .caller: return .page(html.door(), 401)
    case .acquaintance: return .page(html.door(hasJoined: true), 401)
    case .stranger:
      let answer = Answer.page(html.door(), 401)
      let isForgotten =
        !door.isBlocked(door.address(of: incoming)) && known.hasForgotten(deviceIn: DeviceToken.hashes(of: shown))
      return isForgotten ? answer.with("Set-Cookie", door.noCookie) : answer
    }
  }

  private func file(_ file: PageAssets.File) -> Answer {
    var answer = Answer(status: 200, headers: Answer.always + [("Content-Type", file.type)], body: file.bytes)
    answer.headers.append(
      ("Cache-Control", file.isVersioned ? "public, max-age=31536000, immutable" : "public, max-age=86400"))
    return answer
  }

  /// Who shows a cookie that counts: whatever else came from that address, as others may use it, too.
  private func caller(_ incoming: Incoming) -> PageDoor.Caller? {
    let shown = door.cookies(of: incoming)
    guard !shown.isEmpty, let household = known.current() else { return nil }
    switch door.standing(shown, asProgram: false, in: household) {
    case .caller(let caller): return caller
    case .acquaintance: return nil
    case .stranger:
      let address = door.address(of: incoming)
      // Who was in a moment ago does not guess, and where nothing can be read nobody knows who does.
      let isGuess = known.trouble == nil && !known.hasKnown(deviceIn: DeviceToken.hashes(of: shown))
      if isGuess, !door.isBlocked(address) { door.noteWrong(from: address) }
      return nil
    }
  }

  /// Who shows a cookie that counts; nobody else guesses by that.
  private func shown(_ incoming: Incoming) -> PageDoor.Caller? {
    guard let household = known.current(),
      case .caller(let caller) = door.standing(door.cookies(of: incoming), asProgram: false, in: household)
    else { return nil }
    return caller
  }

  private func page(
    _ incoming: Incoming, _ caller: PageDoor.Caller, _ household: Household, _ html: PageHTML
  ) -> Answer {
    var facts = household.facts(at: environment.now())
    facts.isUnread = known.isUnread
    let model = PageModel(caller.rights, facts)
    let query = FormFields.read(Array(incoming.query.utf8)) ?? [:]
    let told = SaidAddress(query, caller.token, at: environment.now())
    let number = told?.about.flatMap { $0.hasPrefix("request-") ? String($0.dropFirst(8)) : nil }
    let end = number.flatMap(household.request).flatMap { RequestEnd($0, for: caller.rights.person, at: model.now) }
    let key = generation + clock(household) + Digest.base64url(environment.secureBytes(3))
    let hasPicture = household.canDrawWeek(of: drawn(caller, household), at: model.now)
    return .page(
      html.page(
        model, PageHTML.Seal(origin: seal(caller.token), key: key), said: told?.said, about: told?.about,
        targets: told?.targets ?? [], over: end,
        hasPicture: hasPicture))
  }

  /// By which clocks a page tells times, as its key has it.
  private func clock(_ household: Household) -> String {
    let zone = household.zone(at: environment.now()).name
    return Digest.base64url(Array(Digest.sha256(Array(zone.utf8)).prefix(3)))
  }

  /// What only a page has that was made for this cookie.
  private func seal(_ token: DeviceToken) -> String {
    Digest.base64url(Array(Digest.sha256(Array("form:\(token.text)".utf8)).prefix(16)))
  }

  /// The targets that are in the picture of somebody's week: a target of targets is drawn as what it holds.
  private func drawn(_ caller: PageDoor.Caller, _ household: Household) -> [Name] {
    let sees = caller.rights.sees
    return household.policy.targets.map(\.name).filter { name in
      sees.contains(name) && household.policy.members(of: [name]) == [name]
    }
  }

  private func week(_ caller: PageDoor.Caller, _ household: Household, _ html: PageHTML) -> Answer {
    let targets = drawn(caller, household)
    guard !targets.isEmpty else { return .refusal(404, "There is nothing to draw.") }
    guard
      let text = household.week(of: targets, titled: html.weekTitle, in: html.weekWords, at: environment.now())
    else { return .refusal(404, "There is too much to draw.") }
    // Its styles are in it; these and no others are meant.
    let style = text.place(of: "<style>").flatMap { start in
      text[start.upperBound...].place(of: "</style>").map { String(text[start.upperBound..<$0.lowerBound]) }
    }
    let hash = style.map { "'sha256-\(Digest.base64(Digest.sha256(Array($0.utf8))))'" } ?? "'none'"
    var headers = Answer.always.filter { $0.0 != "Content-Security-Policy" }
    headers += [
      ("Content-Security-Policy", "default-src 'none'; style-src \(hash); frame-ancestors 'none'"),
      ("Content-Type", "image/svg+xml"), Answer.unkept,
    ]
    return Answer(status: 200, headers: headers, body: Array(text.utf8))
  }

  // MARK: Programs

  /// Answers a program that shows a token. It has no cookie, so that no browser sends what it shows without being told to.
  private func program(_ incoming: Incoming) -> Answer? {
    guard let household = known.current() else { return PageAPI.refusal(503, "busy") }
    let parts = (incoming.header("authorization") ?? "").split(separator: " ")
    let isBearer = parts.count == 2 && parts[0].lowercased() == "bearer"
    let refusal = PageAPI.refusal(401, "not-allowed").with("WWW-Authenticate", "Bearer")
    let caller: PageDoor.Caller
    switch door.standing(isBearer ? [String(parts[1])] : [], asProgram: true, in: household) {
    case .caller(let found): caller = found
    case .acquaintance: return refusal
    case .stranger:
      // Who shows nothing guesses nothing.
      guard incoming.has("authorization") else { return refusal }
      if known.trouble != nil { return PageAPI.refusal(503, "busy") }
      if isBearer, known.hasKnown(deviceIn: DeviceToken.hashes(of: [String(parts[1])])) { return refusal }
      let address = door.address(of: incoming)
      guard !door.isBlocked(address) else { return PageAPI.refusal(429, "too-many") }
      door.noteWrong(from: address)
      return refusal
    }
    let name = String(incoming.path.dropFirst(PageAPI.prefix.count))
    switch incoming.method {
    case "GET", "HEAD":
      let model = PageModel(caller.rights, household.facts(at: environment.now()))
      return PageAPI.answer(name, model) ?? PageAPI.refusal(404, "not-found")
    case "POST":
      guard incoming.header("content-type")?.lowercased().hasPrefix("application/json") ?? false else {
        return PageAPI.refusal(415, "not-understood")
      }
      guard let act = PageAPI.act(name, incoming.body) else { return PageAPI.misunderstood(name, incoming.body) }
      // Each is one of its own, unless the program says that it tries again.
      let given = incoming.header("idempotency-key").flatMap { $0.isEmpty ? nil : $0 }.map {
        Digest.hex(Digest.sha256(Array($0.utf8)))
      }
      let key = "program \(caller.device.hash) \(act) \(given ?? Digest.base64url(environment.secureBytes(9)))"
      if given != nil, let answer = answered[key] { return answer }
      guard rate.take(caller.device.hash, at: Uptime.seconds) else { return PageAPI.said(.tooFast, of: act) }
      wait(incoming, key: key, or: .init(late: PageAPI.said(.busy, of: act), failed: PageAPI.said(.failed, of: act))) {
        [self] store in
        let answer = PageAPI.came(perform(act, caller.rights.person, store), of: act)
        // What was refused may be done by now.
        if given != nil, answer.status == 200 { answered.remember(key, answer) }
        return answer
      }
      return nil
    default: return PageAPI.refusal(405, "not-understood").with("Allow", "GET, HEAD, POST")
    }
  }

  // MARK: Forms

  private func post(_ incoming: Incoming, _ html: PageHTML) -> Answer? {
    let path = incoming.path
    if path.hasPrefix("/join/") {
      guard let link = DeviceToken(shown: String(path.dropFirst(6))) else { return .page(html.joinFailed(), 404) }
      return join(link, incoming, html)
    }
    guard let caller = caller(incoming) else { return locked(incoming, html) }
    guard ["/do", "/decide", "/leave"].contains(path) else { return .page(html.notFound(), 404) }
    guard let form = incoming.form else { return .refusal(415, "Only the page's own forms are understood.") }
    guard form["from"] == seal(caller.token) else { return .refusal(403, "This was not sent by the page.") }
    if path == "/leave" { return leave(caller, incoming) }
    guard let key = form["key"], key.utf8.count == 12 else { return told(.failed, caller) }
    guard let act = PageAct(form) else {
      return told(form["do"] == "off" ? .time : .failed, caller)
    }
    let name = "\(caller.device.hash) \(key) \(act)"
    if let place = recent[name] { return .redirect(place) }
    // What gives more each time may have been done before this server began.
    if case .more = act, !key.hasPrefix(generation) { return told(.older, caller) }
    // A time that somebody typed beside other clocks means another instant by now.
    if case .off = act, let household = known.current(),
      !key.dropFirst(generation.utf8.count).hasPrefix(clock(household))
    {
      return told(.older, caller)
    }
    guard rate.take(caller.device.hash, at: Uptime.seconds) else { return told(.tooFast, caller) }
    let about = place(of: form, caller.rights)
    let person = caller.rights.person
    let refusal = PendingActs.Refusal(
      late: told(.busy, caller, about: about), failed: told(.failed, caller, about: about))
    wait(incoming, key: name, or: refusal) { [self] store in
      let done = perform(act, person, store)
      let place = SaidAddress(done.said, about: about, targets: done.targets).text(caller.token, at: environment.now())
      recent.remember(name, place)
      return .redirect(place)
    }
    return nil
  }

  /// Where on the page it is said what came of a form: at the card or the request that it was about.
  private func place(of form: [String: String], _ rights: PersonRights) -> String? {
    let card = form["target"].map(Name.init).flatMap { rights.sees.contains($0) ? "t-\($0)" : nil }
    let request = form["request"].flatMap(Int64.init).map { "request-\($0)" }
    return card ?? request
  }

  /// Has the browser look at what came of a form.
  private func told(_ said: Words.Said, _ caller: PageDoor.Caller, about: String? = nil) -> Answer {
    .redirect(SaidAddress(said, about: about).text(caller.token, at: environment.now()))
  }

  private func join(_ link: DeviceToken, _ incoming: Incoming, _ html: PageHTML) -> Answer? {
    let address = door.address(of: incoming)
    guard !door.isBlocked(address) else { return .page(html.joinBlocked(), 429) }
    let present = caller(incoming)
    let cookie = DeviceToken(environment)
    let later = Answer.page(html.joinLater(), 503)
    wait(incoming, key: "join \(link.hash) \(cookie.hash)", or: .init(late: later, failed: later)) { [self] store in
      let clocks = ClockReading(wall: environment.now(), boot: environment.bootMoment())
      do throws(StateError) {
        if try Joining.redeem(link, as: cookie, at: clocks, in: store) != nil {
          recent.remember("join \(link.hash) \(cookie.hash)", "/")
          return Answer.redirect("/").with("Set-Cookie", door.cookie(cookie))
        }
      } catch {
        // What could not be looked at is no wrong link.
        environment.warn(error.message)
        return later
      }
      // Who is in by a first tap on this link is not told that it is used up.
      if let device = present?.device, recent["join \(link.hash) \(device.hash)"] != nil { return .redirect("/") }
      door.noteWrong(from: address)
      return .page(html.joinFailed(shows: present?.rights.person), 403)
    }
    return nil
  }

  private func leave(_ caller: PageDoor.Caller, _ incoming: Incoming) -> Answer? {
    wait(
      incoming, key: "leave \(caller.device.hash)", or: .init(late: told(.busy, caller), failed: told(.failed, caller))
    ) { [self] store in
      let context = OverrideContext(
        policy: known.last?.policy, known.last?.places ?? places, environment,
        person: caller.rights.person.text)
      do throws(StateError) {
        try Joining.forget([caller.device], context, in: store)
      } catch {
        environment.warn(error.message)
        return told(.failed, caller)
      }
      return Answer.redirect("/").with("Set-Cookie", door.noCookie)
    }
    return nil
  }

  // MARK: Writing

  /// Does something by the policy as it is now, and not as it was when it was wanted.
  private func perform(_ act: PageAct, _ person: Name, _ store: StateStore) -> PageActing.Outcome {
    known.touch()
    guard let household = known.current() else { return .init(said: .failed) }
    let acting = PageActing(
      act: act, person: person, policy: household.policy, places: household.places, environment: environment)
    do throws(StateError) {
      return try acting.perform(store)
    } catch {
      environment.warn(error.message)
      return .init(said: .failed)
    }
  }

  /// Does `perform` as soon as the state is free.
  private func wait(
    _ incoming: Incoming, key: String, or refusal: PendingActs.Refusal, _ perform: @escaping (StateStore) -> Answer
  ) {
    pending.add(incoming, key: key, or: refusal, perform)
  }
}
