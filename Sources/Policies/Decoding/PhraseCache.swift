import Documents
import Text

/// The halves of sentences that were read before, in one policy: people repeat themselves, and what is written alike is
/// read once.
///
/// A sentence is cut behind the word for its state: `kids off` and `mon-fri 21:00–07:00`. Only halves with which nothing
/// is wrong, and nothing doubtful, are kept; everything else is read as a whole, which knows what to say about it.
struct PhraseCache {
  /// The first half: who, and what is wanted.
  struct Head {
    var subjects: [Name]
    var state: TargetState
  }

  /// The second half: when.
  struct When {
    var schedules: [Schedule]
    var nightWords: Statement.NightWords?
    var schedulesBesideDays: [Name] = []

    static let always = When(schedules: [.always])
  }

  private var heads: [Substring: Head] = [:]
  private var whens: [Substring: When] = [:]

  /// More than this are not kept: a file in which no two sentences are alike gains nothing by it.
  private static let most = 16_384

  /// The first half `text`, if it was read before.
  subscript(head text: Substring) -> Head? {
    get { heads[text] }
    set { if heads.count < Self.most { heads[text] = newValue } }
  }

  /// The second half `text`, if it was read before.
  subscript(when text: Substring) -> When? {
    get { whens[text] }
    set { if whens.count < Self.most { whens[text] = newValue } }
  }

  /// The halves of `text`, the second perhaps empty; nil where it is not cut as easily as that.
  static func halves(of text: String) -> (head: Substring, when: Substring)? {
    // Texts that Unicode calls equal are looked up as one. Of these characters none equals another.
    guard text.isPlain || text.unicodeScalars.allSatisfy({ isPlain($0) || Lexer.isDash($0) }) else { return nil }
    let bytes = Array(text.utf8)
    var end = 0
    while end < bytes.count {
      let start = end
      while end < bytes.count, bytes[end] != space { end += 1 }
      if start > 0, states.contains(where: { bytes[start..<end].elementsEqual($0) }) {
        let cut = text.utf8.index(text.startIndex, offsetBy: end)
        return (text[..<cut], text[cut...].drop { $0 == " " })
      }
      while end < bytes.count, bytes[end] == space { end += 1 }
    }
    return nil
  }

  private static let space = UInt8(ascii: " ")
  private static let states = ["off", "on", "paused", "active"].map { Array($0.utf8) }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool { (0x20...0x7E).contains(scalar.value) }
}
