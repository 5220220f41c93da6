/// The bytes of zone files made for a test.
struct MadeZoneFile {
  var version = UInt8(ascii: "2")
  var transitions: [(at: Int64, type: UInt8)] = []
  var types: [(offset: Int32, isDaylight: UInt8, name: UInt8)] = [(0, 0, 0)]
  var characters: [UInt8] = Array("UTC\0".utf8)
  var leapSeconds: UInt32 = 0
  var footer = "\nUTC0\n"

  var bytes: [UInt8] {
    if version == 0 { return header + block(timeSize: 4) }
    return header + block(timeSize: 4) + header + block(timeSize: 8) + Array(footer.utf8)
  }

  private var header: [UInt8] {
    let counts: [UInt32] = [
      0, 0, leapSeconds, UInt32(transitions.count), UInt32(types.count), UInt32(characters.count),
    ]
    return Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15) + counts.flatMap(bigEndian)
  }

  private func block(timeSize: Int) -> [UInt8] {
    let times = transitions.flatMap { bigEndian($0.at).suffix(timeSize) }
    let typeBytes = types.flatMap { bigEndian($0.offset) + [$0.isDaylight, $0.name] }
    let leaps = [UInt8](repeating: 0, count: Int(leapSeconds) * (timeSize + 4))
    return times + transitions.map(\.type) + typeBytes + characters + leaps
  }

  private func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
