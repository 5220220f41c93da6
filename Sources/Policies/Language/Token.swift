import CivilTime

/// A word of a sentence, or a mark between two words.
struct Token: Hashable {
  /// What it is.
  var kind: Kind
  /// Which Unicode scalars of the sentence it is.
  var range: Range<Int>

  /// The kinds of word and mark.
  enum Kind: Hashable {
    /// A reserved word, in lower case.
    case word(String)
    /// A name, in lower case.
    case name(Name)
    /// Digits alone.
    case number(String)
    /// A time in figures; `noon` and `midnight` are words.
    case time(TimeOfDay)
    /// `YYYY-MM-DD`
    case date(CivilDate)
    case comma
    /// Any of the dashes.
    case dash
    /// `..`
    case dots
    /// After the last word.
    case end
  }
}
