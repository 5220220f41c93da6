import CivilTime
import Controller
import Text

/// An end, or a stretch with its start, that stands behind the words of a command without its options: `kids off 2h`,
/// `kids off until 22:00`, `kids off from 18:00 until 20:00`.
struct BareEnd {
  /// The words before it, at least one, and those behind it.
  let words: [String]
  /// The words behind it; of one at the end none.
  let behind: [String]
  /// It as it was written.
  let text: String
  private let stretch: Stretch

  /// What to type for it, options and values, not quoted yet: `--for 2h`.
  var option: [String] { stretch.options[0] }
  /// Whether it says when it begins.
  var hasStart: Bool { option.first == "--\(Option.from.name)" }

  /// The longest one at the end of `words`; nil where there is none.
  init?(_ words: [String], _ household: () -> KnownHousehold) {
    for count in Self.lengths where count < words.count {
      guard let end = BareEnd(words, at: words.count - count..<words.count, household) else { continue }
      self = end
      return
    }
    return nil
  }

  /// The first one that has words before and behind it, as long as it can be; nil where there is none.
  init?(within words: [String], _ household: () -> KnownHousehold) {
    for start in words.indices.dropFirst() {
      for count in Self.lengths where start + count < words.count {
        guard let end = BareEnd(words, at: start..<start + count, household) else { continue }
        self = end
        return
      }
    }
    return nil
  }

  /// The one that these of `words` are; nil where they are none.
  private init?(_ words: [String], at place: Range<Int>, _ household: () -> KnownHousehold) {
    // `kids off from 18:00` has no end, and `next friday` is not always the next one.
    let before = words[place.lowerBound - 1]
    guard !Stretch.opensStart(before), !Self.otherWords.contains(before.lowercased()),
      let stretch = Stretch(Array(words[place]), household)
    else { return nil }
    (text, self.stretch) = (words[place].joined(separator: " "), stretch)
    behind = Array(words[place.upperBound...])
    self.words = Array(words[..<place.lowerBound]) + behind
  }

  /// Of how many words one may be.
  private static let lengths = (1...12).reversed()

  /// Words that make another day of the one behind them.
  fileprivate static func isOtherDay(_ word: String) -> Bool { otherWords.contains(word.lowercased()) }
  private static let otherWords: Set<String> = ["next", "this", "coming", "every", "weekdays", "weekends", "daily"]

  /// What to type for `words` if they are an end or a stretch and nothing else: `30 minutes`, `until tomorrow 7am`; one for
  /// each thing that they can mean.
  static func options(_ words: [String], _ household: () -> KnownHousehold) -> [[String]] {
    Stretch(words, household)?.options ?? []
  }

  /// `words` up to one that may lead to an end which cannot be read: `kids` of `kids until bedtime`, `kids next friday`.
  static func before(_ words: [String]) -> [String] {
    words.prefix { !Stretch.leads($0) && !otherWords.contains($0.lowercased()) && $0.lowercased() != "now" }.map { $0 }
  }

  /// `command` with `words` and the options that are given, to be typed; for example half an hour where none are.
  static func hint(_ command: Command, _ words: [String], _ invocation: Invocation) -> String {
    let given = GivenStretch(invocation)
    return (given.hasEnd ? "type: " : "for example: ") + line(command, words, given.options(else: ["--for", "30m"]))
  }

  /// `command` with `words` and the option, to be typed.
  func hint(_ command: Command, _ words: [String], _ invocation: Invocation) -> String {
    let all = options(invocation)
    let taken = all.filter { $0.refusal(invocation.household) == nil }
    return "type: " + (taken.isEmpty ? all : taken).map { Self.line(command, words, $0) }.joined(separator: "; or: ")
  }

  /// Throws why no line with it is taken: it is too long, or over.
  func check(_ invocation: Invocation) throws(UsageError) {
    let refusals = options(invocation).map { $0.refusal(invocation.household) }
    if refusals.allSatisfy({ $0 != nil }), let refusal = refusals.first ?? nil { throw refusal }
  }

