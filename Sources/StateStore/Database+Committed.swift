import CSQLite
import Glibc

extension Database {
  /// How often the file is tried whose writer was killed, while other writers come and go.
  private static let tries = 5

  /// The file at `path` for reading only, as the last write that came to its end left it.
  ///
  /// Whoever writes puts right what a killed writer has left; a reader may not, and changes nothing. It reads from a
  /// copy in memory instead, in which that write is undone.
  static func committed(_ path: String) throws(StateError) -> Database {
    for _ in 1..<tries {
      let database = try Database(path, .read)
      do throws(StateError) {
        // The first look at the file shows whether there is something to undo.
        try database.rows("PRAGMA schema_version")
        return database
      } catch {
        guard error.kind == .unfinished else { throw error }
      }
      if let copy = try undone(path) { return copy }
    }
    throw Messages.unfinished(path)
  }

  /// A copy of the file in which the write of the journal beside it is undone; nil where both have changed meanwhile.
  ///
  /// Who undoes it in the file itself removes the journal when that is done. While it is there, pages of the file are
  /// either those of the unfinished write or those of the journal already, so that the copy is right in both cases.
  private static func undone(_ path: String) throws(StateError) -> Database? {
    guard let journal = try bytes(of: path + "-journal", beside: path), var file = try bytes(of: path, beside: path),
      try isStill(journal, path + "-journal")
    else { return nil }
    guard RollbackJournal(journal).undo(in: &file) else { throw Messages.tooLargeToUndo(path) }
    return try Database(copy: file, of: path)
  }

  /// The bytes of the file at `path`, which is the state file at `state` or one beside it; nil where there is none.
  private static func bytes(of path: String, beside state: String) throws(StateError) -> [UInt8]? {
    var bytes: [UInt8] = []
    let isThere = try readParts(of: path) { part, size throws(StateError) in
      // All at once: an array that grows is there twice meanwhile.
      if bytes.isEmpty { bytes.reserveCapacity(min(size, RollbackJournal.mostBytes)) }
      guard bytes.count + part.count <= RollbackJournal.mostBytes else { throw Messages.tooLargeToUndo(state) }
      bytes += part
      return true
    }
    return isThere ? bytes : nil
  }

  /// Whether the file at `path` still consists of `bytes`.
  private static func isStill(_ bytes: [UInt8], _ path: String) throws(StateError) -> Bool {
    var place = 0
    let isThere = try readParts(of: path) { part, _ in
      let expected = bytes[place...].prefix(part.count)
      place = expected.elementsEqual(part) ? place + part.count : bytes.count + 1
      return place <= bytes.count
    }
    return isThere && place == bytes.count
  }

  /// Hands the bytes of the file at `path` to `take`, part by part and with their number by its status, until it wants no
  /// more. No link is followed. False where there is no file.
  private static func readParts(
    of path: String, _ take: (ArraySlice<UInt8>, Int) throws(StateError) -> Bool
  ) throws(StateError) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ENOENT { return false }
      throw Messages.failure(path, errno)
    }
    defer { close(descriptor) }
    var status = stat()
    let size = fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      if count == 0 { return true }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Messages.failure(path, errno) }
      guard try take(part[..<count], size) else { return true }
    }
  }
}
