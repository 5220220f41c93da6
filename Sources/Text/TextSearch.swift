// The standard library looks for one text in another only in the module of its regular expressions, a megabyte of the
// program once a single call refers to it. No module of the program imports it (`Package.swift`).

import Glibc

extension StringProtocol {
  /// Whether `piece` stands somewhere in the text, byte by byte. An empty piece is in every text.
  public func holds(_ piece: some StringProtocol) -> Bool {
    offset(of: piece) != nil
  }

  /// Where `piece` is first in the text, byte by byte; nil if it is not in it.
  public func place(of piece: some StringProtocol) -> Range<String.Index>? {
    guard let offset = offset(of: piece) else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: piece.utf8.count)
  }

  private func offset(of piece: some StringProtocol) -> Int? {
    bytes { text in piece.bytes { firstOffset(of: $0, in: text) } }
  }

  /// What `body` makes of the text's bytes, which are copied only where they do not lie beside each other.
  private func bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
  }
}

extension String {
  /// The text with `replacement` wherever `piece` stands, from front to back; an empty piece is nowhere replaced.
  public func exchanging(_ piece: String, for replacement: String) -> String {
    let (text, wanted) = (Array(utf8), Array(piece.utf8))
    guard !wanted.isEmpty else { return self }
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index...].starts(with: wanted) {
        bytes += replacement.utf8
        index += wanted.count
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The first place of `piece` in `text`. Takes time in proportion to the product of both lengths at worst; pieces are
/// short. A whole report is looked through for one, so the machine's own search finds where it may begin.
private func firstOffset(of piece: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Int? {
  guard let first = piece.first else { return 0 }
  guard let start = text.baseAddress, let wanted = piece.baseAddress else { return nil }
  var place = 0
  while text.count - place >= piece.count,
    let found = memchr(start + place, Int32(first), text.count - place - piece.count + 1)
  {
    place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
    if memcmp(found, wanted, piece.count) == 0 { return place }
    place += 1
  }
  return nil
}
