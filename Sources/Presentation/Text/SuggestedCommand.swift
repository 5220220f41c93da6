/// A command line of this program within a message: in quotes, or behind a colon to the end of its part.
package struct SuggestedCommand {
  /// From the program's name on.
  package let text: ArraySlice<UInt8>
  package let isQuoted: Bool
  package let isBehindSudo: Bool

  package static let start = Array("reconcile ".utf8)
  private static let quote = UInt8(ascii: "'")
  private static let space = UInt8(ascii: " ")

  /// The one that begins at `place` of `line`; nil where none does.
  package init?(in line: [UInt8], at place: Int) {
    guard line[place...].starts(with: Self.start) else { return nil }
    let before = String(decoding: line[..<place].suffix("usage: ".utf8.count), as: UTF8.self)
    isBehindSudo = before.hasSuffix("'sudo ")
    isQuoted = isBehindSudo || before.hasSuffix("'")
    guard isQuoted || before.hasSuffix(": ") && !before.hasSuffix("usage: ") else { return nil }
    var end = place
    while end < line.count {
      if let word = Self.quotedWord(in: line, at: end) {
        end = word
      } else if isQuoted ? line[end] == Self.quote : line[end...].starts(with: "; ".utf8) {
        break
      } else {
        end += 1
      }
    }
    if isQuoted, end == line.count { return nil }
    text = line[place..<end]
  }

  /// Where a word in quotes ends that begins at `place`; nil where none does.
  private static func quotedWord(in line: [UInt8], at place: Int) -> Int? {
    guard [quote, UInt8(ascii: "\"")].contains(line[place]), line[place - 1] == space else { return nil }
    var place = place
    repeat {
      guard let end = line[(place + 1)...].firstIndex(of: line[place]) else { return nil }
      place = end + 1
      if line[place...].starts(with: #"\''"#.utf8) {
        // As `ShellWord` writes a quote within quotes.
        place += 2
      } else if line[place...].starts(with: "$'".utf8) {
        // As letters outside ASCII are written, behind which the word goes on in quotes.
        guard let end = line[(place + 2)...].firstIndex(of: quote), line[(end + 1)...].first == quote else {
          return nil
        }
        place = end + 1
      } else {
        return place
      }
    } while true
  }
}

extension SuggestedCommand {
  /// The command in ASCII, to be copied into a shell: letters that it lacks are written as bash and zsh read them, within
  /// and outside the quotes of a word, as `ls` writes them.
  var spelledInASCII: String {
    var isWithin = false
    var text = ""
    var letters = ""
    func add() {
      guard !letters.isEmpty else { return }
      let bytes = letters.utf8.map { "\\" + String($0, radix: 8) }.joined()
      text += isWithin ? "'$'\(bytes)''" : "$'\(bytes)'"
      letters = ""
    }
    for scalar in String(decoding: self.text, as: UTF8.self).unicodeScalars {
      // What looks like a quote is none.
      if let sign = scalar.signInASCII, scalar.isASCII || sign != "'" && sign != "\"" {
        add()
        text += sign
        if scalar == "'" { isWithin.toggle() }
      } else {
        letters.unicodeScalars.append(scalar)
      }
    }
    add()
    return text
  }
}
