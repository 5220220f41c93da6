import Foundation
import TestSupport

/// The grammar as `docs/policy.md` prints it, read out of that page: there is no second copy of it here.
struct PrintedGrammar: Sendable {
  /// What may stand somewhere.
  indirect enum Expression: Sendable {
    /// A word in quotation marks.
    case word(String)
    /// A rule, or a terminal, which is a name without a rule.
    case name(String)
    case sequence([Expression])
    case choice([Expression])
    /// `[ ]`
    case option(Expression)
    /// `{ }`
    case repetition(Expression)
  }

  let rules: [String: Expression]
  /// The page with one space wherever there is space.
  let page: String

  /// The rule that everything starts with.
  static let start = "statement"

  init() throws {
    let text = try String(
      contentsOf: Fixtures.folder.deletingLastPathComponent().appending(path: "docs/policy.md"), encoding: .utf8)
    page = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let block = text.components(separatedBy: "```").first { $0.hasPrefix("text\nstatement  =") }
    guard let block else { throw Missing() }
    var reader = GrammarReader(String(block.dropFirst("text".count)))
    rules = try reader.rules()
  }

  /// The page, or a part of the grammar, is not as it is expected to be.
  struct Missing: Error {}

  /// The names without a rule.
  var terminals: Set<String> { Set(rules.values.flatMap(Self.names)).subtracting(rules.keys) }

  /// The rules that nothing leads to.
  var unused: Set<String> { Set(rules.keys).subtracting(rules.values.flatMap(Self.names)).subtracting([Self.start]) }

  /// Every word in quotation marks.
  var words: Set<String> { Set(rules.values.flatMap(Self.words)) }

  private static func names(_ expression: Expression) -> [String] {
    switch expression {
    case .word: []
    case .name(let name): [name]
    case .sequence(let parts), .choice(let parts): parts.flatMap(names)
    case .option(let part), .repetition(let part): names(part)
    }
  }

  private static func words(_ expression: Expression) -> [String] {
    switch expression {
    case .word(let word): [word]
    case .name: []
    case .sequence(let parts), .choice(let parts): parts.flatMap(words)
    case .option(let part), .repetition(let part): words(part)
    }
  }
}

/// Reads rules such as `days = day { "," day } | weeks`.
private struct GrammarReader {
  private var tokens: [String]
  private var place = 0

  init(_ text: String) {
    var spaced = ""
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      spaced += !isQuoted && "[]{}()|=".contains(character) ? " \(character) " : String(character)
    }
    tokens = spaced.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  mutating func rules() throws -> [String: PrintedGrammar.Expression] {
    var rules: [String: PrintedGrammar.Expression] = [:]
    while place < tokens.count {
      guard startsRule, rules[tokens[place]] == nil else { throw PrintedGrammar.Missing() }
      let name = tokens[place]
      place += 2
      rules[name] = try choice()
    }
    return rules
  }

  private var startsRule: Bool { place + 1 < tokens.count && tokens[place + 1] == "=" }

  private mutating func choice() throws -> PrintedGrammar.Expression {
    var choices = [try sequence()]
    while take("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws -> PrintedGrammar.Expression {
    var parts: [PrintedGrammar.Expression] = []
    while place < tokens.count, !startsRule, !["|", "]", "}", ")"].contains(tokens[place]) { parts.append(try part()) }
    guard !parts.isEmpty else { throw PrintedGrammar.Missing() }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func part() throws -> PrintedGrammar.Expression {
    if take("[") { return .option(try enclosed("]")) }
    if take("{") { return .repetition(try enclosed("}")) }
    if take("(") { return try enclosed(")") }
    defer { place += 1 }
    let token = tokens[place]
    return token.hasPrefix("\"") ? .word(token.replacing("\"", with: "")) : .name(token)
  }

  private mutating func enclosed(_ end: String) throws -> PrintedGrammar.Expression {
    let inside = try choice()
    guard take(end) else { throw PrintedGrammar.Missing() }
    return inside
  }

  private mutating func take(_ token: String) -> Bool {
    guard place < tokens.count, tokens[place] == token else { return false }
    place += 1
    return true
  }
}
