import Documents

/// Finds what may be a secret in the lines of a text, whether or not the text is YAML.
///
/// It takes rather too much than too little: what it finds is only not shown.
struct SecretLines {
  /// What may be a secret, by line.
  private(set) var texts: [SourceLine: [String]] = [:]

  private typealias Line = ArraySlice<Unicode.Scalar>

  /// What a value may go on to on the lines below.
  private struct Continuation {
    /// The indentation of the line with the key: deeper lines go on.
    var indentation: Int
    /// The quote that is still open.
    var quote: Unicode.Scalar?
    /// Whether nothing of the value has come yet, so that the next line is it however it is indented.
    var isWaiting: Bool
  }

  init(_ source: SourceText) {
    let values = Self.secretValues(in: source)
    let anchors = Self.anchors(in: values)
    var continuation: Continuation?
    for number in 1...source.lineCount {
      guard let line = source.line(number) else { continue }
      let place = SourceLine(file: source.file, line: number)
      if let open = continuation, Self.goesOn(open, line) {
        if !Self.isReference(Self.trimmed(line)) { add(Self.trimmed(line), at: place) }
        if let quote = open.quote, line.contains(quote) { continuation?.quote = nil }
        if !Self.trimmed(line).isEmpty { continuation?.isWaiting = false }
        continue
      }
      continuation = nil
      if let value = values[number] ?? Self.anchored(anchors, in: line) {
        add(value, at: place)
        let isWaiting = value.first.map { ["|", ">", "#"].contains($0) } ?? true
        continuation = Continuation(
          indentation: Self.indentation(of: line), quote: Self.openQuote(value), isWaiting: isWaiting)
      }
      if let user = Self.userInfo(in: line) { add(user, at: place) }
      for text in Self.insteadOfPorts(in: line) { add(text, at: place) }
    }
  }

  private mutating func add(_ text: Line, at place: SourceLine) {
    guard !text.isEmpty else { return }
    texts[place, default: []].append(ASCII.text(text))
  }

  private static func goesOn(_ open: Continuation, _ line: Line) -> Bool {
    open.quote != nil || trimmed(line).isEmpty || indentation(of: line) > open.indentation
      || (open.isWaiting && !startsWithKey(trimmed(line)))
  }

