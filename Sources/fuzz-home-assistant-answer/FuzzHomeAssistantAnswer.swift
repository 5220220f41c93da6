import ReadingLaws

/// What libFuzzer calls with each text it thinks of: no answers of a Home Assistant may break a law of a run against it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHomeAssistantAnswer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let broken = ReadingLaws.brokenByHomeAssistant(Array(UnsafeBufferPointer(start: start, count: count)))
  if !broken.isEmpty { fatalError(broken.joined(separator: "; ")) }
  return 0
}
