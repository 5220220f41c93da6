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
    // Exceptions.
    ("kids off except sat", "kids off daily except sat"),
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

  /// A sentence, the code, the words under the caret and the hint.
  static let complaints: [(String, String)] = [
    ("kids off 21.00–07:00", "time.form ‹21.00› write 21:00"),
    ("kids off 7:00–21.00", "time.form ‹7:00› write 07:00 or 7pm; time.form ‹21.00› write 21:00"),
    ("kids off 0am–1am", "time.form ‹0am› write 00:00"),
    ("kids off 9p–7a", "time.form ‹9p› write 9pm; time.form ‹7a› write 7am"),
    ("kids off 9pmam–10pm", "time.form ‹9pmam› write it as 21:00 or 9pm"),
    ("kids off 9 to 5", "time.bare-number ‹9 to 5› write 9am–5pm or 9pm–5am"),
    ("kids off 9-5pm", "time.bare-number ‹9-5pm› write 9am–5pm or 9pm–5pm"),
    ("kids off 21:00-7", "time.bare-number ‹7› write 7am or 7pm"),
    ("kids off 21:00 till 07:00", "sentence.unexpected ‹till› write 'until'"),
    ("kids off 00:00–00:00", "time.range ‹00:00–00:00› write 'all day' if the whole day is meant"),
    ("kids off until 00:00", "time.range ‹until 00:00› write 'all day' if the whole day is meant"),
    ("kids off 24:00–01:00", "time.end-only ‹24:00› write 00:00 of the next day"),
    ("kids off from fri 22:00 to mon 06:00", "sentence.unexpected ‹from› write 'kids off fri 22:00 to mon 06:00'"),
    (
      "kids off fri 22:00 to mon 06:00",
      "time.over-days ‹fri 22:00 to mon 06:00› write 'kids off fri 22:00–24:00 and sat-sun all day and mon 00:00–06:00'"
    ),
    ("kids off dec 24-26 20:00–21:00", "date.range ‹dec 24-26› write dec 24..dec 26"),
    ("kids off feb 30", "date.impossible ‹feb 30› write a day that exists"),
    ("kids off 2027-02-29", "date.impossible ‹2027-02-29› write a day that exists"),
    ("kids off mon..fri", "day.range ‹mon..fri› write mon-fri"),
    (
      "kids off on mon, on tue",
      "sentence.unexpected ‹on› such as 'mon', 'weekdays', '2026-12-24', 'dec 24' or the name of a schedule"
    ),
    (
      "kids off mon, tue, bed",
      "schedule.times ‹bed› join it with 'and' to other clauses with times, or take the times out of it"
    ),
    (
      "kids off eves of mon",
      "sentence.unexpected ‹mon› give the days a name under 'schedules', or write the days before them"
    ),
    ("kids off kids", "schedule.unknown ‹kids› days and times follow the state"),
    ("kids of 21:00–07:00", "sentence.state ‹of› write 'kids off 21:00–07:00'"),
    ("kids disable on", "sentence.state ‹disable› write off there"),
    ("kids–room off", "sentence.state ‹–› write on, off, active or paused"),
    (
      "kids off mon 21:00–07:00 except sat and 10:00–12:00",
      "when.mixed ‹10:00–12:00› write 'sat 10:00–12:00' or 'sat all day and daily 10:00–12:00'"
    ),
    (
      "kids off mon and tue and wed 21:00–07:00",
      "when.mixed ‹wed 21:00–07:00› write 'mon, tue, wed 21:00–07:00' or 'mon all day and tue all day and wed 21:00–07:00'"
    ),
    ("kids off bed and mon", "when.mixed ‹mon› write 'bed and mon all day'"),
    // Only.
    (
      "only kids on 15:00 to 18:00",
      "sentence.only ‹only› write 'kids on only 15:00 to 18:00' if it is to be off at every other time, "
        + "or 'kids on 15:00 to 18:00' to say nothing about other targets and times"
    ),
    ("tv only 17:00–19:00", "sentence.only ‹only› write 'tv on only 17:00–19:00', or 'tv off 17:00–19:00'"),
    (
      "kids on weekdays only 14:00–16:30",
      "sentence.only ‹only› off at every other time: write the lines 'kids off' and 'kids on mon-fri 14:00–16:30'; "
        + "nothing said about the other days: write the lines 'kids off mon-fri' and 'kids on mon-fri 14:00–16:30'"
    ),
    ("tv on only", "sentence.only ‹only› write such as 'tv on only 15:00–18:00'"),
    (
      "guests on 16:00–19:00 only on weekends",
      "sentence.only ‹only› off at every other time: write the lines 'guests off' and 'guests on sat-sun 16:00–19:00'; "
        + "nothing said about the other days: write the lines 'guests off sat-sun' and 'guests on sat-sun 16:00–19:00'"
    ),
    ("only on weekends 15:30–20:00", "sentence.target ‹only› write one such as 'kids off 21:00–07:00'"),
    (
      "tv only on weekends",
      "sentence.only ‹only› off at every other time: write the lines 'tv off' and 'tv on sat-sun'; "
        + "nothing said about the other days: write 'tv on sat-sun'"
    ),
    (
      "kids on only hols",
      "sentence.only ‹only› off at every other time: write the lines 'kids off' and 'kids on hols'; "
        + "nothing said about the other days: write 'kids on hols'"
    ),
    (
      "kids on only party",
      "sentence.only ‹only› off at every other time: write the lines 'kids off' and 'kids on party'; "
        + "nothing said about the other days: write 'kids on party'"
    ),
    (
      "kids on only 15:00–18:00 except hols",
      "sentence.only ‹only› off at every other time: write the lines 'kids off' and 'kids on daily 15:00–18:00 except hols'; "
        + "nothing said about the other days: write the lines 'kids off daily except hols' and "
        + "'kids on daily 15:00–18:00 except hols'"
    ),
    (
      "kids off only 21:00–07:00",
      "sentence.only ‹only› write 'kids off 21:00–07:00', and the line 'kids on' above it if that is to hold at every other time"
    ),
    (
      "pihole only active 09:00–17:00",
      "sentence.only ‹only› write 'pihole active 09:00–17:00', and the line 'pihole paused' above it if that is to hold "
        + "at every other time"
    ),
    (
      "allow only kids 15:00–18:00",
      "sentence.only ‹only› write 'kids on only 15:00–18:00'"
    ),
    ("kids on only 15:00–18:00 only", "sentence.only ‹only› write it once, right after the state"),
    ("kids on 15:00–16:00, only 17:00–18:00", "sentence.only ‹only› write 'kids on only 15:00–16:00, 17:00–18:00'"),
    ("kids off except", "sentence.unexpected ‹› such as 'weekdays', 'mon-fri 21:00–07:00' or 'except holidays'"),
    (
      String(repeating: "a", count: 64) + " off",
      "sentence.word ‹\(String(repeating: "a", count: 64))› names have at most 63 characters"
    ),
  ]

  @Test("is refused", arguments: complaints) func isRefused(sentence: String, complaint: String) {
    #expect(ReadSentence.summary(sentence) == complaint)
  }

  @Test(
    "is a name",
    arguments: [
      ("kids", nil), ("a-1", nil), ("mon-kids", nil), ("tues", nil), ("mon", .reserved), ("mon-fri", .reserved),
      ("noon-midnight", .reserved), ("dec-24", .reserved), ("may-5pm", .reserved), ("of", .reserved),
      ("mon-", .reserved),
      ("Kids", .form), ("1kid", .form), ("", .form), ("küche", .form), (String(repeating: "k", count: 64), .tooLong),
    ] as [(String, NameRules.Fault?)]
  ) func name(text: String, fault: NameRules.Fault?) {
    #expect(NameRules.fault(of: text, Vocabulary()) == fault)
  }
}
