import Glibc
import Testing

@testable import StateStore

/// What a look at the disk says of the state, without a write.
@Suite struct DiskStateTests {
  /// The blocks of 4 KiB and the files that are free, for root and for others; of how many; what that means for either.
  static let disks:
    [(blocks: (root: UInt, others: UInt), files: (root: UInt, others: UInt), of: UInt, full: (Bool, Bool))] = [
      ((100, 90), (9, 8), 100, (false, false)), ((16, 15), (9, 8), 100, (false, true)),
      ((0, 0), (9, 8), 100, (true, true)), ((16, 16), (1, 0), 100, (false, true)),
      ((90, 90), (0, 0), 100, (true, true)),
      // A file system that counts neither.
      ((0, 0), (0, 0), 0, (false, false)),
    ]

  @Test(arguments: disks.indices) func room(_ row: Int) {
    let (blocks, files, all, full) = Self.disks[row]
    var disk = statvfs()
    (disk.f_frsize, disk.f_blocks, disk.f_files) = (4096, all, all)
    (disk.f_bfree, disk.f_bavail, disk.f_ffree, disk.f_favail) = (blocks.root, blocks.others, files.root, files.others)
    #expect(DiskState(disk, forRoot: true) == DiskState(isReadOnly: false, isFull: full.0))
    #expect(DiskState(disk, forRoot: false) == DiskState(isReadOnly: false, isFull: full.1))
    disk.f_flag = UInt(ST_RDONLY)
    #expect(DiskState(disk, forRoot: true).isReadOnly)
  }

  @Test func whereNothingIsNothingIsKnown() { #expect(StateStore.obstacle(in: "/does/not/exist") == nil) }

  /// Root is not sent to sudo.
  @Test func whoeverIsRootNeedsNoSudo() {
    #expect(Messages.access(to: "/x", for: 1000) == nil)
    #expect(Messages.access(to: "/x", for: 0)?.contains("sudo") == false)
  }
}
