/// Days of the week in four other languages: German, French, Spanish and Dutch. They are no words of the language, but who
/// writes them means a day, and not a schedule that is missing.
enum ForeignWords {
  /// What to say about `piece`, which is no word of the language; nil where it is none of these either. `sentence` puts
  /// another text instead.
  static func message(for piece: String, sentence: (String) -> String) -> PolicyMessage? {
    guard let english = english(piece.lowercased()) else { return nil }
    return .foreignWord(piece, english: english, proposals: [sentence(english)])
  }

  /// The same for a name or a word of a sentence, with words around it that belong to it: `fines de semana`.
  static func problem(in cursor: TokenCursor) -> SentenceProblem? {
    for place in 0..<cursor.count {
      guard let word = cursor.text(at: place), cursor.isMeaningless(at: place) else { continue }
      if let phrase = phrases.first(where: { stands($0.words, in: cursor, at: place) }) {
        return cursor.foreign(place...place + phrase.words.count - 1, english: phrase.english)
      }
      // `do not block kids` is English.
      if word == "do", cursor.text(at: place + 1) == "not" { continue }
      if let english = english(word) {
        let isLed = place > 0 && cursor.text(at: place - 1).map(leads.contains) == true
        return cursor.foreign((isLed ? place - 1 : place)...place, english: english)
      }
    }
    return nil
  }

  private static func stands(_ phrase: [String], in cursor: TokenCursor, at place: Int) -> Bool {
    phrase.indices.allSatisfy { cursor.text(at: place + $0) == phrase[$0] }
  }

  /// What several words mean together.
  static let phrases: [(words: [String], english: String)] = [
    ("fines de semana", "weekends"), ("fin de semana", "weekends"), ("jeden tag", "daily"), ("jeden abend", "nightly"),
    ("chaque jour", "daily"), ("tous les jours", "daily"), ("todos los dias", "daily"), ("cada dia", "daily"),
    ("elke dag", "daily"),
  ].map { ($0.split(separator: " ").map(String.init), $1) }

  /// The first word of `text` for a day, and the English one; nil where there is none. Some of the shortest are English words,
  /// too, so one of these alone is none.
  static func first(in text: String, _ names: ScheduleNames) -> (word: String, english: String)? {
    let words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
    let found = words.compactMap { word -> (word: String, english: String)? in
      let lowered = word.lowercased()
      return names.isFree(Name(lowered)) ? english(lowered).map { (word, $0) } : nil
    }
    return found.first { $0.word.count > 2 } ?? (found.count > 1 ? found[0] : nil)
  }

  /// Between two days.
  static let ands: Set<String> = ["und", "et", "y", "e", "en"]
  static let tos: Set<String> = ["bis", "à", "a", "au", "hasta", "tot"]

  /// Words that may come before a day.
  static let leads: Set<String> = [
    "am", "im", "an", "le", "les", "la", "el", "los", "op", "in", "het", "de", "au",
  ]

  /// The English word for `word`, in lower case; also for a range with a dash.
  static func english(_ word: String) -> String? {
    if let day = days[word] { return day }
    let ends = word.split(whereSeparator: { $0.unicodeScalars.allSatisfy(Lexer.isDash) }).map(String.init)
    guard ends.count == 2, let first = days[ends[0]], let last = days[ends[1]] else { return nil }
    return "\(first)-\(last)"
  }

  private static let days: [String: String] = {
    let table: [(String, String)] = [
      ("mon", "montag montags mo lundi lundis lun lunes maandag maandags ma"),
      ("tue", "dienstag dienstags di mardi mardis mar martes dinsdag dinsdags"),
      ("wed", "mittwoch mittwochs mi mercredi mercredis mer miércoles miercoles mié woensdag woensdags wo"),
      ("thu", "donnerstag donnerstags do jeudi jeudis jeu jueves jue donderdag donderdags"),
      ("fri", "freitag freitags fr vendredi vendredis ven viernes vie vrijdag vrijdags vr"),
      (
        "sat",
        "samstag samstags sonnabend sonnabends sa samedi samedis sábado sábados sabado sabados sáb zaterdag zaterdags za"
      ),
      ("sun", "sonntag sonntags so dimanche dimanches dim domingo domingos zondag zondags zo"),
      ("weekends", "wochenende wochenenden weekeinde findes"),
      ("weekdays", "werktag werktags werktage wochentags wochentage werkdag werkdagen doordeweeks semaine laborables"),
      ("daily", "täglich taeglich quotidien quotidiennement diario diariamente dagelijks"),
    ]
    var days: [String: String] = [:]
    for (english, words) in table { for word in words.split(separator: " ") { days[String(word)] = english } }
    return days
  }()
}

extension TokenCursor {
  /// The word at this place from the start of the sentence, in lower case; nil for everything that is no word.
  func text(at place: Int) -> String? {
    switch self[place].kind {
    case .word(let word): word
    case .name(let name), .schedule(let name): name.text
    case .number, .ordinal, .time, .loose, .date, .comma, .dash, .dots, .end: nil
    }
  }

  /// Whether the word there is a name that no schedule of the file has.
  func isMeaningless(at place: Int) -> Bool {
    if case .name(let name) = self[place].kind { names.kinds[name] == nil && names.others[name] == nil } else { false }
  }

  fileprivate func foreign(_ places: ClosedRange<Int>, english: String) -> SentenceProblem {
    let range = self[places.lowerBound].range.lowerBound..<self[places.upperBound].range.upperBound
    return SentenceProblem(
      range: range,
      message: .foreignWord(
        sentence[range], english: english, proposals: [sentence.replacing(range, with: english)]))
  }
}
