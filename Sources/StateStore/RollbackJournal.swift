/// SQLite's rollback journal: the pages that a write was about to change, as they were before it. One that is beside
/// the file while nobody writes was left by a writer that died, and what it holds has to be put back.
///
/// SQLite does so itself for whoever may write. This is for those who only look and change nothing: it puts the pages
/// back in a copy. The format is that of https://sqlite.org/fileformat2.html#the_rollback_journal.
struct RollbackJournal {
  private let bytes: [UInt8]

  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
  private static let headerBytes = 28
  /// In place of a number of pages: all that follow.
  private static let allThatFollow = UInt32.max

  /// The journal that consists of `bytes`.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The most bytes of a file that is copied into memory. A state has some hundred KiB, and 32 MiB at most; the journal of
  /// one that is larger than this, or was, is left to SQLite, which needs no copy.
  static let mostBytes = 48 << 20

  /// Has `file` be as it was before the write; false where it was larger than `mostBytes`.
  func undo(in file: inout [UInt8]) -> Bool {
    guard let first = header(at: 0), first.isSane else { return true }
    guard first.fileBytes <= Self.mostBytes else { return false }
    // What the write has added goes, too.
    file.resize(to: first.fileBytes)
    var place = 0
    while let header = header(at: place) {
      place += first.sectorBytes
      guard putBack(header, first, from: &place, in: &file) else { break }
      // Each header begins a sector.
      place = (place + first.sectorBytes - 1) / first.sectorBytes * first.sectorBytes
    }
    return true
  }

  /// Puts the pages behind one header back; false where one is not whole, which was then never changed in the file.
  private func putBack(_ header: Header, _ first: Header, from place: inout Int, in file: inout [UInt8]) -> Bool {
    let size = first.pageBytes
    let isCounted = header.records != Self.allThatFollow
    var left = isCounted ? Int(header.records) : (bytes.count - place) / (size + 8)
    while left > 0 {
      guard let number = integer(at: place), let sum = integer(at: place + 4 + size), number > 0 else { return false }
      let page = bytes[place + 4..<place + 4 + size]
      guard Self.checksum(of: page, nonce: header.nonce) == sum else { return false }
      if number <= first.pages {
        let start = (Int(number) - 1) * size
        file.replaceSubrange(start..<start + size, with: page)
      }
      place += size + 8
      left -= 1
    }
    return true
  }

  private struct Header {
    var records: UInt32
    var nonce: UInt32
    /// How many pages the file had.
    var pages: UInt32
    var sectorBytes: Int
    var pageBytes: Int

    /// Whether a page and a sector are of a size that SQLite knows.
    var isSane: Bool { [pageBytes, sectorBytes].allSatisfy { (512...65_536).contains($0) && $0 & ($0 - 1) == 0 } }

    /// How large the file was.
    var fileBytes: Int { Int(pages) * pageBytes }
  }

  private func header(at place: Int) -> Header? {
    guard place + Self.headerBytes <= bytes.count, Array(bytes[place..<place + 8]) == Self.magic,
      let records = integer(at: place + 8), let nonce = integer(at: place + 12), let pages = integer(at: place + 16),
      let sector = integer(at: place + 20), let page = integer(at: place + 24)
    else { return nil }
    return Header(
      records: records, nonce: nonce, pages: pages, sectorBytes: Int(sector), pageBytes: Int(page))
  }

  /// Four bytes, the most significant first; nil behind the end.
  private func integer(at place: Int) -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    return bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The sum of the nonce and every two-hundredth byte, counted from the end of the page.
  private static func checksum(of page: ArraySlice<UInt8>, nonce: UInt32) -> UInt32 {
    stride(from: page.count - 200, to: 0, by: -200).reduce(nonce) { $0 &+ UInt32(page[page.startIndex + $1]) }
  }
}

extension [UInt8] {
  fileprivate mutating func resize(to count: Int) {
    if self.count > count {
      removeLast(self.count - count)
    } else {
      self += Array(repeating: 0, count: count - self.count)
    }
  }
}
