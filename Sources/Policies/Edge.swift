public import CivilTime
public import Documents

/// Something that is to be done at certain times, once each: `gate at 06:45 on weekdays`.
///
/// An edge is no state: nothing holds before or after it, and what was missed is not made good later.
public struct Edge: Sendable {
  /// `policy-N`, counted from 1 together with the statements, or the `id` given by hand.
  public var id: String
  /// The targets as the sentence names them, targets of targets included.
  public var subjects: [Name]
  /// The times of day, in order, each once; never empty, and never 24:00.
  public var times: [TimeOfDay]
  /// On which days: clauses and exceptions without times.
  public var days: Schedule
  /// For how many seconds after it fell due it may still be done.
  public var graceSeconds: Int
  /// Text shown wherever it is told of.
  public var because: String?
  /// The sentence or the map in the file.
  public var span: SourceSpan
  /// The sentence as it is written, on one line.
  public var sentence: String

  /// An edge from its parts.
  public init(
    id: String, subjects: [Name], times: [TimeOfDay], days: Schedule, graceSeconds: Int = Edge.usualGrace,
    because: String? = nil, span: SourceSpan, sentence: String
  ) {
    self.id = id
    self.subjects = subjects
    self.times = Set(times).sorted()
    self.days = days
    self.graceSeconds = graceSeconds
    self.because = because
    self.span = span
    self.sentence = sentence
  }

  /// The grace of an edge of which the file says nothing, in seconds.
  public static let usualGrace = 600
  /// What a file may give, in seconds. What is half a day late is not meant any more.
  public static let graces: ClosedRange<Int64> = 1...43_200
}

/// An edge falls due.
public struct Occurrence: Hashable, Sendable {
  /// When.
  public var at: Instant
  /// What is to be done.
  public var target: Name
  /// The index of the edge in `Policy.edges`; of several that fall due together the first.
  public var edge: Int

  /// An edge that falls due.
  public init(at: Instant, target: Name, edge: Int) {
    self.at = at
    self.target = target
    self.edge = edge
  }
}
