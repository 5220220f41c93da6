import Policies

/// A command line that is not finished, as far as it can be understood: nothing in it is an error.
struct TypedLine: Hashable {
  /// What is behind the command besides options, the policy left out.
  private(set) var operands: [String] = []
  /// The policy that it names.
  private(set) var policy: String?
  /// The state that it names.
  private(set) var state: String?

  /// `words` as a shell cuts them, the program's name left out: bash cuts at `=` and `:` too, and leaves quotes in. `home`
  /// is what `~` stands for.
  init(_ words: [String], _ table: OptionTable, home: String?) {
    var rest = Self.joined(words).map { Self.plain($0, home) }[...]
    var command: Command?
    var onlyWords = false
    while let word = rest.popFirst() {
      if word == "--", !onlyWords {
        onlyWords = true
      } else if word.hasPrefix("-"), word != "-", !onlyWords {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = table.all.first(where: { $0.spellings.contains(parts[0]) }), option.value != nil else {
          continue
        }
        if parts.count == 1, let next = rest.first, Option.isNamed(by: next) { continue }
        guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else { continue }
        if option == .policy { policy = value }
        if option == .state { state = value }
      } else if command == nil {
        command = Command.named(word) ?? .apply
        if Command.named(word) == nil { operands.append(word) }
      } else {
        operands.append(word)
      }
    }
    takePolicy(of: command ?? .apply)
  }

  /// As the command line itself is read.
  private mutating func takePolicy(of command: Command) {
    if command.operands == .policy {
      policy = operands.first ?? policy
      operands = []
    } else if [.explain, .timeline, .next, .try].contains(command),
      let place = operands.firstIndex(where: { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") || $0.contains("/") })
    {
      policy = operands.remove(at: place)
    }
  }

  /// What bash has cut at `=` and `:`, in one piece again.
  private static func joined(_ words: [String]) -> [String] {
    var joined: [String] = []
    var isGlued = false
    for word in words {
      if word == "=" || word == ":" || isGlued, let last = joined.popLast() {
        joined.append(last + word)
      } else {
        joined.append(word)
      }
      isGlued = word == "=" || word == ":"
    }
    return joined
  }

  /// Without quotes and the backslashes that quote, and with a home at its start.
  private static func plain(_ word: String, _ home: String?) -> String {
    var (text, quote) = ("", Character?.none)
    var isEscaped = false
    for character in word {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        text.append(character)
      }
    }
    guard let home, word.hasPrefix("~/") else { return text }
    return home + text.dropFirst()
  }
}