  /// Whether `text` starts with a plain key and a colon.
  private static func startsWithKey(_ text: Line) -> Bool {
    let key = text.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == "-" }
    let rest = text[key.endIndex...].prefix(2)
    return key.first.map(ASCII.isLetter) ?? false && rest.first == ":" && (rest.count == 1 || rest.last == " ")
  }

  // MARK: - Values

  /// For each line that has one what `secretValue` finds.
  private static func secretValues(in source: SourceText) -> [Int: Line] {
    var values: [Int: Line] = [:]
    for number in 1...source.lineCount {
      if let value = source.line(number).flatMap(secretValue) { values[number] = value }
    }
    return values
  }

  /// What comes after the first key in `line` that leads to a secret, unless it says where the secret is found.
  private static func secretValue(in line: Line) -> Line? {
    for colon in line.indices where separators.contains(line[colon]) && isSecretKey(line[..<colon]) {
      let value = trimmed(line[(colon + 1)...])
      guard value.first == "{" else { return quotedPart(value) }
      let close = value.firstIndex(of: "}") ?? value.endIndex
      if !isReference(trimmed(value[(value.startIndex + 1)..<close])) { return value }
    }
    for colon in line.indices where line[colon] == ":" && isKey(line[..<colon], ["ics"]) {
      let value = trimmed(line[(colon + 1)...])
      // Whoever knows the address of a calendar can often read it.
      return AddressForm.isAddress(ASCII.text(value)) ? value : nil
    }
    // The colon may have been forgotten.
    let words = trimmed(line).drop { $0 == "-" || $0 == "?" || $0 == " " }
    let first = words.prefix { $0 != " " }
    let isKey = !first.contains(":") && SecretKeys.contains(first)
    return isKey ? trimmed(words[first.endIndex...]) : nil
  }

  /// What stands after a key: also the sign of a file with variables, and the colon of a keyboard for Chinese or Japanese.
  private static let separators: [Unicode.Scalar] = [":", "=", "\u{FF1A}"]

  /// Whether the word at the end of `text` is one of `keys`, whatever other marks are in it.
  private static func isKey(_ text: Line, _ keys: [String]) -> Bool {
    var letters: [Unicode.Scalar] = []
    for scalar in text.suffix(longestKey).reversed() {
      if scalar == " " || scalar == "{" || scalar == "," { break }
      if ASCII.isLetter(scalar) { letters.append(scalar) }
    }
    // Nearly every colon of a policy is one of a time.
    if letters.isEmpty { return false }
    return keys.contains(ASCII.text(letters.reversed()[...]).lowercased())
  }

  /// No key is as long; what is may be anything.
  private static let longestKey = 256

  /// Whether the word at the end of `text` is a key that leads to a secret, whatever stray marks are in it. One that
  /// is longer than any key counts as one, so that a line of a thousand colons is not looked at a thousand times.
  private static func isSecretKey(_ text: Line) -> Bool {
    let end = text.lastIndex { $0 != " " }.map { $0 + 1 } ?? text.startIndex
    let near = text[max(text.startIndex, end - longestKey - 1)..<end]
    let start = near.lastIndex { $0 == " " || $0 == "\t" }.map { $0 + 1 } ?? near.startIndex
    let word = text[start..<end]
    if word.count > longestKey { return true }
    if SecretKeys.contains(word) { return true }
    let isBracket = { (scalar: Unicode.Scalar) in scalar == "," || scalar == "{" || scalar == "[" }
    return word.contains(where: isBracket) && SecretKeys.contains(word.split(whereSeparator: isBracket).last ?? [])
  }

  /// The quoted text at the start of `value`, if nothing but the next entry can follow it; else all of `value`.
  private static func quotedPart(_ value: Line) -> Line {
    guard let quote = value.first, quote == "\"" || quote == "'",
      let close = value.dropFirst().firstIndex(of: quote), let next = trimmed(value[(close + 1)...]).first
    else { return value }
    return next == "," || next == "}" ? value[...close] : value
  }

  /// The names after which an alias leads away from a key that leads to a secret.
  private static func anchors(in values: [Int: Line]) -> Set<[Unicode.Scalar]> {
    Set(values.values.filter { $0.first == "*" }.map { name(in: $0.dropFirst()) })
  }

  /// The name of an anchor that `text` begins with.
  private static func name(in text: Line) -> [Unicode.Scalar] {
    Array(text.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == "-" || $0 == "_" })
  }

  /// What comes after one of `anchors`.
  private static func anchored(_ anchors: Set<[Unicode.Scalar]>, in line: Line) -> Line? {
    guard !anchors.isEmpty, let mark = line.firstIndex(of: "&") else { return nil }
    let rest = line[(mark + 1)...]
    return anchors.contains(name(in: rest)) ? trimmed(rest) : nil
  }

  /// `credential: NAME` and the like, and nothing more.
  private static func isReference(_ text: Line) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon + 1 < text.endIndex, text[colon + 1] == " " else { return false }
    let value = trimmed(text[(colon + 1)...])
    let isOneWord = !value.contains { [" ", ",", ":", "{", "}", "\"", "'"].contains($0) }
    return isOneWord && SecretKeys.references.contains(ASCII.text(text[..<colon]))
  }

  /// The quote that `value` begins with and does not close.
  private static func openQuote(_ value: Line) -> Unicode.Scalar? {
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return value.dropFirst().contains(quote) ? nil : quote
  }

  /// The name and the password of an address: what is between a `:` without a space behind it and the last `@`.
  private static func userInfo(in line: Line) -> Line? {
    guard let at = line.lastIndex(of: "@") else { return nil }
    let colon = line[..<at].indices.first { line[$0] == ":" && line[$0 + 1] != " " }
    if let colon { return line[(colon + 1)..<at].drop { $0 == "/" } }
    // An address without a scheme. Other texts may have an @, too.
    let key = line[..<at].indices.first { line[$0] == ":" && isKey(line[..<$0], ["url", "uri", "host", "address"]) }
    return key.map { line[($0 + 1)..<at].drop { $0 == " " || $0 == "\"" || $0 == "'" } }
  }

  /// What stands where an address has its port and is none: a password, where the @ and the host were forgotten.
  private static func insteadOfPorts(in line: Line) -> [Line] {
    var found: [Line] = []
    var rest = line
    while let colon = rest.firstIndex(of: ":") {
      rest = rest[(colon + 1)...]
      guard rest.starts(with: ["/", "/"]) else { continue }
      rest = rest.dropFirst(2)
      if rest.first == "[" { rest = rest[(rest.prefix(longestHost).firstIndex(of: "]") ?? rest.startIndex)...] }
      rest = rest.drop { ![":", "/", "?", "#", " ", "\t", "\"", "'"].contains($0) }
      guard rest.first == ":" else { continue }
      let port = rest.dropFirst()
      rest = port.drop(while: ASCII.isDigit)
      // Also what goes on after an address without quotes.
      let isWhole = rest.first.map { ["/", "?", "#", " ", "\t", "\"", "'", ",", "}", "]"].contains($0) } ?? true
      if isWhole, rest.startIndex - port.startIndex <= 5 { continue }
      let text = port.prefix { ![" ", "\t", "\"", "'"].contains($0) }
      rest = rest[text.endIndex...]
      found.append(text)
    }
    return found
  }

  /// An IPv6 address in brackets.
  private static let longestHost = 64

  // MARK: - White space

  private static func indentation(of line: Line) -> Int { line.prefix { $0 == " " || $0 == "\t" }.count }

  private static func trimmed(_ line: Line) -> Line {
    let content = line.drop { $0 == " " || $0 == "\t" }
    let end = content.lastIndex { $0 != " " && $0 != "\t" }.map { $0 + 1 } ?? content.startIndex
    return content[..<end]
  }
}
