import TestSupport
import Testing

@testable import Policies

@Suite("sentences") struct SentenceTests {
  /// A sentence, and how the language writes what it understood.
  static let meanings: [(String, String)] = [
    ("kids off", "kids off"),
    ("KIDS Off DAILY", "kids off"),
    ("kids off daily all day", "kids off"),
    ("block kids", "kids off"),
    ("allow kids, guests and youtube", "kids, guests, youtube on"),
    ("kids, and guests off mon", "kids, guests off mon"),
    ("pause pihole weekdays", "pihole paused mon-fri"),
    ("resume pihole on weekends", "pihole active sat-sun"),
    ("kids on on mon", "kids on mon"),
    ("block kids hols", "kids off hols"),
    // Times.
    ("kids off 21:00–07:00", "kids off daily 21:00–07:00"),
    ("kids off 21:00-07:00", "kids off daily 21:00–07:00"),
    ("kids off 21:00 ― 07:00", "kids off daily 21:00–07:00"),
    ("kids off 21:00−07:00", "kids off daily 21:00–07:00"),
    ("kids off 21:00\u{A0}‐\u{202F}07:00", "kids off daily 21:00–07:00"),
    ("kids off from 9pm until 7AM", "kids off daily 21:00–07:00"),
    ("kids off 9.30pm to 7:05am", "kids off daily 21:30–07:05"),
    ("kids off 12am-12pm", "kids off daily 00:00–12:00"),
    ("kids off noon-midnight", "kids off daily 12:00–24:00"),
    ("kids off midnight-noon", "kids off daily 00:00–12:00"),
    ("kids off midnight-midnight", "kids off"),
    ("kids off 22:00–00:00", "kids off daily 22:00–00:00"),
    ("kids off from 21:00", "kids off daily 21:00–24:00"),
    ("kids off until 7am", "kids off daily 00:00–07:00"),
    ("kids off until midnight", "kids off"),
    ("kids off until 06:00,from 21:00", "kids off daily 00:00–06:00, 21:00–24:00"),
    // Days.
    ("kids off mon-fri 20:00-21:00", "kids off mon-fri 20:00–21:00"),
    ("kids off mon – fri", "kids off mon-fri"),
    ("kids off sunday to thursdays", "kids off sun-thu"),
    ("kids off fri-mon", "kids off fri-mon"),
    ("kids off mon-mon", "kids off mon"),
    ("kids off every day", "kids off"),
    ("kids off every monday, wed 20:00–21:00", "kids off mon, wed 20:00–21:00"),
    ("kids off at weekends and mondays", "kids off sat-sun and mon"),
    ("kids off mon, 2026-12-24, tue", "kids off mon-tue, 2026-12-24"),
    ("kids off 2026-12-23..2027-01-06", "kids off 2026-12-23..2027-01-06"),
    ("kids off 2026-12-23 to 2027-01-06 20:00-21:00", "kids off 2026-12-23..2027-01-06 20:00–21:00"),
    ("kids off dec 24..jan 6", "kids off dec 24..jan 6"),
    ("kids off 24 december to 6 JAN", "kids off dec 24..jan 6"),
    ("kids off dec 24..26 dec, sept 1", "kids off dec 24..dec 26, sep 1"),
    ("kids off feb 29", "kids off feb 29"),
    ("kids off eves of hols", "kids off eves of hols"),
    ("kids off hols 10:00–12:00", "kids off hols 10:00–12:00"),
    ("kids off bed", "kids off bed"),
    ("kids off bed and mon 12:00–13:00", "kids off bed and mon 12:00–13:00"),
    // Only.
    ("kids on only 15:00–18:00", "kids on only 15:00–18:00"),
    ("Kids Only On 3pm to 6pm", "kids on only 15:00–18:00"),
    ("kids, guests on 15:00–18:00 only", "kids, guests on only 15:00–18:00"),
    ("kids allowed only 09:00–12:00, 15:00–18:00", "kids on only 09:00–12:00, 15:00–18:00"),
    ("allow kids and guests only bed", "kids, guests on only bed"),
    ("allow kids 15:00–18:00 only", "kids on only 15:00–18:00"),
    ("kids on only until 18:00", "kids on only 00:00–18:00"),
    ("kids on only 21:00–07:00 and 12:00–13:00", "kids on only 21:00–07:00 and 12:00–13:00"),
    ("kids on only bed and 12:00–13:00", "kids on only bed and 12:00–13:00"),
    // Days behind the times.
    ("kids off 21:00–07:00 on weekdays", "kids off mon-fri 21:00–07:00"),
    ("kids off 5pm–7pm on mon, wed and fri", "kids off mon, wed, fri 17:00–19:00"),
    ("kids off 21:00-07:00 every day except fri and sat", "kids off daily 21:00–07:00 except fri-sat"),
    ("kids off 10:00–12:00 on mondays", "kids off mon 10:00–12:00"),
    ("kids off bed on hols", "kids off hols 21:00–07:00"),
    ("kids off lunch on saturday", "kids off sat 12:00–13:00"),
    (
      "kids off 21:00-07:00 on weekdays and 23:00–08:00 on weekends",
      "kids off mon-fri 21:00–07:00 and sat-sun 23:00–08:00"
    ),
    (
      "kids off 21:00-07:00 on weekdays, 23:00–08:00 on weekends",
      "kids off mon-fri 21:00–07:00 and sat-sun 23:00–08:00"
    ),
    // Whole clauses joined by commas.
    ("kids off mon-fri 9pm-7am, sat-sun 11pm-8am", "kids off mon-fri 21:00–07:00 and sat-sun 23:00–08:00"),
    (
      "kids off mon 10:00–11:00, 12:00–13:00, tue 14:00–15:00 and wed, thu 16:00–17:00",
      "kids off mon 10:00–11:00, 12:00–13:00 and tue 14:00–15:00 and wed-thu 16:00–17:00"
    ),
    ("kids off weekdays bed, weekends lunch", "kids off mon-fri 21:00–07:00 and sat-sun 12:00–13:00"),
    // Times as people write them.
    ("kids off 9 pm – 7 am", "kids off daily 21:00–07:00"),
    ("kids off 09:00 pm to 7:00 a.m.", "kids off daily 21:00–07:00"),
    ("kids off 9p.m.-7a.m", "kids off daily 21:00–07:00"),
    ("kids off 21.00-7.00", "kids off daily 21:00–07:00"),
    ("kids off 21H30–7h15", "kids off daily 21:30–07:15"),
    ("kids off 0:30-6:00", "kids off daily 00:30–06:00"),
    ("kids off 7:00-24:00", "kids off daily 07:00–24:00"),
    ("kids off between 9pm and 7am", "kids off daily 21:00–07:00"),
    ("kids off 21:00 till 07:00", "kids off daily 21:00–07:00"),
    ("kids off before 6 am and after 10 pm", "kids off daily 00:00–06:00 and daily 22:00–24:00"),
    // Ends that are written alone.
    ("kids off mon-fri until 17:15, from 00:04", "kids off mon-fri 00:00–17:15, 00:04–24:00"),
    (
      "kids off until 2:36pm and 2:22pm until 19:38 and from 10:39",
      "kids off daily 00:00–14:36 and daily 14:22–19:38 and daily 10:39–24:00"
    ),
    ("kids off from 06:30, 02:20-02:00, until 16:30", "kids off daily 06:30–24:00, 02:20–02:00, 00:00–16:30"),
    ("kids off mon-fri from 21:00, until 07:00", "kids off mon-fri 21:00–24:00, 00:00–07:00"),
    ("kids off from 21:00 and until 07:00 except sat", "kids off daily 21:00–24:00 and daily 00:00–07:00 except sat"),
    (
      "kids off mon except daily until 17:15, from 00:04",
      "kids off mon except daily 00:00–17:15, 00:04–24:00"
    ),
    // Words that mean nothing.
    ("kids off during the hols", "kids off hols"),
    ("kids off over the weekend", "kids off sat-sun"),
    ("kids off at bed", "kids off bed"),
    ("kids off on the bed", "kids off bed"), ("kids off weekdays on the lunch", "kids off mon-fri 12:00–13:00"),
    ("kids off 21:00–07:00 except on the lunch", "kids off daily 21:00–07:00 except lunch"),
    ("kids off on mon, on tue", "kids off mon-tue"),
    ("kids off hols during lunch", "kids off hols 12:00–13:00"),
    ("kids off school nights 21:00-22:00", "kids off school-nights 21:00–22:00"),
    ("kids off eves of school nights", "kids off eves of school-nights"),
    ("kids off school days 8am-1pm", "kids off school-days 08:00–13:00"),
    ("kids off except school days", "kids off daily except school-days"),
    ("kids off eves of school days", "kids off eves of school-days"),
    ("kids off school days 8am-9am and movie night", "kids off school-days 08:00–09:00 and movie-night"),
    // Verbs and states.
    ("unblock kids", "kids on"), ("kids allowed mon", "kids on mon"), ("kids blocked", "kids off"),
    ("turn off kids mon", "kids off mon"), ("turn kids, guests on", "kids, guests on"), ("switch kids off", "kids off"),
    ("disable kids", "kids off"), ("kids enabled mon", "kids on mon"), ("switch off mon", "switch off mon"),
    // Every day.
    ("kids off every weekday", "kids off mon-fri"), ("kids off every weekend", "kids off sat-sun"),
    ("kids off every night 21:00–07:00", "kids off daily 21:00–07:00"),
    ("kids off 21:00–07:00 nightly", "kids off daily 21:00–07:00"),
    ("kids off always", "kids off"), ("kids off 24/7 except sat", "kids off daily except sat"),
    // Dates.
    ("kids off from 2026-12-23 to 2027-01-06 9pm-7am", "kids off 2026-12-23..2027-01-06 21:00–07:00"),
    ("kids off 2026-12-23 – 2027-01-06", "kids off 2026-12-23..2027-01-06"),
    ("kids off 1 july – 31 aug", "kids off jul 1..aug 31"),
    ("kids off the 1st of july through aug 31st", "kids off jul 1..aug 31"),
    ("kids off 24th dec-6th jan", "kids off dec 24..jan 6"),
    ("kids off 7 august-22nd of aug", "kids off aug 7..aug 22"),
    ("kids off 1st of july-31st of august", "kids off jul 1..aug 31"),
    // Days that do not come every week.
    ("kids off every other weekend from 2026-11-07", "kids off every 2 weeks sat-sun from 2026-11-07"),
    (
      "kids off every 3rd week fri, sat from 2026-11-02 10:00–12:00",
      "kids off every 3 weeks fri-sat from 2026-11-02 10:00–12:00"
    ),
    ("kids off second and fourth saturday", "kids off second and fourth sat"),
    ("kids off last sunday of the month", "kids off last sun"),
    ("kids off fri, first mon", "kids off fri, first mon"),
    ("kids off odd weeks", "kids off odd weeks"),
    ("kids off even weeks fri, sun 10:00–12:00", "kids off even weeks fri, sun 10:00–12:00"),
    ("kids off 10:00–12:00 in odd weeks", "kids off odd weeks 10:00–12:00"),
    ("kids off except odd weeks and sat", "kids off daily except odd weeks and sat"),
    // Exceptions.
    ("kids off mon 10:00–11:00 unless hols", "kids off mon 10:00–11:00 except hols"),
    ("kids off weekends but not in the hols", "kids off sat-sun except hols"),
    ("kids off outside lunch", "kids off daily except lunch"),
    ("kids off 21:00–07:00 without fridays and except hols", "kids off daily 21:00–07:00 except fri and except hols"),
    ("kids off except sat", "kids off daily except sat"),
    (
      "kids off 21:00-07:00 except mon 21:00-22:00, tue 21:00-23:00",
      "kids off daily 21:00–07:00 except mon 21:00–22:00 and tue 21:00–23:00"
    ),
    (
      "kids off sat, sun except mon-fri lunch, sat 10:00-11:00, 12:00-13:00 and except hols",
      "kids off sat-sun except mon-fri 12:00–13:00 and sat 10:00–11:00, 12:00–13:00 and except hols"
    ),
    ("kids off except sat all day", "kids off daily except sat all day"),
    (
      "kids off 21:00–07:00 except hols and except all day",
      "kids off daily 21:00–07:00 except hols and except daily all day"
    ),
    ("kids off mon-fri except wed and dec 24", "kids off mon-fri except wed, dec 24"),
    ("kids off 21:00–07:00 and 12:00–13:00 except bed", "kids off daily 21:00–07:00 and daily 12:00–13:00 except bed"),
  ]

