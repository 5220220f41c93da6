import CLinux
import FileAccess
import Glibc
import Synchronization
import Text

/// A program that was started.
package protocol StartedProgram: Sendable {
  /// What it ended with, 128 and the signal's number where a signal ended it; nil while it runs.
  func status() -> Int32?
  /// Ends it and all that it has started.
  func kill()
}

/// A program of this machine, started without a shell and without anything of this process: no secret of its
/// environment, no open file, no signal mask.
final class LiveProgram: StartedProgram {
  private let identifier: pid_t
  private let ended = Mutex<Int32?>(nil)

  private static let surroundings = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"]

  /// How often it is tried to start one that somebody is just writing, as an update does: a fifth of a second together.
  private static let mostTries = 20

  /// Starts the program at `path`, an absolute path, in a process group of its own. `input` is its standard input; what
  /// it prints goes nowhere.
  init(_ path: String, input: String) throws(FileError) {
    try Self.check(path)
    let descriptor = try Self.memory(holding: input, path)
    defer { close(descriptor) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    shim_close_from(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    shim_start_afresh(&attributes)
    var identifier = pid_t()
    var failure: Int32? = ETXTBSY
    for _ in 0..<Self.mostTries where failure == ETXTBSY {
      failure = Self.withPointers([path]) { arguments in
        Self.withPointers(Self.surroundings) { surroundings in
          posix_spawn(&identifier, path, &actions, &attributes, arguments, surroundings)
        }
      }
      if failure == ETXTBSY { usleep(10_000) }
    }
    guard failure == 0 else { throw FileError(path: path, number: failure ?? ENOMEM) }
    self.identifier = identifier
  }

  /// What it ended with; nil while it runs.
  func status() -> Int32? {
    ended.withLock { ended in
      if let ended { return ended }
      var status: Int32 = 0
      switch waitpid(identifier, &status, WNOHANG) {
      case 0: return nil
      case identifier: ended = shim_exit_status(status)
      // Nobody can say any more what it ended with.
      default: ended = 127
      }
      return ended
    }
  }

  /// Ends it and all that it has started, and takes leave of it.
  func kill() {
    ended.withLock { ended in
      guard ended == nil else { return }
      _ = Glibc.kill(-identifier, SIGKILL)
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      ended = shim_exit_status(status)
    }
  }

  /// Whoever could write to the file could run what he likes as the user who runs this.
  private static func check(_ path: String) throws(FileError) {
    var found = stat()
    guard stat(path, &found) == 0 else { throw failure(path) }
    let reason: String? =
      if found.st_mode & S_IFMT != S_IFREG {
        FileError.notRegular
      } else if found.st_mode & (S_IWGRP | S_IWOTH) != 0 {
        Flaw.writableByOthers
      } else if found.st_uid != 0, found.st_uid != geteuid() {
        Flaw.othersOwn
      } else {
        access(path, X_OK) == 0 ? folderFlaw(path) : Flaw.notExecutable
      }
    if let reason { throw FileError(path: path, reason: reason) }
  }

  /// Whoever may write in its folder, or in one on the way to it, could put another program there. Where the path is a
  /// link, the folder that it leads to counts as well.
  private static func folderFlaw(_ path: String) -> String? {
    let resolved = realpath(path, nil).map { goal in
      defer { free(goal) }
      return String(cString: goal)
    }
    return [path, resolved ?? path].lazy.compactMap { PathTrust().flaw(ofFolder: $0.folderAbove)?.words }.first
  }

  /// A file in memory alone with `text`: unlike a pipe it takes all of it, whether somebody reads or not.
  private static func memory(holding text: String, _ path: String) throws(FileError) -> Int32 {
    let descriptor = shim_memory_file()
    guard descriptor >= 0 else { throw failure(path) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        close(descriptor)
        throw failure(path)
      }
      rest = rest.dropFirst(count)
    }
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }

  /// The texts as C wants them: ended by a null pointer, and there as long as `body` runs.
  private static func withPointers<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value?
  ) -> Value? {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return (copies + [nil]).withUnsafeBufferPointer { $0.baseAddress.flatMap(body) }
  }

  private static func failure(_ path: String) -> FileError {
    FileError(path: path, number: errno)
  }
}

/// Why a program is not started.
private enum Flaw {
  static let notExecutable = "it is not executable"
  static let writableByOthers = "others than its owner can write to it"
  static let othersOwn = "it belongs neither to root nor to the user who runs this"
}

/// What is put right about the process itself, before anything else happens in it.
package enum ProcessStart {
  /// Standard input, output and error are open from here on, signals that would end a run half-done are ignored, and
  /// nobody else's program looks into the memory, in which there are going to be secrets.
  package static func prepare() {
    openStandardDescriptors()
    // A pipe that is closed shows in what `write` returns, and must not end a run in the middle.
    signal(SIGPIPE, SIG_IGN)
    // A state file that may not grow (ulimit -f) is a failed write like any other.
    signal(SIGXFSZ, SIG_IGN)
    // Who runs it by sudo could stop it with a key while it holds the state, and nothing would be enforced meanwhile.
    if geteuid() == 0, getenv("SUDO_USER") != nil {
      for number in [SIGTSTP, SIGTTOU, SIGTTIN] { signal(number, SIG_IGN) }
    }
    shim_forbid_dumps()
  }

  /// Where one of them is closed, the next file or connection that is opened would become it, and be written to: the
  /// lowest number that is free is given out.
  private static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      guard open("/dev/null", O_RDWR) == descriptor else { return }
    }
  }
}
