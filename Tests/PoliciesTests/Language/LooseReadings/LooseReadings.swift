/// A second parser, which is loose on purpose: it knows what people could mean by a sentence, and takes down everything that
/// they could. It was written from the page and from what people say, and shares nothing with the parser.
struct LooseReadings {
  /// When the state of the sentence holds, if it is meant in one way.
  struct Reading: Hashable {
    var timeline: LooseTimeline
    /// What of the page it is against; nothing for what may be meant by somebody who has read it.
    var against: Set<LooseRule>
  }

  /// The schedules of a policy, by their texts.
  let schedules: [String: LooseSchedule]

  init(_ texts: [String: String]) {
    var schedules: [String: LooseSchedule] = [:]
    // Schedules may use each other: as often as there are some.
    for _ in texts {
      for (name, text) in texts where schedules[name] == nil {
        schedules[name] = Self.schedule(text, schedules, Set(texts.keys))
      }
    }
    self.schedules = schedules
  }

  /// What may be meant by somebody who has read the page: where these are several, the sentence has to be refused.
  func meanings(of sentence: String) -> Set<LooseTimeline> {
    Set(readings(of: sentence).filter(\.against.isEmpty).map(\.timeline))
  }

  /// What somebody could mean by a sentence, which starts with what is wanted of whom; empty where it cannot be read.
  func readings(of sentence: String) -> Set<Reading> {
    let words = LooseWords.cut(sentence, names: Set(schedules.keys))
    guard let head = LooseHead(words) else { return [] }
    if head.rest.isEmpty { return [Reading(timeline: LooseTimeline.always.asShown, against: [])] }
    let all = Self.readings(head.rest, schedules)
    guard head.isOnly else { return Set(all.map { Reading(timeline: $0.timeline.asShown, against: $0.against) }) }
    return Set(
      all.flatMap { reading in
        [
          Reading(timeline: reading.timeline.others.asShown, against: reading.against),
          Reading(timeline: reading.timeline.asShown, against: reading.against.union([.only])),
        ]
      })
  }

  private static func schedule(
    _ text: String, _ known: [String: LooseSchedule], _ names: Set<String>
  ) -> LooseSchedule? {
    let words = LooseWords.cut(text, names: names)
    let ways = LooseElementReader(words, known).ways().filter(\.against.isEmpty)
    guard let way = ways.first else { return nil }
    let hours = way.elements.map(\.ranges)
    if hours.allSatisfy({ !$0.isEmpty }) { return .hours(hours.flatMap(\.self)) }
    let timeline = readings(words, known).first { $0.against.isEmpty }?.timeline
    guard hours.allSatisfy(\.isEmpty), let timeline else { return timeline.map { .own($0) } }
    let days = Set(timeline.stretches.flatMap { ($0.lowerBound / 1440)..<($0.upperBound / 1440) })
    return .days(LooseDays(isSingle: false) { days.contains($0) })
  }

  // MARK: - Clauses and exceptions

  private static func readings(_ words: [String], _ schedules: [String: LooseSchedule]) -> Set<Reading> {
    if ["always", "24/7"].contains(words[0]) {
      let rest = Array(words.dropFirst())
      return rest.isEmpty ? [Reading(timeline: .always, against: [])] : readings(rest, schedules)
    }
    var all: Set<Reading> = []
    for way in LooseElementReader(words, schedules).ways() {
      for sentence in LooseSentence.all(way.elements) {
        for reading in sentence.readings() {
          let against = way.against.union(sentence.against).union(reading.against)
          if against.count < 2 { all.insert(Reading(timeline: reading.timeline, against: against)) }
        }
      }
    }
    return all
  }
}

/// Who, and what is wanted; the rest is when.
struct LooseHead {
  var isOn: Bool
  var isOnly: Bool
  var rest: [String]
  /// The words before the rest, without `only`.
  var words: [String]

  private static let on: Set<String> = ["on", "active", "allowed", "enabled"]
  private static let off: Set<String> = ["off", "paused", "blocked", "disabled"]
  private static let onVerbs: Set<String> = ["allow", "unblock", "resume", "enable"]
  private static let offVerbs: Set<String> = ["block", "pause", "disable"]

  init?(_ words: [String]) {
    let only = words.firstIndex(of: "only")
    let words = words.filter { $0 != "only" }
    var place = 0
    func names() {
      repeat {
        while place < words.count, [",", "and"].contains(words[place]) { place += 1 }
        place += 1
      } while place < words.count && [",", "and"].contains(words[place])
    }
    guard let first = words.first else { return nil }
    if Self.onVerbs.contains(first) || Self.offVerbs.contains(first) {
      isOn = Self.onVerbs.contains(first)
      place = 1
      names()
    } else {
      let isTurned = first == "turn" || (first == "switch" && words.count > 2)
      if isTurned { place = 1 }
      if isTurned, place < words.count, ["on", "off"].contains(words[place]) {
        isOn = words[place] == "on"
        place += 1
        names()
      } else {
        names()
        guard place < words.count, Self.on.union(Self.off).contains(words[place]) else { return nil }
        isOn = Self.on.contains(words[place])
        place += 1
      }
    }
    isOnly = only != nil
    guard place <= words.count else { return nil }
    rest = Array(words[place...])
    self.words = Array(words[..<place])
  }
}
