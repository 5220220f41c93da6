import CivilTime
import Controller
import Text

/// An end that stands behind the words of a command without its option: `kids off 2h`, `kids off until 22:00`.
struct BareEnd {
  /// The words before it, at least one.
  let words: [String]
  /// It as it was written.
  let text: String
  /// What to type for it: `--for 2h`.
  let option: [String]

  /// The longest one at the end of `words`; nil where there is none.
  init?(_ words: [String]) {
    for count in (1...4).reversed() where count < words.count {
      guard let option = Self.option(Array(words.suffix(count))) else { continue }
      (self.words, text, self.option) = (words.dropLast(count), words.suffix(count).joined(separator: " "), option)
      return
    }
    return nil
  }

  private static let openings: Set<String> = ["for", "until", "till", "to"]

  /// What to type for `words` if they are an end and nothing else: `30 minutes`, `until tomorrow 7am`.
  static func option(_ words: [String]) -> [String]? {
    let opening = words.first?.lowercased() ?? ""
    let isUntil = openings.contains(opening) && opening != "for"
    let text = words.dropFirst(openings.contains(opening) ? 1 : 0).joined(separator: " ")
    if !isUntil, CivilLength(text) != nil { return ["--\(Option.forDuration.name)", ShellWord.word(text)] }
    let anytime = Instant(secondsSinceEpoch: 0)
    let isInstant = (try? Instant(text, as: .end(after: anytime), in: .utc, now: anytime)) != nil
    return opening != "for" && isInstant ? ["--\(Option.until.name)", ShellWord.word(text)] : nil
  }

  /// What to say of it, and `command` with its words and the option.
  func problem(_ command: Command, _ invocation: Invocation) -> UsageError {
    let start = invocation.value(.from).map { ["--\(Option.from.name)", ShellWord.word($0)] } ?? []
    let line = words.map(ShellWord.word) + start + option
    let opening = text.split(separator: " ").first.map { $0.lowercased() } ?? text
    let problem =
      switch opening {
      case "for", "until": "'\(opening)' is an option: \(option[0])"
      // No option is called like these.
      case "till", "to": "'\(opening)' is written \(option[0])"
      default: "'\(text)' needs \(option[0]) in front of it"
      }
    return UsageError(
      message: problem,
      hint: "type: reconcile \(command.name) \(line.joined(separator: " "))")
  }
}

extension Invocation {
  /// What to say of a word that belongs to the value of the option before it: `--for 5 minutes`, `--at tomorrow 7am`.
  var cutOffValue: UsageError? {
    for option in [Option.forDuration, .until, .at, .from, .to, .since, .more, .expires] {
      guard let value = value(option) else { continue }
      for word in operands where BareEnd.option(["\(value) \(word)"]) != nil {
        return UsageError(
          message: "'--\(option.name)' takes one word",
          hint: "put quotes around it: --\(option.name) \(ShellWord.word("\(value) \(word)"))")
      }
    }
    return nil
  }
}