  private func options(_ invocation: Invocation) -> [[String]] {
    let start = hasStart ? [] : GivenStretch(invocation).start
    return stretch.options.map { start + $0 }
  }

  /// What to say of it, and `command` with its words and the option.
  func problem(_ command: Command, _ invocation: Invocation) -> UsageError {
    let opening = text.split(separator: " ").first.map { $0.lowercased() } ?? text
    let option = option.filter { $0.hasPrefix("--") }.joined(separator: " and ")
    let problem =
      switch opening {
      case "for", "until", "from", "at", "after", "starting": Self.isOption(opening)
      // No option is called like these.
      case "till", "to": "'\(opening)' is written \(option)"
      default: hasStart ? "'\(text)' is written with \(option)" : "'\(text)' needs \(option) in front of it"
      }
    return UsageError(message: problem, hint: hint(command, words, invocation))
  }

  fileprivate static func isOption(_ word: String) -> String {
    Stretch.opensStart(word)
      ? "'\(word)' is \(word == "from" ? "an option:" : "written") --from" : "'\(word)' is an option: --\(word)"
  }

  /// Whether an option says when it ends.
  static func isGiven(_ invocation: Invocation) -> Bool { invocation.has(.forDuration) || invocation.has(.until) }

  /// `command` with `words` and `options`, to be typed.
  static func line(_ command: Command, _ words: [String], _ options: [String]) -> String {
    (["reconcile", command.name] + words + options).map(ShellWord.word).joined(separator: " ")
  }
}

/// What options say of when something begins and ends, to be typed again: nothing that no command takes.
struct GivenStretch {
  /// `--from 18:00`, or nothing.
  let start: [String]
  private let end: [String]
  /// Why something of it is left out; nil where all of it is taken.
  let refusal: UsageError?

  init(_ invocation: Invocation) {
    guard [Option.from, .forDuration, .until].contains(where: invocation.has) else {
      (start, end, refusal) = ([], [], nil)
      return
    }
    let (known, from) = (invocation.household, invocation.value(.from).map { ["--\(Option.from.name)", $0] } ?? [])
    let ends = [Option.forDuration, .until].compactMap { option in
      invocation.value(option).map { ["--\(option.name)", $0] }
    }
    let startRefusal = (from + ["--\(Option.forDuration.name)", "1m"]).refusal(known)
    let start = startRefusal == nil ? from : []
    let endRefusal = (start + ends.flatMap(\.self)).refusal(known)
    self.start = start
    (end, refusal) = (endRefusal == nil ? ends.first ?? [] : [], startRefusal ?? endRefusal)
  }

  /// Where no option is given.
  init() { (start, end, refusal) = ([], [], nil) }

  var hasEnd: Bool { !end.isEmpty }

  /// All of it, with this `example` of an end where none is given.
  func options(else example: [String]) -> [String] { start + (hasEnd ? end : example) }
}

extension [String] {
  /// Why no line is taken with these, options and values that say when something begins and ends; nil where one is.
  func refusal(_ household: KnownHousehold) -> UsageError? {
    do throws(UsageError) {
      let stretch = try OverrideStretch { option in
        firstIndex(of: "--\(option.name)").flatMap { $0 + 1 < count ? self[$0 + 1] : nil }
      }
      _ = try stretch?.range(in: household.zone, now: household.now)
      return nil
    } catch {
      return error
    }
  }
}

/// A start among the words of a command without its option, where the end has one or is missing: `kids off from 18:00`.
struct BareStart {
  /// The words beside it, at least one.
  let words: [String]
  private let opening: String
  private let options: [String]

