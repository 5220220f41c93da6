/// The content of a TZif file (RFC 9636, versions 1 to 4), as it is there.
///
/// Later versions are read as version 4: each so far only added to what the rule in the footer may say.
struct ZoneFile {
  /// A change of the local time type.
  struct Transition {
    /// Seconds since the epoch.
    var instant: Int64
    /// The index of the local time type from then on.
    var type: Int
  }

  /// In the order of time, each instant once.
  private(set) var transitions: [Transition] = []
  /// Never empty; the first holds before the first transition.
  private(set) var types: [LocalTimeType] = []
  /// The rule for the time after the last transition, or nil where the file has none.
  private(set) var footer: FooterRule?

  init(bytes: [UInt8]) throws(ZoneFileError) {
    var reader = ByteReader(bytes: bytes)
    let first = try Header(from: &reader)
    guard first.version > 0 else {
      try readBlock(first, timeSize: 4, from: &reader)
      return
    }
    try reader.skip(first.blockSize(timeSize: 4))
    let second = try Header(from: &reader)
    try readBlock(second, timeSize: 8, from: &reader)
    footer = try ZoneFile.readFooter(from: &reader)
  }

  private mutating func readBlock(_ header: Header, timeSize: Int, from reader: inout ByteReader) throws(ZoneFileError)
  {
    guard header.leapSeconds == 0 else { throw .leapSeconds }
    guard header.types > 0, header.characters > 0 else { throw .malformed(.counts) }
    // Before anything is allocated by the header's word alone.
    guard reader.remaining >= header.blockSize(timeSize: timeSize) else { throw .truncated }

    var instants: [Int64] = []
    for _ in 0..<header.transitions {
      instants.append(try timeSize == 8 ? reader.int64() : Int64(reader.int32()))
    }
    let indices = try reader.take(header.transitions).map(Int.init)
    let rawTypes = try readTypes(header.types, from: &reader)
    let characters = Array(try reader.take(header.characters))
    try reader.skip(header.standardIndicators + header.utIndicators)

    types = try rawTypes.map { raw throws(ZoneFileError) in try raw.named(from: characters) }
    transitions = try ZoneFile.transitions(at: instants, to: indices, typeCount: types.count)
  }

  private static func transitions(
    at instants: [Int64], to indices: [Int], typeCount: Int
  ) throws(ZoneFileError) -> [Transition] {
    // 2^59 seconds are longer than the universe is old; the bound keeps all later sums inside 64 bits.
    let bounds = -(Int64(1) << 59)...(Int64(1) << 59)
    var result: [Transition] = []
    for (instant, type) in zip(instants, indices) {
      guard bounds.contains(instant), type < typeCount, result.last.map({ $0.instant < instant }) ?? true else {
        throw .malformed(.transitions)
      }
      result.append(Transition(instant: instant, type: type))
    }
    return result
  }

  private func readTypes(_ count: Int, from reader: inout ByteReader) throws(ZoneFileError) -> [RawType] {
    var result: [RawType] = []
    for _ in 0..<count {
      let offset = Int(try reader.int32())
      let isDaylight = try reader.byte()
      let name = Int(try reader.byte())
      guard LocalTimeType.offsets.contains(offset), isDaylight <= 1 else { throw .malformed(.localTimeTypes) }
      result.append(RawType(offset: offset, isDaylight: isDaylight == 1, nameIndex: name))
    }
    return result
  }

  private static func readFooter(from reader: inout ByteReader) throws(ZoneFileError) -> FooterRule? {
    guard try reader.byte() == newline else { throw .malformed(.footer) }
    var text: [UInt8] = []
    while case let byte = try reader.byte(), byte != newline { text.append(byte) }
    if text.isEmpty { return nil }
    guard let rule = FooterRule(text) else { throw .malformed(.footer) }
    return rule
  }

  private static let newline = UInt8(ascii: "\n")
}

/// The fixed part in front of each block.
private struct Header {
  /// 0 for version 1, else the version's digit.
  var version: UInt8
  var utIndicators, standardIndicators, leapSeconds, transitions, types, characters: Int

  init(from reader: inout ByteReader) throws(ZoneFileError) {
    guard let magic = try? reader.take(4), magic.elementsEqual("TZif".utf8) else { throw .notAZoneFile }
    version = try reader.byte()
    guard version == 0 || version >= UInt8(ascii: "2") else { throw .notAZoneFile }
    try reader.skip(15)
    utIndicators = try reader.count()
    standardIndicators = try reader.count()
    leapSeconds = try reader.count()
    transitions = try reader.count()
    types = try reader.count()
    characters = try reader.count()
  }

  /// The bytes of the block after this header, whose times take `timeSize` bytes each.
  func blockSize(timeSize: Int) -> Int {
    transitions * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4) + standardIndicators
      + utIndicators
  }
}

/// A local time type whose abbreviation is still an index into the file's characters.
private struct RawType {
  var offset: Int
  var isDaylight: Bool
  var nameIndex: Int

  func named(from characters: [UInt8]) throws(ZoneFileError) -> LocalTimeType {
    guard nameIndex < characters.count, let end = characters[nameIndex...].firstIndex(of: 0) else {
      throw .malformed(.abbreviations)
    }
    let name = characters[nameIndex..<end]
    guard name.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .malformed(.abbreviations) }
    return LocalTimeType(
      secondsEast: offset, isDaylight: isDaylight, abbreviation: String(decoding: name, as: UTF8.self))
  }
}
