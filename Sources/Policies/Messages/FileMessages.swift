import CivilTime
import Documents
import Text

/// What can be wrong with keys and plain values.
extension PolicyMessage {
  // MARK: - Kinds of value

  /// `instead` is what to write, where that is known.
  static func wrongKind(_ what: String, expected: String, found node: Node, instead: String? = nil) -> PolicyMessage {
    PolicyMessage(
      .valueKind, "'\(what)' must be \(expected), not \(kind(node))",
      hint: instead.map { "write \($0)" } ?? hint(what, expected))
  }

  /// The file is something else than keys and values.
  static func noPolicy(_ root: Node) -> PolicyMessage {
    PolicyMessage(
      .valueKind, "a policy must be a map, not \(kind(root))",
      hint: "begin with 'timezone:', and put the sentences under 'policy:'")
  }

  private static func kind(_ node: Node) -> String {
    switch node.content {
    case .scalar(let scalar): scalar.text.isEmpty ? "empty" : "text"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }

  private static func hint(_ what: String, _ expected: String) -> String? {
    switch expected {
    case "a list": "write it in brackets: [one, two]"
    case "a map": "write keys and values: {key: value}"
    case "a map without keys": "write {}"
    default: nil
    }
  }

  static func empty(_ what: String) -> PolicyMessage {
    PolicyMessage(.valueEmpty, "'\(what)' is empty", hint: "write a value, or leave the key out")
  }

  static func emptyList(_ what: String) -> PolicyMessage {
    PolicyMessage(.valueEmpty, "'\(what)' is an empty list", hint: "name at least one, or leave the key out")
  }

  static func controlCharacter(_ what: String, _ scalar: Unicode.Scalar) -> PolicyMessage {
    PolicyMessage(
      .valueText, "'\(what)' contains the control character \(codePoint(scalar))",
      hint: "write it on one line, in plain characters"
    )
  }

  /// `U+00A0`
  static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }

  static func notAChoice(_ text: String, _ what: String, choices: [String]) -> PolicyMessage {
    PolicyMessage(.valueChoice, "'\(what)' cannot be '\(text)'", hint: "write \(alternatives(choices))")
  }

  /// The value is too long for a slip: it may be a misplaced secret.
  static func notAChoice(_ what: String, choices: [String]) -> PolicyMessage {
    PolicyMessage(
      .secretLiteral, "'\(what)' has an invalid value, which is not shown because it may be a secret",
      hint: "write \(alternatives(choices))")
  }

  static func notANumber(_ text: String, _ what: String, range: ClosedRange<Int>) -> PolicyMessage {
    PolicyMessage(
      .valueNumber, "'\(what)' cannot be '\(text)'",
      hint: "write a whole number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// `range` is in seconds.
  static func notADuration(_ text: String, _ what: String, in range: ClosedRange<Int64>) -> PolicyMessage {
    let units = [("s for seconds", 1 as Int64), ("m for minutes", 60)].filter { _, length in
      DurationText.seconds(text + "s").map { range.contains($0 * length) } ?? false
    }
    let written = ASCII.number(text).flatMap { number in
      units.isEmpty ? nil : "write " + units.map { "\(number)\($0.0)" }.joined(separator: ", or ")
    }
    let ends = [range.lowerBound, range.upperBound].map(DurationText.text(seconds:))
    let examples = [Int64](arrayLiteral: 30, 5_400, 300).filter(range.contains).prefix(2)
      .map(DurationText.text(seconds:))
    return PolicyMessage(
      .durationForm, "'\(what)' cannot be '\(text)'",
      hint: written ?? "write a duration from \(ends[0]) to \(ends[1]), such as \(alternatives(examples))")
  }

  static func ownerForm(_ text: String) -> PolicyMessage {
    PolicyMessage(
      .ownerForm, "'\(text)' is not a valid owner",
      hint: "use 1 to 63 of a-z, 0-9 and -, starting with a letter")
  }

  // MARK: - Keys

  static func unknownKey(_ key: String, in what: String, suggestion: String?, known: [String]) -> PolicyMessage {
    PolicyMessage(
      .keyUnknown, "unknown key '\(key)' in \(what)",
      hint: didYouMean(suggestion, otherwise: "its keys are \(known.listed()); keys that start with x- are ignored"))
  }

  /// What to do about `because: a, b` in braces, of which the rest is taken for a key.
  var cutByComma: PolicyMessage {
    var message = self
    message.hint = "a comma ends a value in braces; put text with a comma in quotes"
    return message
  }

  /// `[kids off sat, sun]`
  static func sentenceCutByComma(_ sentence: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "a comma ends an entry in brackets", hint: "put the whole sentence in quotes: '\(sentence)'")
  }

  /// Something was not looked at any more. It may be anywhere: sections are not read in the order in which they stand.
  static func tooManyErrors(_ most: Int) -> PolicyMessage {
    PolicyMessage(
      .policyTooManyErrors, "over \(most) errors: not everything was checked",
      hint: "correct the first ones; the same slip may be in all of them")
  }

  static func keyMissing(_ key: String, in what: String, example: String) -> PolicyMessage {
    PolicyMessage(.keyMissing, "\(what) needs '\(key)'", hint: "write \(example)")
  }

  static func keyTwice(_ key: String) -> PolicyMessage {
    PolicyMessage(.keyTwice, "'\(key)' is given in two files", hint: "keep one of them")
  }

  /// `{kids: off, Kids: on}`
  static func expectedTwice(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .keyTwice, "'\(name)' is expected twice: case does not matter in the name of a target", hint: "keep one of them")
  }

