import TestSupport
import Testing

/// What is quoted to be written instead of a refused sentence is one of the things that it could mean, and of several
/// each means another.
@Suite("hints that mean it") struct MeantHintsTests {
  @Test("for sentences at random", arguments: 0..<6) func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var complaints: [String] = []
    var looked = 0
    for _ in 0..<120 {
      let hint = try LooseHint(
        LooseSentences.any(&random, parts: 3), NoFalseReadingTests.schedules, NoFalseReadingTests.loose)
      if hint.isLookedAt { looked += 1 }
      complaints += hint.complaints
    }
    #expect(complaints.prefix(5) == [])
    #expect(looked > 3)
  }

  private static let refused = NoFalseReadingTests.cases.filter { !$0.isAccepted }

  @Test("for what parents write") func corpus() throws {
    var complaints: [String] = []
    var looked = 0
    for entry in Self.refused {
      let schedules = NoFalseReadingTests.contexts[entry.context] ?? [:]
      let hint = try LooseHint(entry.sentence, schedules, LooseReadings(schedules))
      if hint.isLookedAt { looked += 1 }
      complaints += hint.complaints
    }
    #expect(complaints == [])
    #expect(looked > 20)
  }

  @Test("for days, what is excepted and a time, with any mark", arguments: [" ", ", ", " and "])
  func exceptions(_ mark: String) throws {
    var complaints: [String] = []
    var looked = 0
    for main in ["", "weekdays ", "daily ", "sat, sun ", "mon and tue ", "odd weeks fri "] {
      for excepted in ["except hols", "unless hols", "but not on sat", "except dec 24, sun", "except eves of hols"] {
        for time in ["9pm-7am", "lunch", "10:00–11:00, 14:00–16:00"] {
          let hint = try LooseHint(
            "kids off \(main)\(excepted)\(mark)\(time)", NoFalseReadingTests.schedules, NoFalseReadingTests.loose)
          if hint.isLookedAt { looked += 1 }
          complaints += hint.complaints
        }
      }
    }
    #expect(complaints.prefix(5) == [])
    #expect(looked > 40)
  }

  @Test("for a day and a time, with any mark", arguments: [" ", ", ", " and "]) func pairs(_ mark: String) throws {
    let days = [
      "sat", "on fri", "weekdays", "sat, sun", "hols", "first friday", "odd weeks mon", "dec 24", "2026-12-24",
    ]
    let times = [
      "9pm-7am", "14:00-16:00", "from 21:00", "until 7am", "lunch", "7:00-9:00", "after midnight",
    ]
    var complaints: [String] = []
    var looked = 0
    for (day, time) in days.flatMap({ day in times.map { (day, $0) } }) {
      for words in [[day, time], [time, day], [day, time, "mon"], [day, day, time], [time, "12:00-13:00", day]] {
        let hint = try LooseHint(
          "kids off " + words.joined(separator: mark), NoFalseReadingTests.schedules, NoFalseReadingTests.loose)
        if hint.isLookedAt { looked += 1 }
        // A night that ends on a day, or until a moment, is nothing that could be written with times behind them.
        complaints += hint.complaints + (mark == " " && words[0] == time ? [] : hint.missing)
      }
    }
    #expect(complaints.prefix(5) == [])
    #expect(looked > 30)
  }
}

/// The proposals for a refused sentence, and what it could mean.
struct LooseHint {
  private let sentence: String
  private var proposals: [(text: String, timeline: LooseTimeline)] = []
  private var readings: Set<LooseReadings.Reading> = []
  /// Those that leave something open themselves.
  private var open: [String] = []
  /// What the sentence means although a warning shows what else it may mean; nil where it is refused.
  private var taken: LooseTimeline?

  init(_ sentence: String, _ schedules: [String: String], _ loose: LooseReadings) throws {
    self.sentence = sentence
    let parsed = try ParserMeaning(sentence, schedules)
    taken = parsed.timeline
    for proposal in parsed.timeline == nil ? parsed.proposals : parsed.choices {
      let proposed = try ParserMeaning(proposal, schedules)
      guard let timeline = proposed.timeline else { continue }
      proposals.append((proposal, timeline))
      if !proposed.choices.isEmpty { open.append(proposal) }
    }
    readings = proposals.isEmpty ? [] : loose.readings(of: sentence)
  }

  /// Whether there is something to compare.
  var isLookedAt: Bool { !readings.isEmpty }

  /// Proposals that nobody means, and such that mean the same.
  var complaints: [String] {
    guard isLookedAt else { return [] }
    let all = Set(readings.map(\.timeline))
    let odd = proposals.filter { !all.contains($0.timeline) && !isExample($0.text) }
    // Where all that it may mean is the same so are the proposals, and where they differ in what is taken out of nothing.
    let meant = proposals.map(\.timeline)
    let isOfExceptions = ["except", "unless", "but not"].contains { sentence.contains($0) }
    let isTwice = meanings.count > 1 && !isOfExceptions && Set(meant).count < meant.count
    let isTaken = taken.map(meant.contains) ?? true
    return odd.map { "nobody means by '\(sentence)': '\($0.text)'" }
      + open.map { "left open for '\(sentence)': '\($0)'" }
      + (isTaken ? [] : ["not what '\(sentence)' means: \(proposals.map(\.text))"])
      + (isTwice ? ["the same for '\(sentence)': \(proposals.map(\.text))"] : [])
  }

  private var meanings: Set<LooseTimeline> { Set(readings.filter(\.against.isEmpty).map(\.timeline)) }

  /// A sentence with two meanings of which one alone is shown. Days of odd weeks are in no list, so that for them there
  /// may be no sentence with both.
  var missing: [String] {
    guard meanings.count > 1, !sentence.contains("odd weeks"),
      Set(proposals.map(\.timeline)).intersection(meanings).count < 2
    else { return [] }
    return ["one of \(meanings.count) for '\(sentence)': \(proposals.map(\.text))"]
  }

  /// Hours for a word that says none, and a first date that nobody has named: whoever copies it puts in their own.
  private func isExample(_ proposal: String) -> Bool {
    let isNight = sentence.contains("nightly") || sentence.contains("every night")
    return (isNight && proposal.contains("daily 21:00–07:00"))
      || (proposal.contains(" from 2027-01-04") && !sentence.contains("2027-01-04"))
  }
}
