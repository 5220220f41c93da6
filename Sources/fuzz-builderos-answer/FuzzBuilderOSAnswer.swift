import ReadingLaws

/// What libFuzzer calls with each text it thinks of: no answers of a BuilderOS host may break a law of a run against it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBuilderOSAnswer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let broken = ReadingLaws.brokenByBuilderOS(Array(UnsafeBufferPointer(start: start, count: count)))
  if !broken.isEmpty { fatalError(broken.joined(separator: "; ")) }
  return 0
}
