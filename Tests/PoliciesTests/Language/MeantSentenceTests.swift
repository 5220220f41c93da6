import CivilTime
import Documents
import Policies
import Testing

/// The sentences that hints say to write are accepted, and mean what the refused one could mean.
@Suite("sentences that hints propose") struct MeantSentenceTests {
  /// What is refused, the sentences that are proposed for it, and the days and times that each of them means.
  static let table: [(said: String, shown: [(sentence: String, means: String)])] = [
    ("kids off from three at night to six in the morning", [("kids off from 3am to 6am", "03:00–06:00")]),
    ("kids off from two at night until 5am", [("kids off from 2am until 5am", "02:00–05:00")]),
    ("kids off from twelve at night to six in the morning", [("kids off from 12am to 6am", "00:00–06:00")]),
    ("kids off from nine at night to six in the morning", [("kids off from 9pm to 6am", "21:00–06:00")]),
    (
      "kids off at 3 at night",
      [("kids off from 3am", "03:00–24:00"), ("kids off until 3am", "00:00–03:00")]
    ),
    ("kids off 7-21", [("kids off 07:00–21:00", "07:00–21:00")]),
    ("kids off 6-24", [("kids off 06:00–24:00", "06:00–24:00")]),
    ("kids off 8-20", [("kids off 08:00–20:00", "08:00–20:00")]),
    ("kids off 24-6", [("kids off 00:00–06:00", "00:00–06:00")]),
    ("kids off from 21 to 7", [("kids off from 21:00–07:00", "21:00–07:00")]),
    ("kids on only 7-22", [("kids on only 07:00–22:00", "07:00–22:00")]),
    ("kids off 9-5", [("kids off 9am–5pm", "09:00–17:00"), ("kids off 9pm–5am", "21:00–05:00")]),
    ("kids off from 9pm, on from 7am", [("kids off 9pm–7am", "21:00–07:00")]),
    ("kids off from 9pm and on from 7am", [("kids off 9pm–7am", "21:00–07:00")]),
    ("kids off after bedtime is over", [("kids off after 07:00", "07:00–24:00")]),
    ("kids off after homework", [("kids off after 17:00", "17:00–24:00")]),
    ("kids off from friday 18:00", [("kids off friday from 18:00", "fri 18:00–24:00")]),
    ("kids off from 2026-12-24 18:00", [("kids off 2026-12-24 from 18:00", "2026-12-24 18:00–24:00")]),
    (
      "kids off every third friday",
      [
        ("kids off third friday", "third fri"),
        ("kids off every 3 weeks friday from 2027-01-04", "every 3 weeks fri from 2027-01-04"),
      ]
    ),
    (
      "kids off every fourth friday",
      [
        ("kids off fourth friday", "fourth fri"),
        ("kids off every 4 weeks friday from 2027-01-04", "every 4 weeks fri from 2027-01-04"),
      ]
    ),
    (
      "kids off every second friday",
      [
        ("kids off second friday", "second fri"),
        ("kids off every other friday from 2027-01-04", "every other fri from 2027-01-04"),
      ]
    ),
    ("kids off every first friday", [("kids off first friday", "first fri")]),
    ("kids off every last friday", [("kids off last friday", "last fri")]),
    (
      "kids off 21:00-07:00 but holidays 22:00-08:00",
      [
        ("kids off 21:00-07:00 except holidays 22:00-08:00", "21:00–07:00 except holidays 22:00–08:00"),
        ("kids off daily 21:00-07:00 and holidays 22:00-08:00", "daily 21:00–07:00 and holidays 22:00–08:00"),
      ]
    ),
    ("kids off 2026-12", [("kids off 2026-12-01..2026-12-31", "2026-12-01..2026-12-31")]),
    ("kids off 2027-02", [("kids off 2027-02-01..2027-02-28", "2027-02-01..2027-02-28")]),
    ("kids off 2026", [("kids off 2026-01-01..2026-12-31", "2026-01-01..2026-12-31")]),
    (
      "kids off 2030",
      [
        ("kids off 2030-01-01..2030-12-31", "2030-01-01..2030-12-31"), ("kids off from 20:30", "20:30–24:00"),
        ("kids off until 20:30", "00:00–20:30"),
      ]
    ),
    ("kids off 2030-2200", [("kids off 20:30–22:00", "20:30–22:00")]),
    ("kids off from 2026-12-24 to 2026-12-24", [("kids off 2026-12-24", "2026-12-24")]),
    ("kids off from dec 24 to dec 24", [("kids off dec 24", "dec 24")]),
    ("kids off 21:00 for 10h", [("kids off 21:00–07:00", "21:00–07:00")]),
    ("kids off for 1h30m from 9pm", [("kids off 21:00–22:30", "21:00–22:30")]),
    ("kids off for 3 days from 2026-12-24", [("kids off 2026-12-24..2026-12-26", "2026-12-24..2026-12-26")]),
    ("kids off 2026-12-24 for 1 day", [("kids off 2026-12-24", "2026-12-24")]),
    ("kids off from 2026-12-24 for 2 weeks", [("kids off 2026-12-24..2027-01-06", "2026-12-24..2027-01-06")]),
    (
      "kids off 21:00-07:00 from 2026-12-24 for 3 days",
      [("kids off 21:00-07:00 2026-12-24..2026-12-26", "2026-12-24..2026-12-26 21:00–07:00")]
    ),
    ("kids off for the holidays", [("kids off holidays", "holidays")]),
    ("kids off 24, 25 december", [("kids off dec 24, dec 25", "dec 24, dec 25")]),
    (
      "kids off the 24th, 25th and 26th of december 10:00-12:00",
      [("kids off dec 24, dec 25, dec 26 10:00-12:00", "dec 24, dec 25, dec 26 10:00–12:00")]
    ),
    ("kids off dec 24 and 25", [("kids off dec 24, dec 25", "dec 24, dec 25")]),
    ("kids off dec 24, 25 2026", [("kids off 2026-12-24, 2026-12-25", "2026-12-24, 2026-12-25")]),
    ("kids off all weekend", [("kids off weekends", "sat-sun")]),
    ("kids off all week 21:00-07:00", [("kids off daily 21:00-07:00", "21:00–07:00")]),
    ("kids off any day 21:00-07:00", [("kids off daily 21:00-07:00", "21:00–07:00")]),
    ("kids off any friday 21:00-07:00", [("kids off every friday 21:00-07:00", "fri 21:00–07:00")]),
    ("kids off 11/28/2026-1/6/2027", [("kids off 2026-11-28..2027-01-06", "2026-11-28..2027-01-06")]),
    ("kids off 28/11/2026 to 6/1/2027", [("kids off 2026-11-28 to 2027-01-06", "2026-11-28..2027-01-06")]),
    (
      "kids off 1/6/2027-2/7/2027",
      [
        ("kids off 2027-01-06..2027-02-07", "2027-01-06..2027-02-07"),
        ("kids off 2027-06-01..2027-07-02", "2027-06-01..2027-07-02"),
      ]
    ),
    (
      "kids off fri, sat 23:00-08:00, other days 21:00-07:00",
      [
        (
          "kids off fri, sat 23:00-08:00 and sun-thu 21:00-07:00",
          "fri, sat 23:00–08:00 and sun, mon, tue, wed, thu 21:00–07:00"
        )
      ]
    ),
    (
      "kids off weekdays 21:00-07:00 and all other days 23:00-08:00",
      [("kids off weekdays 21:00-07:00 and sat-sun 23:00-08:00", "mon-fri 21:00–07:00 and sat-sun 23:00–08:00")]
    ),
    (
      "kids off mon, wed and fri 3-5pm",
      [
        ("kids off mon, wed, fri 3am–5pm", "mon, wed, fri 03:00–17:00"),
        ("kids off mon, wed all day and fri 3am–5pm", "mon, wed all day and fri 03:00–17:00"),
        ("kids off mon, wed, fri 3pm–5pm", "mon, wed, fri 15:00–17:00"),
        ("kids off mon, wed all day and fri 3pm–5pm", "mon, wed all day and fri 15:00–17:00"),
      ]
    ),
    ("kids off fri 21-7", [("kids off fri 21:00–07:00", "fri 21:00–07:00")]),
    ("kids off 21:00-7", [("kids off 21:00-07:00", "21:00–07:00")]),
    ("kids off 7-21:00", [("kids off 07:00–21:00", "07:00–21:00")]),
    ("kids off friday night 11pm-8am", [("kids off friday 11pm-8am", "fri 23:00–08:00")]),
    (
      "kids off 31 dec 18:00 to 1 jan 02:00",
      [("kids off 31 dec 18:00–02:00", "dec 31 18:00–02:00")]
    ),
    (
      "kids off dec 24 18:00 to dec 27 06:00",
      [
        (
          "kids off dec 24 18:00–24:00 and dec 25..dec 26 all day and dec 27 00:00–06:00",
          "dec 24 18:00–24:00 and dec 25..dec 26 all day and dec 27 00:00–06:00"
        )
      ]
    ),
    ("kids off half an hour before bedtime", [("kids off 20:30–21:00", "20:30–21:00")]),
    ("kids off 24. dezember", [("kids off 24 december", "dec 24")]),
    (
      "kids off 2026-12-24, 25 and 26",
      [
        ("kids off 2026-12-24, 2026-12-25, 2026-12-26", "2026-12-24, 2026-12-25, 2026-12-26")
      ]
    ),
    ("kids off 2026-12-24 - 26", [("kids off 2026-12-24..2026-12-26", "2026-12-24..2026-12-26")]),
    ("kids off december 2026", [("kids off 2026-12-01..2026-12-31", "2026-12-01..2026-12-31")]),
    ("kids off in february 2027", [("kids off 2027-02-01..2027-02-28", "2027-02-01..2027-02-28")]),
    ("kids off 21:00-07:00 if not holidays", [("kids off 21:00-07:00 except holidays", "21:00–07:00 except holidays")]),
    // Days whose ends may not belong to them.
    (
      "kids off 2026-12-24 until 2026-12-26",
      [
        ("kids off 2026-12-24..2026-12-26", "2026-12-24..2026-12-26"),
        ("kids off 2026-12-24..2026-12-25", "2026-12-24..2026-12-25"),
      ]
    ),
    (
      "kids off dec 24 until jan 1 9pm-7am",
      [
        ("kids off dec 24..jan 1 9pm-7am", "dec 24..jan 1 21:00–07:00"),
        ("kids off dec 24..dec 31 9pm-7am", "dec 24..dec 31 21:00–07:00"),
      ]
    ),
    ("kids off dec 1 until mar 1", [("kids off dec 1..mar 1", "dec 1..mar 1")]),
    ("kids off between mon and fri", [("kids off mon-fri", "mon-fri"), ("kids off tue-thu", "tue-thu")]),
    ("kids off between mon and wed", [("kids off mon-wed", "mon-wed"), ("kids off tue", "tue")]),
    (
      "kids off between dec 24 and dec 27",
      [("kids off dec 24..dec 27", "dec 24..dec 27"), ("kids off dec 25..dec 26", "dec 25..dec 26")]
    ),
    (
      "kids off between 10.12 and 12.12",
      [("kids off 10:12–12:12", "10:12–12:12"), ("kids off dec 10..dec 12", "dec 10..dec 12")]
    ),
    // One day behind the times of a night.
    (
      "kids off 9pm-7am on mon, 8pm-7am on tue",
      [
        ("kids off mon 9pm-7am and tue 8pm-7am", "mon 21:00–07:00 and tue 20:00–07:00"),
        ("kids off sun 9pm-7am and mon 8pm-7am", "sun 21:00–07:00 and mon 20:00–07:00"),
      ]
    ),
    (
      "kids off 17h to 02:01 on 2027-09-23 and 8am-9am on sat",
      [
        ("kids off 2027-09-23 17h to 02:01 and sat 8am-9am", "2027-09-23 17:00–02:01 and sat 08:00–09:00"),
        ("kids off 2027-09-22 17h to 02:01 and sat 8am-9am", "2027-09-22 17:00–02:01 and sat 08:00–09:00"),
      ]
    ),
    (
      "kids off bedtime on saturday",
      [("kids off saturday bedtime", "sat bedtime"), ("kids off fri bedtime", "fri bedtime")]
    ),
    (
      "kids off 9pm-7am on jan 1",
      [("kids off jan 1 9pm-7am", "jan 1 21:00–07:00"), ("kids off dec 31 9pm-7am", "dec 31 21:00–07:00")]
    ),
    (
      "kids off 9pm-7am on odd weeks sat",
      [
        ("kids off odd weeks sat 9pm-7am", "odd weeks sat 21:00–07:00"),
        ("kids off odd weeks fri 9pm-7am", "odd weeks fri 21:00–07:00"),
      ]
    ),
    ("kids off 9pm-7am on first saturday", [("kids off first saturday 9pm-7am", "first sat 21:00–07:00")]),
    ("kids off until 7am on monday", [("kids off monday until 7am", "mon 00:00–07:00")]),
    // Schedules of times of day share days as figures do.
    (
      "kids off mon homework, bedtime",
      [
        ("kids off mon homework and mon bedtime", "mon 15:00–17:00 and mon 21:00–07:00"),
        ("kids off mon homework and daily bedtime", "mon 15:00–17:00 and daily 21:00–07:00"),
      ]
    ),
    (
      "kids off homework, bedtime on weekends",
      [
        ("kids off weekends homework and weekends bedtime", "sat-sun 15:00–17:00 and sat-sun 21:00–07:00"),
        ("kids off daily homework and weekends bedtime", "daily 15:00–17:00 and sat-sun 21:00–07:00"),
      ]
    ),
    (
      "kids off weekdays bedtime and weekends",
      [
        ("kids off weekdays, weekends bedtime", "mon-sun 21:00–07:00"),
        ("kids off weekdays bedtime and weekends all day", "mon-fri 21:00–07:00 and sat-sun all day"),
      ]
    ),
    (
      "kids off weekdays and weekends bedtime",
      [
        ("kids off weekdays, weekends bedtime", "mon-sun 21:00–07:00"),
        ("kids off weekdays all day and weekends bedtime", "mon-fri all day and sat-sun 21:00–07:00"),
      ]
    ),
    (
      "kids off weekdays after 21:00 and before 07:00",
      [
        ("kids off weekdays 21:00–07:00", "mon-fri 21:00–07:00"),
        ("kids off weekdays after 21:00, before 07:00", "mon-fri 21:00–24:00, 00:00–07:00"),
        ("kids off weekdays after 21:00 and daily before 07:00", "mon-fri 21:00–24:00 and daily 00:00–07:00"),
      ]
    ),
    (
      "kids off 21:00-07:00 except homework, bedtime",
      [("kids off 21:00-07:00 except homework and bedtime", "21:00–07:00 except homework and bedtime")]
    ),
    // Odd weeks go before days of the week.
    ("kids off odd weeks daily", [("kids off odd weeks", "odd weeks")]),
    ("kids off odd weeks every day", [("kids off odd weeks", "odd weeks")]),
    (
      "kids off odd weeks every friday 20:00-22:00",
      [("kids off odd weeks fri 20:00-22:00", "odd weeks fri 20:00–22:00")]
    ),
    ("kids off fri in odd weeks", [("kids off odd weeks fri", "odd weeks fri")]),
    (
      "kids off sat, sun even weeks 20:00-22:00",
      [("kids off even weeks sat-sun 20:00-22:00", "even weeks sat-sun 20:00–22:00")]
    ),
    // The hours of a night are those that are written.
    (
      "kids off every night except sat 21:00-07:00",
      [("kids off daily 21:00-07:00 except sat", "21:00–07:00 except sat")]
    ),
    (
      "kids off nightly unless sat, sun 22:00-06:00",
      [("kids off daily 22:00-06:00 except sat, sun", "22:00–06:00 except sat-sun")]
    ),
    ("kids off every night on weekdays", [("kids off weekdays 21:00–07:00", "mon-fri 21:00–07:00")]),
    ("kids off every night except sat", [("kids off daily 21:00–07:00 except sat", "21:00–07:00 except sat")]),
    ("kids off mon through fri", [("kids off mon-fri", "mon-fri")]),
    ("kids off monday until friday", [("kids off mon-fri", "mon-fri"), ("kids off mon-thu", "mon-thu")]),
    ("kids off all night", [("kids off 21:00–07:00", "21:00–07:00")]),
    ("kids off but sat", [("kids off except sat", "except sat")]),
    ("kids off first friday in the month", [("kids off first friday of the month", "first fri")]),
    ("kids off 1st july to 15th", [("kids off 1st july..jul 15", "jul 1..jul 15")]),
    (
      "kids off 24 dec 2026 to 26 dec 2026 9pm-7am",
      [("kids off 2026-12-24..2026-12-26 9pm-7am", "2026-12-24..2026-12-26 21:00–07:00")]
    ),
    ("kids off between 10:00-12:00", [("kids off 10:00-12:00", "10:00–12:00")]),
    ("kids off first friday of december", [("kids off first friday", "first fri")]),
    (
      "kids off fri noon to sun midnight",
      [
        (
          "kids off fri 12:00–24:00 and sat all day and sun 00:00–24:00",
          "fri 12:00–24:00 and sat all day and sun 00:00–24:00"
        )
      ]
    ),
    // Whose are the days in the middle?
    (
      "kids off mon 9pm-7am, tue and wed 8pm-7am",
      [
        ("kids off mon 9pm-7am and tue, wed 8pm-7am", "mon 21:00–07:00 and tue-wed 20:00–07:00"),
        ("kids off mon, tue 9pm-7am and wed 8pm-7am", "mon-tue 21:00–07:00 and wed 20:00–07:00"),
        (
          "kids off mon 9pm-7am and tue all day and wed 8pm-7am",
          "mon 21:00–07:00 and tue all day and wed 20:00–07:00"
        ),
      ]
    ),
    (
      "kids off mon 9pm-7am, tue, wed 8pm-7am",
      [
        ("kids off mon 9pm-7am and tue, wed 8pm-7am", "mon 21:00–07:00 and tue-wed 20:00–07:00"),
        ("kids off mon, tue 9pm-7am and wed 8pm-7am", "mon-tue 21:00–07:00 and wed 20:00–07:00"),
        (
          "kids off mon 9pm-7am and tue all day and wed 8pm-7am",
          "mon 21:00–07:00 and tue all day and wed 20:00–07:00"
        ),
      ]
    ),
    (
      "kids off daily except mon 9pm-7am, tue, wed 8pm-7am",
      [
        (
          "kids off daily except mon 9pm-7am and tue, wed 8pm-7am",
          "daily except mon 21:00–07:00 and tue-wed 20:00–07:00"
        ),
        (
          "kids off daily except mon, tue 9pm-7am and wed 8pm-7am",
          "daily except mon-tue 21:00–07:00 and wed 20:00–07:00"
        ),
        (
          "kids off daily except mon 9pm-7am and tue all day and wed 8pm-7am",
          "daily except mon 21:00–07:00 and tue all day and wed 20:00–07:00"
        ),
      ]
    ),
    (
      "kids off sat 20:00-07:00 except sat 22:00-23:00, tue 20:00-07:00",
      [
        (
          "kids off sat 20:00-07:00 except sat 22:00-23:00 and tue 20:00-07:00",
          "sat 20:00–07:00 except sat 22:00–23:00 and tue 20:00–07:00"
        ),
        (
          "kids off sat 20:00-07:00 and tue 20:00-07:00 except sat 22:00-23:00",
          "sat 20:00–07:00 and tue 20:00–07:00 except sat 22:00–23:00"
        ),
      ]
    ),
    // The end of dates in figures has the year of the beginning.
    (
      "kids off 2026-12-23..2026-01-06",
      [
        (
          "kids off 2026-12-23..2027-01-06",
          "2026-12-23..2027-01-06"
        ),
        (
          "kids off 2026-01-06..2026-12-23",
          "2026-01-06..2026-12-23"
        ),
      ]
    ),
    (
      "kids off from 2026-12-31 to 2026-01-06",
      [
        (
          "kids off from 2026-12-31..2027-01-06",
          "2026-12-31..2027-01-06"
        ),
        (
          "kids off from 2026-01-06..2026-12-31",
          "2026-01-06..2026-12-31"
        ),
      ]
    ),
    (
      "kids off 2026-12-23 to 2026-01-06 except mon",
      [
        (
          "kids off 2026-12-23..2027-01-06 except mon",
          "2026-12-23..2027-01-06 except mon"
        ),
        (
          "kids off 2026-01-06..2026-12-23 except mon",
          "2026-01-06..2026-12-23 except mon"
        ),
      ]
    ),
    (
      "kids off 2026-12-26..2026-12-24",
      [
        (
          "kids off 2026-12-24..2026-12-26",
          "2026-12-24..2026-12-26"
        )
      ]
    ),
    // A year is proposed where it stands alone.
    (
      "kids off 2026-W51",
      [
        (
          "kids off 2026-12-14..2026-12-20",
          "2026-12-14..2026-12-20"
        )
      ]
    ),
    (
      "kids off W51 2026 21:00-07:00",
      [
        (
          "kids off 2026-12-14..2026-12-20 21:00-07:00",
          "2026-12-14..2026-12-20 21:00–07:00"
        )
      ]
    ),
    (
      "kids off in q1 2027",
      [
        (
          "kids off in 2027-01-01..2027-03-31",
          "2027-01-01..2027-03-31"
        )
      ]
    ),
    (
      "kids off 2027-Q2",
      [
        (
          "kids off 2027-04-01..2027-06-30",
          "2027-04-01..2027-06-30"
        )
      ]
    ),
    (
      "kids off from 8pm for 1.5h",
      [
        (
          "kids off 20:00–21:30",
          "20:00–21:30"
        )
      ]
    ),
    (
      "kids off for 2.5 hours from 8pm",
      [
        (
          "kids off 20:00–22:30",
          "20:00–22:30"
        )
      ]
    ),
    // A night between two days is one.
    (
      "kids off night from sat to sun",
      [
        (
          "kids off sat 21:00–07:00",
          "sat 21:00–07:00"
        )
      ]
    ),
    (
      "kids off in the night from friday to saturday",
      [
        (
          "kids off friday 21:00–07:00",
          "fri 21:00–07:00"
        )
      ]
    ),
    (
      "kids off the nights from sat to sun 22:00-06:00",
      [
        (
          "kids off sat 22:00-06:00",
          "sat 22:00–06:00"
        )
      ]
    ),
    // The day has hours, as the night has.
    (
      "kids off during the day",
      [
        (
          "kids off 07:00–21:00",
          "07:00–21:00"
        )
      ]
    ),
    (
      "kids off in the day",
      [
        (
          "kids off 07:00–21:00",
          "07:00–21:00"
        )
      ]
    ),
    (
      "kids off over the day",
      [
        (
          "kids off 07:00–21:00",
          "07:00–21:00"
        )
      ]
    ),
    (
      "kids off at day",
      [
        (
          "kids off 07:00–21:00",
          "07:00–21:00"
        )
      ]
    ),
    (
      "kids on during the day",
      [
        (
          "kids on 07:00–21:00",
          "07:00–21:00"
        )
      ]
    ),
    (
      "kids off sat day",
      [
        (
          "kids off sat 07:00–21:00",
          "sat 07:00–21:00"
        )
      ]
    ),
    (
      "kids off during the day 8am-12:00",
      [
        (
          "kids off 8am-12:00",
          "08:00–12:00"
        )
      ]
    ),
    (
      "kids off days 20:00-21:00",
      [
        (
          "kids off daily 20:00-21:00",
          "20:00–21:00"
        )
      ]
    ),
    (
      "kids off 20:00-21:00 days",
      [
        (
          "kids off 20:00-21:00 daily",
          "20:00–21:00"
        )
      ]
    ),
    // The first date belongs to the days, wherever it is.
    (
      "kids off every 3 weeks mon-fri 06:00-14:00 from 2026-11-30",
      [
        (
          "kids off every 3 weeks mon-fri from 2026-11-30 06:00-14:00",
          "every 3 weeks mon-fri from 2026-11-30 06:00–14:00"
        )
      ]
    ),
    (
      "kids off every 8 weeks mon to fri 22:00-06:00 from 2026-11-30",
      [
        (
          "kids off every 8 weeks mon to fri from 2026-11-30 22:00-06:00",
          "every 8 weeks mon-fri from 2026-11-30 22:00–06:00"
        )
      ]
    ),
    (
      "kids off every other fri and sat 18:00-24:00 from 2026-12-04",
      [
        (
          "kids off every other fri and sat from 2026-12-04 18:00-24:00",
          "every other fri-sat from 2026-12-04 18:00–24:00"
        )
      ]
    ),
    (
      "kids off every other friday 18:00 to sunday 18:00 from 2026-12-04",
      [
        (
          "kids off every other friday from 2026-12-04 18:00–24:00 and every 2 weeks sat from 2026-12-05 all day and "
            + "every 2 weeks sun from 2026-12-06 00:00–18:00",
          "every other fri from 2026-12-04 18:00–24:00 and every other sat from 2026-12-05 all day and every other sun from 2026-12-06 00:00–18:00"
        )
      ]
    ),
    (
      "kids off every other sun from 2026-12-06 18:00 to mon 07:00",
      [
        (
          "kids off every other sun from 2026-12-06 18:00–07:00",
          "every other sun from 2026-12-06 18:00–07:00"
        )
      ]
    ),
    (
      "kids off from dec 24 18:00 until dec 26 20:00",
      [
        (
          "kids off dec 24 18:00–24:00 and dec 25 all day and dec 26 00:00–20:00",
          "dec 24 18:00–24:00 and dec 25 all day and dec 26 00:00–20:00"
        )
      ]
    ),
    (
      "kids off from 24 dec 18:00 to 26 dec 20:00",
      [
        (
          "kids off 24 dec 18:00–24:00 and dec 25 all day and 26 dec 00:00–20:00",
          "dec 24 18:00–24:00 and dec 25 all day and dec 26 00:00–20:00"
        )
      ]
    ),
    (
      "kids off from dec 24 18:00",
      [
        (
          "kids off dec 24 from 18:00",
          "dec 24 18:00–24:00"
        )
      ]
    ),
    // The leap day is one of them.
    (
      "kids off feb 28 22:00 to mar 1 06:00",
      [
        (
          "kids off feb 28 22:00–24:00 and feb 29 all day and mar 1 00:00–06:00",
          "feb 28 22:00–24:00 and feb 29 all day and mar 1 00:00–06:00"
        )
      ]
    ),
    (
      "kids off feb 27 22:00 - mar 1 06:00",
      [
        (
          "kids off feb 27 22:00–24:00 and feb 28..feb 29 all day and mar 1 00:00–06:00",
          "feb 27 22:00–24:00 and feb 28..feb 29 all day and mar 1 00:00–06:00"
        )
      ]
    ),
    (
      "kids off feb 29 22:00 to mar 1 06:00",
      [
        (
          "kids off feb 29 22:00–06:00",
          "feb 29 22:00–06:00"
        )
      ]
    ),
    (
      "kids off feb 28 22:00 to feb 29 06:00",
      [
        (
          "kids off feb 28 22:00–06:00",
          "feb 28 22:00–06:00"
        )
      ]
    ),
    // The end of a range may be before its start.
    (
      "kids off sun-thu till 7am from 9pm",
      [
        (
          "kids off sun-thu from 9pm until 7am",
          "sun-thu 21:00–07:00"
        )
      ]
    ),
    (
      "kids off sun-thu 9pm until 7am mon-fri",
      [
        (
          "kids off sun-thu 9pm until 7am",
          "sun-thu 21:00–07:00"
        ),
        (
          "kids off sun-thu, mon-fri 9pm until 7am",
          "sun-fri 21:00–07:00"
        ),
        (
          "kids off sun-thu 9pm until 7am and mon-fri all day",
          "sun-thu 21:00–07:00 and mon-fri all day"
        ),
      ]
    ),
    (
      "kids off fri 21:00 to 07:00 sat",
      [
        (
          "kids off fri 21:00 to 07:00",
          "fri 21:00–07:00"
        ),
        (
          "kids off fri, sat 21:00 to 07:00",
          "fri-sat 21:00–07:00"
        ),
        (
          "kids off fri 21:00 to 07:00 and sat all day",
          "fri 21:00–07:00 and sat all day"
        ),
      ]
    ),
    // Days between two times come before them.
    (
      "kids off 21:00 on sunday to 07:00 on monday",
      [
        (
          "kids off sunday 21:00–07:00",
          "sun 21:00–07:00"
        )
      ]
    ),
    (
      "kids off from 9pm on sunday until 7am on monday",
      [
        (
          "kids off sunday 21:00–07:00",
          "sun 21:00–07:00"
        )
      ]
    ),
    (
      "kids off 9pm sun-thu to 7am",
      [
        (
          "kids off sun-thu 9pm to 7am",
          "sun-thu 21:00–07:00"
        )
      ]
    ),
    (
      "kids off 9pm on holidays until 7am",
      [
        (
          "kids off holidays 9pm to 7am",
          "holidays 21:00–07:00"
        )
      ]
    ),
    (
      "kids off 18:00 on dec 24 to 20:00 on dec 26",
      [
        (
          "kids off dec 24 18:00–24:00 and dec 25 all day and dec 26 00:00–20:00",
          "dec 24 18:00–24:00 and dec 25 all day and dec 26 00:00–20:00"
        )
      ]
    ),
    (
      "kids off 9pm sun-thu to 7am mon-fri",
      [
        (
          "kids off sun-thu 9pm to 7am",
          "sun-thu 21:00–07:00"
        ),
        (
          "kids off sun-thu, mon-fri 9pm to 7am",
          "sun-fri 21:00–07:00"
        ),
        (
          "kids off sun-thu 9pm to 7am and mon-fri all day",
          "sun-thu 21:00–07:00 and mon-fri all day"
        ),
      ]
    ),
  ]

