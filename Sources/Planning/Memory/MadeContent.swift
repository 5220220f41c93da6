import Providers

extension MadeObject {
  /// What tells what it is to be made of from anything else it could be; nil where the file does not want it. It is the same
  /// in every run, and short: it is kept for each object.
  var contentMark: String? {
    guard let content else { return nil }
    // FNV-1a, of 64 bits. Nobody gains anything by two contents that share one.
    let hash = content.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
