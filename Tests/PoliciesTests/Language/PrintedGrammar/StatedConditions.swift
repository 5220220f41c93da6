/// What the page says in words beside its grammar: what can be derived and is refused all the same.
struct StatedCondition: Sendable {
  /// The words of `docs/policy.md` that say so.
  var page: String
  /// Whether a sentence is refused for it.
  var refuses: @Sendable (Derivation) -> Bool

  init(_ page: String, _ refuses: @escaping @Sendable (Derivation) -> Bool) {
    self.page = page
    self.refuses = refuses
  }

  static let all: [StatedCondition] = ofTimes + ofDays + together + ofOnly

  // MARK: - Times

  private static let ofTimes: [StatedCondition] = [
    StatedCondition("two equal ends are refused") { sentence in
      sentence.all("range").contains { range in
        guard let (start, end) = range.minutes else { return false }
        return start == end
      }
    },
    StatedCondition("`24:00` never a start") { sentence in
      sentence.all("range").contains { $0.ends.start?.text == "24:00" }
    },
    StatedCondition("An hour of one digit needs another end that shows which half of the day is meant") { sentence in
      sentence.all("range").contains { range in
        range.pairs.contains { $0.isShort && $0.minutes >= 60 && $1?.showsTwentyFourHours != true }
      }
    },
    StatedCondition("With dots both numbers may be a date") { sentence in
      sentence.all("range").contains { range in range.pairs.contains { $0.mayBeDate && $1?.mayBeDate != false } }
    },
    StatedCondition("So are `after midnight`, `before midnight`") { sentence in
      sentence.all("range").contains { range in
        (range.has("after") || range.has("before")) && range.own("TIME").first?.text == "midnight"
      }
    },
    StatedCondition("`from 07:00 and until 21:00` on the same days, in this order, which together would be always") {
      sentence in
      sentence.listsOfClauses.contains(where: \.isWholeDayInTwo)
    },
  ]

  // MARK: - Days

  private static let ofDays: [StatedCondition] = [
    StatedCondition("with times also `every night` and `nightly`") { sentence in
      sentence.listsOfClauses.contains { list in
        // Of days alone: with times they are in another rule.
        list.daysAlone.contains { days in days.all("day").contains { $0.has("nightly") || $0.has("night") } }
      }
    },
    StatedCondition("A range of dates goes forward") { sentence in
      sentence.all("dates").contains { dates in
        let days = dates.own("DATE").map(\.plain)
        return days.count == 2 && days[1] < days[0]
      }
    },
    StatedCondition("one with `from` has two different ends") { sentence in
      (sentence.all("dates") + sentence.all("yearly")).contains { range in
        let ends = (range.own("DATE") + range.own("DAY-OF-YEAR")).map(\.dayOfYear)
        return range.has("from") && ends[0] == ends[1]
      }
    },
    StatedCondition("`on` alone not before a schedule with times") { sentence in
      (sentence.all("SCHEDULE-WITH-TIMES") + sentence.all("SCHEDULE-OF-TIMES-OF-DAY"))
        .contains { $0.filler == "on" }
    },
    StatedCondition("the date is the first of these days, or one before it in its week") { sentence in
      sentence.all("cycle").contains { cycle in
        let first = cycle.all("run").flatMap(\.weekdays).min() ?? 1
        return weekdayOfDate[cycle.own("DATE").first?.plain ?? "", default: 1] > first
      }
    },
    StatedCondition("Where such words may belong to the next day as well, it is refused") { sentence in
      sentence.stretchesOfDays.contains { days in
        zip(days, days.dropFirst()).contains { $0.leads(to: $1) }
      }
    },
  ]

  private static let weekdayOfDate = [
    "2026-11-02": 1, "2026-11-07": 6, "2026-12-24": 4, "2026-12-26": 6, "2027-01-01": 5,
  ]

  // MARK: - Together

  private static let together: [StatedCondition] = [
    StatedCondition("a single day of a night (`9pm-7am on saturday`)") { sentence in
      sentence.clausesBehind.contains { hour, behind in
        behind.isOneDay && hour.isNight
      }
    },
    StatedCondition("single day of times with one end (`until 7am on monday`)") { sentence in
      sentence.clausesBehind.contains { hour, behind in
        behind.isOneDay && hour.all("range").contains { $0.own("TIME").count == 1 }
      }
    },
    StatedCondition("and a bare `monday`") { sentence in
      sentence.clausesBehind.contains { _, behind in
        behind.filler == nil && behind.isOneDay && behind.isOneWord && !behind.plain.hasSuffix("days")
      }
    },
    StatedCondition("There `and on` does not lead to a further day") { sentence in
      sentence.all("behind").contains { behind in
        zip(behind.parts, behind.parts.dropFirst()).contains { $0.label == "\"and\"" && $1.filler != nil }
      }
    },
    StatedCondition("it goes with no other schedule on days, and with no days after times") {
      sentence in
      sentence.listsOfClauses.contains { list in
        list.hasScheduleAlone
          && (!list.all("behind").isEmpty || !list.all("SCHEDULE-OF-TIMES-OF-DAY").isEmpty)
      }
    },
    StatedCondition("and directly after the state only behind `except`") { sentence in
      sentence.all("when").contains { when in
        guard when.own("clauses").isEmpty, let exceptions = when.own("exceptions").first,
          exceptions.own("but").first?.has("except") == false, let first = exceptions.own("excepted").first
        else { return false }
        return first.own("front").contains { $0.own("hours").count > 1 }
      }
    },
    StatedCondition(
      "A comma joins clauses there only if none before the exception has both days and times, or is a schedule with times"
    ) { sentence in
      sentence.all("when").contains { when in
        let areWhole = when.own("clauses").contains { !$0.own("front").isEmpty || !$0.own("back").isEmpty }
        return areWhole && when.all("excepted").contains { $0.own("front").contains { $0.own("hours").count > 1 } }
      }
    },
    StatedCondition("Directly after the state, or behind days alone, days with times follow only `except`") {
      sentence in
      sentence.all("when").contains { when in
        guard when.own("clauses").allSatisfy(\.isOfDaysAlone), let exceptions = when.own("exceptions").first,
          let but = exceptions.own("but").first, !but.has("except")
        else { return false }
        let excepted = exceptions.own("excepted")
        return excepted.count == 1 && excepted[0].parts.count == 1 && excepted[0].all("hours").count == 1
          && excepted[0].leavesOpen
      }
    },
  ]

  // MARK: - Only

  private static let ofOnly: [StatedCondition] = [
    StatedCondition("It goes with `on`") { sentence in
      sentence.has("only") && !sentence.own("head").contains(where: \.turnsOn)
    }
  ]
}

extension Derivation {
  /// Whether these clauses are days, with `and` between them.
  fileprivate var isOfDaysAlone: Bool { parts.allSatisfy { $0.label == "days" || $0.label == "\"and\"" } }

  /// Whether what is excepted here has days, but not every day, with times other than `all day`.
  fileprivate var leavesOpen: Bool {
    guard let hours = all("hours").first else { return false }
    let ranges = hours.all("range")
    let isAllDay = !ranges.isEmpty && ranges.allSatisfy { $0.minutes.map { $0 == (0, 1440) } ?? true }
    let isDaily = all("day").contains { $0.has("daily") || $0.has("nightly") || $0.has("day") || $0.has("night") }
    return !isAllDay && !isDaily
  }
}
