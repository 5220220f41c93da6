import CivilTime

/// What a name may look like.
enum NameRules {
  /// Why a text cannot be a name.
  enum Fault: Hashable {
    /// Other characters than `a-z`, `0-9` and `-`, or not a letter at the start; upper case where it is not allowed.
    case form
    case tooLong
    /// A word of the language, or made only of such words, numbers and times.
    case reserved
  }

  /// The longest name.
  static let longest = 63

  /// What keeps `text` from being defined as a name, or nil.
  static func fault(of text: String, _ vocabulary: Vocabulary) -> Fault? {
    guard hasForm(text) else { return .form }
    guard text.utf8.count <= longest else { return .tooLong }
    return isMadeOfReservedWords(text, vocabulary) ? .reserved : nil
  }

  /// Whether `text` has the form of a name and is no longer than one, be it a word of the language or not.
  static func isWellFormed(_ text: String) -> Bool { hasForm(text) && text.utf8.count <= longest }

  /// The name that `run` is in a sentence, where case does not matter, or nil where it is not one.
  static func name(_ run: String, _ vocabulary: Vocabulary) -> Name? {
    guard let first = run.unicodeScalars.first, ASCII.isLetter(first) else { return nil }
    let lowered = ASCII.lowercased(run)
    return fault(of: lowered, vocabulary) == nil ? Name(lowered) : nil
  }

  /// What a name is defined for.
  enum Role: CaseIterable {
    case system
    case target
    case schedule
    case person
    case device
  }

  /// A name to propose instead of `text`: `jan-devices` for a target `jan`, `my-jan` for a schedule, `our-jan` for a person,
  /// `the-jan` for a device, `my-room` for
  /// `My room`, `the-5a` for `5a`, with a number behind it where it is one of `taken`; nil where nothing is left.
  static func proposal(
    for text: String, _ role: Role, taken: Set<String>, _ vocabulary: Vocabulary
  ) -> String? {
    guard let text = plain(text) else { return nil }
    let plain = text.utf8.first.map(ASCII.isDigit) == true ? lead(role) + text : text
    let isTaken = isMadeOfReservedWords(plain, vocabulary) || wordsOfYAML.contains(plain)
    let free = isTaken ? apart(plain, role) : plain
    if !taken.contains(free) { return free }
    return (2...99).lazy.map { "\(free)-\($0)" }.first { !taken.contains($0) }
  }

  /// What other programs that read YAML, such as an editor, take for something else than a text.
  private static let wordsOfYAML: Set = ["null", "true", "false", "yes", "no", "y", "n", "on", "off"]

  private static func apart(_ plain: String, _ role: Role) -> String {
    switch role {
    case .system: plain + "-system"
    case .target: plain + "-devices"
    case .schedule: "my-" + plain
    case .person: "our-" + plain
    case .device: "the-" + plain
    }
  }

  /// What is put before figures, as names begin with a letter. Without the figures `5a` and `6a` would be one name.
  private static func lead(_ role: Role) -> String {
    switch role {
    case .system: "system-"
    case .target, .device: "the-"
    case .schedule: "my-"
    case .person: "our-"
    }
  }

  /// What is left of `text` of the characters of a name; nil for nothing.
  private static func plain(_ text: String) -> String? {
    var letters = ""
    for scalar in PlainLetters.of(text).unicodeScalars {
      if ASCII.isLowercaseLetter(scalar) || ASCII.isDigit(scalar) {
        letters.unicodeScalars.append(scalar)
      } else if !letters.isEmpty, letters.last != "-" {
        letters.append("-")
      }
    }
    var proposed = String(letters.prefix(longest - 11))
    while proposed.last == "-" { proposed.removeLast() }
    // What begins with `x-` is nobody's key: an `X-Box` is an `xbox`.
    if proposed.hasPrefix("x-") { proposed = "x" + proposed.dropFirst(2) }
    return proposed.isEmpty ? nil : proposed
  }

  /// `[a-z][a-z0-9-]*`
  static func hasForm(_ text: String) -> Bool {
    guard let first = text.utf8.first, ASCII.isLowercaseLetter(first) else { return false }
    return text.utf8.allSatisfy { ASCII.isLowercaseLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// `mon-fri`, `noon-midnight`, `dec-24`, `may-5pm`: cut at its dashes it would be a part of a sentence.
  private static func isMadeOfReservedWords(_ text: String, _ vocabulary: Vocabulary) -> Bool {
    if vocabulary.isReserved(text) { return true }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let part = rest.prefix { $0 != UInt8(ascii: "-") }
      guard part.isEmpty || isWordOfTheLanguage(part, vocabulary) else { return false }
      rest = rest[part.endIndex...].dropFirst()
    }
    return true
  }

  private static func isWordOfTheLanguage(_ part: ArraySlice<UInt8>, _ vocabulary: Vocabulary) -> Bool {
    let word = String(decoding: part, as: UTF8.self)
    guard let first = part.first, ASCII.isDigit(first) else { return vocabulary.isReserved(part: word) }
    return part.allSatisfy(ASCII.isDigit) || ClockTime.read(word).isTime || LooseTime.read(word) != nil
  }
}
