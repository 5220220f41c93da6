/// One stretch of words of a sentence that means days or times.
struct LooseElement {
  enum Kind {
    case days(LooseDays, hasFiller: Bool)
    case times([LooseRange], isNamed: Bool)
    /// A schedule of times on days of its own.
    case own(LooseTimeline)
  }

  /// What is before it.
  enum Joint {
    case nothing
    case comma
    case and
    /// A word for an exception, and which.
    case except(String)
  }

  var kind: Kind
  var joint: Joint

  var days: LooseDays? { if case .days(let days, _) = kind { days } else { nil } }
  /// Whether it is every day.
  var isDaily: Bool { days.map { LooseTimeline.days.allSatisfy($0.has) } ?? false }
  /// Whether `,` or `and` is before it.
  var isMarked: Bool {
    switch joint {
    case .comma, .and: true
    case .nothing, .except: false
    }
  }
  var ranges: [LooseRange] { if case .times(let ranges, _) = kind { ranges } else { [] } }
}

/// What a schedule means.
enum LooseSchedule {
  case days(LooseDays)
  /// Times of every day.
  case hours([LooseRange])
  case own(LooseTimeline)
}

/// The ways to take the words of a sentence for days and times, one stretch behind the other.
struct LooseElementReader {
  let words: [String]
  let schedules: [String: LooseSchedule]
  private let days: LooseDayReader
  private let times: LooseTimeReader

  typealias Way = (elements: [LooseElement], against: Set<LooseRule>)

  init(_ words: [String], _ schedules: [String: LooseSchedule]) {
    self.words = words
    self.schedules = schedules
    days = LooseDayReader(words: words, schedules: schedules)
    times = LooseTimeReader(words: words)
  }

  /// None where the words cannot be read. Of rules at most one is broken in each.
  func ways() -> [Way] { ways(from: 0, isFirst: true) }

  private func ways(from place: Int, isFirst: Bool) -> [Way] {
    if place == words.count { return isFirst ? [] : [([], [])] }
    let (joint, start) = joint(place, isFirst)
    guard let joint, start < words.count else { return [] }
    return elements(start).flatMap { found -> [Way] in
      ways(from: found.end, isFirst: false).compactMap { rest in
        let against = found.against.union(rest.against)
        return against.count > 1 ? nil : ([LooseElement(kind: found.kind, joint: joint)] + rest.elements, against)
      }
    }
  }

  private func joint(_ place: Int, _ isFirst: Bool) -> (LooseElement.Joint?, Int) {
    var next = place
    var joint = LooseElement.Joint.nothing
    if words[next] == "," || words[next] == "and" {
      if isFirst { return (nil, place) }
      joint = words[next] == "and" ? .and : .comma
      next += 1
      if case .comma = joint, next < words.count, words[next] == "and" { (joint, next) = (.and, next + 1) }
    }
    guard next < words.count else { return (joint, next) }
    if ["except", "unless", "outside", "without"].contains(words[next]) { return (.except(words[next]), next + 1) }
    if words[next] == "but", next + 1 < words.count, words[next + 1] == "not" { return (.except("but not"), next + 2) }
    return (joint, next)
  }

  private typealias Found = (kind: LooseElement.Kind, end: Int, against: Set<LooseRule>)

  private func elements(_ place: Int) -> [Found] {
    var start = place
    for filler in ["on", "at", "in", "during", "over"] where words[start] == filler && start + 1 < words.count {
      start += 1
      break
    }
    if words[start] == "the", start + 1 < words.count { start += 1 }
    let hasFiller = start > place
    let days: [Found] = days.found(at: start).map { (.days($0.days, hasFiller: hasFiller), $0.end, $0.against) }
    let dates: [Found] = times.dates(at: start).map { (.days($0.days, hasFiller: hasFiller), $0.end, []) }
    // A time behind `at` is a moment, which no sentence of this kind is about.
    let times: [Found] =
      hasFiller ? [] : times.found(at: start).map { (.times([$0.range], isNamed: false), $0.end, $0.against) }
    return days + dates + times + named(start)
  }

  private func named(_ place: Int) -> [Found] {
    let two = place + 1 < words.count ? words[place] + "-" + words[place + 1] : ""
    for (name, end) in [(words[place], place + 1), (two, place + 2)] {
      switch schedules[name] {
      case .hours(let hours): return [(.times(hours, isNamed: true), end, [])]
      case .own(let timeline): return [(.own(timeline), end, [])]
      case .days, nil: continue
      }
    }
    return []
  }
}
