/// A text as one word of a POSIX shell, for commands that a user copies.
public enum ShellWord {
  /// As it is where no shell reads anything into it, else in quotes.
  public static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte.isASCIILetterOrDigit || "_-./:,+@".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// In single quotes, which bash and zsh read alike.
  ///
  /// By scalars, as shells read them: a quote with an accent on it is a quote there.
  public static func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
}
