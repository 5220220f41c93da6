import CivilTime
import Glibc
import Secrets

extension Environment {
  /// The machine that the program runs on.
  public static var live: Environment {
    var environment = Environment(
      variable: { name in getenv(name).map { String(cString: $0) } },
      now: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSinceEpoch: Int64(time.tv_sec))
      },
      random: { Double.random(in: 0..<1) },
      files: SystemFiles(),
      secrets: .ofThisProcess(),
      output: { write($0, to: STDOUT_FILENO) },
      error: { write($0, to: STDERR_FILENO) },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1,
      withNetwork: { log, body in LiveNetwork.run(log: log, body) })
    environment.columns = {
      var size = winsize()
      guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
      return Int(size.ws_col)
    }
    environment.inputIsTerminal = isatty(STDIN_FILENO) == 1
    environment.outputIsJournal = SystemdJournal.isBehind(STDOUT_FILENO, environment.variable)
    environment.errorIsJournal = SystemdJournal.isBehind(STDERR_FILENO, environment.variable)
    environment.input = { readLine(strippingNewline: true) }
    environment.userName = { getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } }
    environment.pause = { duration in
      let (seconds, attoseconds) = duration.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      nanosleep(&time, nil)
    }
    environment.create = { (path, text) throws(FileError) in try SystemFiles().create(path, text) }
    environment.publish = { (path, text) throws(FileError) in try SystemFiles().publish(path, text) }
    environment.isWritable = { access($0, W_OK | X_OK) == 0 }
    environment.replace = { (path, text) throws(FileError) in try SystemFiles().replace(path, text) }
    environment.start = { (program, input) throws(FileError) in try LiveProgram(program, input: input) }
    environment.listen = { bell, network in MachineEars(bell, network) }
    if let path = environment.variable("NOTIFY_SOCKET"), !path.isEmpty {
      environment.notify = { ServiceSocket(path: path)?.send($0) }
    }
    return environment
  }

  /// Writes all of `text`. A reader that has gone away is no reason to leave a run half-done.
  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return
        }
        rest = UnsafeBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}