  static func keyUnsuited(_ key: String, to what: String, hint: String? = nil) -> PolicyMessage {
    PolicyMessage(.keyUnsuited, "'\(key)' cannot be used with \(what)", hint: hint ?? "leave it out")
  }

  static func exclusive(_ keys: [String], in what: String) -> PolicyMessage {
    PolicyMessage(
      .keyExclusive, "\(keys.map { "'\($0)'" }.listed()) exclude each other in \(what)", hint: "keep one of them")
  }

  // MARK: - Names

  static func nameTwice(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .nameTwice, "the name '\(name)' is defined twice",
      hint: "rename one: a system, a target and a schedule cannot share a name")
  }

  /// Of two systems, two targets or two schedules.
  static func nameTwiceAlike(_ name: String) -> PolicyMessage {
    PolicyMessage(.nameTwice, "the name '\(name)' is defined twice", hint: "keep one of them, or rename one")
  }

  static func systemTwice(_ name: String, as other: String) -> PolicyMessage {
    PolicyMessage(
      .systemTwice, "'\(name)' has the address of '\(other)': one system with two names, which undo each other's work",
      hint: "put the targets of both under '\(other)', and leave '\(name)' out"
    ).asWarning
  }

  static func systemOnHost(_ name: String, of other: String, _ kind: SystemKind) -> PolicyMessage {
    PolicyMessage(
      .systemTwice,
      "'\(name)' is on the host of '\(other)': if that is the same \(kind.noun), it has two names, which undo each other's work",
      hint: "put the targets of both under '\(other)', and leave '\(name)' out, unless there are two"
    ).asWarning
  }

  static func nameForm(_ text: String, fault: NameRules.Fault, proposal: String?) -> PolicyMessage {
    switch fault {
    case .form:
      return PolicyMessage(
        .nameForm, "'\(text)' is not a valid name: use a-z, 0-9 and -, starting with a letter",
        hint: proposal.map { "write \($0)" })
    case .tooLong:
      return PolicyMessage(
        .nameForm, "'\(text)' is longer than \(NameRules.longest) characters", hint: "shorten it")
    case .reserved:
      return PolicyMessage(
        .nameReserved, "'\(text)' cannot be used as a name: it has a meaning in sentences",
        hint: proposal.map { "write \($0)" }
      )
    }
  }

  // MARK: - Time zone

  static func timezoneMissing(machine: String?) -> PolicyMessage {
    PolicyMessage(
      .timezoneMissing, "the policy has no time zone",
      hint: machine.map { "write 'timezone: \($0)', this machine's zone" }
        ?? "write something like 'timezone: Europe/Berlin'")
  }

  static func timezoneUnknown(_ text: String, suggestions: [String]) -> PolicyMessage {
    if text.hasPrefix("Etc/"), suggestions.isEmpty {
      return PolicyMessage(
        .timezoneUnknown, "'\(text)' is a distance from UTC, and a policy wants a place",
        hint: "write UTC, or the name of a place that keeps this time; mind that 'Etc/GMT+5' is five hours behind UTC")
    }
    return PolicyMessage(
      .timezoneUnknown, "unknown time zone '\(text)'",
      hint: suggestions.isEmpty
        ? "write UTC, or a name such as Europe/Berlin"
          + (ZoneCatalogue.hasPolicyForm(text) ? "; some old names are in the package tzdata-legacy" : "")
        : "did you mean \(alternatives(suggestions.map { "'\($0)'" }))?")
  }

  static func timezoneOld(_ text: String, present: String) -> PolicyMessage {
    PolicyMessage(
      .timezoneOld, "'\(text)' is an old name of the time zone '\(present)', and some systems no longer have it",
      hint: "write '\(present)': every time stays as it is"
    ).asWarning
  }

  static func timezoneUnreadable(_ text: String, reason: String) -> PolicyMessage {
    PolicyMessage(
      .timezoneUnknown, "cannot read the rules of the time zone '\(text)': \(reason)",
      hint: "install the package tzdata")
  }
}
