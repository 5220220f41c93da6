/// Reads big-endian numbers from the front of bytes; every step checks that there are enough of them.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(bytes: [UInt8]) { rest = bytes[...] }

  /// How many bytes are left.
  var remaining: Int { rest.count }

  mutating func take(_ count: Int) throws(ZoneFileError) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw .truncated }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func skip(_ count: Int) throws(ZoneFileError) {
    _ = try take(count)
  }

  mutating func byte() throws(ZoneFileError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .truncated }
    return byte
  }

  mutating func int32() throws(ZoneFileError) -> Int32 {
    Int32(bitPattern: try take(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  mutating func int64() throws(ZoneFileError) -> Int64 {
    Int64(bitPattern: try take(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// A four-byte number of things.
  mutating func count() throws(ZoneFileError) -> Int {
    Int(UInt32(bitPattern: try int32()))
  }
}
