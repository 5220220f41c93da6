import CivilTime
import Glibc
import Secrets

extension Environment {
  /// The machine that the program runs on.
  public static var live: Environment {
    Environment(
      variable: { name in getenv(name).map { String(cString: $0) } },
      now: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSinceEpoch: Int64(time.tv_sec))
      },
      files: SystemFiles(),
      secrets: .ofThisProcess(),
      output: { write($0, to: STDOUT_FILENO) },
      error: { write($0, to: STDERR_FILENO) },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1,
      withNetwork: { log, body in LiveNetwork.run(log: log, body) })
  }

  /// Writes all of `text`. A reader that has gone away is no reason to leave a run half-done.
  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return
      }
      rest = rest.dropFirst(count)
    }
  }
}
