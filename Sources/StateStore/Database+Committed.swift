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
    guard let journal = try bytes(of: path, "-journal"), let file = try bytes(of: path),
      try bytes(of: path, "-journal") == journal
    else { return nil }
    guard let whole = RollbackJournal(journal).undone(in: file) else { throw Messages.tooLargeToUndo(path) }
    return try Database(copy: whole, of: path)
  }

  /// The bytes of the state file, or of the file beside it whose name ends in `suffix`, no link followed; nil where there
  /// is none.
  private static func bytes(of path: String, _ suffix: String = "") throws(StateError) -> [UInt8]? {
    let descriptor = open(path + suffix, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw Messages.failure(path + suffix, errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Messages.failure(path + suffix, errno) }
      bytes += part[..<count]
      guard bytes.count <= RollbackJournal.mostBytes else { throw Messages.tooLargeToUndo(path) }
    }
  }
}
