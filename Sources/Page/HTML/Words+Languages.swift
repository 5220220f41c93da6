import Approvals
import CivilTime
import Policies
import Presentation

extension Words {
  package static let english = Words(
    language: "en", weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    states: ["leave": "as it is"],
    outcomes: [
      "done": "done", "missed": "not run in time", "stuck": "it did not move", "unverified": "sent, but not confirmed",
      "unknown": "sent, but not confirmed", "not-done": "it could not run", "refused": "it could not run",
      "called-off": "called off, as the door is to stay shut",
    ],
    title: "Home", doorTitle: "A page for the household",
    doorText: "This device has not joined yet. Ask for a link at home.",
    doorJoined:
      "This device has joined, but it is not let in at the moment: the policy does not name whose it is, or a clock is wrong.",
    doorOpen: "Open the page",
    joinTitle: "Join this page", joinText: "This device will show the page from now on.", joinButton: "Join",
    joinFailed: "This link no longer works",
    joinFailedText: "A link works once, and for 15 minutes. Ask for a new one.",
    joinBlocked: "Too many tries",
    joinBlockedText: "Too many wrong links came from here. Wait ten minutes, and try yours again.",
    joinLater: "That did not work", joinLaterText: "The link was not used. Try it again in a moment.",
    unreadable: "Not at the moment",
    unreadableText: "What is known here cannot be read at the moment. Please try again later.",
    withoutPolicy:
      "The policy cannot be read, and nothing goes by it at the moment. Somebody at home has to mend it.",
    joinOther: { "It shows \($0)’s page so far. With a link for somebody else it shows theirs instead." },
    notFound: "Page not found", signOut: "Forget this device",
    signOutText: "It then shows this page no longer, and needs a new link.",
    onRequests: "Open requests", yes: "Yes", no: "No", takeBack: "Take back",
    on: "on", because: "Why", reason: "Why", reasonHint: "homework, film night …", ask: "Ask", more: "More time",
    off: "Off", offUntil: "Off until", offHint: "off until this time", end: "End it", minutes: "min",
    today: "Today", week: "The week", weekTooFull: "The week has too many changes for a picture.",
    history: "What happened",
    nothingHere: "Nothing to show yet", nothingHereText: "The policy of this household lists nothing for you.",
    nothingHappened: "Nothing in the last three days.",
    timetable: "on schedule", leftAlone: "left as it is", guardedBy: "Guarded by",
    checkedNever: "Nothing has been checked yet", checkedNow: "checked now",
    stale: "Nothing is running at the moment, so this may be out of date.",
    unread: "What holds can no longer be read, so this may be out of date, and no tap counts.",
    unwritable: "Nothing can be noted at the moment, so no tap counts.",
    broken: "The policy has an error. The last good version is in use.", offline: "No connection",
    offlineText: "This may be out of date.", unsure: "No answer came. It may not have counted.",
    unreachable: "cannot be reached", unknown: "not checked yet", inPlace: "in place",
    wrongMoved: "not as it should be: somebody switched it by hand",
    wrongFailed: "not as it should be: it did not switch",
    wrongUnanswered: "it is unclear whether it switched",
    wrongObserved: "not as it should be: it is only watched",
    wrongIncomplete: "not as it should be: the last check could not do all of it",
    asked: "You asked. Nobody has decided yet.", askedOf: { "You asked. It waits for \($0)." },
    denied: { "You asked. \($0) said no (\($1))." },
    unanswered: { "You asked. Nobody answered in time (\($0))." },
    earlierNo: { "\($0) said no to something similar (\($1))" },
    said: [
      .made: "Saved.", .ended: "Ended.",
      .goesOn: "Ended. Something else still holds it, see below.",
      .goesOnLater: "Ended. Something else wants the same at that time, see below.",
      .asked: "Asked. The answer will show up here.", .agreed: "You said yes. Others have yet to.",
      .approved: "You said yes.",
      .approvedGoesOn: "You said yes. Something else still holds it, see below.",
      .approvedOverLock: "You said yes. A lock does not count for as long as that lasts.", .denied: "You said no.",
      .cancelled: "Taken back.", .idle: "That would change nothing.",
      .locked: "It is locked. End the lock first.", .neverOff: "It is never off, so there is no time to add.",
      .tooMany: "You have asked often enough for today. Ask again tomorrow.",
      .tooManyOpen: "Three things that you asked for are open. Take one back first.",
      .older: "This page had grown old. Nothing was done: look whether it counted before.",
      .tooFast: "That was too much at once. Please wait a minute.", .over: "That request is over.",
      .endedBefore: "It had ended already.", .agreedBefore: "You have said yes already. Others have yet to.",
      .notAllowed: "You cannot decide that.", .gone: "That is no longer on your page.",
      .busy: "Busy. Please try again.",
      .time: "Please give a time, such as 18:00.", .reason: "Please say why in 200 characters at most.",
      .failed: "That did not work. Nothing was changed.",
    ], over: englishOver, endFor: { "End it for \($0)" }, endedFor: { "Ended for \($0)." },
    soon: "It takes effect in a moment.", onceItRuns: "It takes effect once something runs again.",
    onceReached: "It takes effect once it can be reached.", until: { "until \($0)" },
    shouldBe: { "should be \($0)" }, heldUntil: { "\($0) until" }, alwaysSo: "no end set", then: { "then \($0)" },
    byPerson: { kind, person, agreed in
      switch kind {
      case .lock: "locked by \(person)"
      case .more: agreed.map { "more time for \(person), agreed by \($0)" } ?? "more time from \(person)"
      case .override: agreed.map { "asked for by \(person), agreed by \($0)" } ?? "set by \(person)"
      }
    },
    underway: { "due since \($0), in progress" }, late: { "due since \($0), still not done" },
    requested: { ($0.map { "sent at \($0); " } ?? "") + "its state cannot be read" },
    andMore: { "and \($0) more" },
    checked: { "checked \(ago($0)) ago" },
    times: { "times of \($0)" }, runsAt: { "runs \($0)" },
    unless: { "unless it opens what \($0) has: \($1)" },
    deeds: Deeds(
      wish: { "\($0) \($1)" + ($2.map { " from \($0)" } ?? "") + " until \($3)" },
      extended: { "\($0), not \($1)" },
      ended: { wish, kind in "the end of \(kind == .lock ? "the lock " : "")‘\(wish)’" },
      edit: { "an edit of the policy (\($0))" }, reason: nil, from: { $0.map { "from \($0)" } ?? "from now on" },
      looser: { _, from in from },
      follow: "another policy file instead of this one",
      release: { "the release of '\($0)' (\($1))" }),
    asks: { "\($0) asks for" }, openUntil: { "open until \($0)" }, needs: { "waits for \($0)" }, or: "or", and: "and",
    overtaken: "It has ended since, or ends at another time by now: nobody can agree to this any more.",
    gone: "The policy no longer has this target, so a yes would change nothing.",
    idle: "A yes would no longer change anything.",
    lockedYes: { "It is locked until \($0). End the lock first." }, askAfter: { "You can ask again after \($0)." },
    coming: { "\($0) from \($1) until \($2)" },
    missing: "no longer there, or called something else: nothing switches it",
    letGo: { "holds nothing back: \($0) is \($1)" },
    madeAhead: { "made while the clock was ahead (\($0)), so its times may be wrong" },
    happened: Happened(
      due: { "\($0), due \($1)" },
      switched: { "\($0) went \($1)" }, moved: { "\($0) was switched by hand" },
      made: { "\($0): \($1) \($2)" + ($3.map { " until \($0)" } ?? "") },
      extended: { "\($0): \($1)" + ($2.map { " now until \($0)" } ?? "") },
      ended: { "\($0) ended the change to \($1)" },
      asked: { "\($0) asked about \($1)" + ($2.map { " until \($0)" } ?? "") },
      agreed: { "\($0) said yes: \($1)" + ($2.map { "; waits for \($0)" } ?? "") },
      approved: { "\($0) said yes: \($1)" },
      denied: { "\($0) said no: \($1)" }, cancelled: { "\($0) took back the request about \($1)" },
      expired: { "nobody answered in time about \($0)" }),
    helloPerson: { "\($0)’s page" }, picture: .english)

