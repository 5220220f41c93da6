import ReadingLaws

/// What libFuzzer calls with each text it thinks of: no sentence may break a law of reading sentences.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSentence(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let broken = ReadingLaws.brokenBySentence(Array(UnsafeBufferPointer(start: start, count: count)))
  if !broken.isEmpty { fatalError(broken.joined(separator: "; ")) }
  return 0
}
