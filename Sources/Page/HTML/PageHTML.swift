import Approvals
import CivilTime
import Planning
package import Policies
package import Presentation
package import Text

/// The pages, as a browser is given them.
package struct PageHTML: Sendable {
  private let words: Words
  /// What names the versions of the files that belong to it.
  private let assets: PageAssets

  package init(_ words: Words, _ assets: PageAssets) {
    (self.words, self.assets) = (words, assets)
  }

  /// What the forms of one page carry: that they come from it, and a key that makes two taps one.
  package struct Seal: Sendable {
    package let origin: String
    package let key: String

    package init(origin: String, key: String) { (self.origin, self.key) = (origin, key) }
  }

  // MARK: The page

  /// What `model` says, and `said` of what was done last, at the card or the request with the id `about` if that is there.
  /// `targets` are those for which something was ended, `end` is how the request ended that was over, and `hasPicture` says whether the week can be drawn.
  package func page(
    _ model: PageModel, _ seal: Seal, said: Words.Said?, about: String? = nil, targets: [Name] = [],
    over end: RequestEnd? = nil, hasPicture: Bool = true
  ) -> HTML {
    let seesSomething = !model.cards.isEmpty || !model.requests.isEmpty
    let shown = model.cards.map { id(of: $0) } + model.requests.map { id(of: $0) }
    let place = about.flatMap { shown.contains($0) ? $0 : nil }
    let note = { (id: String?) in
      id == place ? said.map { notice($0, text($0, place, targets, end, model)) } : nil
    }
    let body: HTML = """
      <header><h1>\(bdi(words.helloPerson(model.person.text)))</h1>\(checked(model))\
      <p class="checked">\(words.times(model.zone.name))</p></header>
      <main id="main">\(note(nil))\(warnings(model))\(requests(model, seal, note))\
      <div class="cards">\(model.cards.map { card($0, model, seal, note) })</div>\(seesSomething ? nil : empty)\
      \(model.cards.isEmpty ? nil : week(seal, hasPicture))\(model.cards.isEmpty ? nil : history(model))</main>
      <footer>\(leave(seal))</footer>
      """
    return frame(words.title, body, isLive: true)
  }

  private func leave(_ seal: Seal) -> HTML {
    let button: HTML = "<p class=\"small\">\(words.signOutText)</p><button>\(words.signOut)</button>"
    return "<details id=\"leave\"><summary>\(words.signOut)</summary>\(form("leave", nil, seal, "", button))</details>"
  }

  private func checked(_ model: PageModel) -> HTML {
    guard let at = model.checkedAt else { return "<p class=\"checked\">\(words.checkedNever)</p>" }
    let age = max(model.now - at, 0)
    let style: HTML = model.isStale ? "checked bad" : "checked"
    return "<p class=\"\(style)\">\(age < 10 ? words.checkedNow : words.checked(age))</p>"
  }

  private func notice(_ said: Words.Said, _ text: String) -> HTML {
    let isGood = [
      .made, .ended, .goesOn, .goesOnLater, .asked, .agreed, .approved, .approvedGoesOn, .approvedOverLock, .denied,
      .cancelled,
    ].contains(
      said)
    return
      "<p id=\"said\" class=\"notice\(isGood ? HTML() : " bad")\" role=\"status\">\(text)</p>"
  }

  /// With when it takes effect: nothing is promised where nothing runs, or nothing is to be done now.
  private func text(
    _ said: Words.Said, _ place: String?, _ targets: [Name], _ end: RequestEnd?, _ model: PageModel
  ) -> String {
    if said == .over, let end {
      let people = end.people.isEmpty ? nil : end.people.listed(words.and)
      return words.over(end.ending, people, words.moment(end.at, model.zone, now: model.now))
    }
    let isOfSeveral = said == .ended && targets.count > 1
    let text = isOfSeveral ? words.endedFor(list(targets)) : words.said[said] ?? ""
    guard [.made, .ended].contains(said) else { return text }
    if model.isStale { return text + " " + words.onceItRuns }
    let isOutOfReach = model.cards.contains { place == id(of: $0) && $0.truth == .unreachable }
    if isOutOfReach { return text + " " + words.onceReached }
    let isUnderway = model.cards.contains { card in
      guard place == nil || place == id(of: card), case .underway = card.truth else { return false }
      return true
    }
    return isUnderway ? text + " " + words.soon : text
  }

  private func warnings(_ model: PageModel) -> HTML {
    let texts = [
      model.isUnread ? words.unread : nil, model.isUnwritable ? words.unwritable : nil,
      model.isStale ? words.stale : nil, model.isBroken ? words.broken : nil,
    ].compactMap { $0 }
    return HTML.joined(texts.map { "<p class=\"notice bad\"><span aria-hidden=\"true\">⚠ </span>\($0)</p>" })
  }

  private var empty: HTML {
    "<section class=\"card\"><h2>\(words.nothingHere)</h2><p>\(words.nothingHereText)</p></section>"
  }

  /// What the picture of the week is called.
  package var weekTitle: String { words.week }
  /// The words in it.
  package var weekWords: TimelineWords { words.picture }

  /// A browser shows a picture that it has again where its address is the same, so each page asks for one of its own.
  private func week(_ seal: Seal, _ hasPicture: Bool) -> HTML {
    guard hasPicture else {
      return "<details id=\"week\"><summary>\(words.week)</summary><p>\(words.weekTooFull)</p></details>"
    }
    let frame: HTML = "class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"\(words.week)\""
    let picture: HTML =
      "<img src=\"/week.svg?\(seal.key)\" alt=\"\(words.week)\" loading=\"lazy\" width=\"860\" height=\"300\">"
    return "<details id=\"week\"><summary>\(words.week)</summary><div \(frame)>\(picture)</div></details>"
  }

  // MARK: Requests

  private func requests(_ model: PageModel, _ seal: Seal, _ note: (String?) -> HTML?) -> HTML? {
    if model.requests.isEmpty { return nil }
    return """
      <section class="requests" aria-labelledby="r"><h2 id="r">\(words.onRequests)</h2>\
      \(model.requests.map { request($0, model, seal, note) })</section>
      """
  }

  private func id(of request: PageRequest) -> String { "request-\(request.id)" }

  private func request(
    _ request: PageRequest, _ model: PageModel, _ seal: Seal, _ note: (String?) -> HTML?
  ) -> HTML {
    let moment = { (instant: Instant) in words.moment(instant, model.zone, now: model.now) }
    let because: HTML? = request.because.map { "<p class=\"because\">“\(bdi($0))”</p>" }
    let nos: [HTML] = request.earlierNos.map { "<p class=\"small\">\(bdi(words.earlierNo($0.by, moment($0.at))))</p>" }
    let names = names(of: request.unmet)
    // Whoever is the only one knows.
    let isWaitedFor = !names.isEmpty && (request.isOwn || request.missing != [model.person])
    let facts = [
      isWaitedFor ? words.needs(names) : nil, request.expires.map { words.openUntil(moment($0)) },
    ].compactMap { $0 }.joined(separator: " · ")
    var buttons = HTML()
    let inVain =
      request.isGone
      ? words.gone
      : request.isIdle
        ? words.idle : request.isOvertaken ? words.overtaken : request.lockedUntil.map { words.lockedYes(moment($0)) }
    let overtaken: HTML? = inVain.map { "<p class=\"small\">\($0)</p>" }
    if request.mayDecide, inVain == nil {
      buttons += "<button class=\"main\" name=\"do\" value=\"approve\">\(words.yes)</button>"
    }
    if request.mayDeny { buttons += "<button name=\"do\" value=\"deny\">\(words.no)</button>" }
    if request.isOwn { buttons += "<button name=\"do\" value=\"cancel\">\(words.takeBack)</button>" }
    return """
      <article class="card request" id="\(id(of: request))"><h3>\(bdi(words.asks(request.asker)))<br><b>\(bdi(words.text(request.deed, model.zone, now: model.now)))</b></h3>\
      \(because)\(nos)\(overtaken)<p class="small">\(facts)</p>\(form("decide", request.id, seal, "request", "<div class=\"row\">\(buttons)</div>"))\(note(id(of: request)))</article>
      """
  }

  private func names(of needs: [ApprovalNeed]) -> String {
    needs.map { names($0.approvers, all: $0.needsAll) }.joined(separator: ", \(words.and) ")
  }

  /// `anna or ben`, or `anna and ben`.
  private func names(_ people: [Name], all: Bool) -> String {
    people.map(\.text).joined(separator: " \(all ? words.and : words.or) ")
  }

  // MARK: Cards

  private func id(of card: PageCard) -> String { "t-\(card.target)" }

  private func card(_ card: PageCard, _ model: PageModel, _ seal: Seal, _ note: (String?) -> HTML?) -> HTML {
    let moment = { (instant: Instant) in words.moment(instant, model.zone, now: model.now) }
    let name = card.target.text
    var lines = HTML()
    if let because = card.because { lines += "<p class=\"because\">“\(bdi(because))”</p>" }
    for coming in card.coming.prefix(3) {
      let text = words.coming(words.state(coming.state), moment(coming.from), moment(coming.until))
      let because = coming.because.map { " “\($0)”" } ?? ""
      let line: HTML =
        "<p class=\"small\">\(bdi("\(text) · \(byPerson(coming.kind, coming.by, coming.id, card))\(because)"))</p>"
      guard card.endable.contains(coming.id) else {
        lines += line
        continue
      }
      lines += "<div class=\"row\">\(line)\(end(coming.id, of: card, seal, called: "\(name): \(text)"))</div>"
    }
    if !card.missing.isEmpty { lines += bad(words.missing, card.missing) }
    if let letGo = card.letGo {
      let until = letGo.until.map { " " + words.until(moment($0)) } ?? ""
      lines += bad(words.letGo(letGo.carrier.text, words.state(letGo.state)) + until)
    }
    if let made = card.madeAhead { lines += bad(words.madeAhead(moment(made))) }
    if card.asked != nil {
      let text: HTML = card.waitsFor.isEmpty ? "\(words.asked)" : bdi(words.askedOf(names(of: card.waitsFor)))
      lines += "<p class=\"small asked\">\(text)</p>"
    }
    if let at = card.unanswered {
      lines += "<p class=\"small asked\">\(words.unanswered(moment(at)))</p>"
    }
    if card.asksAfterLock, let until = card.lockedUntil {
      lines += "<p class=\"small\">\(words.askAfter(moment(until)))</p>"
    }
    if let denied = card.denied {
      lines += "<p class=\"small asked\">\(bdi(words.denied(denied.by, moment(denied.at))))</p>"
    }
    if !card.guardedBy.isEmpty {
      lines +=
        "<p class=\"small\">\(words.guardedBy) \(bdi(names(card.guardedBy, all: card.needsAllGuards)))</p>"
    }
    return """
      <section class="card\(card.isHeld ? " held" : HTML())" id="\(id(of: card))" aria-labelledby="n-\(name)">\
      <h2 id="n-\(name)">\(bdi(name))</h2>\(state(card, moment))\(truth(card, moment))\(strip(card))\(lines)\
      \(acts(card, model, seal))\(note(id(of: card)))</section>
      """
  }

  private func state(_ card: PageCard, _ moment: (Instant) -> String) -> HTML {
    guard let state = card.state else {
      let next: HTML? = card.runs.map { "<p class=\"state\">\(words.runsAt(moment($0)))\(unless(card, moment))</p>" }
      return "\(next)\(ran(card, moment))"
    }
    let sign: HTML = state == .leave ? "○" : card.isHeld ? "■" : "●"
    let until = card.until.map { words.until(moment($0)) }
    let why: String =
      switch card.why {
      case .timetable: words.timetable
      case .override(let kind, let by): byPerson(kind, by, card.override?.id, card)
      case .leftAlone: words.leftAlone
      }
    // What comes after it need not come when the lock ends.
    let isLock = if case .override(.lock, _) = card.why { true } else { false }
    let end = isLock && card.lockedUntil != card.until ? card.lockedUntil.map { " " + words.until(moment($0)) } : nil
    let rest = [why + (end ?? ""), card.next.map { words.then(words.state($0)) }].compactMap { $0 }.joined(
      separator: " · ")
    return """
      <p class="state"><span class="sign" aria-hidden="true">\(sign)</span> <b>\(card.truth == .unreachable ? words.shouldBe(words.state(state)) : words.state(state))</b>\
      \(until.map { " <span>\($0)</span>" as HTML })</p><p class="small">\(bdi(rest))</p>
      """
  }

  private func byPerson(_ kind: Override.Kind, _ person: String, _ id: String?, _ card: PageCard) -> String {
    words.byPerson(kind, person, id.flatMap { card.agreed[$0] }?.listed(words.and))
  }

  /// Who keeps an action from being done.
  private func unless(_ card: PageCard, _ moment: (Instant) -> String) -> HTML? {
    card.keeper.map { keeper in
      let until = keeper.until.map { " " + words.until(moment($0)) } ?? ""
      return "<br><small>\(bdi(words.unless(keeper.target.text, words.state(keeper.state) + until)))</small>"
    }
  }

  /// How an action ended the last time.
  private func ran(_ card: PageCard, _ moment: (Instant) -> String) -> HTML? {
    guard let ran = card.ran else { return nil }
    let text = "\(moment(ran.due)): \(words.outcome(ran.outcome))"
    if ran.outcome != "done" { return bad(text) }
    return "<p class=\"truth good\"><span aria-hidden=\"true\">✓ </span>\(text)</p>"
  }

  private func truth(_ card: PageCard, _ moment: (Instant) -> String) -> HTML? {
    switch card.truth {
    case .free: nil
    case .inPlace: "<p class=\"truth good\"><span aria-hidden=\"true\">✓ </span>\(words.inPlace)</p>"
    case .underway(let since):
      "<p class=\"truth wait\"><span aria-hidden=\"true\">… </span>\(words.underway(moment(since)))</p>"
    case .late(let since): bad(words.late(moment(since)))
    case .wrong(.moved): bad(words.wrongMoved, card.wrong)
    case .wrong(.failed): bad(words.wrongFailed, card.wrong)
    case .wrong(.unanswered): bad(words.wrongUnanswered, card.wrong)
    case .wrong(.observed): bad(words.wrongObserved, card.wrong)
    case .wrong(.incomplete): bad(words.wrongIncomplete, card.wrong)
    case .asked(let at):
      "<p class=\"truth wait\"><span aria-hidden=\"true\">? </span>\(words.requested(at.map(moment)))</p>"
    case .unreachable: bad(words.unreachable, card.wrong)
    case .unknown: "<p class=\"truth wait\"><span aria-hidden=\"true\">? </span>\(words.unknown)</p>"
    }
  }

  private func bad(_ text: String, _ wrong: [PageCard.Wrong] = []) -> HTML {
    let most = 2
    let names = wrong.prefix(most).map { "<bdi>\(name(of: $0))</bdi>" as HTML }
    let rest = wrong.count > most ? " " + words.andMore(wrong.count - most) : ""
    let which: HTML? = names.first.map { " (\($0)\(names.dropFirst().map { ", \($0)" as HTML })\(rest))" }
    return "<p class=\"truth bad\"><span aria-hidden=\"true\">⚠ </span>\(text)\(which)</p>"
  }

  /// As a plan has it.
  private func name(of wrong: PageCard.Wrong) -> String {
    guard let kind = wrong.kind else { return wrong.problem ?? wrong.system.text }
    return wrong.name.map { "\(kind.rawValue) '\($0)'" } ?? kind.rawValue
  }

  /// The day: what is held back stands full, what is free is a line, and a person's wish has a notch above it.
  private func strip(_ card: PageCard) -> HTML? {
    if card.strip.isEmpty { return nil }
    let bars: [HTML] = card.strip.map { stretch in
      let (y, height) = stretch.isHeld ? (8, 24) : (26, 6)
      let mark: HTML? =
        stretch.isOverride
        ? "<rect class=\"o\" x=\"\(stretch.start)\" y=\"0\" width=\"\(stretch.end - stretch.start)\" height=\"4\"/>"
        : nil
      return
        "<rect class=\"\(stretch.isHeld ? "h" : "f")\" x=\"\(stretch.start)\" y=\"\(y)\" width=\"\(stretch.end - stretch.start)\" height=\"\(height)\"/>\(mark)"
    }
    let hours: [HTML] = zip([0] + card.quarters + [1_000], [0, 6, 12, 18, 24]).map { place, hour in
      "<text x=\"\(place / 10).\(place % 10)%\">\(hour)</text>"
    }
    return """
      <svg class="strip" viewBox="0 0 1000 34" preserveAspectRatio="none" role="img" aria-label="\(words.today)">\(bars)\
      <path class="t" d="\(card.quarters.map { "M\($0) 8v24" }.joined())"/><path class="n" d="M\(card.nowAt) 0v34"/></svg>\
      <svg class="hours" aria-hidden="true">\(hours)</svg>
      """
  }

  private func acts(_ card: PageCard, _ model: PageModel, _ seal: Seal) -> HTML? {
    let name = card.target.text
    var all = HTML()
    if card.acts.contains(.more) {
      all += form(
        "do", name, seal, "target",
        """
        <span class="what">\(words.more)</span>\
        <div class="row" role="group" aria-label="\(words.more): \(name)">\(minutes("more"))</div>
        """
      )
    }
    if card.acts.contains(.ask) {
      all += form(
        "do", name, seal, "target",
        """
        <label><span>\(words.reason)</span><input name="because" maxlength="200" placeholder="\(words.reasonHint)" autocomplete="off"></label>\
        <span class="what">\(words.more)</span>\
        <div class="row" role="group" aria-label="\(words.ask): \(name)">\(minutes("ask"))</div>
        """)
    }
    if card.acts.contains(.off) {
      let held = words.held(card.held)
      all += form(
        "do", name, seal, "target",
        """
        <div class="row"><label class="time"><span>\(held.until)</span><input type="time" name="until" required value="\(usualEnd(model))" aria-label="\(held.until): \(name)"></label>\
        <button name="do" value="off">\(held.now)</button></div>
        """)
    }
    if card.acts.contains(.end), let id = card.override?.id { all += end(id, of: card, seal, called: name) }
    return all == HTML() ? nil : all
  }

  /// A button that names everything for which it ends something.
  private func end(_ id: String, of card: PageCard, _ seal: Seal, called name: String) -> HTML {
    let label = card.endsFor[id].map { words.endFor(list($0)) } ?? words.end
    return form(
      "do", card.target.text, seal, "target",
      "<input type=\"hidden\" name=\"override\" value=\"\(id)\"><button name=\"do\" value=\"end\" aria-label=\"\(label): \(name)\">\(label)</button>"
    )
  }

  /// `kids, tv and gate`
  private func list(_ names: [Name]) -> String { names.map(\.text).listed(words.and) }

  private func minutes(_ act: String) -> [HTML] {
    [15, 30, 60].map { count in
      let label = act == "ask" ? "\(words.ask): +\(count) \(words.minutes)" : "+\(count) \(words.minutes)"
      return
        "<button class=\"add\" name=\"do\" value=\"\(act)-\(count)\" aria-label=\"\(label)\">+\(count) \(words.minutes)</button>"
    }
  }

  /// The first quarter of an hour that is an hour away. Of one that clocks show twice nobody knows which is meant.
  private func usualEnd(_ model: PageModel) -> String {
    let (zone, quarter) = (model.zone, 900)
    var end = model.now + 3_600
    while true {
      let local = zone.local(end)
      let past = local.secondOfDay % quarter
      if past == 0, zone.instants(local: local).count == 1 { return Words.clock(local) }
      end = end + Int64(quarter - past)
    }
  }

  private func form(_ path: String, _ value: String?, _ seal: Seal, _ field: String, _ content: HTML) -> HTML {
    let about: HTML? = value.map { "<input type=\"hidden\" name=\"\(field)\" value=\"\($0)\">" }
    return """
      <form method="post" action="/\(path)"><input type="hidden" name="from" value="\(seal.origin)">\
      <input type="hidden" name="key" value="\(seal.key)">\(about)\(content)</form>
      """
  }

  // MARK: What happened

  private func history(_ model: PageModel) -> HTML {
    let items: [HTML] = model.history.compactMap { item in
      let event = item.event
      guard let text = words.text(item, model.zone, now: model.now) else { return nil }
      return "<li><time>\(words.moment(event.at, model.zone, now: model.now))</time> \(bdi(text))</li>"
    }
    let list: HTML = items.isEmpty ? "<p>\(words.nothingHappened)</p>" : "<ol>\(items)</ol>"
    return "<details id=\"history\"><summary>\(words.history)</summary>\(list)</details>"
  }

  // MARK: The door

  /// What whoever is not known sees, wherever they go. Whoever `hasJoined` is known, and not let in for now. A browser shows no
  /// cookie where somebody comes from another page, and does from this one.
  package func door(hasJoined: Bool = false) -> HTML {
    let text = hasJoined ? words.doorJoined : words.doorText
    return frame(
      words.doorTitle,
      "<main class=\"door\"><h1>\(words.doorTitle)</h1><p>\(text)</p><p><a href=\"/\">\(words.doorOpen)</a></p></main>",
      isLive: false)
  }

  /// What somebody sees of whom nobody knows for the moment whether they are known.
  /// `isWithoutPolicy`: as no policy can be followed.
  package func unreadable(isWithoutPolicy: Bool = false) -> HTML {
    let text = isWithoutPolicy ? words.withoutPolicy : words.unreadableText
    return frame(
      words.unreadable, "<main class=\"door\"><h1>\(words.unreadable)</h1><p>\(text)</p></main>", isLive: false)
  }

  /// What a link leads to, whether or not it is good: only the button finds that out. `person` is whose page this device
  /// shows already.
  package func join(path: String, shows person: Name? = nil) -> HTML {
    let already: HTML? = person.map { "<p>\(bdi(words.joinOther($0.text)))</p>" }
    return frame(
      words.joinTitle,
      """
      <main class="door"><h1>\(words.joinTitle)</h1><p>\(words.joinText)</p>\(already)\
      <form method="post" action="\(path)"><button class="main">\(words.joinButton)</button></form></main>
      """, isLive: false, hasScript: true)
  }

  /// Where a link could not be looked at: it is as good as before.
  package func joinLater() -> HTML {
    frame(
      words.joinLater, "<main class=\"door\"><h1>\(words.joinLater)</h1><p>\(words.joinLaterText)</p></main>",
      isLive: false)
  }

  /// For a link that is over, was used, or never was. `person` is whose page this device goes on showing.
  package func joinFailed(shows person: Name? = nil) -> HTML {
    let still: HTML? = person.map { "<p><a href=\"/\">\(bdi(words.helloPerson($0.text)))</a></p>" }
    return frame(
      words.joinFailed,
      "<main class=\"door\"><h1>\(words.joinFailed)</h1><p>\(words.joinFailedText)</p>\(still)</main>", isLive: false)
  }

  /// Where too many links that do not work were tried from one place.
  package func joinBlocked() -> HTML {
    frame(
      words.joinBlocked, "<main class=\"door\"><h1>\(words.joinBlocked)</h1><p>\(words.joinBlockedText)</p></main>",
      isLive: false)
  }

  package func notFound() -> HTML {
    frame(
      words.notFound, "<main class=\"door\"><h1>\(words.notFound)</h1><p><a href=\"/\">\(words.title)</a></p></main>",
      isLive: false)
  }

  private func frame(_ title: String, _ body: HTML, isLive: Bool, hasScript: Bool = false) -> HTML {
    let script: HTML? =
      isLive || hasScript ? "<script src=\"/script.js?\(assets.version)\" defer></script>" : nil
    let attributes: HTML =
      isLive
      ? " data-live data-offline=\"\(words.offline)\" data-old=\"\(words.offlineText)\" data-unsure=\"\(words.unsure)\""
      : HTML()
    return """
      <!doctype html>
      <html lang="\(words.language)"><head><meta charset="utf-8"><title>\(title)</title>\
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">\
      <meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">\
      <meta name="theme-color" content="#f4f1ea" media="(prefers-color-scheme:light)">\
      <meta name="theme-color" content="#16181c" media="(prefers-color-scheme:dark)">\
      <link rel="stylesheet" href="/style.css?\(assets.version)"><link rel="icon" href="/icon.svg" type="image/svg+xml">\
      <link rel="apple-touch-icon" href="/icon.png"><link rel="manifest" href="/manifest.webmanifest">\(script)</head>
      <body\(attributes)>
      \(body)
      </body></html>

      """
  }

  /// Text of somebody's, whose direction is its own business.
  private func bdi(_ text: String) -> HTML { "<bdi>\(text)</bdi>" }
}
