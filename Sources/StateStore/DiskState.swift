import Glibc

/// What the disk of a file or folder lets its owner write.
struct DiskState: Hashable {
  /// Whether nobody may write to it.
  var isReadOnly: Bool
  /// Whether it has no room for what a run writes.
  var isFull: Bool

}

extension DiskState {
  /// So many bytes have to be free: a small write of the state, with the pages that it keeps meanwhile.
  private static let leastBytes: UInt64 = 64 << 10

  /// Of the disk that `path` is on; nil where it cannot be told.
  init?(of path: String) {
    var (disk, status) = (statvfs(), stat())
    guard statvfs(path, &disk) == 0, stat(path, &status) == 0 else { return nil }
    self.init(disk, forRoot: status.st_uid == 0)
  }

  /// `forRoot`: what is kept free for root counts.
  init(_ disk: statvfs, forRoot isRoot: Bool) {
    isReadOnly = disk.f_flag & UInt(ST_RDONLY) != 0
    let blocks = UInt64(isRoot ? disk.f_bfree : disk.f_bavail)
    let files = isRoot ? disk.f_ffree : disk.f_favail
    // Some do not count the one or the other.
    let hasRoom = disk.f_blocks == 0 || blocks * UInt64(disk.f_frsize) >= Self.leastBytes
    isFull = !hasRoom || disk.f_files > 0 && files == 0
  }
}

extension StateStore {
  /// Why the state in the folder at `path` cannot be written at present, as far as a look at its disk tells; nil where
  /// nothing is known to be in the way. Nothing is written to find out.
  public static func obstacle(in path: String) -> StateError? {
    let file = path + "/" + fileName
    guard let disk = DiskState(of: path) else { return nil }
    return disk.isReadOnly ? Messages.readOnlyDisk(file) : disk.isFull ? Messages.full(file) : nil
  }
}
