import ReadingLaws

/// What libFuzzer calls with each text it thinks of: no answers of a guest API may break a law of what is done with it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEasyControlAnswer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let broken = ReadingLaws.brokenByEasyControl(Array(UnsafeBufferPointer(start: start, count: count)))
  if !broken.isEmpty { fatalError(broken.joined(separator: "; ")) }
  return 0
}
