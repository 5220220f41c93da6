/// What the conditions ask of days that were derived.
extension Derivation {
  /// The main clauses and those of each exception, which are judged by themselves; the times of `only` as well.
  var listsOfClauses: [Derivation] {
    all("clauses") + all("excepted") + (has("only") ? [Derivation(label: "only", parts: own("hours"))] : [])
  }

  /// Days that no times stand with.
  var daysAlone: [Derivation] { own("days") }

  /// The days of a clause in a row, or those that `and` joins without times: the lists that a reader sees.
  var stretchesOfDays: [[Derivation]] {
    let alone = listsOfClauses.map { list in list.own("days").flatMap(\.listed) }
    let before = all("front").flatMap { $0.own("days").map(\.listed) }
    return alone + before + all("behind").map(\.listed)
  }

  /// The days of a list, so that those that mean the same are written the same.
  var daysAlike: [String] {
    var days: [[Derivation]] = []
    for part in parts where part.text == nil {
      // `odd [ run ]` stands without a rule of its own behind a comma.
      if part.label == "run", days.last?.first?.label == "odd" {
        days[days.count - 1].append(part)
      } else {
        days.append([part])
      }
    }
    return days.flatMap { Derivation(label: "", parts: $0).dayAlike }
  }

  private var dayAlike: [String] {
    if let list = parts.first, parts.count == 1, list.label == "days" { return list.daysAlike }
    return [oneDayAlike]
  }

  private var oneDayAlike: String {
    if !all("dates").isEmpty || !all("yearly").isEmpty {
      let ends = (all("DATE") + all("DAY-OF-YEAR")).map(\.dayOfYear)
      return [ends.first, ends.last].compactMap(\.self).joined(separator: "..")
    }
    let set = Set((all("run") + all("day").filter { $0.has("every") }).flatMap(\.weekdays)).sorted()
    if let cycle = all("cycle").first {
      let count = ["two": "2", "five": "5"][cycle.own("N").first?.plain ?? ""] ?? cycle.own("N").first?.plain
      let weeks = count ?? cycle.own("Nth").first.map { String($0.plain.prefix(1)) } ?? "2"
      return "every \(weeks) \(set) \(cycle.own("DATE").map(\.plain))"
    }
    if let nth = all("nth").first { return "\(Set(nth.own("ORDINAL").map(\.plain)).sorted()) \(nth.weekdays)" }
    if let odd = all("odd").first { return "\(odd.has("odd")) \(set.isEmpty ? Array(1...7) : set)" }
    if let schedule = all("SCHEDULE").first { return (all("\"eves\"").isEmpty ? "" : "eves of ") + schedule.schedule }
    return set.isEmpty ? "daily" : "\(set)"
  }

  /// The days of a list, one by one.
  private var listed: [Derivation] { parts.filter { $0.label == "day" || $0.label == "weeks" } }

  /// Whether the words that lead to this day may be meant of `next`, too.
  func leads(to next: Derivation) -> Bool {
    if let nth = all("nth").first { return nth.has("month") ? false : next.isOneWord }
    if has("eves") { return next.own("SCHEDULE").count == 1 && next.parts.count == 1 && !isEve(of: next) }
    return label == "weeks" && !all("run").isEmpty && next.label == "day" && next.own("run").count == 1
  }

  private func isEve(of day: Derivation) -> Bool {
    own("SCHEDULE").map(\.schedule) == day.own("SCHEDULE").map(\.schedule)
  }

  private var schedule: String { plain.replacing(" ", with: "-") }

  /// Whether it is a day of the week, written as one word.
  var isOneWord: Bool { !plain.contains(" ") && !all("WEEKDAY").isEmpty }

  /// Whether it is one day of a week, a month or a year. Of days behind times: whether they are no more than that.
  var isOneDay: Bool {
    if label == "behind" {
      let days = listed
      return days.count == 1 && days[0].isOneDay
    }
    if !all("nth").isEmpty { return true }
    if let range = (all("dates") + all("yearly")).first {
      let ends = (range.own("DATE") + range.own("DAY-OF-YEAR")).map(\.dayOfYear)
      return Set(ends).count == 1
    }
    if label == "weeks", all("run").isEmpty { return false }
    let weekdays = Set((all("run") + (has("every") ? own("WEEKDAY") : [])).flatMap(\.weekdays))
    return weekdays.count == 1
  }

  /// The days of the week of a run, or of one, from 1 for Monday.
  var weekdays: [Int] {
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    if plain.hasPrefix("weekday") { return Array(1...5) }
    if plain.hasPrefix("weekend") { return [6, 7] }
    let days = all("WEEKDAY").compactMap { day in names.firstIndex { day.plain.hasPrefix($0) } }
    guard days.count == 2 else { return days.map { $0 + 1 } }
    return (0...((days[1] - days[0] + 7) % 7)).map { (days[0] + $0) % 7 + 1 }
  }

  /// A day of the year in one spelling: `dec 24`; a date as it is.
  var dayOfYear: String {
    let words = plain.split(separator: " ").filter { $0 != "of" }
    guard words.count == 2 else { return plain }
    let day = words.compactMap { word in word.first?.isNumber == true ? String(word.prefix(while: \.isNumber)) : nil }
    let month = words.compactMap { word in word.first?.isLetter == true ? String(word.prefix(3)) : nil }
    return (month + day).joined(separator: " ")
  }
}