  static let german = Words(
    language: "de", weekdays: germanWeekdays, states: germanStates,
    outcomes: [
      "done": "erledigt", "missed": "nicht rechtzeitig gelaufen", "stuck": "hat sich nicht bewegt",
      "unverified": "gesendet, aber nicht bestätigt", "unknown": "gesendet, aber nicht bestätigt",
      "not-done": "ging nicht", "refused": "ging nicht", "called-off": "abgesagt, weil die Tür zu bleiben soll",
    ],
    title: "Zuhause", doorTitle: "Eine Seite für den Haushalt",
    doorText: "Dieses Gerät gehört noch nicht dazu. Bitte um einen Link.",
    doorJoined:
      "Dieses Gerät gehört dazu, darf aber gerade nicht herein: in den Regeln fehlt, wem es gehört, oder eine Uhr geht falsch.",
    doorOpen: "Seite öffnen",
    joinTitle: "Dieser Seite beitreten", joinText: "Dieses Gerät zeigt die Seite von jetzt an.",
    joinButton: "Beitreten",
    joinFailed: "Dieser Link gilt nicht mehr",
    joinFailedText: "Ein Link gilt einmal und 15 Minuten lang. Bitte um einen neuen.",
    joinBlocked: "Zu viele Versuche",
    joinBlockedText: "Von hier kamen zu viele falsche Links. Warte zehn Minuten, und versuch deinen noch einmal.",
    joinLater: "Das ging nicht",
    joinLaterText: "Der Link ist nicht verbraucht. Versuch ihn gleich noch einmal.",
    unreadable: "Gerade nicht",
    unreadableText: "Was hier bekannt ist, lässt sich gerade nicht lesen. Bitte versuch es später noch einmal.",
    withoutPolicy:
      "Die Regeln lassen sich nicht lesen, und gerade gilt keine. Jemand zu Hause muss sie in Ordnung bringen.",
    joinOther: {
      "Bisher zeigt es die Seite von \($0). Mit einem Link für jemand anderen zeigt es stattdessen deren Seite."
    },
    notFound: "Hier ist nichts", signOut: "Dieses Gerät vergessen",
    signOutText: "Dann zeigt es diese Seite nicht mehr und braucht einen neuen Link.",
    onRequests: "Offene Anfragen", yes: "Ja", no: "Nein", takeBack: "Zurücknehmen",
    on: "an", because: "Warum", reason: "Warum", reasonHint: "Hausaufgaben, Filmabend …", ask: "Fragen",
    more: "Mehr Zeit", off: "Aus", offUntil: "Aus bis", offHint: "aus bis zu dieser Uhrzeit", end: "Beenden",
    minutes: "Min.", today: "Heute", week: "Die Woche",
    weekTooFull: "In dieser Woche ändert sich zu viel für ein Bild.", history: "Was war",
    nothingHere: "Hier ist noch nichts", nothingHereText: "Die Regeln des Haushalts geben dir nichts zu sehen.",
    nothingHappened: "In den letzten drei Tagen war nichts.",
    timetable: "nach Plan", leftAlone: "bleibt, wie es ist", guardedBy: "Gehütet von",
    checkedNever: "Noch wurde nichts geprüft", checkedNow: "eben geprüft",
    stale: "Es wird nichts geprüft: was hier steht, stimmt vielleicht nicht.",
    unread:
      "Was gilt, lässt sich nicht mehr lesen: was hier steht, ist vielleicht alt, und was du antippst, zählt nicht.",
    unwritable: "Gerade lässt sich nichts aufschreiben; was du antippst, zählt nicht.",
    broken: "In den Regeln ist ein Fehler; es gilt die Fassung davor.", offline: "Keine Verbindung",
    offlineText: "Was hier steht, ist vielleicht alt.", unsure: "Es kam keine Antwort. Vielleicht zählt es nicht.",
    unreachable: "nicht erreichbar", unknown: "noch nicht geprüft", inPlace: "stimmt so",
    wrongMoved: "ist nicht so: jemand hat von Hand geschaltet", wrongFailed: "ist nicht so: es hat nicht geschaltet",
    wrongUnanswered: "es ist unklar, ob es geschaltet hat",
    wrongObserved: "ist nicht so: es wird nur beobachtet",
    wrongIncomplete: "ist nicht so: bei der letzten Prüfung ging nicht alles",
    asked: "Du hast gefragt; noch hat niemand entschieden.", askedOf: { "Du hast gefragt; es wartet auf \($0)." },
    denied: { "Du hast gefragt; \($0) hat Nein gesagt (\($1))." },
    unanswered: { "Du hast gefragt; niemand hat rechtzeitig geantwortet (\($0))." },
    earlierNo: { "\($0) hat zu Ähnlichem Nein gesagt (\($1))" },
    said: [
      .made: "Notiert.", .ended: "Beendet.",
      .goesOn: "Beendet. Etwas anderes gilt weiter, siehe unten.",
      .goesOnLater: "Beendet. Zu der Zeit will etwas anderes dasselbe, siehe unten.",
      .asked: "Gefragt. Hier siehst du, was daraus wird.", .agreed: "Du hast Ja gesagt. Andere müssen noch zustimmen.",
      .approved: "Du hast Ja gesagt.",
      .approvedGoesOn: "Du hast Ja gesagt. Etwas anderes gilt weiter, siehe unten.",
      .approvedOverLock: "Du hast Ja gesagt. So lange gilt eine Sperre nicht.",
      .denied: "Du hast Nein gesagt.", .cancelled: "Zurückgenommen.", .idle: "Das würde nichts ändern.",
      .locked: "Es ist gesperrt; beende erst das.", .neverOff: "Es ist nie aus; da kommt nichts dazu.",
      .tooMany: "Für heute hast du oft genug gefragt. Frag morgen wieder.",
      .tooManyOpen: "Drei Anfragen von dir sind offen. Nimm erst eine zurück.",
      .older: "Diese Seite war veraltet. Eben ist nichts geschehen: sieh nach, ob es vorher schon zählte.",
      .tooFast: "Das war zu viel auf einmal. Bitte warte eine Minute.", .over: "Diese Anfrage ist vorbei.",
      .endedBefore: "Es war schon beendet.", .agreedBefore: "Du hast schon Ja gesagt. Andere müssen noch zustimmen.",
      .notAllowed: "Das entscheiden andere.", .gone: "Das steht nicht mehr auf deiner Seite.",
      .busy: "Gerade beschäftigt. Bitte noch einmal versuchen.",
      .time: "Bitte eine Uhrzeit angeben, etwa 18:00.",
      .reason: "Bitte sag in höchstens 200 Zeichen, warum.", .failed: "Das ging nicht. Nichts wurde geändert.",
    ], over: germanOver, endFor: { "Beenden für \($0)" }, endedFor: { "Beendet für \($0)." }, soon: "Es gilt gleich.",
    onceItRuns: "Es gilt, sobald wieder geprüft wird.",
    onceReached: "Es gilt, sobald es wieder erreichbar ist.", until: { "bis \($0)" },
    shouldBe: { "soll \($0) sein" }, heldUntil: { "\($0) bis" }, alwaysSo: "auf Dauer", then: { "dann \($0)" },
    byPerson: { kind, person, agreed in
      switch kind {
      case .lock: "gesperrt von \(person)"
      case .more: agreed.map { "mehr Zeit für \(person), erlaubt von \($0)" } ?? "mehr Zeit von \(person)"
      case .override: agreed.map { "auf Wunsch von \(person), erlaubt von \($0)" } ?? "von \(person)"
      }
    },
    underway: { "fällig seit \($0), ist unterwegs" }, late: { "fällig seit \($0), noch nicht geschehen" },
    requested: { ($0.map { "um \($0) geschickt; " } ?? "") + "wie es steht, lässt sich nicht lesen" },
    andMore: { "und noch \($0)" },
    checked: { "vor \(vor($0)) geprüft" },
    times: { "Uhrzeiten von \($0)" }, runsAt: { "läuft \($0)" },
    unless: { "außer wenn es öffnet, was \($0) hat: \($1)" },
    deeds: Deeds(
      wish: { "\($0) \($1)" + ($2.map { " ab \($0)" } ?? "") + " bis \($3)" },
      extended: { "\($0) statt \($1)" },
      ended: { wish, kind in "das Ende \(kind == .lock ? "der Sperre " : "von ")‚\(wish)‘" },
      edit: { "eine Änderung der Regeln (\($0))" }, reason: germanReason,
      from: { $0.map { "ab \($0)" } ?? "ab sofort" }, looser: germanLooser,
      follow: "eine andere Datei mit Regeln statt dieser",
      release: { "die Freigabe von ‚\($0)‘ (\($1))" }),
    asks: { "\($0) möchte" }, openUntil: { "offen bis \($0)" }, needs: { "wartet auf \($0)" }, or: "oder", and: "und",
    overtaken: "Es ist inzwischen beendet oder endet anders: dem kann niemand mehr zustimmen.",
    gone: "In den Regeln gibt es das nicht mehr; ein Ja würde nichts ändern.",
    idle: "Ein Ja würde nichts mehr ändern.",
    lockedYes: { "Es ist bis \($0) gesperrt; beende erst das." }, askAfter: { "Nach \($0) kannst du wieder fragen." },
    coming: { "\($0) von \($1) bis \($2)" },
    missing: "nicht mehr da, oder heißt jetzt anders: das schaltet niemand mehr",
    letGo: { "hält nichts zurück: \($0) ist \($1)" },
    madeAhead: { "gemacht, als die Uhr vorging (\($0)); die Zeiten stimmen vielleicht nicht" },
    happened: Happened(
      due: { "\($0), fällig \($1)" },
      switched: { "\($0) ging \($1)" }, moved: { "\($0) wurde von Hand geschaltet" },
      made: { "\($0): \($1) \($2)" + ($3.map { " bis \($0)" } ?? "") },
      extended: { "\($0): \($1)" + ($2.map { " jetzt bis \($0)" } ?? "") }, ended: { "\($0) hat es für \($1) beendet" },
      asked: { "\($0) hat wegen \($1) gefragt" + ($2.map { " bis \($0)" } ?? "") },
      agreed: { "\($0) hat Ja gesagt: \($1)" + ($2.map { "; wartet auf \($0)" } ?? "") },
      approved: { "\($0) hat Ja gesagt: \($1)" }, denied: { "\($0) hat Nein gesagt: \($1)" },
      cancelled: { "\($0) hat die Anfrage wegen \($1) zurückgenommen" },
      expired: { "wegen \($0) hat niemand rechtzeitig entschieden" }),
    helloPerson: { "Seite von \($0)" },
    picture: TimelineWords(
      weekdays: germanWeekdays, date: { shortGermanDate($0) + String($0.description.prefix(4)) },
      shortDate: shortGermanDate, states: germanStates, from: "von", until: "bis", to: "bis", otherwise: "sonst",
      leftAlone: "bleibt, wie es ist", runs: "läuft", doesNotRun: "läuft nicht",
      override: { kind in
        switch kind {
        case .lock: "Sperre"
        case .more: "mehr Zeit"
        case .override: "Ausnahme"
        }
      }, byOverride: "auf Wunsch", skipped: "fehlt", skippedByClocks: "von den Uhren übersprungen",
      outside: "außerhalb", now: "jetzt",
      clocks: { "Uhren gehen von \($1) auf \($2) \($0 ? "vor" : "zurück")" },
      twice: "zwischen den Linien steht das erste Mal oben, das zweite unten"))

