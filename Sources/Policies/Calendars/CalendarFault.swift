public import Documents

/// Why a file is no calendar that can be followed.
public struct CalendarFault: Error, Hashable, Sendable {
  /// What was found, and what to do about it; its code begins with `calendar.`.
  public var message: Message
  /// The lines of the file that it is about, counted from 1; nil where it is about the whole of it.
  public var lines: ClosedRange<Int>?

  /// What is wrong, and where.
  public init(_ message: Message, lines: ClosedRange<Int>?) {
    self.message = message
    self.lines = lines
  }
}
