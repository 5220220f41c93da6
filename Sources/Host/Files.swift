import Glibc

/// Where policies and zone files are read.
package protocol Files: Sendable {
  /// What is at `path`, links followed, without opening it; nil if nothing is there.
  func kind(of path: String) throws(FileError) -> FileKind?
  /// The names in the folder at `path`, sorted by their bytes.
  func names(in path: String) throws(FileError) -> [String]
  /// The bytes of the file or the stream at `path`, at most `limit` and one more, so that a longer file shows. Nothing else
  /// is opened.
  func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8]
  /// The absolute path that `path` stands for, every link followed; nil where there is nothing.
  func resolved(_ path: String) -> String?
  /// Whether root alone can read the file at `path`: neither everybody nor a group but root's.
  func isClosed(_ path: String) -> Bool
  /// Whether everybody on the machine may write what stands at `path`.
  func isOpenToAll(_ path: String) -> Bool
}

extension Files {
  /// Whoever is asked can read what a program has made up.
  package func isClosed(_ path: String) -> Bool { false }

  /// Nobody else can write what a program has made up.
  package func isOpenToAll(_ path: String) -> Bool { false }
}

/// What a path can lead to.
package enum FileKind: Hashable, Sendable {
  case regular
  case folder
  /// A pipe or a terminal that the program was started with, such as `/dev/stdin`: read once, from its front to its end.
  case stream
  /// A device, a socket, or a pipe with a name of its own, which are never opened.
  case other
}

/// Why a file could not be read.
package struct FileError: Error, Hashable, Sendable {
  /// The file.
  package var path: String
  /// What the system says, such as `Permission denied`.
  package var reason: String
  /// Whether the system did not permit it.
  package let isDenied: Bool

  /// The reason where something else is wanted than a file to read from its front to its end.
  package static let notRegular = "it is not a regular file"

  /// `path` could not be read because of `reason`, which the program itself found.
  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
    isDenied = false
  }

  /// The system did not read `path` and gave `number`, an `errno`.
  package init(path: String, number: Int32) {
    self.path = path
    reason = String(cString: strerror(number))
    isDenied = number == EACCES
  }
}