  @Sendable private static func englishOver(
    _ ending: ApprovalRequest.Ending, _ people: String?, _ at: String
  ) -> String {
    switch ending {
    case .approved: "\(people ?? "?") said yes to that at \(at)."
    case .denied: "\(people ?? "?") said no to that at \(at)."
    case .cancelled: "\(people ?? "?") took that back at \(at)."
    case .expired: "Nobody answered that in time. It was open until \(at)."
    case .replaced: "\(people ?? "?") has asked for something else instead (\(at))."
    case .withdrawn: "There is nothing left to decide about that since \(at)."
    }
  }

  @Sendable private static func germanOver(
    _ ending: ApprovalRequest.Ending, _ people: String?, _ at: String
  ) -> String {
    switch ending {
    case .approved: "Dazu wurde schon Ja gesagt, von \(people ?? "?") (\(at))."
    case .denied: "Dazu wurde schon Nein gesagt, von \(people ?? "?") (\(at))."
    case .cancelled: "\(people ?? "?") hat das zurückgenommen (\(at))."
    case .expired: "Darauf hat niemand rechtzeitig geantwortet. Offen war es bis \(at)."
    case .replaced: "\(people ?? "?") hat stattdessen um etwas anderes gebeten (\(at))."
    case .withdrawn: "Da gibt es seit \(at) nichts mehr zu entscheiden."
    }
  }

