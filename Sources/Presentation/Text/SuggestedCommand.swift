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
  /// The command in ASCII, to be copied into a shell: what ASCII lacks is written as bash and zsh read it, within and
  /// outside the quotes of a word, as `ls` writes it. A sign that is a word by itself, as in `--until …`, stands for
  /// what is to be typed.
  var spelledInASCII: String {
    let scalars = Array(String(decoding: self.text, as: UTF8.self).unicodeScalars)
    var text = ""
    var quote: Unicode.Scalar?
    var letters = ""
    func add() {
      guard !letters.isEmpty else { return }
      let bytes = "$'" + letters.utf8.map { "\\" + String($0, radix: 8) }.joined() + "'"
      let end = quote.map { String($0) } ?? ""
      text += end + bytes + end
      letters = ""
    }
    var place = 0
    while place < scalars.count {
      let scalar = scalars[place]
      let isAlone = [place - 1, place + 1].allSatisfy { !scalars.indices.contains($0) || scalars[$0] == " " }
      if !scalar.isASCII, quote != nil || !isAlone || scalar.signInASCII == nil {
        letters.unicodeScalars.append(scalar)
      } else {
        add()
        text += scalar.signInASCII ?? ""
        if quote == nil && scalar == "\\", place + 1 < scalars.count, scalars[place + 1].isASCII {
          // What it is before is no quote.
          place += 1
          text.unicodeScalars.append(scalars[place])
        } else if scalar == "'" || scalar == "\"" {
          quote = quote == nil ? scalar : quote == scalar ? nil : quote
        }
      }
      place += 1
    }
    add()
    return text
  }
}
