/// What a unit file said that the one which replaces it does not say any more: written again with fewer options it would
/// notify nobody, or keep another state, and nobody would be told.
struct ReplacedUnit {
  /// The options with which the program was run and no longer is, by their names, in their order.
  private(set) var options: [String]
  /// How the program was run, with all of its options.
  private(set) var command: String
  /// The state's folder if it is another one now; nil if it is the same, or if one of the two names none.
  private(set) var state: String?
  /// The policy that it was for, if that is another one than now; nil if it is the same, or if one of the two names none.
  private(set) var policy: String?

  /// `old` is the text that is there, `new` what comes in its place.
  init(_ old: String, by new: String) {
    command = Self.value(of: Self.start, in: old) ?? ""
    let kept = Set(Self.options(in: new))
    options = Self.options(in: old).filter { !kept.contains($0) }
    let states = [old, new].map { Self.value(of: "StateDirectory", in: $0) }
    state = states.contains(nil) || states[0] == states[1] ? nil : states[0].map { "/var/lib/\($0)" }
    let policies = [old, new].map(Self.policy)
    policy = policies.contains(nil) || policies[0] == policies[1] ? nil : policies[0]
  }

  private static let start = "ExecStart"

  private static func options(in text: String) -> [String] {
    let words = value(of: start, in: text)?.split(separator: " ") ?? []
    // A value may stand behind `=`.
    return words.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
  }

  /// The last word of the command, as it is written there: an absolute path, in quotes if it is not plain.
  private static func policy(in text: String) -> String? {
    guard let command = value(of: start, in: text) else { return nil }
    let isQuoted = command.hasSuffix("\"")
    let mark = isQuoted ? " \"/" : " /"
    guard let place = command.indices.last(where: { command[$0...].hasPrefix(mark) }) else { return nil }
    let word = command[place...].dropFirst(mark.count - 1)
    if isQuoted { return String(word.dropLast()) }
    return word.contains(" ") ? nil : String(word)
  }

  private static func value(of key: String, in text: String) -> String? {
    text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key + "=") }.map {
      String($0.dropFirst(key.count + 1))
    }
  }
}