  /// The first one behind a word, as long as it can be; nil where there is none.
  init?(_ words: [String]) {
    for start in words.indices.dropFirst() where Stretch.opensStart(words[start]) {
      for end in (start + 2..<start + 6).reversed() where end <= words.count {
        guard let options = Stretch.start(Array(words[start..<end]), isLed: false) else { continue }
        (opening, self.options) = (words[start].lowercased(), options)
        self.words = Array(words[..<start] + words[end...])
        return
      }
    }
    return nil
  }

  /// Whether `word` leads to a start.
  static func opens(_ word: String) -> Bool { Stretch.opensStart(word) }
  /// Whether `word` is a day as a whole.
  static func isDay(_ word: String) -> Bool { Stretch.day([word]) != nil }

  /// What to type for `words` if they are a start and nothing else, with an end for example: `--from 18:00 --for 1h`, and a day
  /// as a whole, perhaps not the one that `next friday` means; nil where they are none.
  static func example(_ words: [String]) -> [String]? {
    guard words.count > 1, Stretch.opensStart(words[0]) || BareEnd.isOtherDay(words[0]) else { return nil }
    return Stretch.day(Array(words.dropFirst())) ?? Stretch.start(words, isLed: false).map { $0 + ["--for", "1h"] }
  }

  /// What to type for `words` if they are a start and nothing else; nil where they are none.
  static func options(_ words: [String]) -> [String]? { Stretch.start(words, isLed: false) }

  /// `command` with `words` and the options, to be typed.
  func hint(_ command: Command, _ words: [String], _ invocation: Invocation) -> String {
    let end = end(invocation)
    return (end.isExample ? "for example: " : "type: ") + BareEnd.line(command, words, options + end.options)
  }

  private func end(_ invocation: Invocation) -> (isExample: Bool, options: [String]) {
    for option in [Option.forDuration, .until] {
      guard let value = invocation.value(option) else { continue }
      let end = ["--\(option.name)", value]
      if (options + end).refusal(invocation.household) == nil { return (false, end) }
    }
    return (true, ["--for", "2h"])
  }

  /// Throws why no line with it is taken: it is over, or too far.
  func check(_ invocation: Invocation) throws(UsageError) {
    if let refusal = (options + end(invocation).options).refusal(invocation.household) { throw refusal }
  }

  /// What to say of it, and `command` with its words and the options.
  func problem(_ command: Command, _ invocation: Invocation) -> UsageError {
    UsageError(message: BareEnd.isOption(opening), hint: hint(command, words, invocation))
  }
}

/// Words that say when something begins and ends, or ends alone.
private struct Stretch {
  /// The options to type, one for each thing that is meant; never none.
  let options: [[String]]

  init?(_ words: [String], _ household: () -> KnownHousehold) {
    guard !words.isEmpty else { return nil }
    if words.count == 1, words[0].lowercased() == "tonight" {
      options = [Self.evening(household().isNight) + ["--\(Option.until.name)", "07:00"]]
      return
    }
    let words = words.flatMap(Self.ends)
    for place in (0..<words.count).reversed() {
      let (before, end) = (Array(words[..<place]), Array(words[place...]))
      // `tonight 2h`
      let isLength = before.map { $0.lowercased() } == ["tonight"] && Self.length(end.joined(separator: " ")) != nil
      guard let ends = Self.end(end, isLed: !before.isEmpty && !isLength, household) else { continue }
      if before.isEmpty {
        options = ends
        return
      }
      guard var start = Self.start(before, isLed: true) else { continue }
      // `tonight until 20:00` does not begin at nine.
      if before.map({ $0.lowercased() }) == ["tonight"], !ends.contains(where: Self.isByNine) {
        let (isLength, known) = (ends.allSatisfy { $0.first == "--\(Option.forDuration.name)" }, household())
        start = Self.evening(isLength ? known.isNight : known.isEvening)
      }
      options = ends.map { start + $0 }
      return
    }
    guard let day = Self.day(words) else { return nil }
    options = [day]
  }

  /// When `tonight` begins: at nine, as in sentences, or now if that `isPast`.
  private static func evening(_ isPast: Bool) -> [String] {
    isPast ? [] : ["--\(Option.from.name)", "today 21:00"]
  }

