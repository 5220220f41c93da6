import ReadingLaws

/// What libFuzzer calls with each text it thinks of: no edit of a state's rows may break a law of following it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzForged(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let broken = ReadingLaws.brokenByForgery(Array(UnsafeBufferPointer(start: start, count: count)))
  if !broken.isEmpty { fatalError(broken.joined(separator: "; ")) }
  return 0
}