  @Test("each means what it should", arguments: table.indices) func meant(_ index: Int) throws {
    let (said, shown) = Self.table[index]
    let error = try Self.error(said)
    let all = shown.map { "'\($0.sentence)'" }
    let quoted = (all.count < 2 ? [] : [all.dropLast().joined(separator: ", ")]) + all.suffix(1)
    #expect(error.hint?.hasPrefix("write " + quoted.joined(separator: " or ")) == true, "\(said): \(error.hint ?? "")")
    for (sentence, means) in shown {
      let policy = try #require(Self.decoded(sentence).policy, "\(sentence)")
      let plain = try #require(Self.decoded("kids off \(means)").policy, "\(means)")
      #expect(policy.statements.map(\.when) == plain.statements.map(\.when), "\(sentence)")
    }
  }

  @Test(
    "where nobody knows what is meant nothing is proposed",
    arguments: [
      "kids off from 12 in the morning to 12 in the evening",
      "kids off until 9pm, on until 7am",
      "kids off after bedtime",
      "tv on 30 minutes after bedtime",
      "kids off from 12 at night",
      "kids off 2026-12-24 for 3 hours",
      "kids off 21:00-07:00 for 3 days",
      "kids off every day for 2 hours",
      "kids off dec 24, 25, 30 2026-12-31",
      "kids off other days 21:00-07:00",
      "kids off holidays 23:00-08:00, other days 21:00-07:00",
      "kids off 21:00-07:00 from december",
      "kids off easter 2027",
      "kids off summer 2027 21:00-07:00",
      "kids off holidays 2027",
      "kids off mon 2027",
    ]) func unknown(_ sentence: String) throws
  {
    let hint = try Self.error(sentence).hint
    #expect(hint?.hasPrefix("write '") != true, "\(hint ?? "")")
  }

