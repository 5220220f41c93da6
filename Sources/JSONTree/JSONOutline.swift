/// Where the values of a checked text stand, in the order of the text; of a member its name, and then its value.
///
/// Noted while the text is checked, so that a value is reached without going through the bytes before it once more.
struct JSONOutline: Sendable {
  /// One value, or the name of a member.
  struct Entry: Sendable {
    /// Where it begins in the bytes.
    let start: UInt32
    /// The end, and in the highest bit whether it is plain: there may be millions of entries, and each page of memory is
    /// felt.
    private var rest: UInt32

    fileprivate init(start: UInt32, end: UInt32, isPlain: Bool) {
      self.start = start
      rest = end | (isPlain ? Self.plain : 0)
    }

    private static let plain: UInt32 = 0x8000_0000

    /// Of an array or an object the place in the outline that follows all that is in it; otherwise the byte that
    /// follows it.
    fileprivate(set) var end: UInt32 {
      get { rest & ~Self.plain }
      set { rest = rest & Self.plain | newValue }
    }

    /// Whether it is a string of ASCII without escapes, so that its bytes are all there is to compare.
    var isPlain: Bool { rest & Self.plain != 0 }

    /// The bytes that a value takes which has nothing in it, of a string with its quotes.
    var length: Int { Int(end) - Int(start) }
  }

  /// The longest text that can be outlined, in bytes.
  static let longestText = Int(Int32.max)

  private(set) var entries: [Entry] = []

  /// An outline with room for that of an ordinary text of so many bytes, and for no more entries than `most`.
  init(ofTextWith bytes: Int, most: Int = .max) { entries.reserveCapacity(min(bytes / 8 + 1, most)) }

  /// Notes what is between two places in the bytes.
  mutating func add(from start: Int, to end: Int, isPlain: Bool = false) {
    let (start, end) = (UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: end))
    entries.append(Entry(start: start, end: end, isPlain: isPlain))
  }

  /// Notes an opening bracket; `close` is to be called with what this returns when all that is in it was noted.
  mutating func open(at start: Int) -> Int {
    add(from: start, to: start)
    return entries.count - 1
  }

  /// Notes that all which is in the brackets that were opened was noted.
  mutating func close(_ opened: Int) {
    entries[opened].end = UInt32(truncatingIfNeeded: entries.count)
  }
}