  private static let germanWeekdays = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]

  @Sendable private static func germanReason(
    _ reason: EditNote.Reason, _ other: String, _ state: String, _ before: String
  ) -> String {
    switch reason {
    case .gone: "gibt es nicht mehr"
    case .freer: "\(state) statt \(before)"
    case .weaker: "wird weniger fest gehalten"
    case .carried: "‚\(other)‘ gibt es frei"
    case .objects: "nennt etwas nicht mehr, das es nannte"
    case .entryGroups: "seine Einträge gelten für andere Gruppen"
    case .pruning: "Einträge, die nicht mehr genannt sind, werden entfernt"
    case .keeping: "Einträge, die nicht mehr genannt sind, bleiben"
    case .unguarded: "wird nicht mehr gehütet"
    case .guarding: other.isEmpty ? "wird anders gehütet" : "wird von \(other) gehütet"
    case .editing: "Änderungen daran brauchen niemanden mehr"
    case .permission: "darf geöffnet werden oder hat einen anderen Code"
    case .group: "gehört nicht mehr zu ‚\(other)‘"
    case .system: "sein System ‚\(other)‘ ist anders beschrieben"
    case .alias: "‚\(other)‘ ist ein zweiter Name seines Systems"
    case .allowing: "‚\(other)‘ erlaubt auf seinem System, was nicht erlaubt war"
    case .switching: "‚\(other)‘ schaltet eine Gruppe seiner Einträge anders"
    case .acting: "‚\(other)‘ tut auf seinem System etwas, das vorher nicht getan wurde"
    case .owner: "die Datei hat einen anderen Besitzer"
    case .limits: "weniger darf auf einmal geändert werden"
    case .linked: "hängt mit ‚\(other)‘ zusammen"
    }
  }

  /// `28-mal und zusammen 7 Std. in den vier Wochen ab sofort`
  @Sendable private static func germanLooser(_ times: LooserTimes, _ from: String) -> String {
    let weeks = "vier Wochen \(from)"
    if times.isThroughout { return "in den ganzen \(weeks)" }
    let (minutes, hours) = (times.seconds / 60 % 60, times.seconds / 3_600)
    let parts = [hours > 0 ? "\(hours) Std." : nil, minutes > 0 || hours == 0 ? "\(minutes) Min." : nil]
    let length = parts.compactMap(\.self).joined(separator: " ")
    let often = times.count == 1 ? "einmal \(length)" : "\(times.count)-mal und zusammen \(length)"
    return "\(often) in den \(weeks)" + (times.isNeverHeld ? ", und nie gehalten" : "")
  }

  private static let germanStates = [
    "on": "an", "off": "aus", "active": "aktiv", "paused": "pausiert", "locked": "verriegelt",
    "unlocked": "entriegelt", "open": "offen", "closed": "zu", "running": "läuft", "stopped": "angehalten",
    "leave": "wie es ist",
  ]

  /// `20.11.`, of `2026-11-20`.
  @Sendable private static func shortGermanDate(_ date: CivilDate) -> String {
    let parts = date.description.split(separator: "-").suffix(2)
    return parts.reversed().map { $0 + "." }.joined()
  }

  private static func ago(_ seconds: Int64) -> String {
    switch seconds {
    case ..<60: "\(max(seconds, 0)) s"
    case ..<3_600: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) days"
    }
  }

  private static func vor(_ seconds: Int64) -> String {
    switch seconds {
    case ..<60: "\(max(seconds, 0)) s"
    case ..<3_600: "\(seconds / 60) Min."
    case ..<172_800: "\(seconds / 3_600) Std."
    default: "\(seconds / 86_400) Tagen"
    }
  }
}
