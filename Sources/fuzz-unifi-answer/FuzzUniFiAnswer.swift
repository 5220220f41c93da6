import ReadingLaws

/// What libFuzzer calls with each text it thinks of: no answers of a console may break a law of a run against it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzUniFiAnswer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let broken = ReadingLaws.brokenByConsole(Array(UnsafeBufferPointer(start: start, count: count)))
  if !broken.isEmpty { fatalError(broken.joined(separator: "; ")) }
  return 0
}
