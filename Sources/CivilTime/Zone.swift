/// The offsets of one time zone for all time: explicit changes, then the rule of the zone file's footer.
public struct Zone: Equatable, Sendable {
  /// The IANA name, such as `Europe/Berlin`.
  public let name: String

  // Time is cut into segments within which the zone's clocks run evenly. These three belong together.

  /// The first second of each segment, then one more that ends the last: `Int64.min`, …, `Int64.max`.
  let starts: [Int64]
  /// The seconds that local time is ahead of UTC in each segment.
  let offsets: [Int64]
  /// The index in `types` of each segment's local time type.
  let typeIndices: [Int]

  let types: [LocalTimeType]

  /// From here on a question is answered by the same instant whole calendar cycles earlier, of which the segments
  /// hold one under the footer's rule; `Int64.max` where the clocks do not change for ever.
  let foldsFrom: Int64

  /// The Gregorian calendar repeats after 400 years, weekdays and all.
  static let cycle: Int64 = 146_097 * 86_400

  /// The zone whose clocks never change, `UTC`; it needs no file.
  public static let utc = Zone(
    name: "UTC", segments: Segments(first: LocalTimeType(secondsEast: 0, isDaylight: false, abbreviation: "UTC")))

  /// The zone that a zone file (TZif, RFC 9636) describes.
  ///
  /// Any bytes may be given. A file that counts leap seconds is refused.
  public init(name: String, bytes: [UInt8]) throws(ZoneFileError) {
    let file = try ZoneFile(bytes: bytes)
    var segments = Segments(first: file.transitions.isEmpty ? file.footer?.standard ?? file.types[0] : file.types[0])
    for transition in file.transitions {
      segments.append(file.types[transition.type], from: transition.instant)
    }
    if let footer = file.footer { segments.append(footer, after: file.transitions.last?.instant) }
    self.init(name: name, segments: segments)
  }

  /// The zone whose clocks run as `first` says and change at `changes`, which are in the order of time; one that is not
  /// later than those before it is left out. After the last of them clocks do not change any more.
  public init(name: String, first: LocalTimeType, changes: [(instant: Instant, type: LocalTimeType)]) {
    var segments = Segments(first: first)
    var last = Int64.min
    for change in changes where change.instant.secondsSinceEpoch > last {
      last = change.instant.secondsSinceEpoch
      segments.append(change.type, from: last)
    }
    self.init(name: name, segments: segments)
  }

  private init(name: String, segments: Segments) {
    self.name = name
    starts = segments.starts + [Int64.max]
    offsets = segments.typeIndices.map { Int64(segments.types[$0].secondsEast) }
    typeIndices = segments.typeIndices
    types = segments.types
    foldsFrom = segments.foldsFrom
  }
}

extension Zone {
  /// The seconds that local time is ahead of UTC at `instant`.
  public func offset(at instant: Instant) -> Int {
    Int(offsets[segment(at: folded(instant.secondsSinceEpoch).seconds)])
  }

  /// Whether clocks show the same in both, whatever they are called.
  public func hasRules(of other: Zone) -> Bool {
    starts == other.starts && offsets == other.offsets
  }

  /// What calendar and clock show at `instant`.
  public func local(_ instant: Instant) -> LocalDateTime {
    LocalDateTime(seconds: instant.secondsSinceEpoch + Int64(offset(at: instant)))
  }

  /// The index of the segment that holds a second that is before `foldsFrom`.
  func segment(at seconds: Int64) -> Int {
    // Found by halving, which is written out here: it is done for every instant that is looked at.
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] > seconds { high = middle } else { low = middle + 1 }
    }
    return max(0, low - 1)
  }

  /// A second at which the segments answer for `seconds`, and how much earlier it is.
  func folded(_ seconds: Int64) -> (seconds: Int64, shift: Int64) {
    guard seconds >= foldsFrom else { return (seconds, 0) }
    let shift = ((seconds - foldsFrom) / Zone.cycle + 1) * Zone.cycle
    return (seconds - shift, shift)
  }
}

/// The segments of a zone while they are put together.
private struct Segments {
  var starts: [Int64] = [.min]
  var typeIndices = [0]
  var types: [LocalTimeType]
  var foldsFrom = Int64.max

  init(first: LocalTimeType) { types = [first] }

  /// Begins a segment unless clocks go on as before.
  mutating func append(_ type: LocalTimeType, from start: Int64) {
    if types[typeIndices[typeIndices.count - 1]] == type { return }
    if let known = types.firstIndex(of: type) {
      typeIndices.append(known)
    } else {
      typeIndices.append(types.count)
      types.append(type)
    }
    starts.append(start)
  }

  /// Appends one calendar cycle of the rule, and enough before and after it.
  ///
  /// The rule holds after the file's last transition; where it has none, from the year 1 on.
  mutating func append(_ footer: FooterRule, after last: Int64?) {
    guard let daylight = footer.daylight else { return }
    let firstYear = last.map { CivilDate(dayNumber: Int(floorQuotient($0, 86_400))).year } ?? 1
    let foldYear = firstYear + 402
    let ranges = footer.daylightRanges(beginningIn: firstYear - 1...foldYear)
    for range in ranges {
      if range.lowerBound > last ?? .min { append(daylight.type, from: range.lowerBound) }
      // Daylight saving time that never pauses in all these years does not end with them.
      if ranges.count == 1 { return }
      if range.upperBound > last ?? .min { append(footer.standard, from: range.upperBound) }
    }
    foldsFrom = Int64(CivilDate.dayNumber(year: foldYear, month: 1, day: 1)) * 86_400
  }
}