  /// What depends on when it is said begins and ends when it says, and has no command where that is not clear.
  @Test(
    "the command for a moment begins and ends then",
    arguments: [
      ("kids off for 3h", "kids off --for 3h"), ("kids off for 10h", "kids off --for 10h"),
      ("kids off for 30h", "kids off --for 30h"), ("kids off for 1h30m", "kids off --for 90m"),
      ("kids off for 1.5h", "kids off --for 90m"),
      ("kids off for 3h30", "kids off --for 3h30m"), ("kids off for 1 hour 30 minutes", "kids off --for 1h30m"),
      ("kids off for an hour and a half", "kids off --for 1h30m"), ("kids, tv off for 2h", "kids tv off --for 2h"),
      ("kids off for the next hour", "kids off --for 1h"), ("kids off for 3 days", "kids off --for 3d"),
      ("kids off tomorrow", "kids off --from tomorrow --until 24:00"),
      ("block kids today", "kids off --until midnight"),
      ("kids off tomorrow 9pm-7am", #"kids off --from "tomorrow 21:00" --until 07:00"#),
      ("kids off from tomorrow 9pm until 7am", #"kids off --from "tomorrow 21:00" --until 07:00"#),
      ("kids off from 6pm to 8pm tomorrow", #"kids off --from "tomorrow 18:00" --until 20:00"#),
      ("kids off today 14:00-16:00", #"kids off --from "today 14:00" --until 16:00"#),
      ("kids off tonight 9pm-7am", #"kids off --from "today 21:00" --until 07:00"#),
      ("kids on until 10pm tonight", #"kids on --until "today 22:00""#),
      ("kids off until tomorrow 6pm", #"kids off --until "tomorrow 18:00""#),
      ("kids off tomorrow until 18:00", "kids off --from tomorrow --until 18:00"),
      ("kids off from now until 22:00", "kids off --until 22:00"),
      ("kids off tomorrow at 18:00 for 2h", #"kids off --from "tomorrow 18:00" --for 2h"#),
      ("kids off for 3 days from tomorrow", "kids off --from tomorrow --for 3d"),
      ("kids off this friday 9pm-11pm", #"kids off --from "fri 21:00" --until 23:00"#),
      ("kids off for 3 hours from now", "kids off --for 3h"),
      ("kids off morgen 15:00-17:00", #"kids off --from "tomorrow 15:00" --until 17:00"#),
      ("kids off heute", "kids off --until midnight"), ("kids off 2 stunden", "kids off --for 2h"),
      ("kids off next week", #"kids off --from mon --until "sun 24:00""#),
      ("kids off this weekend", #"kids off --from sat --until "sun 24:00""#),
      ("kids off for 90 seconds", "kids off --for 90s"), ("kids off the next 3 days", "kids off --for 3d"),
      (
        "kids off until friday",
        #"kids off --until "fri 00:00"' or 'reconcile override kids off --until "fri 24:00""#
      ), ("kids off until friday noon", #"kids off --until "fri 12:00""#),
      (
        "kids off until tomorrow",
        #"kids off --until "tomorrow 00:00"' or 'reconcile override kids off --until "tomorrow 24:00""#
      ),
    ]) func moments(_ said: String, _ command: String) throws
  {
    let hint = try Self.error(said).hint
    #expect(hint == "run 'reconcile override \(command)', or write the date, as in 2026-12-24")
  }

  @Test(
    "what is no schedule is told as what it is",
    arguments: [
      ("kids off sundown-7am", "follow the sun"), ("kids off 7pm-dusk", "follow the sun"),
      ("kids on an hour on sat", "says how long"), ("kids on one hour 15:00-18:00", "an amount of time"),
      ("kids quota 60m", "an amount of time"), ("kids budget 2 hours", "an amount of time"),
    ]) func wishes(_ said: String, _ told: String) throws
  {
    let error = try Self.error(said)
    #expect(error.message.contains(told), "\(error)")
  }

  @Test(
    "days of other languages are named, and the whole sentence is said in English",
    arguments: [
      ("jeden tag 20:00-21:00", "jeden tag", "daily", "daily 20:00-21:00"),
      ("chaque jour", "chaque jour", "daily", "daily"), ("doordeweeks", "doordeweeks", "weekdays", "weekdays"),
      ("ma-vr 21:00-07:00", "ma-vr", "mon-fri", "mon-fri 21:00-07:00"),
      ("lundi à vendredi", "lundi", "mon", "mon-fri"), ("montag bis freitag", "montag", "mon", "mon to fri"),
      ("mo, mi, fr 20:00-21:00", "mo", "mon", "mon, wed, fri 20:00-21:00"),
      ("samstag und sonntag", "samstag", "sat", "sat, sun"), ("zaterdag en zondag", "zaterdag", "sat", "sat, sun"),
      ("lunes a viernes", "lunes", "mon", "mon-fri"), ("montags 14:00-16:00", "montags", "mon", "mon 14:00-16:00"),
    ]) func foreignDays(_ said: String, _ word: String, _ english: String, _ meant: String) throws
  {
    let error = try Self.error("kids off \(said)")
    #expect(error.message == "'\(word)' is not English; the word here is '\(english)'")
    #expect(error.hint == "write 'kids off \(meant)'")
  }

  @Test(
    "a month is no day of another language",
    arguments: [("mar 5 & mon", "mar 5 and mon"), ("the mar 5 please", "mar 5")])
  func months(_ said: String, _ meant: String) throws {
    #expect(try Self.error("kids off \(said)").hint == "write 'kids off \(meant)'")
  }

  @Test(
    "days with times that are excepted from always are warned of, whatever else is excepted",
    arguments: [
      ("unless holidays 21:00-07:00 and except sat", "always applies"),
      ("except weekends 9pm-7am and weekdays 10pm-6am", "always applies"),
      ("weekdays without holidays 21:00-07:00 and except 2026-12-24", "applies all day"),
    ]) func wholeExceptions(_ said: String, _ told: String) throws
  {
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      targets: {kids: {}}
      schedules: {holidays: ['2026-12-20..2027-01-06']}
      policy: ['kids off \(said)']
      """, takesSketches: true)
    #expect(
      decoded.diagnostics.contains { $0.code == "when.except" && $0.message.contains(told) }, "\(decoded.lines())")
  }

  @Test("its state is one of the target's") func stateOfTarget() throws {
    let policy = try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: unifi-api-key}}}
      targets: {kids: {acl-rules: [Downtime-Kids]}}
      policy: ["pause kids for 2 hours"]

      """)
    let hints = policy.diagnostics.compactMap(\.hint)
    #expect(hints.contains { $0.hasPrefix("run 'reconcile override kids off --for 2h'") }, "\(hints)")
  }

  @Test(
    "where hours are missing an example has them",
    arguments: [
      ("kids off tonight", #"kids off --from "today 21:00" --until 07:00"#), ("kids off now", "kids off --for 2h"),
      ("kids, tv off tonight", #"kids tv off --from "today 21:00" --until 07:00"#),
      ("allow kids tonight until 23:00", #"kids on --from "today 21:00" --until 23:00"#),
      ("kids off tonight until 1am", #"kids off --from "today 21:00" --until 01:00"#),
      ("kids off tonight from 20:00", #"kids off --from "today 20:00" --until 07:00"#),
      ("kids off tonight for 2 hours", #"kids off --from "today 21:00" --for 2h"#),
      ("kids and tv off for a while", "kids tv off --for 2h"),
    ]) func examples(_ said: String, _ command: String) throws
  {
    let hint = try Self.error(said).hint
    #expect(hint == "run something like 'reconcile override \(command)', or write the date, as in 2026-12-24")
  }

  @Test(
    "a moment that is not clear has no command",
    arguments: [
      "kids off tomorrow at 18:00", "kids off tomorrow night", "kids off 9pm-7am tomorrow",
      "kids off tomorrow for 2 hours", "kids off from tomorrow", "kids off next friday", "kids off this evening",
      "kids off tonight 1am-3am", "kids off 3 hours from now", "kids off in 3 hours", "kids off heute 20-22 uhr",
      "kids off tomorrow and friday", "kids off next monday", "kids off in 10 minutes", "kids off tomorrow morning",
      "kids off today except 15:00-16:00", "kids off the day after tomorrow", "kids off after 2 hours",
      "kids off until monday morning", "kids off until further notice", "kids off later", "kids off for 2.5 hours",
      "kids off yesterday", "kids off tomorrow for a while", "kids off tonight until 20:00",
    ]) func unclear(_ said: String) throws
  {
    let hint = try Self.error(said).hint
    #expect(
      hint == "write the date, as in 2026-12-24, or see 'reconcile help override' for what to type when it is for once")
  }

  /// What has begun begins now, with the end that was said; what is over cannot be typed.
  @Test(
    "the command for a moment is taken when it is read",
    arguments: [
      ("15:30", "kids off today 14:00-16:00", "kids off --until 16:00"), ("15:30", "kids off today 14:00-15:00", nil),
      ("13:30", "kids off today 14:00-16:00", #"kids off --from "today 14:00" --until 16:00"#),
      ("15:30", "kids off today from 14:00 until 2am", "kids off --until 02:00"),
      ("15:30", "kids off today at 14:00 for 2h", #"kids off --until "today 16:00""#),
      ("15:30", "kids off today at 14:00 for 1h", nil),
      (
        "15:30", "kids off from today 14:00 for 3 days",
        #"kids off --until "2026-11-30 14:00""#
      ),
      ("23:30", "kids off tonight", "kids off --until 07:00"), ("23:30", "kids off today until 18:00", nil),
      ("23:30", "kids on until 10pm tonight", nil), ("23:30", "kids off tonight 21:00-23:00", nil),
      ("23:30", "kids off tonight 21:00-24:00", "kids off --until 24:00"),
      ("19:00", "allow kids tonight until 23:00", #"kids on --until "today 23:00""#),
      ("23:30", "kids off tonight until 1am", "kids off --until 01:00"),
      ("22:00", "kids off tonight for 2 hours", "kids off --for 2h"),
      // It is a Friday.
      ("22:00", "kids off this friday 9pm-11pm", "kids off --until 23:00"),
      ("23:30", "kids off this friday 9pm-11pm", nil),
      ("22:00", "kids off this saturday 9pm-11pm", #"kids off --from "sat 21:00" --until 23:00"#),
      ("22:00", "kids off this weekend", #"kids off --from sat --until "sun 24:00""#),
      // Said on a Friday it is that one or the next.
      ("22:00", "kids off until friday", #"kids off --until "today 24:00""#),
      ("22:00", "kids off until friday", #"kids off --until "2026-12-04 00:00""#),
      ("10:00", "kids off until friday noon", #"kids off --until "today 12:00""#),
      ("10:00", "kids off until friday noon", #"kids off --until "2026-12-04 12:00""#),
      ("22:00", "kids off until friday noon", #"kids off --until "2026-12-04 12:00""#),
      ("22:00", "kids off until saturday", #"kids off --until "sat 24:00""#),
    ]) func atItsTime(_ now: String, _ said: String, _ command: String?) throws
  {
    let now = try Instant("2026-11-27T\(now):00+01:00", in: .utc)
    let policy = try Self.decoded(said, now: now)
    let hint = policy.diagnostics.first { $0.severity == .error }?.hint
    if let command {
      #expect(hint?.contains("'reconcile override \(command)'") == true, "\(hint ?? "")")
    } else {
      #expect(hint == "its end is past; write the date, as in 2026-12-24")
    }
  }

  @Test("on the weekend it has begun", arguments: [("28", #"--until "sun 24:00""#), ("29", "--until midnight")])
  func weekend(_ day: String, _ options: String) throws {
    let now = try Instant("2026-11-\(day)T12:00:00+01:00", in: .utc)
    let hint = try Self.decoded("kids off this weekend", now: now).diagnostics.first { $0.severity == .error }?.hint
    #expect(hint?.contains("'reconcile override kids off \(options)'") == true, "\(hint ?? "")")
  }

  @Test(
    "what is done at a time is told how it is written",
    arguments: [
      ("open gate at 06:45", "gate at 06:45"), ("turn on gate at 06:45", "gate at 06:45"),
      ("open the gate at 06:45 on weekdays", "gate at 06:45 on weekdays"),
      ("gate on weekdays at 06:45", "gate at 06:45 on weekdays"),
      ("gate weekdays at 06:45, 16:30", "gate at 06:45, 16:30 on weekdays"), ("gate open at 06:45", "gate at 06:45"),
    ]) func edges(_ said: String, _ shown: String) throws
  {
    let targets = "{gate: {action: door.open, may-open: true}}"
    let error = try Self.decoded(said, targets: targets).diagnostics.first { $0.severity == .error }
    #expect(error?.hint == "write '\(shown)'", "\(said)")
    #expect(try Self.decoded(shown, targets: targets).policy?.edges.count == 1, "\(shown)")
  }

  @Test("what undoes it is not proposed as it", arguments: ["close gate at 06:45", "turn off gate at 06:45"])
  func undone(_ said: String) throws {
    let error = try Self.decoded(said, targets: "{gate: {action: door.open, may-open: true}}").diagnostics.first {
      $0.severity == .error
    }
    #expect(error != nil && error?.hint?.hasPrefix("write 'gate at 06:45") != true)
  }

  /// What is said of an end that is written alone beside a night, the sentence that it proposes, and what that means.
  @Test(
    "half a day beside a night is no night",
    arguments: [
      (
        "21:00-07:00 except fri until 23:00", "21:00-07:00 except fri 07:00–23:00",
        "21:00–07:00 except fri 07:00–23:00", " if you do not mean that night, or 00:00–23:00 if you do"
      ),
      (
        "bedtime except fri until 23:00", "bedtime except fri 07:00–23:00", "bedtime except fri 07:00–23:00",
        " if you do not mean that night, or 00:00–23:00 if you do"
      ),
      (
        "21:00-07:00 except sat until 1am", "21:00-07:00 except sat 21:00–01:00", "21:00–07:00 except sat 21:00–01:00",
        " for the night that begins on that day, or 00:00–01:00 if you mean the other one"
      ),
      (
        "daily 21:00-07:00 and fri until 23:00", "sat-thu 21:00-07:00 and fri 23:00–07:00",
        "sat-thu 21:00–07:00 and fri 23:00–07:00", " if the night begins then, or 00:00–23:00 for all of the day"
      ),
      (
        "mon-thu 21:00-07:00 and fri until 23:00", "mon-thu 21:00-07:00 and fri 23:00–07:00",
        "mon-thu 21:00–07:00 and fri 23:00–07:00", " if the night begins then, or 00:00–23:00 for all of the day"
      ),
    ]) func halfNights(_ said: String, _ shown: String, _ means: String, _ trail: String) throws
  {
    let warning = try Self.halfNight("kids off \(said)")
    #expect(warning?.hint == "write 'kids off \(shown)'\(trail)")
    #expect(try Self.halfNight("kids off \(shown)") == nil)
    let policy = try #require(Self.decoded("kids off \(shown)").policy)
    let plain = try #require(Self.decoded("kids off \(means)").policy)
    #expect(policy.statements.map(\.when) == plain.statements.map(\.when))
  }

  /// Together with every night these take nothing off the one of Friday.
  @Test(
    "a night that begins later is one of its own",
    arguments: [
      ("21:00-07:00, fri until 23:00", "21:00-07:00"), ("from 21:00 to 07:00, fri until 23:00", "from 21:00 to 07:00"),
      ("21:00-07:00 and fri until 23:00", "21:00-07:00"), ("21:00-07:00 but fri until 23:00", "21:00-07:00"),
      ("21:00-07:00 but on friday until 23:00", "21:00-07:00"), ("21:00-07:00, fri from 23:00", "21:00-07:00"),
      ("21:00-07:00, fri 23:00-07:00", "21:00-07:00"), ("bedtime, fri until 23:00", "bedtime"),
    ]) func laterNights(_ said: String, _ hours: String) throws
  {
    let shown = "kids off sat-thu \(hours) and fri 23:00–07:00"
    #expect(try Self.error("kids off \(said)").hint == "write '\(shown)'")
    let policy = try #require(Self.decoded(shown).policy)
    let plain = try #require(Self.decoded("kids off sat-thu 21:00–07:00 and fri 23:00–07:00").policy)
    #expect(hours == "bedtime" || policy.statements.map(\.when) == plain.statements.map(\.when))
  }

  @Test(
    "midnight is the beginning of a day and its end",
    arguments: [
      (
        "fri midnight to sun noon", "fri 00:00–24:00 and sat all day and sun 00:00–12:00",
        "sat all day and sun 00:00–12:00"
      ),
      (
        "from fri midnight until sun noon", "fri 00:00–24:00 and sat all day and sun 00:00–12:00",
        "sat all day and sun 00:00–12:00"
      ), ("fri midnight to sat 02:00", "fri 00:00–24:00 and sat 00:00–02:00", "sat 00:00–02:00"),
      (
        "fri 22:00 to sun midnight", "fri 22:00–24:00 and sat all day and sun 00:00–24:00",
        "fri 22:00–24:00 and sat all day"
      ),
    ]) func midnights(_ said: String, _ first: String, _ second: String) throws
  {
    #expect(try Self.error("kids off \(said)").hint == "write 'kids off \(first)' or 'kids off \(second)'")
  }

  @Test("nothing is proposed for a part of it") func laterNightsOfSeveralDays() throws {
    let hint = try Self.error("kids off 21:00-07:00, fri until 23:00, sat until 23:30").hint
    #expect(hint == "join clauses with and, each with its days and its times")
  }

  @Test(
    "a night that begins earlier or ends later is not cut",
    arguments: ["fri 20:00-07:00", "fri 23:00-08:00", "sat until 10:00", "fri 12:00-14:00"])
  func otherNights(_ said: String) throws {
    let hint = try #require(try Self.error("kids off 21:00-07:00, \(said)").hint)
    #expect(hint.hasPrefix("write 'kids off ") && hint.hasSuffix(" or 'kids off daily 21:00-07:00 and \(said)'"))
  }

  @Test("where no sentence is known both ends are asked for") func halfNightWithoutSentence() throws {
    let hint = try Self.halfNight("kids off fri 21:00-07:00, until 23:00")?.hint
    #expect(hint == "write 00:00–23:00 if you mean that, or when the night begins and ends")
  }

  @Test(
    "half a day that is clear is not told",
    arguments: [
      "21:00-07:00 except fri 00:00-23:00", "mon-wed 21:00-07:00 except mon until 23:00",
      "daily 21:00-07:00 and sat until 10:00", "12:00-14:00 except fri until 23:00", "sat until 10:00, 21:00-07:00",
    ]) func clearHalfDays(_ said: String) throws
  {
    let decoded = try Self.decoded("kids off \(said)")
    #expect(decoded.policy != nil)
    #expect(try Self.halfNight("kids off \(said)") == nil)
  }

  private static func halfNight(_ sentence: String) throws -> Diagnostic? {
    try decoded(sentence).diagnostics.first { $0.code == "window.nights" && $0.severity == .warning }
  }

  @Test(
    "the beginning of a day is that day",
    arguments: [("tu", "tue"), ("th", "thu"), ("thurs", "thu"), ("wednes", "wed"), ("t", "")])
  func beginningOfDay(_ said: String, _ day: String) throws {
    let hint = try Self.error("kids off \(said) 17:00-18:00").hint
    #expect(hint == (day.isEmpty ? "define 't' under 'schedules'" : "did you mean '\(day)'?"))
  }

  @Test("days behind nights are asked for their hours") func nightsAndDays() throws {
    #expect(
      try Self.error("kids off holidays and days").hint
        == "write the hours, as in 07:00–21:00, or daily for all of every day")
  }

  @Test("a part of a year is not the year", arguments: ["easter 2027", "holidays 2027", "2027-easter", "mon 2027"])
  func partOfYear(_ said: String) throws {
    let error = try Self.error("kids off \(said)")
    #expect(error.message == "'\(said)' does not say which days it means")
    #expect(error.hint == "write the first and the last day, as in 2026-12-23..2027-01-06")
  }

  @Test("a line that goes with another is shown without the word that was wrong") func onlyOff() throws {
    let hint = try Self.error("kids off 21:00-07:00 only on weekdays").hint
    #expect(
      hint == "write 'kids off 21:00-07:00 on weekdays', and the line 'kids on' above it for every other time")
  }

  @Test("a day that has a name of its own is a schedule that is missing") func namedDay() throws {
    #expect(try Self.error("kids off christmas day").message == "unknown schedule 'christmas-day'")
  }

  static func error(_ sentence: String) throws -> Diagnostic {
    try #require(Self.decoded(sentence).diagnostics.first { $0.severity == .error }, "\(sentence)")
  }

  static func decoded(_ sentence: String, targets: String = "{kids: {}, tv: {}}", now: Instant? = nil) throws
    -> DecodedPolicy
  {
    try DecodedPolicy(
      """
      timezone: Europe/Berlin
      targets: \(targets)
      schedules: {holidays: 2026-12-23..2027-01-06, bedtime: 21:00–07:00, homework: 15:00–17:00}
      policy: ["\(sentence)"]

      """, now: now, takesSketches: true)
  }
}
