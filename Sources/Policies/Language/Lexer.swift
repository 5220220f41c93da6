import CivilTime

/// Cuts a sentence into words and marks.
///
/// A run without spaces and commas that is a name is that name; otherwise it is cut at its dashes and `..`.
struct Lexer {
  private let scalars: [Unicode.Scalar]
  private let sentence: SentenceSource
  private let vocabulary: Vocabulary
  private var place = 0
  private var tokens: [Token] = []
  private var problems: [SentenceProblem] = []

  /// So many words that are none are told of one sentence. With each of them the sentence is written once more.
  static let mostProblems = 20

  /// So many words and marks one sentence may have. One of some dates has a few dozen.
  static let mostTokens = 200_000

  /// The tokens of `text`, the last of them `.end`, and what is not a word of the language.
  static func read(_ text: String, _ vocabulary: Vocabulary) -> (tokens: [Token], problems: [SentenceProblem]) {
    var lexer = Lexer(text, vocabulary)
    lexer.readAll()
    return (lexer.tokens, lexer.problems)
  }

  private init(_ text: String, _ vocabulary: Vocabulary) {
    scalars = ASCII.scalars(of: text)
    sentence = SentenceSource(text)
    self.vocabulary = vocabulary
  }

  private mutating func readAll() {
    tokens.reserveCapacity(16)
    while place < scalars.count, problems.count < Self.mostProblems {
      let scalar = scalars[place]
      if Self.isSpace(scalar) {
        place += 1
      } else if scalar == "," {
        add(.comma, length: 1)
      } else {
        readRun(place..<endOfRun())
      }
      if tokens.count > Self.mostTokens {
        problems.append(SentenceProblem(range: place..<place, message: .sentenceTooLong(Self.mostTokens)))
        break
      }
    }
    // The end stands right after the last word, so that a caret there is beside what it is about.
    let end = tokens.last?.range.upperBound ?? 0
    tokens.append(Token(kind: .end, range: end..<end))
  }

  private func endOfRun() -> Int {
    scalars[place...].firstIndex { Self.isSpace($0) || $0 == "," } ?? scalars.count
  }

  private mutating func readRun(_ run: Range<Int>) {
    // A run of times is never a name, and is cut without being looked at as a whole.
    if ASCII.isLetter(scalars[run.lowerBound]) {
      let word = text(run)
      if let half = Self.half(word), takeHalf(half, length: run.count) { return }
      if !endsDays(word), let kind = wordOrName(word) { return add(kind, length: run.count) }
    }
    while place < run.upperBound, tokens.count <= Self.mostTokens {
      if Self.isDash(scalars[place]) {
        add(.dash, length: 1)
      } else if startsWithDots(place, in: run) {
        add(.dots, length: 2)
      } else {
        readPiece(in: run)
      }
    }
  }

  private mutating func readPiece(in run: Range<Int>) {
    if let time = plainTime(in: run) { return add(.time(time), length: 5) }
    if let problem = readDate(in: run) {
      problems.append(problem)
      return
    }
    guard place < run.upperBound, !Self.isDash(scalars[place]), !startsWithDots(place, in: run) else { return }
    var end = place
    while end < run.upperBound, !Self.isDash(scalars[end]), !startsWithDots(end, in: run) { end += 1 }
    let piece = text(place..<end)
    if let half = Self.half(piece), takeHalf(half, length: end - place) { return }
    if let kind = kind(of: piece) {
      add(kind, length: end - place)
    } else if isBesideDash(place..<end, in: run), let time = Self.time(ofLength: piece) {
      // `21h30m-7h`
      var message = PolicyMessage.timeForm(piece, readings: [time])
      message.proposals = [sentence.replacing(place..<end, with: time)]
      problems.append(SentenceProblem(range: place..<end, message: message))
      place = end
    } else if let amount = Wishes.amount(piece), !(piece.contains(".") && isBesideDash(place..<end, in: run)) {
      // `5m` is no time, and its figures are told from what they count.
      let figures = piece.hasPrefix(amount.figures) ? amount.figures.count : end - place
      add(.number(amount.figures), length: figures)
      add(.name(Name(amount.unit)), length: end - place)
    } else {
      let range = place..<end
      let message = StrayWord.message(for: piece) { sentence.replacing(range, with: $0) }
      problems.append(SentenceProblem(range: range, message: message))
      place = end
    }
  }

  /// The time that `21h30m` may be, where it is no length.
  private static func time(ofLength piece: String) -> String? {
    guard piece.last == "m" || piece.last == "M", case .time(let time)? = LooseTime.read(String(piece.dropLast()))
    else {
      return nil
    }
    return ClockTime.text(time)
  }

  private func isBesideDash(_ piece: Range<Int>, in run: Range<Int>) -> Bool {
    piece.upperBound < run.upperBound && Self.isDash(scalars[piece.upperBound])
      || piece.lowerBound > run.lowerBound && Self.isDash(scalars[piece.lowerBound - 1])
  }

  /// The time that is here as `HH:MM`, as nearly all of them do; nil for everything else.
  private func plainTime(in run: Range<Int>) -> TimeOfDay? {
    let end = place + 5
    guard end <= run.upperBound, scalars[place + 2] == ":",
      end == run.upperBound || Self.isDash(scalars[end]) || startsWithDots(end, in: run),
      let hour = twoDigits(at: place), let minute = twoDigits(at: place + 3)
    else { return nil }
    return TimeOfDay(hour: hour, minute: minute)
  }

