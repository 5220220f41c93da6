/// Text of somebody else made safe to show.
public enum EscapedText {
  /// `text` for a terminal: what would move the cursor, start a line, reverse the reading direction or not be seen at
  /// all is shown as `\u{…}`.
  ///
  /// What is not seen and yet belongs to what is seen stays: in an emoji what joins its parts, and what selects one look
  /// of the character before it.
  public static func terminal(_ text: String) -> String {
    if text.isPlain { return text }
    let scalars = text.unicodeScalars
    guard scalars.contains(where: \.isHidden) else { return text }
    return shown(Array(scalars)).joined()
  }

  /// What each of `scalars`, which follow each other, is on a terminal.
  public static func shown(_ scalars: [Unicode.Scalar]) -> [String] {
    scalars.indices.map { place in
      scalars[place].isHidden && !isPartOfCharacter(place, in: scalars)
        ? escape(of: scalars[place]) : String(scalars[place])
    }
  }

  private static func escape(of scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Whether the hidden scalar at `place` changes how its neighbours look.
  private static func isPartOfCharacter(_ place: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard place > 0 else { return false }
    let (scalar, before) = (scalars[place], scalars[place - 1])
    let after = place + 1 < scalars.count ? scalars[place + 1] : nil
    if scalar.value == 0x200D {
      let joined = before.value == 0xFE0F && place > 1 ? scalars[place - 2] : before
      return joined.isPictograph && after?.isPictograph == true
    }
    switch scalar.value {
    // A digit with it looks like the digit alone, unless the frame of a key follows.
    case 0xFE0E, 0xFE0F: return before.isPictograph || before.properties.isEmoji && after?.value == 0x20E3
    case 0xFE00...0xFE0D, 0xE0100...0xE01EF: return before.properties.isIdeographic
    case 0x180B...0x180D, 0x180F: return (0x1820...0x18AA).contains(before.value)
    default: return false
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is not seen where it is shown: it commands, it formats, or it takes no room or looks like a space.
  public var isHidden: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x34E: return false
    // Dashes, quotes, bullets, the ellipsis; arrows: thousands of lines have them, and to look properties up takes long.
    case 0x2010...0x2027, 0x2030...0x205E, 0x2190...0x21FF: return false
    // A pattern of dots that has none, and what stands for an object that is not there.
    case 0x2800, 0xFFFC: return true
    // What fills or stands for nothing: a filler of Khitan, blanks of hieroglyphs, a head without a note.
    case 0x16FE4, 0x13441, 0x13442, 0x1D159: return true
    // What is no character and never will be one.
    case 0xFDD0...0xFDEF,
      _ where value & 0xFFFE == 0xFFFE:
      return true
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether it is a picture of its own: digits, `#` and `*` are not, although they are parts of emoji.
  fileprivate var isPictograph: Bool { value > 0x7F && properties.isEmoji || properties.isEmojiModifier }
}

extension String {
  /// Made safe for a terminal.
  public var escaped: String { EscapedText.terminal(self) }
}
