import Approvals
import CPageServer
import CivilTime
import Controller
import Documents
import Glibc
import Hashing
package import Host
package import Overrides
import Page
import Planning
import Policies
import StateStore
import Synchronization
import Text

/// Serves the page, on the one thread of the program: between two steps of the library that reads requests nothing else
/// happens, so that nothing here needs a lock.
///
/// `@unchecked`: everything runs on the network's executor, which is one thread.
package final class PageServer: @unchecked Sendable {
  private var settings: PageSettings
  private let environment: Environment
  private let wake = WakeSignal()
  private let assets = PageAssets { String(Digest.hex(Digest.sha256($0)).prefix(12)) }
  private var hosts: AllowedHosts

  private var server: OpaquePointer?
  private var household: Household?
  /// Whether the policy was touched since, or something else that the watched folders tell of.
  private var isOld = true
  /// The files that are listened to; nil where that has to begin again.
  private var attended: [String]? = []
  /// What the state was when it was read: what a command has written by now is shown at once, not a moment later.
  private var version: StateVersion?
  private var tries = WrongTries()
  private var recent = RecentActs()
  private var pending: [Pending] = []
  private var streams: [Stream] = []
  private var open: UInt32 = 0
  private var nextStep: Int64 = -1
  /// Whether much was done since it last rested: it has begun, or a request has come.
  private var isWarm = true

  /// Something that waits until the state is free.
  private struct Pending {
    /// Who waits for it; a second tap is another one.
    var waiting: [Incoming]
    var key: String
    var deadline: Duration
    var perform: (StateStore) -> Answer
    /// What is said where the state was not free in time.
    var late: Answer
  }

  /// A page that is open and is told when something changes.
  private struct Stream {
    var incoming: Incoming
    var person: Name
  }

  /// What a client may take.
  private static let limits = page_limits(
    connections: 300, connections_an_address: 20, seconds: 10, header_bytes: 16_384, body_bytes: 65_536)
  private static let mostStreams = 4
  /// For so long an act waits until the state is free, in seconds.
  private static let patience = 20
  private static let cookieDays = 400

  package init(_ settings: PageSettings, _ environment: Environment) {
    self.settings = settings
    self.environment = environment
    hosts = AllowedHosts(settings, machine: Self.machineName())
  }

  /// Why it cannot be served.
  package enum Problem: Error {
    /// libmicrohttpd is not there.
    case noLibrary
    /// Nothing can listen there.
    case socket(String)
    /// It cannot begin, as with a certificate and a key that do not belong together.
    case refused
  }

  /// Whether nobody but this machine gets there.
  package var isForThisMachine: Bool { settings.listen.isLoopback }

  private static func machineName() -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  // MARK: From the beginning to the end

  /// Begins to listen. Returns the address by which people are to come.
  package func begin() throws(Problem) -> PageAddress {
    guard page_server_load() == 1 else { throw .noLibrary }
    let socket = try socket()
    var listening = [CChar](repeating: 0, count: 64)
    let port = page_server_port(socket, &listening, listening.count)
    let bound = String(decoding: listening.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    // A socket of systemd's listens where its unit says.
    if !bound.isEmpty { settings.listen = ListenAddress(address: bound, port: port) }
    hosts = AllowedHosts(settings, machine: Self.machineName())
    var limits = Self.limits
    // Behind a proxy all come from one address; how many they are is counted where they are known.
    if settings.proxy != nil { limits.connections_an_address = limits.connections }
    let handlers = page_handlers(
      context: Unmanaged.passUnretained(self).toOpaque(),
      arrived: { context, exchange in
        guard let context, let exchange else { return }
        Unmanaged<PageServer>.fromOpaque(context).takeUnretainedValue().arrived(Incoming(exchange: exchange))
      },
      ended: { context, exchange in
        guard let context, let exchange else { return }
        Unmanaged<PageServer>.fromOpaque(context).takeUnretainedValue().ended(Incoming(exchange: exchange))
      })
    server = page_server_begin(socket, settings.tls?.key, settings.tls?.certificate, limits, handlers)
    guard server != nil else {
      close(socket)
      throw .refused
    }
    return address(port)
  }

  /// The socket that systemd hands over, else one of its own.
  private func socket() throws(Problem) -> Int32 {
    if environment.variable("LISTEN_PID").flatMap(Int32.init) == getpid(),
      let count = environment.variable("LISTEN_FDS").flatMap(Int.init), count > 0
    {
      // The first after those that every program has.
      let handed: Int32 = 3
      _ = fcntl(handed, F_SETFD, FD_CLOEXEC)
      _ = fcntl(handed, F_SETFL, fcntl(handed, F_GETFL) | O_NONBLOCK)
      return handed
    }
    let socket = page_server_listen(settings.listen.address, settings.listen.port)
    guard socket >= 0 else { throw .socket(String(cString: strerror(errno))) }
    return socket
  }

  private func address(_ port: UInt16) -> PageAddress {
    if let proxy = settings.proxy { return proxy }
    let isSecure = settings.tls != nil
    let machine = Self.machineName().map { $0.contains(".") ? $0 : $0 + ".local" }
    let host =
      settings.hosts.first ?? (settings.listen.isLoopback ? "localhost" : settings.listen.isEvery ? machine : nil)
      ?? settings.listen.host
    let isUsual = port == (isSecure ? 443 : 80)
    let text = "\(isSecure ? "https" : "http")://\(host)\(isUsual ? "" : ":\(port)")"
    return PageAddress(text) ?? .localhost(port: port)
  }

  /// Serves until it is to end.
  package func serve(_ network: any Network, _ stop: StopSignal) async -> ExitStatus {
    guard let server else { return .failure }
    let ending = stop.whenRequested { [wake] _ in wake.send(.stop) }
    let events = environment.listen(wake, network)
    let descriptor = page_server_descriptor(server)
    network.listen(to: descriptor) { [self] in
      // Whoever sleeps has to look at the clock again where somebody has come.
      let before = open
      step()
      if open != before || !pending.isEmpty { wake.send(.clock) }
    }
    environment.notify(ServiceNotice.ready)
    step()
    var told = environment.now().secondsSinceEpoch / 60
    while stop.reason == nil {
      let reason = await wake.sleep(pause(), network)
      if reason == .stop { break }
      if reason == .files || reason == .reload {
        isOld = true
        // A folder that was put instead of another one is a new one to listen to.
        attended = nil
      }
      // Where nobody looks, that something was touched is all there is to know.
      let wanted = open > 0 ? files : []
      if attended != wanted {
        events.attend(to: wanted)
        attended = wanted
        isOld = true
        tell()
      }
      flush(at: network.uptime)
      let minute = environment.now().secondsSinceEpoch / 60
      if minute != told {
        told = minute
        tell()
      }
      step()
    }
    environment.notify(ServiceNotice.stopping)
    network.stopListening(to: descriptor)
    stop.forget(ending)
    events.close()
    for pending in pending { for incoming in pending.waiting { incoming.answer(pending.late) } }
    for stream in streams { stream.incoming.close() }
    (pending, streams) = ([], [])
    page_server_end(server)
    self.server = nil
    return stop.reason?.status ?? .success
  }

  /// How long nothing has to be looked at: for ever where nobody is there.
  private func pause() -> Duration {
    if !pending.isEmpty { return .milliseconds(50) }
    let library: Duration = nextStep < 0 ? .seconds(86_400) : .milliseconds(max(nextStep, 1))
    guard open > 0 else { return library }
    // Pages that are open hear of every minute; whoever is not done with a request is looked after every second.
    let second = environment.now().secondsSinceEpoch % 60
    let others: Duration = Int(open) > streams.count ? .seconds(1) : .seconds(60 - second)
    return min(library, others)
  }

  private func step() {
    guard let server else { return }
    nextStep = page_server_run(server)
    open = page_server_sweep(server)
    guard isWarm, open == 0, pending.isEmpty else { return }
    isWarm = false
    page_give_back_code()
  }

  // MARK: What is known

  /// Every file that what is shown was read from.
  private var files: [String] { (household?.files ?? [settings.places.policy]) + [settings.places.state.file] }

  /// What is in the policy and the state; nil where neither can be read.
  private func current() -> Household? {
    let version = StateVersion(of: settings.places.state.file)
    if isOld || household == nil || version != self.version {
      do throws(StateError) {
        household = try Household(settings.places, environment)
        self.version = version
        isOld = false
        // Another policy has other files, or other calendars.
        if files != attended { wake.send(.clock) }
      } catch {
        // Who writes it is done in a moment.
        environment.warn(error.message)
      }
    }
    return household
  }

  /// Tells the pages that are open that there is something new. Who takes nothing any more is not waited for.
  private func tell() {
    for stream in streams where !stream.incoming.send("event: change\ndata:\n\n") { stream.incoming.close() }
  }

  // MARK: Requests

  /// Who has sent a request.
  private struct Caller {
    var device: JoinedDevice
    var token: DeviceToken
    var rights: PersonRights
  }

  private enum Standing {
    /// Somebody who is let in.
    case caller(Caller)
    /// Somebody who joined, and is not let in now: the policy does not name the person, or a clock that may be wrong says
    /// that the time is over.
    case acquaintance
    case stranger
  }

  private var cookieName: String { isSecure ? "__Host-reconcile" : "reconcile" }
  /// Whether browsers come by https.
  private var isSecure: Bool { settings.proxy?.isSecure ?? (settings.tls != nil) }
  private var uptime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec)
  }

  /// Where a request comes from: a proxy on this machine says so, and nobody else is believed.
  private func address(of incoming: Incoming) -> String {
    let peer = incoming.peer
    guard settings.proxy != nil, ListenAddress.isLoopback(peer), let forwarded = incoming.header("x-forwarded-for"),
      let last = forwarded.split(separator: ",").last
    else { return peer }
    let text = last.filter { $0 != " " }
    return text.utf8.count <= 45 && text.allSatisfy { $0.isHexDigit || ".:".contains($0) } ? text : peer
  }

  private func ended(_ incoming: Incoming) {
    streams.removeAll { $0.incoming == incoming }
    for place in pending.indices { pending[place].waiting.removeAll { $0 == incoming } }
  }

  private func arrived(_ incoming: Incoming) {
    isWarm = true
    if let answer = answer(incoming) { incoming.answer(answer) }
  }

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
      return .page(html.join(path: "/join/" + token.text))
    }
    guard let caller = caller(incoming), let household = current() else { return locked(incoming, html) }
    switch path {
    case "/": return page(incoming, caller, household, html)
    case "/week.svg": return week(caller, household, html)
    case "/events":
      listen(incoming, caller)
      return nil
    default: return .page(html.notFound(), 404)
    }
  }

  /// The door, wherever somebody goes who is not let in. A cookie that nobody knows is taken back.
  private func locked(_ incoming: Incoming, _ html: PageHTML) -> Answer {
    let door = Answer.page(html.door(), 401)
    let shown = cookies(incoming)
    guard !isOld, let household, !shown.isEmpty, case .stranger = standing(shown, asProgram: false, household) else {
      return door
    }
    return door.with("Set-Cookie", cookie("", seconds: 0))
  }

  private func file(_ file: PageAssets.File) -> Answer {
    var answer = Answer(status: 200, headers: Answer.always + [("Content-Type", file.type)], body: file.bytes)
    answer.headers.append(
      ("Cache-Control", file.isVersioned ? "public, max-age=31536000, immutable" : "public, max-age=86400"))
    return answer
  }

  private func cookies(_ incoming: Incoming) -> [String] { Array(incoming.cookies(cookieName).prefix(4)) }

  /// What somebody is who shows these, the first that counts; a browser's cookies, or the token of a program.
  private func standing(_ shown: [String], asProgram: Bool, _ household: Household) -> Standing {
    var isKnown = false
    for token in shown.compactMap(DeviceToken.init(shown:)) {
      guard let device = household.devices[token.hash], device.isProgram == asProgram else { continue }
      isKnown = true
      guard device.counts(at: environment.now()), let rights = PersonRights(device.person, in: household.policy) else {
        continue
      }
      return .caller(Caller(device: device, token: token, rights: rights))
    }
    return isKnown ? .acquaintance : .stranger
  }

  /// Who shows a cookie that counts: whatever else came from that address, as others may use it, too.
  private func caller(_ incoming: Incoming) -> Caller? {
    let shown = cookies(incoming)
    guard !shown.isEmpty, let household = current() else { return nil }
    switch standing(shown, asProgram: false, household) {
    case .caller(let caller): return caller
    case .acquaintance: return nil
    case .stranger:
      let address = address(of: incoming)
      if !tries.isBlocked(address, at: uptime) { tries.note(address, at: uptime) }
      return nil
    }
  }

  private func page(
    _ incoming: Incoming, _ caller: Caller, _ household: Household, _ html: PageHTML
  ) -> Answer {
    let model = PageModel(caller.rights, household.facts(at: environment.now()))
    let said = FormFields.read(Array(incoming.query.utf8))?["said"].flatMap(Words.Said.init)
    let key = Digest.base64url(environment.secureBytes(9))
    return .page(html.page(model, PageHTML.Seal(origin: seal(caller.token), key: key), said: said))
  }

  /// What only a page has that was made for this cookie.
  private func seal(_ token: DeviceToken) -> String {
    Digest.base64url(Array(Digest.sha256(Array("form:\(token.text)".utf8)).prefix(16)))
  }

  private func week(_ caller: Caller, _ household: Household, _ html: PageHTML) -> Answer {
    let sees = caller.rights.sees
    let targets = household.policy.targets.map(\.name).filter { name in
      sees.contains(name) && household.policy.members(of: [name]) == [name]
    }
    guard !targets.isEmpty else { return .refusal(404, "There is nothing to draw.") }
    let text = household.week(of: targets, titled: html.weekTitle, in: html.weekWords, at: environment.now())
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

  private func listen(_ incoming: Incoming, _ caller: Caller) {
    let own = streams.filter { $0.person == caller.rights.person }
    for oldest in own.prefix(max(own.count - Self.mostStreams + 1, 0)) {
      streams.removeAll { $0.incoming == oldest.incoming }
      oldest.incoming.close()
    }
    incoming.stream(
      Answer.always + [Answer.unkept, ("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")])
    streams.append(Stream(incoming: incoming, person: caller.rights.person))
    _ = incoming.send("retry: 3000\n\n")
  }

  // MARK: Programs

  /// Answers a program that shows a token. It has no cookie, so that no browser sends what it shows without being told to.
  private func program(_ incoming: Incoming) -> Answer? {
    guard let household = current() else { return PageAPI.refusal(503, "busy") }
    let parts = (incoming.header("authorization") ?? "").split(separator: " ")
    let isBearer = parts.count == 2 && parts[0].lowercased() == "bearer"
    let refusal = PageAPI.refusal(401, "not-allowed").with("WWW-Authenticate", "Bearer")
    let rights: PersonRights
    switch standing(isBearer ? [String(parts[1])] : [], asProgram: true, household) {
    case .caller(let caller): rights = caller.rights
    case .acquaintance: return refusal
    case .stranger:
      // Who shows nothing guesses nothing.
      guard incoming.has("authorization") else { return refusal }
      let address = address(of: incoming)
      guard !tries.isBlocked(address, at: uptime) else { return PageAPI.refusal(429, "too-many") }
      tries.note(address, at: uptime)
      return refusal
    }
    let name = String(incoming.path.dropFirst(PageAPI.prefix.count))
    switch incoming.method {
    case "GET", "HEAD":
      let model = PageModel(rights, household.facts(at: environment.now()))
      return PageAPI.answer(name, model) ?? PageAPI.refusal(404, "failed")
    case "POST":
      guard incoming.header("content-type")?.lowercased().hasPrefix("application/json") ?? false else {
        return PageAPI.refusal(415, "failed")
      }
      guard let act = PageAPI.act(name, incoming.body) else { return PageAPI.refusal(400, "failed") }
      // Each is one of its own: a program says by itself what it wants twice.
      let key = "program " + Digest.base64url(environment.secureBytes(9))
      wait(incoming, key: key, late: PageAPI.said(.busy, of: act)) { [self] store in
        PageAPI.said(perform(act, rights.person, store), of: act)
      }
      return nil
    default: return PageAPI.refusal(405, "failed").with("Allow", "GET, HEAD, POST")
    }
  }

  /// Does something by the policy as it is now, and not as it was when it was wanted.
  private func perform(_ act: PageAct, _ person: Name, _ store: StateStore) -> Words.Said {
    isOld = true
    guard let household = current() else { return .failed }
    let acting = PageActing(
      act: act, person: person, policy: household.policy, places: household.places, environment: environment)
    do throws(StateError) {
      return try acting.perform(store)
    } catch {
      environment.warn(error.message)
      return .failed
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
    guard let key = form["key"], key.utf8.count == 12 else { return .redirect("/?said=failed") }
    guard let act = PageAct(form) else {
      return .redirect("/?said=" + (form["do"] == "off" ? Words.Said.time : .failed).rawValue)
    }
    let name = "\(caller.device.hash) \(key) \(act)"
    if let place = recent[name] { return .redirect(place) }
    let fragment = form["target"].map(Name.init).flatMap { caller.rights.sees.contains($0) ? "#t-\($0)" : nil } ?? ""
    let person = caller.rights.person
    wait(incoming, key: name) { [self] store in
      let said = perform(act, person, store)
      let place = "/?said=\(said.rawValue)\(fragment)"
      recent.remember(name, place)
      return .redirect(place)
    }
    return nil
  }

  private func join(_ link: DeviceToken, _ incoming: Incoming, _ html: PageHTML) -> Answer? {
    let address = address(of: incoming)
    guard !tries.isBlocked(address, at: uptime) else { return .page(html.joinBlocked(), 429) }
    // Who is in already, as by a first tap, is not told that the link is used up.
    let isIn = caller(incoming) != nil
    let cookie = DeviceToken(environment)
    wait(incoming, key: "join \(link.hash) \(cookie.hash)") { [self] store in
      let clocks = ClockReading(wall: environment.now(), boot: environment.bootMoment())
      do throws(StateError) {
        if try Joining.redeem(link, as: cookie, at: clocks, in: store) != nil {
          return Answer.redirect("/")
            .with("Set-Cookie", self.cookie(cookie.text, seconds: Self.cookieDays * 86_400))
        }
      } catch {
        environment.warn(error.message)
      }
      if isIn { return .redirect("/") }
      tries.note(address, at: uptime)
      return .page(html.joinFailed(), 403)
    }
    return nil
  }

  private func leave(_ caller: Caller, _ incoming: Incoming) -> Answer? {
    wait(incoming, key: "leave \(caller.device.hash)") { [self] store in
      let context = OverrideContext(
        policy: household?.policy, household?.places ?? settings.places, environment,
        person: caller.rights.person.text)
      do throws(StateError) {
        try Joining.forget([caller.device], context, in: store)
      } catch {
        environment.warn(error.message)
        return .redirect("/?said=failed")
      }
      return Answer.redirect("/").with("Set-Cookie", cookie("", seconds: 0))
    }
    return nil
  }

  private func cookie(_ value: String, seconds: Int) -> String {
    "\(cookieName)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }

  // MARK: Writing

  /// Does `perform` as soon as the state is free; the connection waits, and nobody else does.
  private func wait(
    _ incoming: Incoming, key: String, late: Answer = .redirect("/?said=busy"),
    _ perform: @escaping (StateStore) -> Answer
  ) {
    if let place = pending.firstIndex(where: { $0.key == key }) {
      pending[place].waiting.append(incoming)
      return
    }
    pending.append(
      Pending(
        waiting: [incoming], key: key, deadline: .seconds(uptime + Int64(Self.patience)), perform: perform,
        late: late))
  }

  private func flush(at _: Duration) {
    guard !pending.isEmpty else { return }
    let all = pending
    var answers: [Answer] = []
    do throws(StateError) {
      answers = try StateWriting.perform(in: settings.places.state, environment, waiting: 0) { store in
        // It is done also where its client is gone: a request that has arrived counts.
        all.map { $0.perform(store) }
      }
    } catch {
      if error.kind != .busy { environment.warn(error.message) }
      let now = Duration.seconds(uptime)
      for pending in pending where error.kind != .busy || pending.deadline <= now {
        for incoming in pending.waiting { incoming.answer(pending.late) }
      }
      pending.removeAll { error.kind != .busy || $0.deadline <= now }
      return
    }
    let waiting = pending
    pending = []
    for (pending, answer) in zip(waiting, answers) { for incoming in pending.waiting { incoming.answer(answer) } }
    tell()
  }
}
