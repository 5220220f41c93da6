import Approvals
import CivilTime
import Policies
package import Presentation

/// Every word of the page, in one language. What people and the policy have written stays as it is.
package struct Words: Sendable {
  /// As HTML names it.
  package let language: String
  let weekdays: [String]
  let states: [String: String]
  /// What became of an action, by its word.
  let outcomes: [String: String]
  let title, doorTitle, doorText, doorJoined, doorOpen, joinTitle, joinText, joinButton, joinFailed, joinFailedText,
    joinBlocked,
    joinBlockedText, joinLater, joinLaterText, unreadable, unreadableText, withoutPolicy: String
  /// Of a device that shows somebody's page already.
  let joinOther: @Sendable (_ person: String) -> String
  let notFound, signOut, signOutText: String
  let onRequests, yes, no, takeBack: String
  let on, because, reason, reasonHint, ask, more, off, offUntil, offHint, end, minutes, today, week, weekTooFull,
    history: String
  let nothingHere, nothingHereText, nothingHappened: String
  let timetable, leftAlone, guardedBy, checkedNever, checkedNow, stale, unread, unwritable, broken, offline,
    offlineText,
    unsure: String
  let unreachable, unknown, inPlace, wrongMoved, wrongFailed, wrongUnanswered, wrongObserved, wrongIncomplete,
    asked: String
  /// Of what somebody has agreed to, and others have yet to.
  let askedOf: @Sendable (_ people: String) -> String
  let denied: @Sendable (_ person: String, _ at: String) -> String
  /// To whoever asked.
  let unanswered: @Sendable (_ at: String) -> String
  /// Of what was asked for before, to whoever is asked now.
  let earlierNo: @Sendable (_ person: String, _ at: String) -> String
  let said: [Said: String]
  /// How a request ended about which somebody has just tried to decide.
  let over: @Sendable (_ ending: ApprovalRequest.Ending, _ people: String?, _ at: String) -> String
  /// `End it`, where that ends something for several targets, and what is said then.
  let endFor, endedFor: @Sendable (_ targets: String) -> String
  /// When what was made or ended takes effect: where a run comes at once, and where nothing runs.
  let soon, onceItRuns, onceReached: String
  /// `until 21:00`
  let until: @Sendable (String) -> String
  /// Of what nobody can look at.
  let shouldBe: @Sendable (_ state: String) -> String
  /// `Locked until`, before a field for a time.
  let heldUntil: @Sendable (_ state: String) -> String
  let alwaysSo: String
  let then: @Sendable (_ state: String) -> String
  /// With who agreed to it, where somebody had to.
  let byPerson: @Sendable (_ kind: Override.Kind, _ person: String, _ agreed: String?) -> String
  let underway: @Sendable (_ since: String) -> String
  let late: @Sendable (_ since: String) -> String
  /// Of what does not tell whether it is so.
  let requested: @Sendable (_ at: String?) -> String
  let andMore: @Sendable (_ count: Int) -> String
  let checked: @Sendable (_ seconds: Int64) -> String
  /// By whose clocks all times are told.
  let times: @Sendable (_ zone: String) -> String
  let runsAt: @Sendable (String) -> String
  /// Of what is done then only if it does not open what a target has, whose state follows.
  let unless: @Sendable (_ target: String, _ state: String) -> String
  let deeds: Deeds
  let asks: @Sendable (_ person: String) -> String
  let openUntil: @Sendable (String) -> String
  let needs: @Sendable (_ people: String) -> String
  let or: String
  let and: String
  /// Of another end for what has ended since, or got one.
  let overtaken: String
  /// Of what is about targets that are not there any more.
  let gone: String
  let idle: String
  /// Of what a lock is in the way of, to whoever is asked, and to whoever would ask.
  let lockedYes, askAfter: @Sendable (_ until: String) -> String
  /// Of what is yet to come; whose it is follows.
  let coming: @Sendable (_ state: String, _ from: String, _ until: String) -> String
  /// Of what the patterns of a target selected, which follows.
  let missing: String
  /// Of what is off while its system lets everything go; until when follows.
  let letGo: @Sendable (_ carrier: String, _ state: String) -> String
  /// Of what was made by a clock that was ahead.
  let madeAhead: @Sendable (_ at: String) -> String
  let happened: Happened
  let helloPerson: @Sendable (String) -> String
  /// Those of the picture of the week.
  package let picture: TimelineWords

  /// What somebody may ask for, each with the words that belong to it.
  struct Deeds: Sendable {
    let wish: @Sendable (_ target: String, _ state: String, _ from: String?, _ until: String) -> String
    /// With what would be done, and until when it holds so far.
    let extended: @Sendable (_ wish: String, _ before: String) -> String
    let ended: @Sendable (_ wish: String, _ kind: Override.Kind) -> String
    let edit: @Sendable (_ summary: String) -> String
    /// Why an edit waits; nil in the language in which that was noted.
    let reason: (@Sendable (EditNote.Reason, _ other: String, _ state: String, _ before: String) -> String)?
    /// From a time on, or from now on.
    let from: @Sendable (_ time: String?) -> String
    /// How much of the four weeks from then, which are said after it.
    let looser: @Sendable (LooserTimes, _ from: String) -> String
    let follow: String
    let release: @Sendable (_ object: String, _ target: String) -> String
  }

  /// What is said of the past, each with the words that belong to it.
  struct Happened: Sendable {
    let due: @Sendable (_ target: String, _ at: String) -> String
    let switched: @Sendable (_ target: String, _ state: String) -> String
    let moved: @Sendable (_ target: String) -> String
    let made: @Sendable (_ person: String, _ target: String, _ state: String, _ until: String?) -> String
    let extended: @Sendable (_ person: String, _ target: String, _ until: String?) -> String
    let ended: @Sendable (_ person: String, _ target: String) -> String
    let asked: @Sendable (_ person: String, _ target: String, _ until: String?) -> String
    /// Others have yet to.
    let agreed: @Sendable (_ person: String, _ target: String, _ missing: String?) -> String
    let approved: @Sendable (_ person: String, _ target: String) -> String
    let denied: @Sendable (_ person: String, _ target: String) -> String
    let cancelled: @Sendable (_ person: String, _ target: String) -> String
    let expired: @Sendable (_ target: String) -> String
  }

  /// What a button came to, as it is said on the page that follows. Nothing else can be said there.
  package enum Said: String, CaseIterable, Sendable {
    case made
    case ended
    /// It has ended, and something else wants the same.
    case goesOn = "ended-goes-on"
    /// The same for a part of the time that it had left.
    case goesOnLater = "ended-goes-on-later"
    case asked
    /// One has said yes, and others have yet to.
    case agreed
    case approved
    case approvedOverLock = "approved-over-lock"
    /// What was asked for has ended, and something else wants the same.
    case approvedGoesOn = "approved-goes-on"
    case denied
    case cancelled
    case idle
    case locked
    case neverOff = "never-off"
    case tooMany = "too-many"
    /// As many of this person's are open as may be.
    case tooManyOpen = "too-many-open"
    /// By a page from before the server began, which does not know whether it was done.
    case older
    /// More in a minute than anybody taps.
    case tooFast = "too-fast"
    case over
    /// What was to be ended had ended.
    case endedBefore = "ended-before"
    /// This person has said yes already, and others have yet to.
    case agreedBefore = "agreed-before"
    case notAllowed = "not-allowed"
    /// What it is about is not on that person's page any more.
    case gone
    case busy
    case time
    /// Why it is wanted is said at too great a length.
    case reason
    case failed
  }

  /// Both languages, the first of which is for everybody else.
  package static let all: [Words] = [english, german]

  /// The one that a browser prefers of them, by its `Accept-Language`.
  package static func preferred(_ header: String?) -> Words {
    // The order is that of preference in every browser; weights only repeat it.
    for part in (header ?? "").lowercased().split(separator: ",").prefix(16) {
      let language = part.split(separator: ";").first.map(String.init) ?? ""
      let tag = language.split { $0 == " " || $0 == "-" }.first.map(String.init) ?? ""
      if let words = all.first(where: { $0.language == tag }) { return words }
    }
    return english
  }

  /// What the button is called that brings something there, and the field for how long.
  func held(_ state: TargetState) -> (now: String, until: String) {
    if state == .off { return (off, offUntil) }
    let word = self.state(state)
    let name = word.prefix(1).uppercased() + word.dropFirst()
    return (name, heldUntil(name))
  }

  func outcome(_ word: String) -> String { outcomes[word] ?? word }

  func state(_ state: TargetState) -> String { states[state.rawValue] ?? state.rawValue }

  /// `21:00` today, `Sat 07:00` within six days, else with its date; with the offset where clocks show it twice.
  func moment(_ instant: Instant, _ zone: Zone, now: Instant) -> String {
    let (local, today) = (zone.local(instant), zone.local(now).date)
    let clock = Self.clock(local) + zone.offsetNote(instant)
    let days = local.date.dayNumber - today.dayNumber
    if days == 0 { return clock }
    if abs(days) < 7 { return "\(weekdays[local.date.weekdayIndex]) \(clock)" }
    return "\(local.date) \(clock)"
  }

  /// `07:00`
  static func clock(_ local: LocalDateTime) -> String { "\(two(local.hour)):\(two(local.minute))" }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension CivilDate {
  /// From Monday, 0, on.
  fileprivate var weekdayIndex: Int {
    let index = (dayNumber + 3) % 7
    return index < 0 ? index + 7 : index
  }
}