  /// Whether `end` is an option for a time from noon to nine in the evening.
  private static func isByNine(_ end: [String]) -> Bool {
    guard end.first == "--\(Option.until.name)", let text = end.last,
      case .success(let instant) = read(text, as: .end(after: anytime))
    else { return false }
    return (43_200...75_600).contains(instant.secondsSinceEpoch % 86_400)
  }

  private static let untils: Set<String> = ["until", "till", "to"]

  /// `18:00`, `to`, `20:00` for `18:00-20:00`.
  private static func ends(_ word: String) -> [String] {
    let parts = word.split(whereSeparator: { "-–—".contains($0) }).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ Self.times($0, as: .end(after: anytime)).count == 1 }) else {
      return [word]
    }
    return [parts[0], "to", parts[1]]
  }

  /// `--until 20:00` for `until 20:00`, `--for 2h` for `for 2h`, and for both of these without their words. `isLed`: a start is
  /// before it, so it needs its word.
  private static func end(_ words: [String], isLed: Bool, _ household: () -> KnownHousehold) -> [[String]]? {
    let opening = words[0].lowercased()
    let isOpened = opening == "for" || untils.contains(opening)
    guard isOpened || !isLed else { return nil }
    let text = words.dropFirst(isOpened ? 1 : 0).joined(separator: " ")
    if !untils.contains(opening), let length = length(text) ?? (opening == "for" ? hoursAndMinutes(text) : nil) {
      return [["--\(Option.forDuration.name)", length]]
    }
    // What ends now has no end to come.
    guard opening != "for", text.lowercased() != "now" else { return nil }
    // `kids off tomorrow` begins there.
    let times = isOpened ? daysFromToday(text, household) : nil
    let ends = (times ?? Self.times(text, as: .end(after: anytime), takesDays: isOpened)).map {
      ["--\(Option.until.name)", $0]
    }
    // `2h30` is as often two hours and a half.
    let lengths = isOpened ? [] : [hoursAndMinutes(text)].compactMap(\.self)
    let all = lengths.map { ["--\(Option.forDuration.name)", $0] } + ends
    return all.isEmpty ? nil : all
  }

  /// `sunday`, said on a Sunday: the end of today, or a week later, which is written as a date; nil on every other day.
  private static func daysFromToday(_ text: String, _ household: () -> KnownHousehold) -> [String]? {
    guard case .failure(.wholeDay) = read(text, as: .end(after: anytime)), let today = household().local?.date,
      text.lowercased() == today.weekday.shortName.lowercased() || text.lowercased() == "\(today.weekday)"
    else { return nil }
    return ["today 24:00", "\(today.adding(days: 7)) 00:00"]
  }

  /// `2h30m` for `2h30`; nil for everything else.
  private static func hoursAndMinutes(_ text: String) -> String? {
    let parts = text.lowercased().split(separator: "h", omittingEmptySubsequences: false)
    guard parts.count == 2, let hours = Int(parts[0]), let minutes = Int(parts[1]), parts[1].count == 2, minutes < 60,
      CivilLength(text + "m") != nil
    else { return nil }
    return "\(hours)h\(minutes)m"
  }

  /// `1h` for `an hour`, `1h30m` for `an hour and a half` and `1.5 hours`; what a command takes as it is written; nil for what
  /// is no length.
  private static func length(_ text: String) -> String? {
    if CivilLength(text) != nil { return text }
    if ["half hour", "half an hour", "a half hour"].contains(text.lowercased()) { return "30m" }
    let words = text.lowercased().split(separator: " ").map(String.init)
    if words.count > 3, words.suffix(3) == ["and", "a", "half"],
      let whole = length(words.dropLast(3).joined(separator: " "))
    {
      return CivilLength(whole).flatMap { hours in
        // `a half` is one of an hour.
        hours.days == 0 && hours.seconds > 0 && hours.seconds % 3_600 == 0
          ? "\(CivilLength(seconds: hours.seconds + 1_800))" : nil
      }
    }
    switch words.count {
    case 2 where ["a", "an", "one"].contains(words[0]): return CivilLength("1 \(words[1])").map { "\($0)" }
    case 2 where ["hours", "hour", "h"].contains(words[1]):
      guard words[0].hasSuffix(".5"), let hours = Int(words[0].dropLast(2)), (0...999).contains(hours) else {
        return nil
      }
      return "\(CivilLength(seconds: Int64(hours) * 3_600 + 1_800))"
    default: return nil
    }
  }

  /// Whether `word` leads to a start or to an end.
  static func leads(_ word: String) -> Bool {
    opensStart(word) || word.lowercased() == "for" || untils.contains(word.lowercased())
  }

  /// Whether `word` leads to a start.
  static func opensStart(_ word: String) -> Bool { ["from", "starting", "at", "after"].contains(word.lowercased()) }

  /// `--from 18:00` for `from 18:00`, nothing for `now`; nil where it can mean several things. `isLed`: an end is behind it, so it
  /// needs no word.
  static func start(_ words: [String], isLed: Bool) -> [String]? {
    let isOpened = words.count > 1 && opensStart(words[0])
    guard isOpened || isLed else { return nil }
    let text = words.dropFirst(isOpened ? 1 : 0).joined(separator: " ")
    if isLed, ["now", "today", "tonight"].contains(text.lowercased()) { return [] }
    let times = times(text, as: .comingStart)
    return times.count == 1 ? ["--\(Option.from.name)", times[0]] : nil
  }

  /// The whole of `today`, `tomorrow` or `fri`.
  static func day(_ words: [String]) -> [String]? {
    let text = words.joined(separator: " ")
    let until = "--\(Option.until.name)"
    if text.lowercased() == "today" { return [until, "midnight"] }
    guard case .failure(.wholeDay) = read(text, as: .end(after: anytime)) else { return nil }
    return ["--\(Option.from.name)", text, until, "24:00"]
  }

  /// Whether an option takes `text` as it is.
  static func isEnd(_ text: String) -> Bool {
    if CivilLength(text) != nil { return true }
    return if case .success = read(text, as: .end(after: anytime)) { true } else { false }
  }

  private static let anytime = Instant(secondsSinceEpoch: 0)

  /// Texts that an option takes for `text`: itself, or what is near; of an end that is a whole day its two ends.
  private static func times(_ text: String, as role: MomentRole, takesDays: Bool = false) -> [String] {
    // `on 22:00` is a state and an end, and `at 22:00` no end.
    let words = text.lowercased().split(separator: " ")
    if words.contains("on") || words.first == "at" || words.last == "at" { return [] }
    return switch read(text, as: role) {
    case .success: [text]
    case .failure(.unreadable(let meant)): meant.filter { !$0.hasPrefix("+") }
    case .failure(.wholeDay(let readings)): takesDays ? readings.map(\.text) : []
    case .failure(.impossible), .failure(.otherWeekday): []
    }
  }

  private static func read(_ text: String, as role: MomentRole) -> Result<Instant, MomentTextError> {
    do throws(MomentTextError) {
      return .success(try Instant(text, as: role, in: .utc, now: anytime))
    } catch {
      return .failure(error)
    }
  }
}

extension Invocation {
  /// What to say of a word that belongs to the value of the option before it: `--for 5 minutes`, `--at tomorrow 7am`.
  var cutOffValue: UsageError? {
    for option in [Option.forDuration, .until, .at, .from, .to, .since, .more, .expires] {
      guard let value = value(option), let word = wordsBehind[option], Stretch.isEnd("\(value) \(word)") else {
        continue
      }
      return UsageError(
        message: "'--\(option.name)' takes one word",
        hint: "put quotes around it: --\(option.name) \(ShellWord.word("\(value) \(word)"))")
    }
    return nil
  }
}