  @Test("is understood", arguments: meanings) func isUnderstood(sentence: String, meaning: String) {
    #expect(ReadSentence.summary(sentence) == meaning)
    #expect(ReadSentence.outcome(meaning) == ReadSentence.outcome(sentence), "its own spelling means the same")
  }

  /// Behind a word that could be meant of others, too, the language writes none that it could be meant of.
  @Test(
    "is written without a second reading",
    arguments: [
      ("kids off first mon and every fri", "kids off fri, first mon"),
      ("kids off odd weeks mon and every fri", "kids off fri and odd weeks mon"),
      ("kids off first mon of the month, fri 10:00–12:00", "kids off fri, first mon 10:00–12:00"),
      ("kids off mon except odd weeks tue and every sat", "kids off mon except sat and odd weeks tue"),
    ]) func order(sentence: String, own: String)
  {
    #expect(ReadSentence.summary(sentence) == own)
    #expect(ReadSentence.summary(own) == own)
  }

  /// Sentences that are refused: each with the code, the words under the caret and the hint below it.
  @Test("are refused") func areRefused() throws {
    let path = "sentences/refused.txt"
    let sentences = try Fixtures.text(path).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("  ") }
    let told = sentences.map { sentence in
      "\(sentence)\n" + ReadSentence.summary(sentence).split(separator: "; ").map { "  \($0)\n" }.joined()
    }
    #expect(sentences.count > 100)
    #expect(sentences.filter { ReadSentence.outcome($0).isAccepted } == [])
    try Golden.check(told.joined(), path)
  }

  @Test(
    "is a name",
    arguments: [
      ("kids", nil), ("a-1", nil), ("mon-kids", nil), ("tues", nil), ("mon", .reserved), ("mon-fri", .reserved),
      ("noon-midnight", .reserved), ("first", .reserved), ("nightly", .reserved), ("first-friday", nil),
      ("every-other-weekend", nil), ("after-school", nil), ("odd-weeks", nil), ("over", nil), ("the", nil),
      ("dec-24", .reserved), ("may-5pm", .reserved), ("midnight-21h", .reserved), ("noon-7h30", .reserved),
      ("of", .reserved),
      ("mon-", .reserved),
      ("Kids", .form), ("1kid", .form), ("", .form), ("küche", .form), (String(repeating: "k", count: 64), .tooLong),
    ] as [(String, NameRules.Fault?)]
  ) func name(text: String, fault: NameRules.Fault?) {
    #expect(NameRules.fault(of: text, Vocabulary()) == fault)
  }
}