  private func twoDigits(at index: Int) -> Int? {
    guard ASCII.isDigit(scalars[index]), ASCII.isDigit(scalars[index + 1]) else { return nil }
    return Int(scalars[index].value - 48) * 10 + Int(scalars[index + 1].value - 48)
  }

  private func kind(of piece: String) -> Token.Kind? {
    guard let first = piece.utf8.first, ASCII.isDigit(first) else { return wordOrName(piece) }
    if piece.utf8.allSatisfy(ASCII.isDigit) { return .number(piece) }
    if piece == "24/7" { return .word("always") }
    if let digits = StrayWord.ordinal(piece) { return .ordinal(digits) }
    if let half = Self.halves.first(where: { ASCII.lowercased(piece).hasSuffix($0.written) }),
      case .time(let time) = ClockTime.read(piece.dropLast(half.written.utf8.count) + half.word)
    {
      return .time(time)
    }
    return LooseTime.read(piece)
  }

  // MARK: - Halves of the day

  private static let halves: [(written: String, word: String)] = [
    ("am", "am"), ("pm", "pm"), ("a.m.", "am"), ("p.m.", "pm"), ("a.m", "am"), ("p.m", "pm"),
  ]

  private static func half(_ piece: String) -> String? {
    let lowered = ASCII.lowercased(piece)
    return halves.first { $0.written == lowered }?.word
  }

  /// Takes `pm` together with the figures before it: `9 pm` is `9pm`. False where none are there.
  private mutating func takeHalf(_ half: String, length: Int) -> Bool {
    guard let last = tokens.last, isFigures(last.kind) else { return false }
    let whole = last.range.lowerBound..<(place + length)
    switch ClockTime.read(text(last.range) + half) {
    case .time(let time): tokens[tokens.count - 1] = Token(kind: .time(time), range: whole)
    case .malformed(let readings):
      problems.append(SentenceProblem(range: whole, message: .timeForm(text(whole), readings: readings)))
    case .other: return false
    }
    place = whole.upperBound
    return true
  }

  private func isFigures(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .number, .time, .loose: true
    case .word, .name, .schedule, .ordinal, .date, .comma, .dash, .dots, .end: false
    }
  }

  /// `dec-6th` behind `24th`, which has the form of a name and ends days: no name can be there.
  private func endsDays(_ run: String) -> Bool {
    guard let last = tokens.last, let dash = run.firstIndex(of: "-"),
      StrayWord.ordinal(String(run[dash...].dropFirst())) != nil
    else { return false }
    guard Vocabulary.month(ASCII.lowercased(String(run[..<dash]))) != nil else { return false }
    return switch last.kind {
    case .number, .ordinal: true
    case .word, .name: ASCII.lowercased(text(last.range)) == "of"
    case .schedule, .time, .loose, .date, .comma, .dash, .dots, .end: false
    }
  }

  private func wordOrName(_ piece: String) -> Token.Kind? {
    let lowered = ASCII.lowercased(piece)
    if vocabulary.isReserved(lowered) { return .word(lowered) }
    return NameRules.name(lowered, vocabulary).map { .name($0) }
  }

  /// Reads a date at the present place, if one is there: three numbers joined by dashes of which the first or the
  /// last has four digits.
  private mutating func readDate(in run: Range<Int>) -> SentenceProblem? {
    guard let digits = DateFigures(scalars[place..<run.upperBound]) else { return nil }
    let range = place..<(place + digits.length)
    guard digits.isWrittenAsDate else {
      place = range.upperBound
      let proposals = digits.proposal.map { [sentence.replacing(range, with: $0)] } ?? []
      return SentenceProblem(range: range, message: .dateForm(text(range), proposals: proposals))
    }
    guard let date = digits.date else {
      place = range.upperBound
      return SentenceProblem(range: range, message: .impossibleDate(text(range)))
    }
    add(.date(date), length: digits.length)
    return nil
  }

  private mutating func add(_ kind: Token.Kind, length: Int) {
    tokens.append(Token(kind: kind, range: place..<(place + length)))
    place += length
  }

  private func text(_ range: Range<Int>) -> String { ASCII.text(scalars[range]) }

  private func startsWithDots(_ index: Int, in run: Range<Int>) -> Bool {
    index + 1 < run.upperBound && scalars[index] == "." && scalars[index + 1] == "."
  }

  /// Space, tab and line ends, which a folded or quoted scalar may hold, and the spaces that do not break a line.
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\t", "\n", "\r", "\u{A0}", "\u{202F}": true
    default: false
    }
  }

  /// The hyphen, the dashes U+2010 to U+2015 and the minus sign.
  static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || ("\u{2010}"..."\u{2015}").contains(scalar) || scalar == "\u{2212}"
  }
}

/// A word of a sentence, or a mark between two words.
struct Token: Hashable {
  /// What it is.
  var kind: Kind
  /// Which Unicode scalars of the sentence it is.
  var range: Range<Int>

  /// The kinds of word and mark.
  enum Kind: Hashable {
    /// A reserved word, in lower case.
    case word(String)
    /// A name, in lower case.
    case name(Name)
    /// The name of a schedule that holds times, where days and times are expected.
    case schedule(Name)
    /// Digits alone.
    case number(String)
    /// `1st`, as its digits.
    case ordinal(String)
    /// A time in figures; `noon` and `midnight` are words.
    case time(TimeOfDay)
    /// Figures that may be a time.
    case loose(LooseTime)
    /// `YYYY-MM-DD`
    case date(CivilDate)
    case comma
    /// Any of the dashes.
    case dash
    /// `..`
    case dots
    /// After the last word.
    case end
  }
}
